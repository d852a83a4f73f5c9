// Arguments as a person gives them, by name and without types, put in the order of the parameters
// and given the parameters' types. An ArgSpec without a type has ScalarType::None.
#pragma once

#include <string>
#include <vector>

#include "sim/input/launch_spec.h"
#include "sim/input/proposed_values.h"
#include "sim/input/signature.h"

namespace simt {

/// As overridden() of launch_spec.h; an argument may also be of a parameter (`parameters`: names)
/// that the header has no line for.
LaunchSpec overridden(LaunchSpec header, const LaunchSpec& options,
                      const std::vector<std::string>& parameters);

/// What of a header goes to a kernel that it was not written for: arguments that a parameter of the
/// kernel has the name of and can take, in the order of the parameters. Without all of them, the
/// checks and goals are of no use and go, too. Any other header, and one for a kernel whose
/// parameters have no names of their own, stays as it is.
struct ForeignHeader {
  LaunchSpec kept;
  std::vector<std::string> left_out;  ///< names of arguments
  bool without_checks = false;        ///< there were some
};
ForeignHeader header_for(LaunchSpec header, const Program& program, const Signature& signature);

/// `spec` with all of its arguments typed and in order, as bind() takes it, and symbols that have
/// the type of their variable. Throws SpecError; IncompleteLaunch (missing_arguments.h) where
/// something is missing, with a proposal changed by `changes`.
LaunchSpec completed(LaunchSpec spec, const Program& program, const Signature& signature,
                     const ProposalChanges& changes = {});

}  // namespace simt
