#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "isa/machine/control.h"
#include "isa/machine/instruction.h"
#include "isa/machine/table.h"
#include "isa/machine/target/targets.h"

namespace simt::machine {
namespace {

/// Bits that are not as the encoding has them.
Word wrong_bits(const Encoding& encoding, const Word& word) {
  return encoding.fixed.mask & ((word & ~encoding.fixed.value) | (encoding.fixed.value & ~word));
}

unsigned count(const Word& word) {
  return static_cast<unsigned>(std::popcount(word.low) + std::popcount(word.high));
}

const Encoding& encoding_of(const Word& word, unsigned target) {
  const unsigned opcode = static_cast<unsigned>(kOpcodeBits.get(word));
  const auto candidates = encodings(opcode, target);
  for (const Encoding* e : candidates)
    if (e->fixed.holds(word)) return *e;
  if (!is_known_target(target)) throw DecodeError(no_table_text(target));
  if (candidates.empty()) throw DecodeError(fmt::format("unknown opcode 0x{:03x}", opcode));
  const Encoding& nearest = **std::ranges::min_element(
      candidates, {}, [&](const Encoding* e) { return count(wrong_bits(*e, word)); });
  const Word wrong = wrong_bits(nearest, word);
  unsigned bit = 0;
  while (!wrong.bit(bit)) ++bit;
  throw DecodeError(
      fmt::format("opcode 0x{:03x} ({}): bit {} is reserved", opcode, nearest.name[0].text, bit));
}

void check(const Modifier& modifier, const Instruction& in) {
  if (modifier.field == kNoField) return;
  const std::uint64_t value = in.value(modifier.field);
  if (value < modifier.names.size() && !modifier.reserved[value]) return;
  throw DecodeError(
      fmt::format("opcode 0x{:03x} ({}): {} is reserved in bits {} and on", in.encoding->opcode,
                  in.encoding->name[0].text, value,
                  in.encoding->fields[static_cast<std::size_t>(modifier.field)].ranges[0].first));
}

void check(const std::vector<Piece>& pieces, const Instruction& in) {
  for (const Piece& piece : pieces) {
    for (const Modifier& m : piece.suffix) check(m, in);
    check(piece.inner, in);
  }
}

void check_control(const Word& word, const Instruction& in) {
  if (const std::string fault = control_fault(in.value(kControl)); !fault.empty())
    throw DecodeError(fault);
  for (unsigned bit = kReuseBits; bit < kReuseBits + 4; ++bit)
    if (word.bit(bit) && !in.encoding->reuse_slots.bit(bit))
      throw DecodeError(
          fmt::format("opcode 0x{:03x}: nothing to reuse by bit {}", in.encoding->opcode, bit));
}

}  // namespace

Instruction decode(const Word& word, unsigned target) {
  Instruction out;
  out.encoding = &encoding_of(word, target);
  for (const Bits& field : out.encoding->fields) out.values.push_back(field.get(word));
  out.ignored = word & out.encoding->ignored;
  for (const NamePart& part : out.encoding->name)
    if (part.modifier) check(*part.modifier, out);
  for (const Operand& operand : out.encoding->operands) check(operand.pieces, out);
  check_control(word, out);
  return out;
}

Word encode(const Instruction& in) {
  Word out = in.encoding->fixed.value | in.ignored;
  for (std::size_t i = 0; i < in.values.size(); ++i) in.encoding->fields[i].set(out, in.values[i]);
  return out;
}

}  // namespace simt::machine
