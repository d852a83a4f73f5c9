// C++ types as a kernel's parameters name them: "const float*", "unsigned int", "__half", "float4".
#pragma once

#include <cctype>
#include <string>
#include <string_view>

#include "isa/base/types.h"

namespace simt {

/// Of a name in C.
inline bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

struct CType {
  std::string base;  ///< without qualifiers, stars and namespace: "unsigned int"; "" is unknown
  unsigned pointers = 0;  ///< stars, references and []
  bool is_const = false;  ///< what it is or points to
};
/// Reads a type: "float const* __restrict__", as compilers demangle it and as people write it.
CType c_type(std::string_view text);

/// What a value of the type is made of: F32 once for float, F32 four times for float4.
/// None where it is a structure or not known.
struct CElements {
  ScalarType type = ScalarType::None;
  unsigned count = 1;
  unsigned align = 1;  ///< bytes
};
CElements elements_of(std::string_view base);

}  // namespace simt
