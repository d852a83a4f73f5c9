// Attributes of streams, access to pools, and what else a program asks of them.
#include <cstdio>
#include <cstring>

static int failed = 0;
static void expect(const char* what, bool so) {
  if (!so) printf("not so: %s\n", what);
  failed += !so;
}
#define EXPECT(X) expect(#X, X)

int main() {
  int* data = nullptr;
  cudaStream_t stream, other;
  EXPECT(cudaMalloc(&data, 4096) == cudaSuccess);
  EXPECT(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  EXPECT(cudaStreamCreate(&other) == cudaSuccess);

  unsigned long long id = 0, other_id = 0;
  unsigned flags = 0;
  int device = -1, priority = 1;
  EXPECT(cudaStreamGetId(stream, &id) == cudaSuccess);
  EXPECT(cudaStreamGetId(other, &other_id) == cudaSuccess);
  EXPECT(id != other_id);
  EXPECT(cudaStreamGetDevice(stream, &device) == cudaSuccess && device == 0);
  EXPECT(cudaStreamGetFlags(stream, &flags) == cudaSuccess && flags == cudaStreamNonBlocking);
  EXPECT(cudaStreamGetPriority(stream, &priority) == cudaSuccess && priority == 0);

  cudaStreamAttrValue value, back;
  memset(&value, 0, sizeof value);
  value.accessPolicyWindow.base_ptr = data;
  value.accessPolicyWindow.num_bytes = 4096;
  value.accessPolicyWindow.hitRatio = 0.5f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  const cudaStreamAttrID window = cudaStreamAttributeAccessPolicyWindow;
  EXPECT(cudaStreamSetAttribute(stream, window, &value) == cudaSuccess);
  EXPECT(cudaStreamGetAttribute(stream, window, &back) == cudaSuccess);
  EXPECT(back.accessPolicyWindow.base_ptr == data && back.accessPolicyWindow.hitRatio == 0.5f);
  EXPECT(cudaStreamGetAttribute(other, window, &back) == cudaSuccess);
  EXPECT(back.accessPolicyWindow.num_bytes == 0);
  EXPECT(cudaStreamCopyAttributes(other, stream) == cudaSuccess);
  EXPECT(cudaStreamGetAttribute(other, window, &back) == cudaSuccess);
  EXPECT(back.accessPolicyWindow.num_bytes == 4096);
  EXPECT(cudaStreamSetAttribute(stream, (cudaStreamAttrID)77, &value) == cudaErrorInvalidValue);
  value.priority = -2;
  EXPECT(cudaStreamSetAttribute(stream, cudaStreamAttributePriority, &value) == cudaSuccess);
  EXPECT(cudaStreamGetPriority(stream, &priority) == cudaSuccess && priority == -2);

  cudaMemPool_t pool;
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  EXPECT(cudaMemPoolCreate(&pool, &properties) == cudaSuccess);
  cudaMemAccessFlags access = cudaMemAccessFlagsProtNone;
  EXPECT(cudaMemPoolGetAccess(&access, pool, &properties.location) == cudaSuccess);
  EXPECT(access == cudaMemAccessFlagsProtReadWrite);
  cudaMemAccessDesc wish = {properties.location, cudaMemAccessFlagsProtReadWrite};
  EXPECT(cudaMemPoolSetAccess(pool, &wish, 1) == cudaSuccess);
  wish.location.id = 99;
  EXPECT(cudaMemPoolSetAccess(pool, &wish, 1) == cudaErrorInvalidDevice);
  properties.location.id = 99;
  EXPECT(cudaMemPoolCreate(&pool, &properties) == cudaErrorInvalidDevice);
  printf(failed == 0 ? "all as expected\n" : "%d not as expected\n", failed);
  return failed;
}
