// Facts of a device (CUDA Runtime API, cudaDeviceProp and cudaDeviceAttr).
#include <cstring>

#include "sim/program/device_facts.h"
#include "sim/program/runtime/state.h"

namespace simt::cudart {
namespace {

/// The fact of this number (cudaDeviceAttr).
struct Facts {
  const Gpu& gpu;
  int operator[](int number) const { return program::device_attribute(gpu, number); }
  std::size_t bytes(int number) const { return static_cast<std::size_t>((*this)[number]); }
};

void fill_limits(cuda_abi::DeviceProp& p, const Facts& fact) {
  p.maxThreadsPerBlock = fact[1];
  for (int i = 0; i < 3; ++i) p.maxThreadsDim[i] = fact[2 + i];
  for (int i = 0; i < 3; ++i) p.maxGridSize[i] = fact[5 + i];
  p.sharedMemPerBlock = fact.bytes(8);
  p.totalConstMem = fact.bytes(9);
  p.warpSize = fact[10];
  p.memPitch = fact.bytes(11);
  p.regsPerBlock = fact[12];
  p.maxThreadsPerMultiProcessor = fact[39];
  p.sharedMemPerMultiprocessor = fact.bytes(81);
  p.regsPerMultiprocessor = fact[82];
  p.sharedMemPerBlockOptin = fact.bytes(97);
  p.maxBlocksPerMultiProcessor = fact[106];
  p.reservedSharedMemPerBlock = fact.bytes(111);
}

void fill_textures(cuda_abi::DeviceProp& p, const Facts& fact) {
  p.textureAlignment = fact.bytes(14);
  p.surfaceAlignment = fact.bytes(30);
  p.texturePitchAlignment = fact.bytes(51);
  p.maxTexture1D = fact[21];
  for (int i = 0; i < 2; ++i) p.maxTexture2D[i] = fact[22 + i];
  for (int i = 0; i < 3; ++i) p.maxTexture3D[i] = fact[24 + i];
  p.maxTexture2DLinear[0] = fact[21];
  p.maxTexture2DLinear[1] = 65000;
  p.maxTexture2DLinear[2] = 2097120;
  p.maxTexture1DLayered[0] = p.maxTexture2DLayered[0] = p.maxTexture2DLayered[1] = 32768;
  p.maxTexture1DLayered[1] = p.maxTexture2DLayered[2] = 2048;
}

void fill_features(cuda_abi::DeviceProp& p, const Facts& fact) {
  p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = p.managedMemory = 1;
  p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.hostRegisterSupported = p.memoryPoolsSupported = p.canUseHostPointerForRegisteredMem = 1;
  p.computePreemptionSupported = fact[90];
  p.cooperativeLaunch = fact[95];
  p.concurrentManagedAccess = fact[89];
  p.clusterLaunch = fact[120];
  p.asyncEngineCount = fact[40];
  p.ECCEnabled = fact[32];
  p.pciBusID = fact[33];
}

void fill(cuda_abi::DeviceProp& p, Gpu& gpu) {
  const Facts fact{gpu};
  p = {};
  std::strncpy(p.name, program::device_name(gpu).c_str(), sizeof p.name - 1);
  std::memcpy(p.uuid.bytes, program::device_uuid(gpu).data(), sizeof p.uuid.bytes);
  p.totalGlobalMem = gpu.memory().capacity();
  p.major = fact[75];
  p.minor = fact[76];
  p.multiProcessorCount = fact[16];
  p.memoryBusWidth = fact[37];
  p.l2CacheSize = fact[38];
#if SIMT_CUDART < 13
  p.clockRate = fact[13];
  p.memoryClockRate = fact[36];
  p.deviceOverlap = fact[15];
  p.singleToDoublePrecisionPerfRatio = fact[87];
#endif
  fill_limits(p, fact);
  fill_textures(p, fact);
  fill_features(p, fact);
}

int properties(cuda_abi::DeviceProp* p, int number) {
  return call([&] { fill(*p, device_numbered(number)); });
}

}  // namespace

SIMT_CUDART_API int cudaGetDeviceProperties(cuda_abi::DeviceProp* p, int device) {
  return properties(p, device);
}
SIMT_CUDART_API int cudaGetDeviceProperties_v2(cuda_abi::DeviceProp* p, int device) {
  return properties(p, device);
}

SIMT_CUDART_API int cudaDeviceGetAttribute(int* value, int number, int device_number) {
  return call([&] { *value = program::device_attribute(device_numbered(device_number), number); });
}

}  // namespace simt::cudart
