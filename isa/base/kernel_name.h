// One kernel or function under the names that tools give it: mangled ("_Z6reducePKiPii"), demangled
// ("reduce(const int *, int *, int)", "void scale<float, (int)4>(T1 *)") or the function alone.
#pragma once

#include <string>
#include <string_view>

namespace simt {

/// "void scale<float>(float*, int)" of "_Z5scaleIfEvPT_i"; a name that is not mangled as it is.
std::string demangled(std::string_view name);
/// The name for a person, without result and parameters: "scale<float>". The unnamed scopes in
/// which compilers put what is static to a file are left out.
std::string display_name(std::string_view name);
/// A variable for a person: "tile" of "_ZZ9transposePfE4tile" (a variable within a function) and of
/// "_ZN2ns4tileE".
std::string variable_title(std::string_view name);
/// "reduce" of any of the spellings.
std::string function_name(std::string_view name);

/// How well two names fit; larger is better.
enum class NameFit { None, Function, Template, Whole };
/// Function: the same function name. Template: the same namespace and template arguments too.
/// Whole: the same parameters too (as far as both tell).
NameFit name_fit(std::string_view a, std::string_view b);

/// Whether a person who types `wish` may mean `name`: all that `wish` states agrees, be it the
/// function alone, its inner namespaces, its template arguments or its parameters.
bool may_mean(std::string_view wish, std::string_view name);

}  // namespace simt
