// Runs a kernel file on a real GPU through the CUDA driver: the same file, launch header, arguments
// and checks as simt-sim. Used to confirm results and, under ncu, to measure what the simulator
// should count.
//
//   gpu-run FILE [--opt 0|3] [--grid X,Y,Z] [--block X,Y,Z] [--shared BYTES] [--kernel NAME]
//           [--arg SPEC]... [--repeat N]
//
// --opt is the assembler's optimisation level: 0 keeps the program as written.
#include <cuda.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>

#include "tools/driver/session.h"

namespace {

using namespace simt;

void check(CUresult status, const char* what) {
  if (status == CUDA_SUCCESS) return;
  const char* text = nullptr;
  cuGetErrorString(status, &text);
  throw SessionError(Exit::Fault, fmt::format("{}: {}", what, text ? text : "unknown error"));
}

struct DeviceBuffer {
  std::uint64_t simulated = 0, bytes = 0;
  CUdeviceptr device = 0;
};

CUmodule load(const std::string& file, unsigned opt) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  char log[8192] = {};
  CUjit_option keys[] = {CU_JIT_OPTIMIZATION_LEVEL, CU_JIT_ERROR_LOG_BUFFER,
                         CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {reinterpret_cast<void*>(std::uintptr_t{opt}), log,
                    reinterpret_cast<void*>(std::uintptr_t{sizeof log})};
  CUmodule module{};
  if (cuModuleLoadDataEx(&module, text.c_str(), 3, keys, values) != CUDA_SUCCESS)
    throw SessionError(Exit::Source, log);
  return module;
}

// Copies the simulated buffers to the device and rewrites the pointers among the parameters.
std::vector<DeviceBuffer> upload(Session& session, std::vector<std::byte>& params) {
  std::vector<DeviceBuffer> buffers;
  const auto& args = session.launch().args;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].spec.is_buffer || args[i].space != StateSpace::Global) continue;
    DeviceBuffer b{args[i].address, args[i].bytes, 0};
    check(cuMemAlloc(&b.device, std::max<std::uint64_t>(b.bytes, 1)), "allocation");
    if (b.bytes > 0)
      check(cuMemcpyHtoD(b.device, session.memory().find(b.simulated, b.bytes), b.bytes),
            "copy in");
    std::memcpy(params.data() + session.program().params[i].offset, &b.device, sizeof b.device);
    buffers.push_back(b);
  }
  return buffers;
}

void set_symbols(Session& session, CUmodule module) {
  for (const BoundArg& v : session.launch().variables) {
    CUdeviceptr address{};
    std::size_t bytes = 0;
    if (cuModuleGetGlobal(&address, &bytes, module, v.spec.name.c_str()) != CUDA_SUCCESS) continue;
    const std::byte* data = v.space == StateSpace::Const
                                ? session.launch().state.constants.data() + v.address
                                : session.memory().find(v.address, v.bytes);
    check(cuMemcpyHtoD(address, data, std::min<std::size_t>(bytes, v.bytes)), "symbol");
  }
}

int run(const SessionOptions& options, unsigned opt, unsigned repeat) {
  Session session(options);
  session.bind();
  check(cuInit(0), "cuInit");
  CUdevice device{};
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  CUcontext context{};
  check(cuDevicePrimaryCtxRetain(&context, device), "context");
  check(cuCtxSetCurrent(context), "context");
  const CUmodule module = load(options.file, opt);
  CUfunction function{};
  check(cuModuleGetFunction(&function, module, session.program().kernel.c_str()), "kernel");

  const LaunchState& launch = session.launch().state;
  std::vector<std::byte> params = launch.params;
  auto buffers = upload(session, params);
  set_symbols(session, module);
  if (launch.dynamic_shared_bytes > 48 * 1024)
    check(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                             static_cast<int>(launch.dynamic_shared_bytes)),
          "shared memory");
  std::size_t size = params.size();
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, params.data(), CU_LAUNCH_PARAM_BUFFER_SIZE,
                   &size, CU_LAUNCH_PARAM_END};
  for (unsigned i = 0; i < repeat; ++i) {
    if (i > 0)
      for (const DeviceBuffer& b : buffers)
        check(cuMemcpyHtoD(b.device, session.memory().find(b.simulated, b.bytes), b.bytes),
              "reset");
    check(cuLaunchKernel(function, launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x,
                         launch.block.y, launch.block.z, launch.dynamic_shared_bytes, nullptr,
                         nullptr, extra),
          "launch");
    check(cuCtxSynchronize(), "kernel");
  }
  for (const DeviceBuffer& b : buffers)
    if (b.bytes > 0)
      check(cuMemcpyDtoH(session.memory().find(b.simulated, b.bytes), b.device, b.bytes),
            "copy out");
  int failed = 0;
  for (const Verdict& v : session.check()) {
    fmt::print("{} {} {}\n", v.result.passed ? "pass" : "FAIL", v.check.text, v.result.message);
    failed += !v.result.passed;
  }
  return failed ? static_cast<int>(Exit::Check) : 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Runs a simt-sim kernel file on a real GPU."};
  SessionOptions options;
  options.config_dir = SIMT_CONFIG_DIR;
  options.arch = "h200";
  unsigned opt = 0, repeat = 1;
  std::string grid, block, shared;
  std::vector<std::string> args;
  app.add_option("file", options.file)->required();
  app.add_option("--opt", opt, "assembler optimisation level")->check(CLI::IsMember({0, 3}));
  app.add_option("--repeat", repeat);
  app.add_option("--grid", grid);
  app.add_option("--block", block);
  app.add_option("--shared", shared);
  app.add_option("--kernel", options.overrides.kernel);
  app.add_option("--arg", args)->take_all();
  app.add_option("--config-dir", options.config_dir);
  CLI11_PARSE(app, argc, argv);
  try {
    if (!grid.empty()) options.overrides.grid = parse_dim3(grid);
    if (!block.empty()) options.overrides.block = parse_dim3(block);
    if (!shared.empty()) options.overrides.dynamic_shared = parse_small(shared, "--shared");
    for (const std::string& a : args) options.overrides.args.push_back(parse_arg(a, false));
    return run(options, opt, repeat);
  } catch (const SessionError& e) {
    fmt::print(stderr, "gpu-run: {}\n", e.what());
    return static_cast<int>(e.exit);
  } catch (const SpecError& e) {
    fmt::print(stderr, "gpu-run: {}\n", e.what());
    return static_cast<int>(Exit::Usage);
  }
}
