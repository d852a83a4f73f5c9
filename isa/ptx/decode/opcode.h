// The opcode of an instruction against the instruction table, with messages that help: the nearest
// mnemonic, the forms that the mnemonic has, and what PTX knows but this simulator does not.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "isa/ptx/ast.h"
#include "isa/ptx/rows/op_table.h"

namespace simt::decode {

/// "ld.global.v4.f32"
std::string opcode_text(const ast::Instruction& inst);
/// Throws Error when no row of the table has this opcode.
OpForm resolve_opcode(const ast::Instruction& inst);
/// The form of an instruction that the decoder itself adds, such as {"add", "s64"}.
OpForm known_form(std::initializer_list<std::string_view> parts);

}  // namespace simt::decode
