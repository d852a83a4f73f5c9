// Runs a kernel file on a real GPU through the CUDA driver: the same file, launch header, arguments
// and checks as simt-sim. Used to confirm results and, under ncu, to measure what the simulator
// should count.
//
//   gpu-run FILE [--opt 0|3] [--no-unroll] [--cubin FILE] [--grid X,Y,Z] [--block X,Y,Z] [--shared
//   BYTES]
//           [--kernel NAME] [--arg SPEC]... [--symbol NAME=GEN]... [--repeat N] [--print BUFFER]...
//           [--no-check]
//   gpu-run --batch CASES       a line each: NAME FILE [options]; # starts a comment
//
// --opt is the assembler's optimisation level: 0 keeps the program as written. --cubin runs machine
// code that nvcc made of the same kernel; the launch and the checks are still FILE's. --print
// writes the values of a buffer argument after each run, or `time`, the nanoseconds between events
// around it: CASE,RUN,BUFFER,VALUE...
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "sim/config/config_files.h"
#include "tools/gpu-run/device.h"
#include "tools/options/launch_options.h"

namespace {

using namespace simt;

struct Case {
  std::string name = "-";
  SessionOptions session;
  AssemblerOptions assembler;
  std::string cubin;
  unsigned repeat = 1;
  bool check = true;
  std::vector<std::string> prints;
};

/// `result` outlives the parsing.
void add_options(CLI::App& app, Case& result) {
  result.session.config_dir = kBuiltIn;
  result.session.arch = "h200";
  app.add_option("file", result.session.file);
  add_launch_options(app, result.session, "Launch (replaces the file's //! lines)");
  app.add_option("--opt", result.assembler.level, "assembler optimisation level")
      ->check(CLI::IsMember({0, 3}));
  app.add_flag("--no-unroll", result.assembler.no_unroll, "keep loops as written");
  app.add_option("--cubin", result.cubin, "run this machine code instead of the file's text");
  app.add_option("--repeat", result.repeat);
  app.add_option("--print", result.prints, "write a buffer's values")->expected(1)->take_all();
  app.add_flag("!--no-check", result.check, "evaluate no checks");
  app.add_option("--config-dir", result.session.config_dir);
}

std::string values(Session& session, const std::string& name) {
  for (const BoundArg& arg : session.launch().args) {
    if (arg.spec.name != name || !arg.spec.is_buffer) continue;
    const std::size_t size = size_of(arg.spec.type), count = arg.bytes / size;
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t value = 0;
      std::memcpy(&value, session.memory().find(arg.address + i * size, size), size);
      text += fmt::format(",{}", value);
    }
    return text;
  }
  throw SessionError(Exit::Usage, fmt::format("--print {}: no such buffer", name));
}

int verdict(Session& session) {
  int failed = 0;
  for (const Verdict& v : session.check()) {
    fmt::print("{} {} {}\n", v.result.passed ? "pass" : "FAIL", v.check.text, v.result.message);
    failed += !v.result.passed;
  }
  return failed ? static_cast<int>(Exit::Check) : 0;
}

int run(Device& device, const Case& c) {
  Session session(c.session);
  session.bind();
  DeviceLaunch launch(session,
                      device.module(c.cubin.empty() ? c.session.file : c.cubin, c.assembler));
  for (unsigned i = 0; i < c.repeat; ++i) {
    launch.fill();
    const double ns = launch.run();
    if (c.prints.empty()) continue;
    launch.read(c.prints);
    for (const std::string& name : c.prints)
      fmt::print("{},{},{}{}\n", c.name, i, name,
                 name == "time" ? fmt::format(",{:.0f}", ns) : values(session, name));
    std::fflush(stdout);
  }
  if (!c.check) return 0;
  launch.read({});
  return verdict(session);
}

template <class F>
int guarded(const std::string& what, F f) {
  try {
    return f();
  } catch (const SessionError& e) {
    fmt::print(stderr, "gpu-run: {}{}\n", what, e.what());
    return static_cast<int>(e.exit);
  } catch (const SpecError& e) {
    fmt::print(stderr, "gpu-run: {}{}\n", what, e.what());
  } catch (const CLI::Error& e) {
    fmt::print(stderr, "gpu-run: {}{}\n", what, e.what());
  }
  return static_cast<int>(Exit::Usage);
}

/// Every case of the list, in order; the first failure's exit code. A failed case stops no other,
/// unless the GPU itself has failed.
int run_batch(Device& device, const std::string& path, const std::string& config_dir) {
  std::ifstream in(path);
  int status = 0;
  for (std::string line; std::getline(in, line);) {
    line.erase(std::min(line.find('#'), line.size()));
    const std::size_t name_end = line.find(' ');
    if (name_end == std::string::npos) continue;
    const std::string name = line.substr(0, name_end);
    const int code = guarded(name + ": ", [&] {
      CLI::App app;
      Case one;
      add_options(app, one);
      if (!config_dir.empty()) one.session.config_dir = config_dir;
      app.parse(line.substr(name_end + 1));
      one.name = name;
      return run(device, one);
    });
    if (status == 0) status = code;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Runs a simt-sim kernel file on a real GPU."};
  Case one;
  std::string batch;
  add_options(app, one);
  app.add_option("--batch", batch, "a list of runs");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : static_cast<int>(Exit::Usage);
  }
  return guarded("", [&] {
    if (batch.empty() == one.session.file.empty())
      throw SessionError(Exit::Usage, "needs a file, or --batch and its list");
    Device device;
    if (!batch.empty()) return run_batch(device, batch, one.session.config_dir);
    return run(device, one);
  });
}
