// Six chunks go to the device, through a kernel and back.
// overlap one|three|default|pageable: in one stream, in three, in three with the kernels in the default stream, in
// three over memory that is not pinned.
#include <cstdio>
#include <cstdlib>
#include <cstring>

const int kChunks = 6, kWords = 1 << 19;  // 2 MiB a chunk

__global__ void work(unsigned* data) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = data[i];
  for (int k = 0; k < 400; ++k) x = x * 5 + 1;
  data[i] = x;
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "three";
  const bool pageable = !strcmp(how, "pageable"), in_default = !strcmp(how, "default");
  const int streams = strcmp(how, "one") ? 3 : 1;
  const size_t bytes = kWords * sizeof(unsigned);
  unsigned *host, *device;
  if (pageable)
    host = (unsigned*)malloc(kChunks * bytes);
  else
    cudaMallocHost((void**)&host, kChunks * bytes);  // pinned
  for (int i = 0; i < kChunks * kWords; ++i) host[i] = i;
  cudaMalloc((void**)&device, kChunks * bytes);
  cudaStream_t stream[3];
  for (int s = 0; s < streams; ++s) cudaStreamCreate(&stream[s]);

  for (int c = 0; c < kChunks; ++c) {
    cudaStream_t s = stream[c % streams];
    unsigned *h = host + c * kWords, *d = device + c * kWords;
    cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, s);
    work<<<kWords / 256, 256, 0, in_default ? 0 : s>>>(d);
    cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
  }
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%s: %s, the last word is %u\n", how, cudaGetErrorString(error), host[kChunks * kWords - 1]);
  return error != cudaSuccess;
}
