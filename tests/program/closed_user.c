// A program that uses cuBLAS and checks what it returns.
#include <stdio.h>

int cublasCreate_v2(void** handle);

int main(void) {
  void* handle;
  const int status = cublasCreate_v2(&handle);
  printf("cublasCreate: %d\n", status);
  return status == 1 ? 0 : 4;
}
