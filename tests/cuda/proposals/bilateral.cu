// Filters that weigh by how far elements lie apart, and by how much they differ.
// proposes --arg r=4 --arg sigma_s=2 --arg sigma_r=25
__global__ void bilateral(const unsigned char* in, unsigned char* out, int w, int h, int r,
                          float sigma_s, float sigma_r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float centre = in[y * w + x], sum = 0, norm = 0;
  for (int v = -r; v <= r; ++v)
    for (int u = -r; u <= r; ++u) {
      int px = min(max(x + u, 0), w - 1), py = min(max(y + v, 0), h - 1);
      float p = in[py * w + px], d = p - centre;
      float k =
          __expf(-(u * u + v * v) / (2 * sigma_s * sigma_s) - d * d / (2 * sigma_r * sigma_r));
      sum += k * p;
      norm += k;
    }
  out[y * w + x] = (unsigned char)(sum / norm);
}

// proposes --arg r=4 --arg sigma_s=2 --arg sigma_r=0.2
__global__ void bilateral_float(const float* in, float* out, int w, int h, int r, float sigma_s,
                                float sigma_r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float centre = in[y * w + x], sum = 0, norm = 0;
  for (int v = -r; v <= r; ++v)
    for (int u = -r; u <= r; ++u) {
      int px = min(max(x + u, 0), w - 1), py = min(max(y + v, 0), h - 1);
      float p = in[py * w + px], d = p - centre;
      float k =
          __expf(-(u * u + v * v) / (2 * sigma_s * sigma_s) - d * d / (2 * sigma_r * sigma_r));
      sum += k * p;
      norm += k;
    }
  out[y * w + x] = sum / norm;
}

// Tiles have a border, which goes beyond the image; quotients stand before the loops.
// proposes --arg w=128 --arg h=128 --arg sigma_space=2 --arg sigma_color=25
__global__ void bilateral_shared(const unsigned char* in, unsigned char* out, int w, int h,
                                 float sigma_space, float sigma_color) {
  __shared__ unsigned char tile[20][20];
  int x0 = blockIdx.x * 16 - 2, y0 = blockIdx.y * 16 - 2, t = threadIdx.y * 16 + threadIdx.x;
  for (int i = t; i < 400; i += 256) {
    int px = min(max(x0 + i % 20, 0), w - 1), py = min(max(y0 + i / 20, 0), h - 1);
    tile[i / 20][i % 20] = in[py * w + px];
  }
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  float space = -0.5f / (sigma_space * sigma_space), color = -0.5f / (sigma_color * sigma_color);
  float centre = tile[threadIdx.y + 2][threadIdx.x + 2], sum = 0, norm = 0;
  for (int v = -2; v <= 2; ++v)
    for (int u = -2; u <= 2; ++u) {
      float p = tile[threadIdx.y + 2 + v][threadIdx.x + 2 + u], d = p - centre;
      float k = __expf((u * u + v * v) * space + d * d * color);
      sum += k * p;
      norm += k;
    }
  out[y * w + x] = (unsigned char)(sum / norm);
}
