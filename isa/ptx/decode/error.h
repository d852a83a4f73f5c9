// The one way in which decoding a statement fails: thrown where the fault is seen, reported and
// dropped at the statement, so that the following statements are still checked.
#pragma once

#include <string>
#include <utility>

#include "isa/ptx/ast.h"

namespace simt::decode {

struct Error {
  SourceLoc loc;
  std::uint32_t length = 1;
  std::string message, hint;
  std::string help_at_end = {};  ///< of all messages of the text together
};

[[noreturn]] inline void fail(const ast::Name& at, std::string message, std::string hint = {}) {
  throw Error{at.loc, static_cast<std::uint32_t>(at.text.size()), std::move(message),
              std::move(hint)};
}
[[noreturn]] inline void fail(const ast::Operand& at, std::string message, std::string hint = {}) {
  throw Error{at.loc, at.length, std::move(message), std::move(hint)};
}

/// "%r1", "%tid.x": an operand that is a name, as written.
inline std::string spelled(const ast::Operand& operand) {
  std::string text = operand.name.text;
  if (operand.component != 0) {
    text += '.';
    text += operand.component;
  }
  return text;
}

}  // namespace simt::decode
