// Runs a kernel of kernels/ for a test: right results are required, counters are handed back.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/driver/session.h"

namespace simt::test {

/// The .ir files of a folder of kernels/ ("" or "micro/"), sorted, as Run::kernel takes them.
inline std::vector<std::string> kernel_files(const std::string& folder = "") {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(SIMT_SOURCE_DIR) + "/kernels/" + folder))
    if (entry.path().extension() == ".ir") names.push_back(folder + entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// Command-line arguments replace the header's one by one.
struct Run {
  std::string kernel;  ///< file name in kernels/, without .ir
  std::string arch = "volta";
  std::string grid = {}, block = {};   ///< "" keeps the header's
  std::vector<std::string> args = {};  ///< "" keeps the header's
  std::string shared = {};             ///< "" keeps the header's
  unsigned warp_size = 0;
  bool as_compiled = false;
  bool keep_checks = true;
};

inline SessionOptions options_of(const Run& run) {
  SessionOptions o;
  o.file = std::string(SIMT_SOURCE_DIR) + "/kernels/" + run.kernel + ".ir";
  o.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  o.arch = run.arch;
  o.as_compiled = run.as_compiled;
  if (!run.grid.empty()) o.overrides.grid = parse_dim3(run.grid);
  if (!run.block.empty()) o.overrides.block = parse_dim3(run.block);
  if (!run.shared.empty()) o.overrides.dynamic_shared = parse_small(run.shared, "shared");
  for (const std::string& arg : run.args) o.overrides.args.push_back(parse_arg(arg, false));
  if (run.warp_size != 0) o.overrides.warp_size = run.warp_size;
  return o;
}

/// Runs to the end and requires that every check of the header passes.
inline RunResult finish(const Run& run, const RunOptions& options = {}) {
  INFO(run.kernel << " on " << run.arch);
  Session session(options_of(run));
  RunResult result = session.run(options);
  INFO(result.explanation);
  REQUIRE(result.status == RunStatus::Finished);
  if (run.keep_checks)
    for (const Verdict& v : session.check()) {
      INFO(v.check.text << ": " << v.result.message);
      CHECK(v.result.passed);
    }
  return result;
}

}  // namespace simt::test
