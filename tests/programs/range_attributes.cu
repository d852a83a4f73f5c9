// What a program has advised of managed memory, and where it was brought last.
#include <cstdio>
#include <cstdlib>

#define CHECK(x)                                            \
  if (cudaError_t e = (x)) {                                \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)); \
    exit(1);                                                \
  }

static const size_t kBytes = 8 << 20;
static char* memory;

static int attribute(cudaMemRangeAttribute what, size_t from, size_t bytes) {
  int value = -100;
  const cudaError_t status =
      cudaMemRangeGetAttribute(&value, sizeof value, what, memory + from, bytes);
  if (status != cudaSuccess) {
    printf("[%s] ", cudaGetErrorName(status));
    cudaGetLastError();
  }
  return value;
}
static void show(const char* what) {
  printf("%s\n", what);
  const size_t half = kBytes / 2;
  const struct {
    const char* name;
    size_t from, bytes;
  } ranges[] = {{"all", 0, kBytes},
                {"first half", 0, half},
                {"second half", half, half},
                {"a page", 4096, 4096}};
  for (const auto& r : ranges)
    printf("  %s: read mostly %d, preferred %d, prefetched %d\n", r.name,
           attribute(cudaMemRangeAttributeReadMostly, r.from, r.bytes),
           attribute(cudaMemRangeAttributePreferredLocation, r.from, r.bytes),
           attribute(cudaMemRangeAttributeLastPrefetchLocation, r.from, r.bytes));
  int devices[3] = {-100, -100, -100};
  const cudaError_t status = cudaMemRangeGetAttribute(
      devices, sizeof devices, cudaMemRangeAttributeAccessedBy, memory, kBytes);
  printf("  accessed by %d %d %d (%s)\n", devices[0], devices[1], devices[2],
         cudaGetErrorName(status));
}

int main() {
  CHECK(cudaMallocManaged(&memory, kBytes));
  const cudaMemLocation device = {cudaMemLocationTypeDevice, 0},
                        host = {cudaMemLocationTypeHost, 0};
  show("nothing said");
  CHECK(cudaMemAdvise(memory, kBytes / 2, cudaMemAdviseSetReadMostly, device));
  show("first half read mostly");
  CHECK(cudaMemAdvise(memory, kBytes, cudaMemAdviseSetPreferredLocation, device));
  show("preferred on the device");
  CHECK(cudaMemAdvise(memory + kBytes / 2, kBytes / 2, cudaMemAdviseSetPreferredLocation, host));
  show("second half preferred on the host");
  CHECK(cudaMemAdvise(memory, kBytes, cudaMemAdviseSetAccessedBy, device));
  show("accessed by the device");
  CHECK(cudaMemAdvise(memory, kBytes, cudaMemAdviseSetAccessedBy, host));
  show("accessed by the host");
  CHECK(cudaMemPrefetchAsync(memory, kBytes, device, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  show("brought to the device");
  CHECK(cudaMemPrefetchAsync(memory, kBytes / 2, host, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  show("first half brought to the host");
  CHECK(cudaMemAdvise(memory, kBytes, cudaMemAdviseUnsetPreferredLocation, device));
  CHECK(cudaMemAdvise(memory, kBytes, cudaMemAdviseUnsetReadMostly, device));
  CHECK(cudaMemAdvise(memory, kBytes, cudaMemAdviseUnsetAccessedBy, device));
  show("all taken back but the host's access");

  int mostly = -100, preferred = -100, by[2] = {-100, -100}, type = -100, id = -100, ptype = -100,
      pid = -100;
  void* data[] = {&mostly, &preferred, by, &type, &id, &ptype, &pid};
  size_t sizes[] = {4, 4, 8, 4, 4, 4, 4};
  cudaMemRangeAttribute names[] = {cudaMemRangeAttributeReadMostly,
                                   cudaMemRangeAttributePreferredLocation,
                                   cudaMemRangeAttributeAccessedBy,
                                   cudaMemRangeAttributePreferredLocationType,
                                   cudaMemRangeAttributePreferredLocationId,
                                   cudaMemRangeAttributeLastPrefetchLocationType,
                                   cudaMemRangeAttributeLastPrefetchLocationId};
  CHECK(cudaMemRangeGetAttributes(data, sizes, names, 7, memory, kBytes / 2));
  printf("several: %d %d %d %d, preferred type %d id %d, prefetched type %d id %d\n", mostly,
         preferred, by[0], by[1], type, id, ptype, pid);
  CHECK(cudaMemAdvise(memory, kBytes, cudaMemAdviseSetPreferredLocation, device));
  CHECK(cudaMemRangeGetAttributes(data, sizes, names, 7, memory, kBytes));
  printf("several: %d %d %d %d, preferred type %d id %d, prefetched type %d id %d\n", mostly,
         preferred, by[0], by[1], type, id, ptype, pid);

  int value = 0, wide[2];
  char* plain;
  CHECK(cudaMalloc(&plain, 4096));
  const auto say = [](const char* what, cudaError_t status) {
    printf("%s: %s\n", what, cudaGetErrorName(status));
    cudaGetLastError();
  };
  const auto mostly_of = cudaMemRangeAttributeReadMostly;
  say("device memory", cudaMemRangeGetAttribute(&value, 4, mostly_of, plain, 4096));
  say("size 8", cudaMemRangeGetAttribute(wide, 8, mostly_of, memory, 4096));
  say("no bytes", cudaMemRangeGetAttribute(&value, 4, mostly_of, memory, 0));
  say("null", cudaMemRangeGetAttribute(nullptr, 4, mostly_of, memory, 4096));
  say("beyond the end", cudaMemRangeGetAttribute(&value, 4, mostly_of, memory, kBytes + 4096));
  say("attribute 77",
      cudaMemRangeGetAttribute(&value, 4, static_cast<cudaMemRangeAttribute>(77), memory, 4096));
  say("advise device memory", cudaMemAdvise(plain, 4096, cudaMemAdviseSetReadMostly, device));
  say("advise beyond the end",
      cudaMemAdvise(memory, kBytes + 4096, cudaMemAdviseSetReadMostly, device));
  say("advice 77", cudaMemAdvise(memory, 4096, static_cast<cudaMemoryAdvise>(77), device));
  const cudaMemLocation nowhere = {cudaMemLocationTypeDevice, 99};
  say("device 99", cudaMemAdvise(memory, 4096, cudaMemAdviseSetPreferredLocation, nowhere));
  say("prefetch device memory", cudaMemPrefetchAsync(plain, 4096, device, 0, nullptr));
  say("prefetch to device 99", cudaMemPrefetchAsync(memory, 4096, nowhere, 0, nullptr));
  CHECK(cudaFree(memory));
  return 0;
}
