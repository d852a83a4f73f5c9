// Handles of textures and surfaces as parameters: nvcc -arch=sm_75 (sm_90) -cubin.
extern "C" __global__ void handles(int n, cudaTextureObject_t image, float* out,
                                   cudaSurfaceObject_t surface) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex2D<float>(image, i, 0) + surf1Dread<float>(surface, 4 * i);
}
