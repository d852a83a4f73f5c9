// A kernel that follows a null pointer: the error comes late, at the call that happens to wait.
#include <cuda_runtime.h>

#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>

struct Cell {
  int value;
  Cell* next;
};

__global__ void make_list(Cell* cells, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    cells[i].value = i;
    cells[i].next = i + 1 < n ? &cells[i + 1] : nullptr;
  }
}

// Walks k cells ahead; nobody checks for the end of the list.
__global__ void walk(const Cell* first, int k, int* result) {
  const Cell* c = first;
  for (int i = 0; i < k; ++i) c = c->next;
  *result = c->value;
}

class Failure : public std::runtime_error {
 public:
  Failure(cudaError_t code, const std::string& where)
      : std::runtime_error(where + ": " + cudaGetErrorString(code)), code_(code) {}
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

void check(cudaError_t code, const std::string& where) {
  if (code != cudaSuccess) throw Failure(code, where);
}

int result_of(const Cell* cells, int k, int* d_result) {
  walk<<<1, 1>>>(cells, k, d_result);
  check(cudaGetLastError(), "launch");
  int result = -1;
  check(cudaMemcpy(&result, d_result, sizeof result, cudaMemcpyDeviceToHost), "copy of the result");
  return result;
}

int main() {
  const int n = 100;
  Cell* cells = nullptr;
  int* d_result = nullptr;
  try {
    check(cudaMalloc(&cells, n * sizeof(Cell)), "malloc");
    check(cudaMalloc(&d_result, sizeof(int)), "malloc");
    make_list<<<1, 128>>>(cells, n);
    std::cout << "10 ahead: " << result_of(cells, 10, d_result) << std::endl;
    std::cout << "99 ahead: " << result_of(cells, 99, d_result) << std::endl;
    std::cout << "100 ahead: " << result_of(cells, 100, d_result) << std::endl;
  } catch (const Failure& failure) {
    std::cout << failure.what() << std::endl;
    std::cout << "free: " << cudaGetErrorName(cudaFree(cells)) << std::endl;
    std::cout << "another try: ";
    try {
      std::cout << result_of(cells, 1, d_result) << std::endl;
    } catch (const Failure& again) {
      std::cout << again.what() << std::endl;
      return static_cast<int>(again.code()) % 256;
    }
  }
  return EXIT_SUCCESS;
}
