// base^exponent modulo a prime by squaring: remainders of 64-bit integers (Fermat: each result is 1).
//! grid 40
//! block 128
//! arg base     u64[5120] = random(37,2,2147483647)
//! arg exponent u32[5120] = const(2147483646)
//! arg out      u64[5120] = zero
//! arg modulus  u64 = 2147483647
//! check all out[i] == 1 for i in 0..5120
extern "C" __global__ void modular_power(const unsigned long long* base, const unsigned* exponent,
                                         unsigned long long* out, unsigned long long modulus) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long power = base[i], result = 1;
  for (unsigned e = exponent[i]; e != 0; e >>= 1) {
    if (e & 1) result = result * power % modulus;
    power = power * power % modulus;
  }
  out[i] = result;
}
