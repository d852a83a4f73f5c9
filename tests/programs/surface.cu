// Surfaces: an array written by one kernel, read by the next as a surface and as a texture.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x)                                              \
  do {                                                        \
    cudaError_t err = (x);                                    \
    if (err != cudaSuccess) {                                 \
      printf("%s failed: %s\n", #x, cudaGetErrorString(err)); \
      exit(1);                                                \
    }                                                         \
  } while (0)

#define WIDTH 40
#define HEIGHT 24

__global__ void draw(cudaSurfaceObject_t surface) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= WIDTH || y >= HEIGHT) return;
  int dx = x - 20, dy = 2 * (y - 12);
  int r = dx * dx + dy * dy;
  uchar4 pixel = make_uchar4(r < 300 ? 200 : 20, (unsigned char)x, (unsigned char)y, 255);
  surf2Dwrite(pixel, surface, x * (int)sizeof(uchar4), y);
}

// Reads beyond the edge: zero, or the nearest texel.
__global__ void edges(cudaSurfaceObject_t in, cudaSurfaceObject_t out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= WIDTH || y >= HEIGHT) return;
  uchar4 c, l, u;
  surf2Dread(&c, in, x * 4, y);
  surf2Dread(&l, in, (x - 1) * 4, y, cudaBoundaryModeClamp);
  surf2Dread(&u, in, x * 4, y - 1, cudaBoundaryModeZero);
  unsigned char edge = c.x != l.x || c.x != u.x ? 1 : 0;
  surf2Dwrite(make_uchar4(edge, l.y, u.z, c.w), out, x * 4, y, cudaBoundaryModeTrap);
}

__global__ void count(cudaTextureObject_t texture, int *edge_pixels, unsigned *checksum) {
  int x = threadIdx.x, y = blockIdx.x;
  uchar4 p = tex2D<uchar4>(texture, x, y);
  if (p.x) atomicAdd(edge_pixels, 1);
  atomicAdd(checksum, (unsigned)(p.y + 3 * p.z + 7 * p.w) * (unsigned)(y * WIDTH + x + 1));
}

__global__ void halve(cudaSurfaceObject_t floats) {
  float v;
  surf1Dread(&v, floats, threadIdx.x * sizeof(float));
  surf1Dwrite(v / 2, floats, threadIdx.x * sizeof(float));
}

static cudaSurfaceObject_t surface_of(cudaArray_t array, cudaResourceDesc *resource) {
  cudaSurfaceObject_t surface;
  memset(resource, 0, sizeof *resource);
  resource->resType = cudaResourceTypeArray;
  resource->res.array.array = array;
  CHECK(cudaCreateSurfaceObject(&surface, resource));
  return surface;
}

int main() {
  cudaChannelFormatDesc format = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
  cudaArray_t a, b, line;
  CHECK(cudaMallocArray(&a, &format, WIDTH, HEIGHT, cudaArraySurfaceLoadStore));
  CHECK(cudaMallocArray(&b, &format, WIDTH, HEIGHT, cudaArraySurfaceLoadStore));
  cudaResourceDesc resource_a, resource_b, resource_line;
  cudaSurfaceObject_t surface_a = surface_of(a, &resource_a);
  cudaSurfaceObject_t surface_b = surface_of(b, &resource_b);
  dim3 block(16, 4), grid((WIDTH + 15) / 16, HEIGHT / 4);
  draw<<<grid, block>>>(surface_a);
  edges<<<grid, block>>>(surface_a, surface_b);
  CHECK(cudaGetLastError());

  static uchar4 image[HEIGHT][WIDTH];
  CHECK(cudaMemcpy2DFromArray(image, sizeof image[0], b, 0, 0, sizeof image[0], HEIGHT,
                              cudaMemcpyDeviceToHost));
  for (int y = 0; y < HEIGHT; y += 2) {
    for (int x = 0; x < WIDTH; x++) putchar(image[y][x].x ? '#' : '.');
    putchar('\n');
  }

  cudaTextureDesc description;
  memset(&description, 0, sizeof description);
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource_b, &description, NULL));
  int *d_count, pixels = 0, expected = 0;
  unsigned *d_checksum, checksum = 0, expected_checksum = 0;
  CHECK(cudaMalloc(&d_count, sizeof(int)));
  CHECK(cudaMalloc(&d_checksum, sizeof(unsigned)));
  CHECK(cudaMemset(d_count, 0, sizeof(int)));
  CHECK(cudaMemset(d_checksum, 0, sizeof(unsigned)));
  count<<<HEIGHT, WIDTH>>>(texture, d_count, d_checksum);
  CHECK(cudaMemcpy(&pixels, d_count, sizeof pixels, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&checksum, d_checksum, sizeof checksum, cudaMemcpyDeviceToHost));
  for (int y = 0; y < HEIGHT; y++) {
    for (int x = 0; x < WIDTH; x++) {
      uchar4 p = image[y][x];
      expected += p.x;
      expected_checksum += (unsigned)(p.y + 3 * p.z + 7 * p.w) * (unsigned)(y * WIDTH + x + 1);
    }
  }
  printf("%d edge pixels, checksum %u: %s\n", pixels, checksum,
         pixels == expected && checksum == expected_checksum ? "agree" : "DIFFER");

  cudaChannelFormatDesc single = cudaCreateChannelDesc<float>();
  CHECK(cudaMallocArray(&line, &single, 16, 0, cudaArraySurfaceLoadStore));
  float values[16];
  for (int i = 0; i < 16; i++) values[i] = (float)i;
  CHECK(cudaMemcpy2DToArray(line, 0, 0, values, sizeof values, sizeof values, 1,
                            cudaMemcpyHostToDevice));
  cudaSurfaceObject_t surface_line = surface_of(line, &resource_line);
  halve<<<1, 16>>>(surface_line);
  halve<<<1, 8>>>(surface_line);
  CHECK(cudaMemcpy2DFromArray(values, sizeof values, line, 0, 0, sizeof values, 1,
                              cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++) printf("%.2f%c", values[i], i == 15 ? '\n' : ' ');
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaDestroySurfaceObject(surface_a));
  CHECK(cudaDestroySurfaceObject(surface_b));
  CHECK(cudaDestroySurfaceObject(surface_line));
  CHECK(cudaFreeArray(a));
  CHECK(cudaFreeArray(b));
  CHECK(cudaFreeArray(line));
  CHECK(cudaFree(d_count));
  CHECK(cudaFree(d_checksum));
  return pixels == expected ? 0 : 1;
}
