// Running sums of a block (Hillis and Steele) in dynamic shared memory.
//! grid 1
//! block 256
//! shared 2048
//! arg in  u32[256] = random(9,0,1000)
//! arg out u32[256] = zero
//! check all out[i] == sum(in[j] for j in 0..i+1) for i in 0..256
__global__ void scan(const unsigned* in, unsigned* out) {
  extern __shared__ unsigned both[];
  const unsigned n = blockDim.x, t = threadIdx.x;
  unsigned *from = both, *to = both + n;
  from[t] = in[t];
  __syncthreads();
  for (unsigned d = 1; d < n; d *= 2) {
    to[t] = t >= d ? from[t] + from[t - d] : from[t];
    __syncthreads();
    unsigned* const swap = from;
    from = to;
    to = swap;
  }
  out[t] = from[t];
}
