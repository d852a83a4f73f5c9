// A kernel as Nsight Compute names it in its tables.
#pragma once

#include <string>
#include <string_view>

namespace simt {

/// "mv(const float *, float *, int)" of "_Z2mvPKfPfi". Of a template, whose parameters Nsight
/// Compute numbers (T1), and of a name that is not mangled what demangled() has.
std::string profiler_name(std::string_view mangled);

}  // namespace simt
