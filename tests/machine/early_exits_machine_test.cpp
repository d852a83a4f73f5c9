// The kernels of tests/hardware/exits as the machine code that an H200 has executed: which end and
// which hang, and what each thread wrote. No toolkit is needed: tests/hardware/machine has the
// code.
#include <map>
#include <set>

#include "isa/container/machine_code.h"
#include "tests/kernels/exits.h"

using namespace simt;
using namespace simt::test;

namespace {

/// Kernels of a file, and whether they take a number besides the buffer.
std::map<std::string, bool> kernels_in(const std::string& path) {
  std::map<std::string, bool> out;
  for (const Cubin& cubin : machine_code_of(path))
    for (const CubinCode& code : cubin.code)
      if (code.has_kernel()) out[code.name] = code.parameters.size() > 1;
  return out;
}

/// All agree with the H200, but for the named ones.
void check(const std::string& set, bool compiled, const std::set<std::string>& differ,
           std::size_t at_least) {
  SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + "/tests/hardware/machine/exits_" + set +
                 (compiled ? "_3" : "_0") + ".fatbin";
  const auto kernels = kernels_in(options.file);
  std::size_t compared = 0;
  for (const MeasuredExit& m : measured_exits()) {
    const auto kernel = kernels.find(m.kernel);
    if (kernel == kernels.end() || m.compiled != compiled) continue;
    ++compared;
    options.overrides = launch_of(m, kernel->second);
    const RanExit ran = run_exit(options, m);
    INFO(m.kernel << (compiled ? " -O3: " : " -O0: ") << ran.result.explanation);
    if (differ.contains(m.kernel)) {
      CHECK((ran.verdict != m.verdict || ran.words != m.words));
      continue;
    }
    CHECK(ran.verdict == m.verdict);
    if (m.verdict == "ended") CHECK(ran.words == m.words);
  }
  CHECK(compared >= at_least);
}

}  // namespace

// c1250: a barrier whose other lanes wait at WARPSYNC.ALL opens on an H200.
TEST_CASE("early exits: machine code of CUDA kernels ends, hangs and computes as on an H200") {
  check("cuda", true, {"c1250"}, 400);
  check("cuda", false, {}, 400);
}
TEST_CASE("early exits: machine code of random PTX ends, hangs and computes as on an H200") {
  check("text", true, {}, 400);
  check("text", false, {}, 400);
}
// h81: a count that no block of 32 reaches is a fault here.
TEST_CASE("early exits: machine code of kernels by hand ends, hangs, computes as on an H200") {
  const std::string h81 = "h81_spin_volatile_after_guarded_bar";
  check("hand", true, {h81}, 80);
  check("hand", false, {h81}, 80);
  check("hand_text", true, {}, 7);
  check("hand_text", false, {}, 7);
}
TEST_CASE("early exits: machine code that looks stuck ends, or hangs, as on an H200") {
  check("stuck", true, {}, 20);
  check("stuck", false, {}, 20);
}
