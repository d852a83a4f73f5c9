// The order of a program's launches: their numbers, and which of them are meant by --kernel-name,
// --launch-skip and --launch-count. It is the order of the calls that give them, as ncu has it,
// whatever ends first.
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

/// Of a launch among those of the program.
struct LaunchPlace {
  std::uint64_t id = 0;  ///< from 0
  bool chosen = true;    ///< it is reported
};

class LaunchOrder {
 public:
  /// Throws RegexError for a wrong expression.
  explicit LaunchOrder(const ExecOptions& options) : filter_(options) {}
  /// Of the next launch.
  LaunchPlace take(const std::string& kernel) { return {next_++, filter_.takes(kernel)}; }

 private:
  LaunchFilter filter_;
  std::uint64_t next_ = 0;
};

}  // namespace simt::program
