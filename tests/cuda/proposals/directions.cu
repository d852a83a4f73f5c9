// Kernels whose numbers say how far x, y and z go, and what each place has: none has a launch.
// proposes --arg width=128 --arg height=128 --arg channels=4
__global__ void grey(const unsigned char* rgb, unsigned char* out, int width, int height,
                     int channels) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned char* p = rgb + (y * width + x) * channels;
  out[y * width + x] = 0.299f * p[0] + 0.587f * p[1] + 0.114f * p[2];
}

// Blocks in z are as many as two numbers say.
// proposes --arg 'scores[16384]=zero' --arg batch=2 --arg heads=2 --arg length=64 --arg dim=64
__global__ void scores(const float* q, const float* k, float* scores, int batch, int heads,
                       int length, int dim) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y,
      head = blockIdx.z;
  if (i >= length || j >= length || head >= batch * heads) return;
  float sum = 0;
  for (int d = 0; d < dim; ++d)
    sum += q[(head * length + i) * dim + d] * k[(head * length + j) * dim + d];
  scores[(head * length + i) * length + j] = sum;
}

// Threads in x go as far as a row of what is written, which is that of what is read, some times.
// proposes --arg 'out[16384]=zero' --arg channels=4 --arg in_height=32 --arg in_width=32 --arg scale=2
__global__ void enlarged(const float* in, float* out, int channels, int in_height, int in_width,
                         int scale) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      c = blockIdx.z;
  int width = in_width * scale, height = in_height * scale;
  if (x >= width || y >= height || c >= channels) return;
  out[(c * height + y) * width + x] = in[(c * in_height + y / scale) * in_width + x / scale];
}

// Rows and planes have strides of their own, one of them along a loop.
// proposes --arg ldb=64 --arg ldc=64 --arg stride_a=4096 --arg stride_b=4096 --arg stride_c=4096
__global__ void products(const float* A, const float* B, float* C, int M, int N, int K, int lda,
                         int ldb, int ldc, long long stride_a, long long stride_b,
                         long long stride_c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y,
      b = blockIdx.z;
  if (row >= M || col >= N) return;
  float sum = 0;
  for (int k = 0; k < K; ++k)
    sum += A[b * stride_a + row * lda + k] * B[b * stride_b + k * ldb + col];
  C[b * stride_c + row * ldc + col] = sum;
}

// The ends of a range differ.
// proposes --arg xmin=0 --arg xmax=1 --arg ymin=0 --arg ymax=1
__global__ void escape(int* out, int width, int height, float xmin, float xmax, float ymin,
                       float ymax, int most) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  float cx = xmin + (xmax - xmin) * px / width, cy = ymin + (ymax - ymin) * py / height, x = 0,
        y = 0;
  int n = 0;
  for (; n < most && x * x + y * y <= 4; ++n) {
    float t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
  }
  out[py * width + px] = n;
}

// How many are found is by chance; there is room for all.
// proposes --arg letters=4 --arg 'found[10240]=zero' --arg 'count[1]=zero'
__global__ void search(const char* text, int length, const char* word, int letters, int* found,
                       int* count) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at > length - letters) return;
  for (int i = 0; i < letters; ++i)
    if (text[at + i] != word[i]) return;
  found[atomicAdd(count, 1)] = at;
}
