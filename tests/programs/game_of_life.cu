// A cellular automaton in a class that owns its memory: two buffers, a swap, a halo in shared
// memory.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#define cudaCheckErrors(msg)                                                                       \
  do {                                                                                             \
    cudaError_t __err = cudaGetLastError();                                                        \
    if (__err != cudaSuccess) {                                                                    \
      fprintf(stderr, "Fatal error: %s (%s at %s:%d)\n", msg, cudaGetErrorString(__err), __FILE__, \
              __LINE__);                                                                           \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

namespace life {

constexpr int kBlockX = 16, kBlockY = 8;

// A torus; blocks cover it exactly.
__global__ void generation(const unsigned char* in, unsigned char* out, int width, int height) {
  __shared__ unsigned char tile[kBlockY + 2][kBlockX + 2];
  const int x0 = blockIdx.x * kBlockX - 1, y0 = blockIdx.y * kBlockY - 1;
  for (int k = threadIdx.y * kBlockX + threadIdx.x; k < (kBlockX + 2) * (kBlockY + 2);
       k += kBlockX * kBlockY) {
    const int x = (x0 + k % (kBlockX + 2) + width) % width;
    const int y = (y0 + k / (kBlockX + 2) + height) % height;
    tile[k / (kBlockX + 2)][k % (kBlockX + 2)] = in[y * width + x];
  }
  __syncthreads();
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int alive = 0;
#pragma unroll
  for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) alive += tile[ty + dy][tx + dx];
  const unsigned char now = tile[ty][tx];
  out[(y0 + ty) * width + x0 + tx] = alive == 3 || (now && alive == 2);
}

class World {
 public:
  World(int width, int height)
      : width_(width), height_(height), host_(new unsigned char[size()]()) {
    cudaMalloc(&current_, size());
    cudaMalloc(&next_, size());
    cudaCheckErrors("allocation");
  }
  ~World() {
    cudaFree(current_);
    cudaFree(next_);
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  void place(int x, int y, const char* rows) {
    int column = x;
    for (; *rows; ++rows) {
      if (*rows == '/') {
        ++y;
        column = x;
        continue;
      }
      host_[y * width_ + column++] = *rows == '#';
    }
  }
  void upload() { cudaMemcpy(current_, host_.get(), size(), cudaMemcpyHostToDevice); }
  void run(int generations) {
    const dim3 block(kBlockX, kBlockY), grid(width_ / kBlockX, height_ / kBlockY);
    for (int g = 0; g < generations; ++g) {
      generation<<<grid, block>>>(current_, next_, width_, height_);
      std::swap(current_, next_);
    }
    cudaCheckErrors("launch");
  }
  int download() {
    cudaMemcpy(host_.get(), current_, size(), cudaMemcpyDeviceToHost);
    cudaCheckErrors("download");
    int alive = 0;
    for (size_t i = 0; i < size(); ++i) alive += host_[i];
    return alive;
  }
  void print(int rows) const {
    for (int y = 0; y < rows; ++y) {
      std::string line(width_, '.');
      for (int x = 0; x < width_; ++x)
        if (host_[y * width_ + x]) line[x] = 'O';
      puts(line.c_str());
    }
  }

 private:
  size_t size() const { return static_cast<size_t>(width_) * height_; }
  int width_, height_;
  std::unique_ptr<unsigned char[]> host_;
  unsigned char *current_ = nullptr, *next_ = nullptr;
};

}  // namespace life

int main() {
  life::World world(64, 32);
  world.place(2, 2, ".#./..#/###");    // a glider
  world.place(20, 8, "###");           // a blinker
  world.place(40, 10, ".##/##./.#.");  // the r-pentomino
  world.place(60, 28, "##/##");        // a block
  world.upload();
  int total = 0;
  for (int k = 0; k < 4; ++k) {
    const int alive = world.download();
    printf("generation %d: %d alive\n", total, alive);
    world.run(10 + k);
    total += 10 + k;
  }
  const int alive = world.download();
  printf("generation %d: %d alive\n", total, alive);
  world.print(24);
  return 0;
}
