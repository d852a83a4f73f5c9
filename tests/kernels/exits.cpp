#include "tests/kernels/exits.h"

#include <algorithm>
#include <cstring>
#include <sstream>

#include "sim/ncu/text_file.h"

namespace simt::test {
namespace {

constexpr std::uint32_t kNotWritten = 0xffffffff;
constexpr unsigned kWordsOfThread = 64, kMostThreads = 128;

MeasuredExit parse(const std::string& line) {
  std::istringstream in(line);
  MeasuredExit out;
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

}  // namespace

std::string exits_text(const std::string& name) {
  return ncu::read_text_file(std::string(SIMT_SOURCE_DIR) + "/tests/hardware/exits/" + name);
}

std::vector<MeasuredExit> measured_exits() {
  std::vector<MeasuredExit> out;
  std::istringstream in(exits_text("h200.txt.gz"));
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with("#")) out.push_back(parse(line));
  return out;
}

LaunchSpec launch_of(const MeasuredExit& m, bool has_number) {
  LaunchSpec spec =
      parse_header("//! grid 1\n//! block " + std::to_string(m.block) + "\n//! arg u32[" +
                   std::to_string(kMostThreads * kWordsOfThread) + "] = const(" +
                   std::to_string(kNotWritten) + ")\n" + (has_number ? "//! arg u32 = 41\n" : ""));
  spec.kernel = m.kernel;
  return spec;
}

RanExit run_exit(const SessionOptions& asked, const MeasuredExit& m) {
  SessionOptions options = asked;
  options.arch = "h200";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.sms = 1;
  RanExit ran;
  Session session(options);
  RunOptions run_options;
  run_options.max_cycles = 50'000'000;
  ran.result = session.run(run_options);
  ran.verdict = verdict_of(ran.result);
  const BoundArg& arg = session.launch().args[0];
  std::vector<std::uint32_t> all(arg.bytes / 4);
  std::memcpy(all.data(), session.memory().find(arg.address, arg.bytes), arg.bytes);
  for (unsigned t = 0; t < m.block; ++t) {
    const auto begin = all.begin() + t * kWordsOfThread, end = begin + kWordsOfThread;
    ran.words.emplace_back(begin, std::find(begin, end, kNotWritten));
  }
  return ran;
}

}  // namespace simt::test
