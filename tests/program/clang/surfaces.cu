// Surfaces of every geometry and width of channel that the headers for clang have, beyond what the
// programs of tests/programs use: what is written through one is what the host reads, and back.
#include <cstdio>
#include <cstring>
#include <vector>

template <class T>
__device__ T value(int x, int y, int z) {
  T v;
  for (unsigned i = 0; i < sizeof(T); ++i)
    ((unsigned char*)&v)[i] = (unsigned char)(x * 31 + y * 7 + z * 5 + i);
  return v;
}
template <class T>
__device__ bool same(T a, T b) {
  for (unsigned i = 0; i < sizeof(T); ++i)
    if (((unsigned char*)&a)[i] != ((unsigned char*)&b)[i]) return false;
  return true;
}

enum Shape { kOne, kTwo, kThree, kOneLayered, kTwoLayered };
constexpr int kWidth = 8, kHeight = 4, kDepth = 3;

// Writes each element, reads it again; beyond the edge it is zero or the nearest one.
template <class T, Shape S>
__global__ void cycle(cudaSurfaceObject_t s, int* wrong) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, at = x * (int)sizeof(T);
  const T v = value<T>(x, y, z);
  if (S == kOne) surf1Dwrite(v, s, at);
  if (S == kTwo) surf2Dwrite(v, s, at, y, cudaBoundaryModeZero);
  if (S == kThree) surf3Dwrite(v, s, at, y, z, cudaBoundaryModeClamp);
  if (S == kOneLayered) surf1DLayeredwrite(v, s, at, z);
  if (S == kTwoLayered) surf2DLayeredwrite(v, s, at, y, z);
  __syncthreads();
  T read, clamped, zero;
  const int far = at + kWidth * (int)sizeof(T);
  if (S == kOne)
    surf1Dread(&read, s, at), clamped = surf1Dread<T>(s, far, cudaBoundaryModeClamp),
                              zero = surf1Dread<T>(s, far, cudaBoundaryModeZero);
  if (S == kTwo)
    surf2Dread(&read, s, at, y), clamped = surf2Dread<T>(s, far, y, cudaBoundaryModeClamp),
                                 zero = surf2Dread<T>(s, far, y, cudaBoundaryModeZero);
  if (S == kThree)
    surf3Dread(&read, s, at, y, z), clamped = surf3Dread<T>(s, far, y, z, cudaBoundaryModeClamp),
                                    zero = surf3Dread<T>(s, far, y, z, cudaBoundaryModeZero);
  if (S == kOneLayered)
    surf1DLayeredread(&read, s, at, z),
        clamped = surf1DLayeredread<T>(s, far, z, cudaBoundaryModeClamp),
        zero = surf1DLayeredread<T>(s, far, z, cudaBoundaryModeZero);
  if (S == kTwoLayered)
    surf2DLayeredread(&read, s, at, y, z),
        clamped = surf2DLayeredread<T>(s, far, y, z, cudaBoundaryModeClamp),
        zero = surf2DLayeredread<T>(s, far, y, z, cudaBoundaryModeZero);
  T nothing;
  memset(&nothing, 0, sizeof nothing);
  if (!same(read, v) || !same(clamped, value<T>(kWidth - 1, y, z)) || !same(zero, nothing))
    atomicAdd(wrong, 1);
}

template <class T, Shape S>
int wrong_of() {
  const bool rows = S == kTwo || S == kThree || S == kTwoLayered,
             deep = S == kThree || S == kOneLayered || S == kTwoLayered;
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<T>();
  cudaArray_t array;
  unsigned flags =
      cudaArraySurfaceLoadStore | (S == kOneLayered || S == kTwoLayered ? cudaArrayLayered : 0);
  cudaError_t error = cudaMalloc3DArray(
      &array, &channels, make_cudaExtent(kWidth, rows ? kHeight : 0, deep ? kDepth : 0), flags);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  if (error == cudaSuccess) error = cudaCreateSurfaceObject(&surface, &resource);
  int *wrong, host = -1;
  cudaMalloc(&wrong, sizeof *wrong);
  cudaMemset(wrong, 0, sizeof *wrong);
  cycle<T, S><<<1, dim3(kWidth, rows ? kHeight : 1, deep ? kDepth : 1)>>>(surface, wrong);
  if (error == cudaSuccess) error = cudaMemcpy(&host, wrong, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  return host;
}
template <class T>
int of_all_shapes(const char* name) {
  const int counts[] = {wrong_of<T, kOne>(), wrong_of<T, kTwo>(), wrong_of<T, kThree>(),
                        wrong_of<T, kOneLayered>(), wrong_of<T, kTwoLayered>()};
  int all = 0;
  for (int i = 0; i < 5; ++i) {
    if (counts[i] != 0) std::printf("%s, shape %d: %d wrong\n", name, i, counts[i]);
    all |= counts[i];
  }
  return all;
}

int main() {
  int wrong = of_all_shapes<unsigned char>("uchar") | of_all_shapes<short>("short") |
              of_all_shapes<float>("float") | of_all_shapes<uchar2>("uchar2") |
              of_all_shapes<ushort4>("ushort4") | of_all_shapes<int2>("int2") |
              of_all_shapes<float4>("float4") | of_all_shapes<char4>("char4");
  std::printf(wrong == 0 ? "all as expected\n" : "wrong\n");
  return wrong != 0;
}
