// A program that is not linked with the driver: it asks for it by name, as NVRTC's users and many
// languages' bindings do.
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (driver == NULL) {
    printf("%s\n", dlerror());
    return 1;
  }
  int count = 0;
  int (*const init)(unsigned) = (int (*)(unsigned))dlsym(driver, "cuInit");
  int (*const get_count)(int*) = (int (*)(int*))dlsym(driver, "cuDeviceGetCount");
  if (init == NULL || get_count == NULL || init(0) != 0 || get_count(&count) != 0) return 1;
  printf("%d devices\n", count);
  return 0;
}
