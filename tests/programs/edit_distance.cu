// Dynamic programming along anti-diagonals: some hundred tiny launches in a row, no
// synchronisation.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

__global__ void diagonal(const char* a, const char* b, int a_length, int b_length, int d,
                         const int* before_last, const int* last, int* now) {
  // Cell (i, d - i); the arrays are indexed by i.
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = d - i;
  if (i > a_length || j < 0 || j > b_length) return;
  if (i == 0 || j == 0) {
    now[i] = i + j;
    return;
  }
  const int replaced = before_last[i - 1] + (a[i - 1] != b[j - 1]);
  now[i] = min(replaced, min(last[i - 1], last[i]) + 1);
}

static int on_host(const std::string& a, const std::string& b) {
  std::vector<int> row(b.size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    int corner = row[0]++;
    for (size_t j = 1; j <= b.size(); ++j) {
      const int replaced = corner + (a[i - 1] != b[j - 1]);
      corner = row[j];
      row[j] = std::min(replaced, std::min(row[j], row[j - 1]) + 1);
    }
  }
  return row.back();
}

static int on_device(const std::string& a, const std::string& b, int* launches) {
  const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
  char *d_a, *d_b;
  int* diagonals[3];
  cudaMalloc(&d_a, n + 1);
  cudaMalloc(&d_b, m + 1);
  for (int*& p : diagonals) cudaMalloc(&p, (n + 1) * sizeof(int));
  cudaMemcpy(d_a, a.c_str(), n + 1, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.c_str(), m + 1, cudaMemcpyHostToDevice);
  const int threads = 128, blocks = (n + threads) / threads;
  for (int d = 0; d <= n + m; ++d) {
    diagonal<<<blocks, threads>>>(d_a, d_b, n, m, d, diagonals[(d + 1) % 3], diagonals[(d + 2) % 3],
                                  diagonals[d % 3]);
    ++*launches;
  }
  int distance = -1;
  cudaMemcpy(&distance, diagonals[(n + m) % 3] + n, sizeof distance, cudaMemcpyDeviceToHost);
  cudaFree(d_a);
  cudaFree(d_b);
  for (int* p : diagonals) cudaFree(p);
  return distance;
}

int main() {
  std::string text, changed;
  unsigned seed = 11;
  for (int i = 0; i < 300; ++i) text += "acgt"[(seed = seed * 1103515245u + 12345u) >> 16 & 3];
  for (int i = 0; i < 300; ++i) {
    if (i % 23 == 5) continue;
    changed += i % 31 == 7 ? 't' : text[i];
    if (i % 41 == 9) changed += 'g';
  }
  const std::vector<std::pair<std::string, std::string>> cases = {{"kitten", "sitting"},
                                                                  {"", "abc"},
                                                                  {"same", "same"},
                                                                  {"intention", "execution"},
                                                                  {text, changed}};
  int wrong = 0;
  for (const auto& [a, b] : cases) {
    int launches = 0;
    const int distance = on_device(a, b, &launches);
    printf("%3zu and %3zu characters: distance %d, %d launches\n", a.size(), b.size(), distance,
           launches);
    wrong += distance != on_host(a, b);
  }
  printf("%d wrong, %s\n", wrong, cudaGetErrorString(cudaGetLastError()));
  return wrong;
}
