// The parts of a row of the opcode table, read one after another (isa/machine/notation.h).
#pragma once

#include <string>
#include <string_view>

#include "isa/machine/encoding.h"

namespace simt::machine {

/// A place in the text of a row.
class NotationReader {
 public:
  NotationReader(std::string_view text, std::string_view row) : text_(text), row_(row) {}

  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  /// Whether `what` comes next; then it is read.
  bool take(std::string_view what);
  void expect(std::string_view what);
  unsigned number();
  /// Up to, not including, the first of `ends`, or the end.
  std::string_view until(std::string_view ends);
  /// "78-79", "72,75-76".
  Bits bits();
  [[noreturn]] void fail(std::string_view what) const;

 private:
  std::string_view text_, row_;
  std::size_t at_ = 0;
};

/// Collects the fields of an encoding; the same bits are one field.
class FieldList {
 public:
  explicit FieldList(std::vector<Bits>& fields) : fields_(fields) {}
  FieldIndex add(const Bits& bits);
  FieldIndex add(unsigned first, unsigned width);

 private:
  std::vector<Bits>& fields_;
};

/// "{78-79:|.RM}", its brace already read.
Modifier read_modifier(NotationReader& in, FieldList& fields);
/// "80&!73".
Condition read_condition(NotationReader& in);
/// What the operands of a row are read for.
struct Variant {
  unsigned form = 0;        ///< operand form; 0: there is none
  std::string_view halves;  ///< names of the choice of halves
};
std::vector<Operand> read_operands(NotationReader& in, const Variant& variant, FieldList& fields);

}  // namespace simt::machine
