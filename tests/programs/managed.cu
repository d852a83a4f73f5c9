// Managed memory: a list built by the host, changed by the device, read again by the host.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <new>

class Managed {
 public:
  void* operator new(size_t bytes) {
    void* p = nullptr;
    if (cudaMallocManaged(&p, bytes) != cudaSuccess) throw std::bad_alloc();
    return p;
  }
  void operator delete(void* p) {
    cudaDeviceSynchronize();
    cudaFree(p);
  }
};

struct Element : public Managed {
  Element(int k, Element* n) : key(k), next(n) { snprintf(name, sizeof name, "element %d", k); }
  int key;
  char name[20];
  Element* next;
};

__managed__ int visits = 0;
__device__ __managed__ double table[16];

__global__ void visit(Element* list) {
  for (Element* e = list; e != nullptr; e = e->next) {
    e->key *= 10;
    for (char* c = e->name; *c; ++c)
      if (*c >= 'a' && *c <= 'z') *c -= 'a' - 'A';
    ++visits;
  }
}

__global__ void square_table() {
  table[threadIdx.x] *= table[threadIdx.x];
}

__global__ void stencil(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (i > 0 ? in[i - 1] : 0) + in[i] + (i + 1 < n ? in[i + 1] : 0);
}

static void prefetch(const void* p, size_t bytes, int device) {
  int concurrent = 0;
  cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, device);
  if (!concurrent) return;
#if CUDART_VERSION >= 13000
  cudaMemPrefetchAsync(p, bytes, cudaMemLocation{cudaMemLocationTypeDevice, device}, 0);
#else
  cudaMemPrefetchAsync(p, bytes, device);
#endif
}

int main() {
  Element* list = nullptr;
  for (int k = 5; k >= 1; --k) list = new Element(k, list);
  visit<<<1, 1>>>(list);
  cudaDeviceSynchronize();
  for (Element* e = list; e != nullptr; e = e->next) printf("%s has key %d\n", e->name, e->key);
  printf("%d visits\n", visits);
  list->next->key = -1;
  visit<<<1, 1>>>(list);
  cudaDeviceSynchronize();
  printf("second key %d, %d visits\n", list->next->key, visits);
  while (list != nullptr) {
    Element* next = list->next;
    delete list;
    list = next;
  }

  for (int i = 0; i < 16; ++i) table[i] = i + 0.5;
  square_table<<<1, 16>>>();
  cudaDeviceSynchronize();
  printf("table: %.2f %.2f %.2f\n", table[0], table[7], table[15]);

  const int n = 5000;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int), cudaMemAttachGlobal);
  for (int i = 0; i < n; ++i) a[i] = i % 10;
  prefetch(a, n * sizeof(int), 0);
  for (int round = 0; round < 4; ++round) {
    stencil<<<(n + 255) / 256, 256>>>(a, b, n);
    cudaDeviceSynchronize();
    b[round] = -100;  // the host interferes between the launches
    int* t = a;
    a = b;
    b = t;
  }
  long sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i];
  printf("a[0..5] %d %d %d %d %d %d, sum %ld\n", a[0], a[1], a[2], a[3], a[4], a[5], sum);
  memset(a, 0, n * sizeof(int));
  int copy[3] = {1, 1, 1};
  cudaMemcpy(copy, a + 100, sizeof copy, cudaMemcpyDefault);
  printf("after the memset %d %d %d\n", copy[0], copy[1], copy[2]);
  cudaFree(a);
  cudaFree(b);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
