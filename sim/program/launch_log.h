// What a program's launches did, for a person and for scripts: a table at the program's end, and
// what was asked for of chosen launches. Nothing is kept of a launch but its row.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "sim/program/launch.h"
#include "sim/program/launch_pages.h"
#include "sim/program/options/exec_options.h"

namespace simt::program {

class LaunchLog {
 public:
  explicit LaunchLog(const ExecOptions& options);
  ~LaunchLog();

  void add(const LaunchRecord& record, const ArchConfig& arch);
  /// A launch that has not begun because its kernel has what is not supported: it has a row, too.
  void add_refused(const std::string& kernel, const Dim3& grid, const Dim3& block,
                   const std::string& why, const ArchConfig& arch);
  /// The program has ended: writes the table, `further` after it, and completes the files. Once.
  /// `unfinished`: lines on the launches that have not ended.
  void close(const std::string& further = "", const std::string& unfinished = "");

 private:
  struct Row {
    std::string kernel, launch, stands_out;  ///< "add", "(4) x (256)"
    bool failed = false;                     ///< or has not begun
    std::uint64_t first = 0, count = 0;
    double ns = 0;
    std::uint64_t described = 0;  ///< the launch of which stands_out is
    double longest_ns = 0, shortest_ns = 0;
  };
  /// The linker's name: modules come and go.
  using Key = std::tuple<std::string, std::string, std::optional<RunStatus>>;  ///< none: refused

  void add_row(const LaunchRecord& record, const ArchConfig& arch);
  static std::string stands_out(const LaunchRecord& record, const ArchConfig& arch);
  static std::string stands_out_text(const Row& row);
  std::vector<const Row*> shown_rows() const;
  void explain(const LaunchRecord& record);
  void warn(const LaunchRecord& record);
  /// Pages, traces and findings of a launch that was looked at.
  void show_watched(const LaunchRecord& record, const ArchConfig& arch);
  void rename_first(const std::string& file);
  std::string watched_summary() const;
  std::string table() const;
  std::string no_launch() const;
  void write(const std::string& text);

  const ExecOptions& options_;
  std::FILE* out_ = stderr;  ///< of the reports
  LaunchPages pages_;
  std::vector<Row> rows_;
  std::map<Key, std::size_t> row_of_;
  std::set<std::string> left_out_;  ///< kernels of launches that are not reported
  std::set<std::string> warned_;    ///< kernels of whose member masks was told
  std::string text_lines_;          ///< "PTX", "SASS": of a kernel without lines of CUDA C++
  std::uint64_t launches_ = 0, reported_ = 0, refused_ = 0;
  std::uint64_t failed_ = 0, watched_ = 0, first_watched_ = 0, with_findings_ = 0;
  bool masks_looked_at_ = true;  ///< machine code names no members of shuffles and votes
  double ns_ = 0;
  std::string arch_name_;
  bool timing_ = true, closed_ = false;
};

}  // namespace simt::program
