// Kernels made at random of early exits, barriers and warp-level synchronisation, and some by hand,
// beside what an H200 did with them: which end and which hang, and what each thread wrote.
// tests/hardware/exits/README.md says how they were made and measured.
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "sim/ncu/text_file.h"
#include "tests/kernels/run_kernel.h"

using namespace simt;

namespace {

using Words = std::vector<std::vector<std::uint32_t>>;  // by thread

constexpr std::uint32_t kNotWritten = 0xffffffff;
constexpr unsigned kWordsOfThread = 64, kMostThreads = 128;

struct Measured {
  std::string kernel;
  bool compiled = false;  ///< level 3 of the assembler; else level 0: as written
  unsigned block = 0;
  std::string verdict;  ///< ended, hangs, illegal
  Words words;          ///< of one that ended
};

std::string file_text(const std::string& name) {
  return ncu::read_text_file(std::string(SIMT_SOURCE_DIR) + "/tests/hardware/exits/" + name);
}

Measured parse(const std::string& line) {
  std::istringstream in(line);
  Measured out;
  unsigned level = 0;
  in >> out.kernel >> level >> out.block >> out.verdict;
  out.compiled = level == 3;
  for (std::string cell; in >> cell;) {
    if (cell == "|")
      out.words.emplace_back();
    else
      out.words.back().push_back(static_cast<std::uint32_t>(std::stoul(cell)));
  }
  return out;
}

std::vector<Measured> measured() {
  std::vector<Measured> out;
  std::istringstream in(file_text("h200.txt.gz"));
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with("#")) out.push_back(parse(line));
  return out;
}

/// Each kernel of a module as a module of its own, with the declarations and functions before it.
std::map<std::string, std::string> kernels_of(const std::string& file) {
  const std::string text = file_text(file);
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

struct Ran {
  RunResult result;
  Words words;
  std::string error;
};

Ran run(const Measured& m, const std::string& text) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("simt_exits_" + std::to_string(::getpid()) + ".ptx");
  std::ofstream(file) << "//! grid 1\n//! block " << m.block << "\n//! kernel " << m.kernel
                      << "\n//! arg out u32[" << kMostThreads * kWordsOfThread << "] = const("
                      << kNotWritten << ")\n"
                      << (text.find("_param_1") != std::string::npos ? "//! arg n u32 = 41\n" : "")
                      << text;
  SessionOptions options;
  options.file = file.string();
  options.arch = "h200";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.as_compiled = m.compiled;
  options.sms = 1;
  Ran ran;
  Session session(options);
  std::filesystem::remove(file);
  RunOptions run_options;
  run_options.max_cycles = 50'000'000;
  ran.result = session.run(run_options);
  const BoundArg& arg = session.launch().args[0];
  std::vector<std::uint32_t> all(arg.bytes / 4);
  std::memcpy(all.data(), session.memory().find(arg.address, arg.bytes), arg.bytes);
  for (unsigned t = 0; t < m.block; ++t) {
    const auto begin = all.begin() + t * kWordsOfThread, end = begin + kWordsOfThread;
    ran.words.emplace_back(begin, std::find(begin, end, kNotWritten));
  }
  return ran;
}

std::string verdict_of(const RunResult& result) {
  switch (result.status) {
    case RunStatus::Finished:
      return "ended";
    case RunStatus::Deadlock:
      return "hangs";
    case RunStatus::Fault:
      return "illegal";
    default:
      return "limit";
  }
}

/// Kernels of `file` at one level: all agree with the H200, but for the named ones.
void check(const std::string& file, bool compiled, const std::set<std::string>& differ,
           std::size_t at_least) {
  const auto kernels = kernels_of(file);
  std::size_t compared = 0;
  for (const Measured& m : measured()) {
    const auto kernel = kernels.find(m.kernel);
    if (kernel == kernels.end() || m.compiled != compiled) continue;
    ++compared;
    const Ran ran = run(m, kernel->second);
    INFO(m.kernel << (compiled ? " compiled" : " as written") << ": " << ran.result.explanation);
    if (differ.contains(m.kernel)) {
      CHECK(verdict_of(ran.result) != m.verdict);
      continue;
    }
    CHECK(verdict_of(ran.result) == m.verdict);
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
