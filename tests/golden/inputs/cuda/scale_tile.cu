// Inlined functions and a template: what `.loc` says of them.
template <typename T>
struct Tile {
  const T* data;
  int width;
  __device__ T at(int row, int column) const { return data[row * width + column]; }
};

template <typename T>
__device__ T scaled(const Tile<T>& tile, int row, int column, T factor) {
  return tile.at(row, column) * factor;
}

template <typename T>
__global__ void scale(const T* in, T* out, int width, T factor) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y;
  if (column >= width) return;
  const Tile<T> tile{in, width};
  out[row * width + column] = scaled(tile, row, column, factor);
}

template __global__ void scale<float>(const float*, float*, int, float);
