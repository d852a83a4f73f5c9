// Helpers of the decoder's tests: a whole text, or a body inside a kernel with registers declared.
#pragma once

#include <optional>
#include <string>

#include "isa/core/print.h"
#include "parse_support.h"

namespace simt {

struct Decoded {
  std::optional<Program> program;
  std::string messages;
  std::size_t errors = 0;

  const Program& operator*() const { return *program; }
  const Program* operator->() const { return &*program; }
  explicit operator bool() const { return program.has_value(); }
  std::string print(Pc pc) const { return print_inst(*program, pc); }
  const RegisterInfo* reg(const std::string& name) const {
    for (const RegisterInfo& info : program->registers)
      if (info.name == name) return &info;
    return nullptr;
  }
  /// The value of a constant slot.
  std::uint64_t constant(Slot slot) const {
    for (const ConstantSlot& c : program->constants)
      if (c.slot == slot) return c.value;
    throw std::runtime_error("no constant in this slot");
  }
};

inline Decoded decode(const std::string& text, const std::string& kernel = "") {
  Diagnostics diags("t.ptx", text);
  Decoded result;
  if (const auto module = parse_module(diags))
    result.program = decode_kernel(*module, kernel, diags);
  result.messages = diags.render(false);
  result.errors = diags.error_count();
  return result;
}

inline const std::string kRegisters =
    ".reg .pred %p<9>; .reg .b8 %c<4>; .reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; "
    ".reg .f32 %f<9>; .reg .f64 %fd<9>; .reg .f16 %h<5>; .reg .u32 %u<5>;\n";

/// A body in a kernel with parameters p (.u64), n (.u32) and s (24 bytes, aligned to 8), after
/// module-scope declarations. Line 1 of `body` is line 7 of the text.
inline Decoded decode_body(const std::string& body, const std::string& declarations = "") {
  return decode(kHeader + declarations + "\n.entry k(.param .u64 p, .param .u32 n, " +
                ".param .align 8 .b8 s[24]) {\n" + kRegisters + body + "\n}\n");
}

}  // namespace simt
