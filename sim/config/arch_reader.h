// Reads architecture files into an ArchConfig: a base file first (what "extends" names), then the
// file itself over it. All problems of all files are collected; check() reports them at once.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/config/arch.h"

namespace simt {

enum class Sources { Optional, Required };

class ArchReader {
 public:
  /// `config_dir`: where "extends" finds a bare name.
  ArchReader(Sources sources, std::string config_dir)
      : sources_(sources), config_dir_(std::move(config_dir)) {}

  /// `text` of `file`; reads the files that it extends first. Throws ConfigError on broken JSON.
  void read(const std::string& text, const std::string& file);
  /// The configuration, if it is complete and consistent; otherwise throws every problem.
  ArchConfig finish(const std::string& file);

 private:
  void read_base(const std::string& base, const std::string& file);
  void fit_gpcs(const std::string& file);

  Sources sources_;
  std::string config_dir_;
  bool gpcs_meant_ = true;  ///< sm.gpcs was given with sm.count or after it
  ArchConfig arch_;
  std::set<std::string> given_;  ///< paths of the figures that a file gave
  std::vector<std::string> problems_;
  std::vector<std::string> open_files_;  ///< chain of "extends", to find a cycle
};

/// Contradictions between figures, as "/path: message".
std::vector<std::string> find_contradictions(const ArchConfig& arch);

}  // namespace simt
