// Object-oriented device code: an abstract class, objects made by a kernel, virtual calls in a
// loop.
#include <cstdio>
#include <cstdlib>

class Shape {
 public:
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
  __device__ virtual const char* name() const { return "shape"; }
  __device__ int twice() const { return 2 * area(); }
};

class Square : public Shape {
 public:
  __device__ explicit Square(int side) : side_(side) {}
  __device__ int area() const override { return side_ * side_; }
  __device__ const char* name() const override { return "square"; }

 protected:
  int side_;
};

class Frame final : public Square {
 public:
  __device__ Frame(int side, int hole) : Square(side), hole_(hole) {}
  __device__ int area() const override { return Square::area() - hole_.area(); }

 private:
  Square hole_;
};

__device__ int triangles_destroyed;

class Triangle : public Shape {
 public:
  __device__ Triangle(int base, int height) : base_(base), height_(height) {}
  __device__ ~Triangle() override { atomicAdd(&triangles_destroyed, 1); }
  __device__ int area() const override { return base_ * height_ / 2; }

 private:
  int base_, height_;
};

__global__ void make(Shape** shapes, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  switch (i % 3) {
    case 0:
      shapes[i] = new Square(i);
      break;
    case 1:
      shapes[i] = new Triangle(i, 4);
      break;
    default:
      shapes[i] = new Frame(i, 2);
  }
}

__global__ void measure(Shape* const* shapes, int n, int* areas) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) areas[i] = shapes[i]->area() + shapes[i]->twice();
}

__global__ void describe(Shape* const* shapes, int n) {
  for (int i = 0; i < n; ++i)
    printf("%d: %s of area %d\n", i, shapes[i]->name(), shapes[i]->area());
}

__global__ void destroy(Shape** shapes, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) delete shapes[i];
}

#define CHECK(x)                                                                      \
  if ((x) != cudaSuccess) {                                                           \
    fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorString(cudaPeekAtLastError())); \
    return EXIT_FAILURE;                                                              \
  }

int main() {
  const int n = 300, threads = 64, blocks = (n + threads - 1) / threads;
  Shape** shapes;
  int *areas, host[n], destroyed;
  CHECK(cudaMalloc(&shapes, n * sizeof(Shape*)));
  CHECK(cudaMalloc(&areas, n * sizeof(int)));
  make<<<blocks, threads>>>(shapes, n);
  measure<<<blocks, threads>>>(shapes, n, areas);
  describe<<<1, 1>>>(shapes, 7);
  destroy<<<blocks, threads>>>(shapes, n);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(host, areas, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpyFromSymbol(&destroyed, triangles_destroyed, sizeof destroyed));
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const int area = i % 3 == 0 ? i * i : i % 3 == 1 ? i * 4 / 2 : i * i - 4;
    wrong += host[i] != 3 * area;
  }
  printf("areas[299] %d, %d wrong, %d triangles destroyed\n", host[299], wrong, destroyed);
  CHECK(cudaFree(shapes));
  CHECK(cudaFree(areas));
  return wrong;
}
