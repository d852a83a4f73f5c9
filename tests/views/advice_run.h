// A kernel of tests/views/advice, run as machine code or compiled PTX on a T4: for tests of what
// advice says of it.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "sim/views/advice.h"
#include "tools/driver/session.h"

namespace simt {

struct Launch {
  std::string kernel, grid, block;
  std::vector<std::string> args;
  std::string file = "faults";  ///< of tests/views/advice
};

struct Ran {
  Ran(const Launch& launch, bool machine)
      : session(options(launch, machine)), run(session.run({})), advice(advise(subject())) {
    INFO(launch.kernel);
    REQUIRE(run.status == RunStatus::Finished);
  }
  static SessionOptions options(const Launch& launch, bool machine) {
    SessionOptions out;
    out.file = std::string(SIMT_SOURCE_DIR) + "/tests/views/advice/" + launch.file +
               (machine ? "_75.cubin" : ".ptx");
    out.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
    out.arch = "t4";
    if (!machine) out.as_compiled = true;
    out.overrides.kernel = launch.kernel;
    out.overrides.grid = parse_dim3(launch.grid);
    out.overrides.block = parse_dim3(launch.block);
    for (const std::string& arg : launch.args) out.overrides.args.push_back(parse_arg(arg, false));
    return out;
  }
  Subject subject() const {
    Subject out{session.program(), session.arch(), run, {}};
    out.signature = &session.signature();
    out.launch = &session.launch();
    return out;
  }
  const Advice* about(const std::string& words) const {
    for (const Advice& a : advice)
      if (a.title.find(words) != std::string::npos) return &a;
    return nullptr;
  }
  std::string titles() const {
    std::string out;
    for (const Advice& a : advice) out += a.title + "\n";
    return out;
  }

  Session session;
  RunResult run;
  std::vector<Advice> advice;
};

/// The first advice has these words, and promises what the mended launch brings, by half as much.
inline void check_first(const Ran& ran, const std::string& words, const Ran& mended) {
  REQUIRE_FALSE(ran.advice.empty());
  const Advice& first = ran.advice.front();
  const double brought = 100 * (1 - static_cast<double>(mended.run.cycles_elapsed) /
                                        static_cast<double>(ran.run.cycles_elapsed));
  INFO(ran.titles() << "promised " << first.gain << ", brought " << brought);
  CHECK_THAT(first.title, Catch::Matchers::Contains(words));
  CHECK(first.gain >= brought / 1.5);
  CHECK(first.gain <= brought * 1.5 + 1);
}

}  // namespace simt
