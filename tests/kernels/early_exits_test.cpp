// Kernels made at random of early exits, barriers and warp-level synchronisation, and some by hand,
// beside what an H200 did with them: which end and which hang, and what each thread wrote.
// tests/hardware/exits/README.md says how they were made and measured.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "tests/kernels/exits.h"

using namespace simt;
using namespace simt::test;

namespace {

/// Each kernel of a module as a module of its own, with the declarations and functions before it.
std::map<std::string, std::string> kernels_of(const std::string& file) {
  const std::string text = exits_text(file);
  std::map<std::string, std::string> out;
  std::size_t first = text.find(".visible .entry ");
  std::string head = text.substr(0, first);
  for (std::size_t at = first; at != std::string::npos;) {
    const std::size_t next = text.find(".visible .entry ", at + 1);
    std::string body = text.substr(at, next - at);
    const std::size_t name = at + std::string(".visible .entry ").size();
    out[text.substr(name, text.find('(', name) - name)] = head + body;
    // Functions between two kernels are there for those that follow.
    if (const std::size_t f = body.find("\n.func"); f != std::string::npos) head += body.substr(f);
    at = next;
  }
  return out;
}

RanExit run(const MeasuredExit& m, const std::string& text) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("simt_exits_" + std::to_string(::getpid()) + ".ptx");
  std::ofstream(file) << text;
  SessionOptions options;
  options.file = file.string();
  options.as_compiled = m.compiled;
  options.overrides = launch_of(m, text.find("_param_1") != std::string::npos);
  const RanExit ran = run_exit(options, m);
  std::filesystem::remove(file);
  return ran;
}

/// Kernels of `file` at one level: all agree with the H200, but for the named ones.
void check(const std::string& file, bool compiled, const std::set<std::string>& differ,
           std::size_t at_least) {
  const auto kernels = kernels_of(file);
  std::size_t compared = 0;
  for (const MeasuredExit& m : measured_exits()) {
    const auto kernel = kernels.find(m.kernel);
    if (kernel == kernels.end() || m.compiled != compiled) continue;
    ++compared;
    const RanExit ran = run(m, kernel->second);
    INFO(m.kernel << (compiled ? " compiled" : " as written") << ": " << ran.result.explanation);
    if (differ.contains(m.kernel)) {
      CHECK(ran.verdict != m.verdict);
      continue;
    }
    CHECK(ran.verdict == m.verdict);
    if (m.verdict == "ended") CHECK(ran.words == m.words);
  }
  CHECK(compared >= at_least);
}

}  // namespace

// Two opcodes of one mask: c1017 (docs/DEVIATIONS.md).
TEST_CASE("early exits: random CUDA kernels as written end, hang and compute as on an H200") {
  check("cuda.ptx.gz", false, {"c1017"}, 400);
}
TEST_CASE("early exits: random PTX as written ends, hangs and computes as on an H200") {
  check("text.ptx.gz", false, {}, 400);
}

// The assembler predicates other barriers than --code compiled does (docs/DEVIATIONS.md).
TEST_CASE("early exits: random CUDA kernels as compiled end, hang and compute as on an H200") {
  check("cuda.ptx.gz", true,
        {"c1043", "c1070", "c1081", "c1110", "c1133", "c1192", "c1250", "c1398"}, 400);
}
TEST_CASE("early exits: random PTX as compiled ends, hangs and computes as on an H200") {
  check("text.ptx.gz", true,
        {"p60", "p65", "p128", "p140", "p151", "p254", "p273", "p288", "p372", "p373", "p386"},
        400);
}

// h80: a guarded bar.sync is a branch at level 0. h81: a count that no block of 32 reaches is a
// fault here.
TEST_CASE("early exits: kernels made by hand end, hang and compute as on an H200") {
  const std::string h81 = "h81_spin_volatile_after_guarded_bar";
  check("hand.ptx.gz", false, {"h80_guarded_bar_then_bar", h81}, 80);
  check("hand.ptx.gz", true, {h81}, 80);
  check("hand_text.ptx.gz", false, {}, 7);
  check("hand_text.ptx.gz", true, {}, 7);
}

// A plain load that waits for lanes of its warp: the assembler yields there at level 3 only.
TEST_CASE("early exits: kernels that look stuck end, or hang, as on an H200") {
  check("stuck.ptx.gz", false, {"s_weak_lanes_set"}, 20);
  check("stuck.ptx.gz", true, {}, 20);
}
