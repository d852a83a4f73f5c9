// What a launch that is not whole is told: all that is missing at once, with a command line to
// copy.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/input/launch_spec.h"
#include "sim/input/proposed_values.h"
#include "sim/input/signature.h"

namespace simt {

struct Incomplete : GivenLaunch {
  /// Of those that are given and cannot be taken, by parameter: what is wrong.
  struct Wrong {
    std::string message;
    std::string after;  ///< what would do after NAME[COUNT]=; "": not known
  };
  std::map<std::size_t, Wrong> wrong = {};
  ProposalChanges changes = {};
};
/// What is given and what is proposed, together.
struct ProposedLaunch {
  LaunchSpec spec;
  std::map<std::string, std::uint64_t> counts;  ///< COUNT of the buffers that are proposed
  bool proposes_shared = false;                 ///< spec.dynamic_shared is proposed, too
};
/// What is missing, and options that start the kernel with values that suit its parameters.
struct IncompleteLaunch : SpecError {
  /// What stands for the argument of an option that cannot be taken.
  struct Replaced {
    std::vector<std::string> names;  ///< of the parameter
    std::string spec;
  };
  IncompleteLaunch(std::string what, std::string opts, std::string as_lines,
                   std::vector<Replaced> instead = {}, ProposedLaunch launch = {});
  /// The message with a command line to copy: the words of the one that was typed, those that
  /// cannot be taken replaced, and the options.
  std::string text(const std::vector<std::string>& command) const;

  std::string missing, options, lines;
  std::vector<Replaced> replaced;
  ProposedLaunch whole;
  bool is_example = true;  ///< worth to be copied: false where it is known to fail
  /// What came of it when it was tried.
  std::string tried =
      "These values are a start: the kernel may need longer arrays or a smaller number (n x n "
      "elements, say).";
};
IncompleteLaunch what_is_missing(const Incomplete& launch);

/// How many parameters there are, as the source writes them where it is known.
SpecError wrong_number_of_arguments(const Program& program, const Signature& signature,
                                    std::size_t given);
/// As PTX writes them.
SpecError wrong_number_of_arguments(const Program& program, std::size_t given);

}  // namespace simt
