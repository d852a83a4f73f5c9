// What a sweep varies: one parameter of the launch or the machine, and its values.
//
//   block=32,64,128      values, separated by commas; dimensions of one value by x: 8x8,16x16
//   arg:stride=1..32     a range with both ends; 1..32+4 steps by 4, 1..1024*2 doubles
#pragma once

#include <string>
#include <vector>

#include "tools/driver/session.h"

namespace simt {

struct Over {
  std::string parameter;
  std::vector<std::string> values;
};

/// Reads PARAMETER=VALUES. Throws SpecError for an unknown parameter or a malformed range.
Over parse_over(const std::string& text);

/// `base` with the parameter set. An argument (arg:NAME) is one of `header`'s, a scalar. Throws
/// SpecError.
SessionOptions with_value(SessionOptions base, const LaunchSpec& header,
                          const std::string& parameter, const std::string& value);
/// The grid that gives `changed`, whose block differs, at least the threads that `header` has, in
/// each dimension: a block of half the width gets twice the blocks.
void keep_threads(LaunchSpec& changed, const LaunchSpec& header);

/// The parameters with the form of their values, for --help: "block, grid, ...".
std::string parameter_list();

}  // namespace simt
