// One kernel under the names that tools give it: mangled ("_Z6reducePKiPii"), demangled
// ("reduce(const int *, int *, int)", "void scale<float, (int)4>(T1 *)") or the function alone.
#pragma once

#include <string>
#include <string_view>

namespace simt::ncu {

/// How well two names fit; larger is better.
enum class NameFit { None, Function, Template, Whole };

/// Function: the same function name. Template: the same namespace and template arguments too.
/// Whole: the same parameters too (as far as both tell).
NameFit name_fit(std::string_view a, std::string_view b);
/// "reduce" of any of the spellings.
std::string function_name(std::string_view name);

}  // namespace simt::ncu
