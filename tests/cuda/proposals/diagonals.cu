// Tables that are filled along their diagonals: a number of threads goes by both sides and by which
// diagonal it is, which are as long as one another.
// proposes --arg m=10240 --arg n=10240 --arg d=10240
__global__ void levenshtein_diagonal(const char* a, const char* b, const int* prev2,
                                     const int* prev, int* cur, int m, int n, int d) {
  int lo = max(0, d - n), hi = min(d, m);
  int i = lo + blockIdx.x * blockDim.x + threadIdx.x;
  if (i > hi) return;
  int j = d - i;
  if (i == 0) {
    cur[i] = j;
  } else if (j == 0) {
    cur[i] = i;
  } else {
    int cost = a[i - 1] == b[j - 1] ? 0 : 1;
    cur[i] = min(min(prev[i - 1] + 1, prev[i] + 1), prev2[i - 1] + cost);
  }
}

// proposes --arg 'table[66049]=random(3,0,100)' --arg m=256 --arg n=256 --arg d=256
__global__ void lcs_diagonal(const char* a, const char* b, int* table, int m, int n, int d) {
  int start = d < n ? 0 : d - n + 1;
  int end = min(d, m - 1);
  int i = start + blockIdx.x * blockDim.x + threadIdx.x;
  if (i > end) return;
  int j = d - i, w = n + 1;
  int best =
      a[i] == b[j] ? table[i * w + j] + 1 : max(table[i * w + j + 1], table[(i + 1) * w + j]);
  table[(i + 1) * w + j + 1] = best;
}

// proposes --arg m=10240 --arg n=10240 --arg d=10240 --arg gap=-1
__global__ void nw_diagonal(const char* a, const char* b, const int* prev2, const int* prev,
                            int* cur, int m, int n, int d, int gap) {
  int i = max(1, d - n) + blockIdx.x * blockDim.x + threadIdx.x;
  if (i > min(m, d - 1)) return;
  int j = d - i;
  cur[i] =
      max(prev2[i - 1] + (a[i - 1] == b[j - 1] ? 2 : -1), max(prev[i] + gap, prev[i - 1] + gap));
}

// proposes --arg m=10240 --arg n=10240 --arg d=10240
__global__ void dtw_diagonal(const float* a, const float* b, const float* prev2, const float* prev,
                             float* cur, int m, int n, int d) {
  int i = max(0, d - n + 1) + blockIdx.x * blockDim.x + threadIdx.x, j = d - i;
  if (i >= m || j < 0) return;
  float cost = fabsf(a[i] - b[j]);
  cur[i] = cost + fminf(prev[i], i > 0 ? fminf(prev[i - 1], prev2[i - 1]) : 1e30f);
}

// The smaller one of both is no sum.
// proposes --arg m=10240 --arg n=10240
__global__ void copy_min(const float* a, float* b, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < min(m, n)) b[i] = a[i];
}

// proposes --arg m=5120 --arg n=5120
__global__ void copy_sum(const float* a, float* b, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m + n) b[i] = a[i];
}
