// nvcc: -lnvrtc -lcuda
// Run-time compilation: a template kernel compiled by NVRTC, found by its lowered name, launched.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#define NVRTC_SAFE_CALL(x)                                                              \
  do {                                                                                  \
    nvrtcResult result = x;                                                             \
    if (result != NVRTC_SUCCESS) {                                                      \
      std::cout << "error: " #x " failed with " << nvrtcGetErrorString(result) << '\n'; \
      std::exit(1);                                                                     \
    }                                                                                   \
  } while (0)
#define CUDA_SAFE_CALL(x)                                       \
  do {                                                          \
    CUresult result = x;                                        \
    if (result != CUDA_SUCCESS) {                               \
      const char* msg = "";                                     \
      cuGetErrorName(result, &msg);                             \
      std::cout << "error: " #x " failed with " << msg << '\n'; \
      std::exit(1);                                             \
    }                                                           \
  } while (0)

const char* source = R"(
__constant__ int bias[2];

template <typename T, int Steps>
__global__ void horner(const T* x, T* y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T sum = T(0);
#pragma unroll
  for (int k = 0; k < Steps; ++k) sum = sum * x[i] + T(k + SHIFT);
  y[i] = sum + T(bias[i % 2]);
}
)";

template <typename T>
int run(CUmodule module, const char* lowered, int steps, const char* label) {
  CUfunction kernel;
  CUDA_SAFE_CALL(cuModuleGetFunction(&kernel, module, lowered));
  unsigned n = 300;
  std::vector<T> x(n), y(n);
  for (unsigned i = 0; i < n; ++i) x[i] = T(int(i % 9) - 4);
  CUdeviceptr d_x, d_y;
  CUDA_SAFE_CALL(cuMemAlloc(&d_x, n * sizeof(T)));
  CUDA_SAFE_CALL(cuMemAlloc(&d_y, n * sizeof(T)));
  CUDA_SAFE_CALL(cuMemcpyHtoD(d_x, x.data(), n * sizeof(T)));
  void* arguments[] = {&d_x, &d_y, &n};
  CUDA_SAFE_CALL(cuLaunchKernel(kernel, 3, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr));
  CUDA_SAFE_CALL(cuCtxSynchronize());
  CUDA_SAFE_CALL(cuMemcpyDtoH(y.data(), d_y, n * sizeof(T)));
  CUDA_SAFE_CALL(cuMemFree(d_x));
  CUDA_SAFE_CALL(cuMemFree(d_y));
  int wrong = 0;
  for (unsigned i = 0; i < n; ++i) {
    T sum = T(0);
    for (int k = 0; k < steps; ++k) sum = sum * x[i] + T(k + 3);
    wrong += y[i] != sum + T(i % 2 ? -1 : 1000);
  }
  std::cout << label << ": " << y[0] << ' ' << y[1] << ' ' << y[8] << ", " << wrong << " wrong\n";
  return wrong;
}

int main() {
  nvrtcProgram program;
  NVRTC_SAFE_CALL(nvrtcCreateProgram(&program, source, "horner.cu", 0, nullptr, nullptr));
  const char* names[] = {"horner<int, 6>", "horner<double, 4>"};
  for (const char* name : names) NVRTC_SAFE_CALL(nvrtcAddNameExpression(program, name));
  NVRTC_SAFE_CALL(nvrtcAddNameExpression(program, "&bias"));
  const char* options[] = {"--gpu-architecture=compute_75", "--std=c++17", "-DSHIFT=3"};
  const nvrtcResult compiled = nvrtcCompileProgram(program, 3, options);
  size_t log_size = 0;
  NVRTC_SAFE_CALL(nvrtcGetProgramLogSize(program, &log_size));
  if (compiled != NVRTC_SUCCESS) {
    std::string log(log_size, '\0');
    NVRTC_SAFE_CALL(nvrtcGetProgramLog(program, &log[0]));
    std::cout << log << '\n';
    return 1;
  }
  size_t ptx_size = 0;
  NVRTC_SAFE_CALL(nvrtcGetPTXSize(program, &ptx_size));
  std::string ptx(ptx_size, '\0');
  NVRTC_SAFE_CALL(nvrtcGetPTX(program, &ptx[0]));
  std::cout << "PTX has entries: " << (ptx.find(".entry") != std::string::npos ? "yes" : "no")
            << '\n';

  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUDA_SAFE_CALL(cuInit(0));
  CUDA_SAFE_CALL(cuDeviceGet(&device, 0));
  CUDA_SAFE_CALL(cuDevicePrimaryCtxRetain(&context, device));
  CUDA_SAFE_CALL(cuCtxSetCurrent(context));
  CUDA_SAFE_CALL(cuModuleLoadDataEx(&module, ptx.c_str(), 0, nullptr, nullptr));
  const char* lowered = nullptr;
  NVRTC_SAFE_CALL(nvrtcGetLoweredName(program, "&bias", &lowered));
  CUdeviceptr bias;
  size_t bytes = 0;
  CUDA_SAFE_CALL(cuModuleGetGlobal(&bias, &bytes, module, lowered));
  const int values[2] = {1000, -1};
  CUDA_SAFE_CALL(cuMemcpyHtoD(bias, values, bytes));
  NVRTC_SAFE_CALL(nvrtcGetLoweredName(program, names[0], &lowered));
  std::cout << lowered << '\n';
  int wrong = run<int>(module, lowered, 6, "int, 6 steps");
  NVRTC_SAFE_CALL(nvrtcGetLoweredName(program, names[1], &lowered));
  wrong += run<double>(module, lowered, 4, "double, 4 steps");
  NVRTC_SAFE_CALL(nvrtcDestroyProgram(&program));

  NVRTC_SAFE_CALL(nvrtcCreateProgram(&program, "__global__ void k() { undeclared(); }", "bad.cu", 0,
                                     nullptr, nullptr));
  std::cout << "a bad program: " << nvrtcGetErrorString(nvrtcCompileProgram(program, 0, nullptr))
            << '\n';
  NVRTC_SAFE_CALL(nvrtcGetProgramLogSize(program, &log_size));
  std::string log(log_size, '\0');
  NVRTC_SAFE_CALL(nvrtcGetProgramLog(program, &log[0]));
  std::cout << "its log names the identifier: "
            << (log.find("undeclared") != std::string::npos ? "yes" : "no") << '\n';
  NVRTC_SAFE_CALL(nvrtcDestroyProgram(&program));
  CUDA_SAFE_CALL(cuModuleUnload(module));
  CUDA_SAFE_CALL(cuDevicePrimaryCtxRelease(device));
  return wrong;
}
