// Kernels of asynchronous copies and mbarriers, run in every way: with time and without, as written
// and as compiled.
#pragma once

#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "tests/sm/text_kernel.h"

namespace simt::test {

struct AsyncKernel {
  std::string body;  ///< %t: the thread; %s: the address of `buffer`, 4096 bytes; %in, %out
  unsigned threads = 32;
  std::string more = "";  ///< declarations
};

inline TextKernel text_of(const AsyncKernel& kernel) {
  return {"//! grid 1\n//! block " + std::to_string(kernel.threads) +
              "\n//! arg in u32[4096] = iota(1000,1)\n//! arg out u32[512] = const(77)\n",
          R"(.visible .entry k(.param .u64 in, .param .u64 out) {
  .shared .align 128 .b8 buffer[4096];
  .shared .align 8 .b64 bar[4];
  .reg .pred %p, %q;
  .reg .b32 %t, %s, %a, %b, %x, %y, %n, %m;
  .reg .b64 %in, %out, %o, %g, %state, %old;
  ld.param.u64 %in, [in];
  ld.param.u64 %out, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %s, buffer;
  mul.wide.u32 %o, %t, 4;
  add.s64 %out, %out, %o;
)" + kernel.more +
              kernel.body + "  ret;\n}\n",
          "h200",
          0,
          1,
          false,
          ".version 8.0\n.target sm_90\n.address_size 64\n"};
}

struct AsyncRun {
  RunResult result;
  std::vector<std::uint32_t> out;
};
inline AsyncRun run_async(const AsyncKernel& kernel, bool timing = true, bool compiled = false,
                          Observer* observer = nullptr) {
  TextKernel text = text_of(kernel);
  text.as_compiled = compiled;
  Session session = open(text);
  RunOptions options;
  options.timing = timing;
  options.observer = observer;
  AsyncRun run{session.run(options), {}};
  INFO(run.result.explanation);
  if (run.result.status == RunStatus::Finished) run.out = words(session, 1);
  return run;
}

/// The message of both runs, but for the name of the file.
inline std::string same_fault(const RunResult& timed, const RunResult& plain) {
  const auto message = [](const RunResult& run) {
    return run.explanation.substr(0, run.explanation.find("\n  at "));
  };
  CHECK(message(timed) == message(plain));
  return message(timed);
}

/// The words that all ways of running leave.
inline std::vector<std::uint32_t> words_of_all(const AsyncKernel& kernel) {
  std::vector<std::uint32_t> out;
  for (const bool timing : {true, false})
    for (const bool compiled : {false, true}) {
      INFO((timing ? "with time, " : "without time, ") << (compiled ? "compiled" : "as written"));
      const AsyncRun run = run_async(kernel, timing, compiled);
      INFO(run.result.explanation);
      REQUIRE(run.result.status == RunStatus::Finished);
      if (out.empty()) out = run.out;
      CHECK(run.out == out);
    }
  return out;
}

}  // namespace simt::test
