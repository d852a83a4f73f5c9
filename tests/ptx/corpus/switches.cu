// A dense switch, which the compiler makes an indexed branch.
extern "C" __global__ void interpreter(const int* code, float* out, int n) {
  float x = out[threadIdx.x], y = 1.5f;
  for (int i = 0; i < n; ++i) {
    switch (code[i]) {
      case 0: x += y; break;
      case 1: x -= y; break;
      case 2: x *= y; break;
      case 3: x /= y; break;
      case 4: x = sqrtf(x); break;
      case 5: x = __sinf(x); break;
      case 6: y = x; break;
      case 7: y = out[i]; break;
      case 8: x = fmaxf(x, y); break;
      case 9: __syncthreads(); break;
      case 10: x = __expf(y); break;
      case 11: out[i] = x; break;
      default: return;
    }
  }
  out[threadIdx.x] = x;
}
