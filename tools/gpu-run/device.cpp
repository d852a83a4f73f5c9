#include "tools/gpu-run/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>

namespace simt {
namespace {

void check(CUresult status, const char* what) {
  if (status == CUDA_SUCCESS) return;
  const char* text = nullptr;
  cuGetErrorString(status, &text);
  throw SessionError(Exit::Fault, fmt::format("{}: {}", what, text ? text : "unknown error"));
}

// Initial values of the text are in the module; where they hold addresses, the session has others.
bool sets(const Session& session, const BoundArg& variable) {
  const std::string& name = variable.spec.name;
  for (const SymbolSpec& s : session.spec().symbols)
    if (s.name == name) return true;
  for (const Variable& v : session.program().variables)
    if (v.name == name) return v.initial.empty();
  return false;
}

// Code for a target before Volta keeps that scheduling on newer devices. simt-sim schedules as the
// device does.
std::string for_volta(std::string ptx) {
  constexpr std::string_view kTarget = "\n.target sm_";
  constexpr unsigned kVolta = 70;
  const std::size_t at = ptx.find(kTarget);
  if (at == std::string::npos) return ptx;
  const std::size_t digits = at + kTarget.size();
  const std::size_t end = std::min(ptx.find_first_not_of("0123456789", digits), ptx.size());
  unsigned target = kVolta;
  std::from_chars(ptx.data() + digits, ptx.data() + end, target);
  return target < kVolta ? ptx.replace(digits, end - digits, std::to_string(kVolta)) : ptx;
}

}  // namespace

std::string assembler_text(std::string text, const AssemblerOptions& options) {
  std::string ptx = for_volta(std::move(text));
  if (!options.no_unroll) return ptx;
  const std::size_t directive = ptx.find("\n.address_size");
  const std::size_t line_end =
      directive == std::string::npos ? std::string::npos : ptx.find('\n', directive + 1);
  if (line_end == std::string::npos)
    throw SessionError(Exit::Source, "--no-unroll: the file has no line .address_size");
  return ptx.insert(line_end + 1, ".pragma \"nounroll\";\n");
}

Device::Device() {
  check(cuInit(0), "cuInit");
  CUdevice device{};
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  CUcontext context{};
  check(cuDevicePrimaryCtxRetain(&context, device), "context");
  check(cuCtxSetCurrent(context), "context");
}

CUmodule Device::module(const std::string& file, const AssemblerOptions& options) {
  const auto [place, is_new] = modules_.try_emplace({file, options.level, options.no_unroll});
  if (!is_new) return place->second;
  std::ifstream in(file, std::ios::binary);
  const std::string text = assembler_text({std::istreambuf_iterator<char>(in), {}}, options);
  char log[8192] = {};
  CUjit_option keys[] = {CU_JIT_OPTIMIZATION_LEVEL, CU_JIT_ERROR_LOG_BUFFER,
                         CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {reinterpret_cast<void*>(std::uintptr_t{options.level}), log,
                    reinterpret_cast<void*>(std::uintptr_t{sizeof log})};
  if (cuModuleLoadDataEx(&place->second, text.c_str(), 3, keys, values) != CUDA_SUCCESS) {
    modules_.erase(place);
    throw SessionError(Exit::Source, log);
  }
  return place->second;
}

DeviceLaunch::DeviceLaunch(Session& session, CUmodule module)
    : session_(session), params_(session.launch().state.params) {
  check(cuModuleGetFunction(&function_, module, session.program().kernel.c_str()), "kernel");
  const auto& args = session.launch().args;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].spec.is_buffer || args[i].space != StateSpace::Global) continue;
    const bool zero = args[i].spec.generator.kind == ArgSpec::Generator::Kind::Zero;
    Buffer b{args[i].spec.name, args[i].address, args[i].bytes, zero, 0};
    check(cuMemAlloc(&b.device, std::max<std::uint64_t>(b.bytes, 1)), "allocation");
    std::memcpy(params_.data() + session.program().params[i].offset, &b.device, sizeof b.device);
    buffers_.push_back(b);
  }
  set_symbols(module);
  const std::uint32_t shared = session.launch().state.dynamic_shared_bytes;
  if (shared > 48 * 1024)
    check(cuFuncSetAttribute(function_, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                             static_cast<int>(shared)),
          "shared memory");
  check(cuEventCreate(&before_, CU_EVENT_DEFAULT), "event");
  check(cuEventCreate(&after_, CU_EVENT_DEFAULT), "event");
}

DeviceLaunch::~DeviceLaunch() {
  for (const Buffer& b : buffers_) cuMemFree(b.device);
  cuEventDestroy(before_);
  cuEventDestroy(after_);
}

void DeviceLaunch::set_symbols(CUmodule module) {
  for (const BoundArg& v : session_.launch().variables) {
    if (!sets(session_, v)) continue;
    CUdeviceptr address{};
    std::size_t bytes = 0;
    if (cuModuleGetGlobal(&address, &bytes, module, v.spec.name.c_str()) != CUDA_SUCCESS) continue;
    const std::byte* data = v.space == StateSpace::Const
                                ? session_.launch().state.constants.data() + v.address
                                : session_.memory().find(v.address, v.bytes);
    check(cuMemcpyHtoD(address, data, std::min<std::size_t>(bytes, v.bytes)), "symbol");
  }
}

void DeviceLaunch::fill() {
  for (const Buffer& b : buffers_) {
    if (b.bytes == 0) continue;
    if (b.zero)
      check(cuMemsetD8(b.device, 0, b.bytes), "fill");
    else
      check(cuMemcpyHtoD(b.device, session_.memory().find(b.simulated, b.bytes), b.bytes),
            "copy in");
  }
  check(cuCtxSynchronize(), "fill");
}

double DeviceLaunch::run() {
  const LaunchState& launch = session_.launch().state;
  std::size_t size = params_.size();
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, params_.data(), CU_LAUNCH_PARAM_BUFFER_SIZE,
                   &size, CU_LAUNCH_PARAM_END};
  check(cuEventRecord(before_, nullptr), "event");
  check(cuLaunchKernel(function_, launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x,
                       launch.block.y, launch.block.z, launch.dynamic_shared_bytes, nullptr,
                       nullptr, extra),
        "launch");
  check(cuEventRecord(after_, nullptr), "event");
  check(cuCtxSynchronize(), "kernel");
  float milliseconds = 0;
  check(cuEventElapsedTime(&milliseconds, before_, after_), "event");
  return 1e6 * static_cast<double>(milliseconds);
}

void DeviceLaunch::read(const std::vector<std::string>& names) {
  for (const Buffer& b : buffers_) {
    const bool wanted =
        names.empty() || std::find(names.begin(), names.end(), b.name) != names.end();
    if (wanted && b.bytes > 0)
      check(cuMemcpyDtoH(session_.memory().find(b.simulated, b.bytes), b.device, b.bytes),
            "copy out");
  }
}

}  // namespace simt
