// A volume: cudaMalloc3D, cudaMemset3D, cudaMemcpy3D of the whole and of a box inside.
#include <cstdio>
#include <cstring>
#include <vector>

#define TRY(x)                                                                 \
  if ((x) != cudaSuccess) {                                                    \
    printf("line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError())); \
    return 1;                                                                  \
  }

// Adds the six neighbours of each inner cell.
__global__ void neighbours(cudaPitchedPtr in, cudaPitchedPtr out, cudaExtent cells) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x + 1 >= cells.width || y + 1 >= cells.height ||
      z + 1 >= cells.depth)
    return;
  const size_t slice = in.pitch * in.ysize;
  const char* plane = (const char*)in.ptr + z * slice;
  const short* row = (const short*)(plane + y * in.pitch);
  const short* above = (const short*)(plane + (y - 1) * in.pitch);
  const short* below = (const short*)(plane + (y + 1) * in.pitch);
  const short* back = (const short*)(plane - slice + y * in.pitch);
  const short* front = (const short*)(plane + slice + y * in.pitch);
  short* target = (short*)((char*)out.ptr + z * out.pitch * out.ysize + y * out.pitch);
  target[x] = row[x - 1] + row[x + 1] + above[x] + below[x] + back[x] + front[x];
}

int main() {
  const size_t W = 30, H = 20, D = 10;
  std::vector<short> volume(W * H * D), result(W * H * D);
  for (size_t i = 0; i < volume.size(); ++i) volume[i] = i * 7 % 101;

  const cudaExtent bytes = make_cudaExtent(W * sizeof(short), H, D);
  cudaPitchedPtr in, out;
  TRY(cudaMalloc3D(&in, bytes));
  TRY(cudaMalloc3D(&out, bytes));
  printf("xsize %zu ysize %zu\n", in.xsize, in.ysize);
  TRY(cudaMemset3D(out, 0xff, bytes));

  cudaMemcpy3DParms up;
  memset(&up, 0, sizeof up);
  up.srcPtr = make_cudaPitchedPtr(volume.data(), W * sizeof(short), W, H);
  up.dstPtr = in;
  up.extent = bytes;
  up.kind = cudaMemcpyHostToDevice;
  TRY(cudaMemcpy3D(&up));

  const dim3 block(8, 8, 4);
  const dim3 grid((W + 7) / 8, (H + 7) / 8, (D + 3) / 4);
  neighbours<<<grid, block>>>(in, out, make_cudaExtent(W, H, D));

  cudaMemcpy3DParms down = {};
  down.srcPtr = out;
  down.dstPtr = make_cudaPitchedPtr(result.data(), W * sizeof(short), W, H);
  down.extent = bytes;
  down.kind = cudaMemcpyDeviceToHost;
  TRY(cudaMemcpy3D(&down));
  int wrong = 0;
  const auto at = [&](size_t x, size_t y, size_t z) { return volume[(z * H + y) * W + x]; };
  for (size_t z = 0; z < D; ++z) {
    for (size_t y = 0; y < H; ++y) {
      for (size_t x = 0; x < W; ++x) {
        const bool inner = x > 0 && y > 0 && z > 0 && x + 1 < W && y + 1 < H && z + 1 < D;
        const int expected = inner ? at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) +
                                         at(x, y + 1, z) + at(x, y, z - 1) + at(x, y, z + 1)
                                   : -1;
        wrong += result[(z * H + y) * W + x] != expected;
      }
    }
  }
  printf("cell (5,6,7) %d, cell (0,0,0) %d, %d wrong\n", result[(7 * H + 6) * W + 5], result[0],
         wrong);

  // A box of 4 x 3 x 2 cells from (10, 11, 3) of the device into (1, 2, 0) of a host volume.
  std::vector<short> box(8 * 6 * 2, 0);
  cudaMemcpy3DParms part = {};
  part.srcPtr = out;
  part.srcPos = make_cudaPos(10 * sizeof(short), 11, 3);
  part.dstPtr = make_cudaPitchedPtr(box.data(), 8 * sizeof(short), 8, 6);
  part.dstPos = make_cudaPos(1 * sizeof(short), 2, 0);
  part.extent = make_cudaExtent(4 * sizeof(short), 3, 2);
  part.kind = cudaMemcpyDeviceToHost;
  TRY(cudaMemcpy3DAsync(&part, 0));
  TRY(cudaDeviceSynchronize());
  for (int z = 0; z < 2; ++z) {
    for (int y = 0; y < 6; ++y) {
      for (int x = 0; x < 8; ++x) printf("%4d", box[(z * 6 + y) * 8 + x]);
      printf("\n");
    }
    printf("\n");
  }
  TRY(cudaFree(in.ptr));
  TRY(cudaFree(out.ptr));
  return wrong != 0;
}
