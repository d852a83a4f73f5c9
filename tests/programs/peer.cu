// Copies between devices and peer access, as far as one device goes: a device and itself, and one
// that is not there.
#include <cstdio>
#include <cstdlib>
#include <vector>

static void report(const char* what, cudaError_t status) {
  printf("%-52s %s\n", what, cudaGetErrorName(status));
  cudaGetLastError();
}

static bool same(const std::vector<int>& values, const int* device, int count) {
  std::vector<int> back(count);
  if (cudaMemcpy(back.data(), device, count * sizeof(int), cudaMemcpyDefault)) return false;
  for (int i = 0; i < count; ++i)
    if (back[i] != values[i]) return false;
  return true;
}

int main() {
  const int count = 5000;
  const size_t bytes = count * sizeof(int);
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i * 37 % 1001;
  int *from, *to, devices = 0, can = -1;
  if (cudaGetDeviceCount(&devices) || cudaMalloc(&from, bytes) || cudaMalloc(&to, bytes)) return 1;
  if (cudaMemcpy(from, values.data(), bytes, cudaMemcpyHostToDevice)) return 1;

  report("cudaDeviceCanAccessPeer(0, 0)", cudaDeviceCanAccessPeer(&can, 0, 0));
  printf("can: %d\n", can);
  report("cudaDeviceCanAccessPeer(0, 99)", cudaDeviceCanAccessPeer(&can, 0, 99));
  report("cudaDeviceEnablePeerAccess(0)", cudaDeviceEnablePeerAccess(0, 0));
  report("cudaDeviceEnablePeerAccess(99)", cudaDeviceEnablePeerAccess(99, 0));
  report("cudaDeviceEnablePeerAccess(0), flags", cudaDeviceEnablePeerAccess(0, 1));
  report("cudaDeviceDisablePeerAccess(0)", cudaDeviceDisablePeerAccess(0));
  report("cudaDeviceDisablePeerAccess(99)", cudaDeviceDisablePeerAccess(99));
  int value = -1;
  report("P2P attribute of 0 and 0",
         cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0));

  report("cudaMemcpyPeer, 0 to 0", cudaMemcpyPeer(to, 0, from, 0, bytes));
  printf("same: %d\n", same(values, to, count));
  cudaMemset(to, 0, bytes);
  report("cudaMemcpyPeerAsync, 0 to 0", cudaMemcpyPeerAsync(to, 0, from, 0, bytes, nullptr));
  printf("same: %d\n", same(values, to, count));
  report("cudaMemcpyPeer, 0 to 99", cudaMemcpyPeer(to, 99, from, 0, bytes));
  report("cudaMemcpyPeer, 99 to 0", cudaMemcpyPeer(to, 0, from, 99, bytes));
  cudaMemset(to, 0, bytes);
  cudaMemcpy3DPeerParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(from, 200, 50, 10);
  copy.dstPtr = make_cudaPitchedPtr(to, 200, 50, 10);
  copy.extent = make_cudaExtent(200, 10, 10);
  report("cudaMemcpy3DPeer, 0 to 0", cudaMemcpy3DPeer(&copy));
  printf("same: %d\n", same(values, to, count));
  cudaMemset(to, 0, bytes);
  report("cudaMemcpyDefault", cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
  printf("same: %d\n", same(values, to, count));
  cudaPointerAttributes attributes;
  report("cudaPointerGetAttributes", cudaPointerGetAttributes(&attributes, to));
  printf("device %d, type %d\n", attributes.device, attributes.type);
  return 0;
}
