// Which launches of a program are meant by --kernel-name, --launch-skip and --launch-count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "isa/base/regex.h"
#include "sim/program/options/exec_options.h"

namespace simt::program {

/// Which launches have a report of their own, with the meaning of ncu's --kernel-name,
/// --launch-skip and --launch-count.
class LaunchFilter {
 public:
  /// Throws RegexError for a wrong expression.
  explicit LaunchFilter(const ExecOptions& options);
  /// Of the launches of a program, in order, each asked once.
  bool takes(const std::string& kernel);

 private:
  bool fits(const std::string& kernel) const;

  std::string name_;
  std::optional<Regex> expression_;
  std::uint64_t skip_, seen_ = 0, taken_ = 0;
  std::optional<std::uint64_t> count_;
};

}  // namespace simt::program
