// The shape and the parts of a matrix instruction, from its opcode: ".m16n8k16", ".x4", "load.a".
#include <charconv>

#include "isa/ptx/rows/op_table.h"

namespace simt {
namespace {

/// The number after `letter`, and what follows it.
std::uint16_t take_number(std::string_view& text, char letter) {
  if (text.empty() || text.front() != letter) return 0;
  text.remove_prefix(1);
  std::uint16_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(static_cast<std::size_t>(result.ptr - text.data()));
  return value;
}

void set_shape(std::string_view opcode, MatrixForm& matrix) {
  const std::size_t at = opcode.find(".m");
  for (std::size_t m = at; m != std::string_view::npos; m = opcode.find(".m", m + 1)) {
    std::string_view rest = opcode.substr(m + 1);
    const auto rows = static_cast<std::uint8_t>(take_number(rest, 'm'));
    const auto columns = static_cast<std::uint8_t>(take_number(rest, 'n'));
    const std::uint16_t depth = take_number(rest, 'k');
    if (depth == 0) continue;
    matrix.m = rows;
    matrix.n = columns;
    matrix.k = depth;
  }
}

std::uint8_t matrices_of(std::string_view opcode) {
  return opcode.find(".x4") != std::string_view::npos   ? 4
         : opcode.find(".x2") != std::string_view::npos ? 2
                                                        : 1;
}

MatrixPart part_of(std::string_view opcode) {
  if (opcode.starts_with("wmma.load.a")) return MatrixPart::A;
  if (opcode.starts_with("wmma.load.b")) return MatrixPart::B;
  return opcode.starts_with("wmma.") ? MatrixPart::Sum : MatrixPart::Rows;
}

}  // namespace

MatrixForm matrix_form_of(const OpForm& form) {
  MatrixForm matrix;
  const std::string_view opcode = form.op->opcode;
  if (form.op->kind != Kind::Matrix && form.op->kind != Kind::MatrixLoad &&
      form.op->kind != Kind::MatrixStore)
    return matrix;
  set_shape(opcode, matrix);
  matrix.part = part_of(opcode);
  matrix.sparse = form.has(Mod::sp);
  // ptxas makes products of 16x8x4 of the tf32 of wmma.
  if (opcode.starts_with("wmma.") && form.types[1] == ScalarType::TF32) matrix.most_bytes = 16;
  if (form.op->kind == Kind::Matrix) return matrix;
  if (matrix.part == MatrixPart::Rows) matrix.matrices = matrices_of(opcode);
  matrix.transposed = form.has(Mod::trans);
  matrix.by_columns = form.has(Mod::col);
  return matrix;
}

}  // namespace simt
