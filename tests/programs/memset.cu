// Sets and copies in every form: bytes, rows, streams, odd sizes, overlapping halves, default kind.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

int errors = 0;

void expect(bool condition, const char* what) {
  std::printf("%-34s %s\n", what, condition ? "ok" : "FAILED");
  errors += !condition;
}

void succeed(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(status));
  ++errors;
}

#define DO(call) succeed(call, #call)

std::string read(const char* device, size_t bytes) {
  std::string text(bytes, '?');
  DO(cudaMemcpy(&text[0], device, bytes, cudaMemcpyDeviceToHost));
  return text;
}

__global__ void sum_words(const unsigned* words, int n, unsigned* result) {
  unsigned sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum += words[i];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x == 0) *result = sum;
}

}  // namespace

int main() {
  const size_t n = 1000;
  char *a, *b;
  DO(cudaMalloc(&a, n));
  DO(cudaMalloc(&b, n));
  expect(reinterpret_cast<size_t>(a) % 256 == 0, "allocations are aligned to 256");

  DO(cudaMemset(a, 'x', n));
  expect(read(a, n) == std::string(n, 'x'), "all bytes set");
  DO(cudaMemset(a + 3, 'y', 5));
  expect(read(a, 10) == "xxxyyyyyxx", "five bytes at an odd place");
  DO(cudaMemset(a, 0x100 | 'z', 2));
  expect(read(a, 4) == "zzxy", "only the low byte of the value");
  DO(cudaMemset(a, 'q', 0));
  expect(read(a, 2) == "zz", "no bytes");

  DO(cudaMemset2D(b, 50, '.', 50, 20));
  DO(cudaMemset2D(b + 102, 50, '#', 4, 3));
  const std::string rows = read(b, n);
  bool good = true;
  for (size_t i = 0; i < n; ++i) {
    const size_t y = i / 50, x = i % 50;
    good &= rows[i] == (y >= 2 && y < 5 && x >= 2 && x < 6 ? '#' : '.');
  }
  expect(good, "a window of rows");

  cudaStream_t stream;
  DO(cudaStreamCreate(&stream));
  for (char c = 'a'; c <= 'z'; ++c) DO(cudaMemsetAsync(a + (c - 'a'), c, n - (c - 'a'), stream));
  DO(cudaStreamSynchronize(stream));
  const std::string alphabet = read(a, n);
  expect(alphabet.substr(0, 26) == "abcdefghijklmnopqrstuvwxyz",
         "sets in a stream keep their order");
  expect(alphabet[999] == 'z', "the last of them wins");

  DO(cudaMemcpyAsync(b + 1, a, 26, cudaMemcpyDeviceToDevice, stream));
  DO(cudaMemset2DAsync(b + 5, 10, '-', 1, 3, stream));
  DO(cudaStreamSynchronize(stream));
  expect(read(b, 28) == ".abcd-fghijklmn-pqrstuvwx-z.", "device to device, then a column");

  std::vector<unsigned> words(256);
  for (int i = 0; i < 256; ++i) words[i] = i;
  unsigned *d_words, *d_sum, sum = 0;
  DO(cudaMalloc(&d_words, 257 * sizeof(unsigned)));
  DO(cudaMalloc(&d_sum, sizeof(unsigned)));
  DO(cudaMemcpy(d_words, words.data(), 256 * sizeof(unsigned), cudaMemcpyDefault));
  DO(cudaMemset(d_words + 256, 1, sizeof(unsigned)));
  sum_words<<<1, 32>>>(d_words, 257, d_sum);
  DO(cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDefault));
  expect(sum == 255 * 128 + 0x01010101u, "words from a default copy");

  char first[8] = "host", second[8] = "";
  DO(cudaMemcpy(second, first, 5, cudaMemcpyHostToHost));
  expect(std::strcmp(second, "host") == 0, "host to host");
  DO(cudaMemcpy(b, nullptr, 0, cudaMemcpyHostToDevice));
  expect(cudaMemset(nullptr, 0, 16) == cudaErrorInvalidValue, "a null pointer is refused");
  expect(cudaGetLastError() == cudaErrorInvalidValue, "and remembered");
  expect(cudaGetLastError() == cudaSuccess, "once");
  DO(cudaFree(nullptr));
  DO(cudaFree(a));
  expect(cudaFree(a) == cudaErrorInvalidValue, "a second free is refused");
  DO(cudaFree(b));
  DO(cudaFree(d_words));
  DO(cudaFree(d_sum));
  DO(cudaStreamDestroy(stream));
  std::printf("%d errors\n", errors);
  return errors;
}
