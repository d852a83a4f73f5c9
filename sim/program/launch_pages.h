// What is reported of each chosen launch: its page (--page, --metrics, --csv) and its entry of
// --json. Both are in the order of the launches' calls, though launches of several streams end in
// another one.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/program/launch.h"
#include "sim/program/options/exec_options.h"
#include "sim/views/report.h"

namespace simt::program {

/// As ncu numbers process, stream and device.
Subject subject_of(const LaunchRecord& record, const ArchConfig& arch);

/// Hands texts on by number, from 0; each is given once, in any order.
class InOrder {
 public:
  explicit InOrder(std::function<void(const std::string&)> write) : write_(std::move(write)) {}
  void add(std::uint64_t number, std::string text);
  /// Numbers that are missing will not come.
  void finish();

 private:
  void write_first();

  std::function<void(const std::string&)> write_;
  std::map<std::uint64_t, std::string> waiting_;
  std::uint64_t next_ = 0;
};

class LaunchPages {
 public:
  /// `write` receives the pages. Both outlive this object.
  LaunchPages(const ExecOptions& options, std::function<void(const std::string&)> write);

  /// Some page is asked for.
  bool reported() const {
    return !options_.page.empty() || options_.csv || !options_.metrics.empty();
  }
  /// Of every launch, chosen or not.
  void add(const LaunchRecord& record, const ArchConfig& arch);
  void close();

 private:
  std::string page(const LaunchRecord& record, const ArchConfig& arch);
  void write_page(const std::string& text);
  void write_json(const std::string& entry);

  const ExecOptions& options_;
  std::function<void(const std::string&)> write_;
  InOrder pages_, entries_;
  std::ofstream json_;
  std::vector<const Metric*> metrics_;  ///< that pages show: those of the first launch are of all
  bool header_written_ = false, json_begun_ = false;
};

}  // namespace simt::program
