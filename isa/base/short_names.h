// Instructions without the long names that a C++ compiler gives parameters and arrays.
#pragma once

#include <string>
#include <string_view>

namespace simt {

/// "ld.param.u64 %rd4, [param_0]" of "[_Z4convPKfi_param_0]"; a function's own array by its own
/// name.
std::string with_short_names(std::string_view text, std::string_view kernel);

}  // namespace simt
