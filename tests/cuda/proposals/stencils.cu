// Neighbours in one to three dimensions: none has a launch.
__constant__ float weights[9];

// proposes in has n+2 = 10242 elements, since the kernel reads in[10241]
__global__ void blur_1d(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (in[i] + in[i + 1] + in[i + 2]) / 3;
}

__global__ void stencil_2d(const float* in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int i = y * width + x;
  out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}

// The array has a border of one element on each side.
// proposes --arg 'in[(n+2)*(n+2)]=random(1,0,1)'
__global__ void padded(const float* in, float* out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float sum = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx) sum += weights[3 * dy + dx] * in[(y + dy) * (n + 2) + x + dx];
  out[y * n + x] = sum;
}

// proposes in has 65536 elements, since the kernel reads in[65406]
__global__ void heat_3d(const float* in, float* out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  for (int z = 1; z < nz - 1; ++z) {
    int i = (z * ny + y) * nx + x;
    out[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny];
  }
}

__global__ void image_filter(const unsigned char* in, unsigned char* out, const float* mask,
                             int width, int height, int radius) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      int xx = min(max(x + dx, 0), width - 1), yy = min(max(y + dy, 0), height - 1);
      sum += mask[(dy + radius) * (2 * radius + 1) + dx + radius] * in[yy * width + xx];
    }
  out[y * width + x] = sum;
}

__global__ void grey(const uchar4* in, unsigned char* out, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    uchar4 p = in[y * pitch + x];
    out[y * width + x] = (p.x * 77 + p.y * 151 + p.z * 28) >> 8;
  }
}

// All sizes that the index goes by, and no square that is as large by chance.
// proposes --arg 'in[nx*ny*nz]=random(1,0,1)'
__global__ void heat(const float* in, float* out, int nx, int ny, int nz, float alpha, float dt) {
  __shared__ float tile[8][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int plane = nx * ny, i = y * nx + x;
  bool inside = x < nx && y < ny;
  for (int z = 1; z < nz - 1; ++z) {
    i += plane;
    __syncthreads();
    tile[threadIdx.y][threadIdx.x] = inside ? in[i] : 0;
    __syncthreads();
    if (inside) out[i] = tile[threadIdx.y][threadIdx.x ^ 1] + alpha * dt * (in[i - plane] + in[i + plane]);
  }
}
