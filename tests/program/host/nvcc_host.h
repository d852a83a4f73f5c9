// What the host side of a CUDA program looks like after nvcc, by hand: declarations of the
// runtime's functions, and a fat binary with PTX in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

struct Dim {
  unsigned x = 1, y = 1, z = 1;
};
extern "C" {
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFatBinaryEnd(void**);
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, void*, void*, void*,
                            void*, int*);
void __cudaRegisterVar(void**, char*, char*, const char*, int, std::size_t, int, int);
int cudaLaunchKernel(const void*, Dim, Dim, void**, std::size_t, void*);
int cudaMalloc(void**, std::size_t);
int cudaFree(void*);
int cudaMallocHost(void**, std::size_t);
int cudaMallocManaged(void**, std::size_t, unsigned);
int cudaMemcpy(void*, const void*, std::size_t, int);
int cudaMemcpyAsync(void*, const void*, std::size_t, int, void*);
int cudaMemcpyToSymbol(const void*, const void*, std::size_t, std::size_t, int);
int cudaMemset(void*, int, std::size_t);
int cudaDeviceSynchronize();
int cudaDeviceReset();
int cudaGetLastError();
int cudaStreamCreate(void**);
int cudaStreamSynchronize(void*);
int cudaStreamWaitEvent(void*, void*, unsigned);
int cudaEventCreate(void**);
int cudaEventRecord(void*, void*);
int cudaEventSynchronize(void*);
int cudaEventElapsedTime(float*, void*, void*);
int cudaGetDeviceCount(int*);
int cudaIpcGetMemHandle();
const char* cudaGetErrorName(int);
const char* cudaGetErrorString(int);
}
enum { kToDevice = 1, kToHost = 2, kDefault = 4 };

/// A fat binary with one entry, uncompressed PTX for sm_`target`.
class Fatbin {
 public:
  Fatbin(const std::string& ptx, unsigned target) {
    const std::size_t padded = (ptx.size() + 8) / 8 * 8;
    put<std::uint32_t>(0xba55ed50);
    put<std::uint16_t>(1);
    put<std::uint16_t>(16);
    put<std::uint64_t>(64 + padded);
    put<std::uint16_t>(1);  // PTX
    put<std::uint16_t>(0x0101);
    put<std::uint32_t>(64);
    put<std::uint64_t>(padded);
    put<std::uint64_t>(0);
    put<std::uint32_t>(0);
    put<std::uint32_t>(target);
    for (int i = 0; i < 4; ++i) put<std::uint64_t>(0);
    bytes_ += ptx;
    bytes_.resize(16 + 64 + padded);
    wrapper_.data = bytes_.data();
  }
  void* wrapper() { return &wrapper_; }

 private:
  template <class T>
  void put(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  std::string bytes_;
  struct {
    std::uint32_t magic = 0x466243b1, version = 1;
    const void* data = nullptr;
    const void* more = nullptr;
  } wrapper_;
};
