#include "isa/machine/notation.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include "isa/machine/notation_reader.h"
#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

/// Set where slot w is a uniform register.
constexpr unsigned kUniformSource = 91;

/// The row with the lists of names that it shares with others.
std::string expanded(std::string text, unsigned target) {
  for (std::size_t at = 0; (at = text.find('$', at)) != std::string::npos;) {
    std::size_t end = at + 1;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0)) ++end;
    const std::string name = text.substr(at + 1, end - at - 1);
    const auto list = std::ranges::find_if(shared_lists(), [&](const SharedList& l) {
      return name == l.name && l.first_target <= target && target <= l.last_target;
    });
    if (list == shared_lists().end()) throw NotationError("no list of names $" + name);
    text.replace(at, end - at, list->text);
  }
  return text;
}

/// "020/1456" -> 0x220 and form 1, ...; "94d" -> 0x94d and form 0.
std::vector<std::pair<unsigned, unsigned>> opcodes_of(const Row& row) {
  const std::string text = row.opcode;
  const std::size_t slash = text.find('/');
  const unsigned number = static_cast<unsigned>(std::stoul(text.substr(0, slash), nullptr, 16));
  if (slash == std::string::npos) return {{number, 0}};
  std::vector<std::pair<unsigned, unsigned>> out;
  for (const char form : text.substr(slash + 1)) {
    const unsigned digit = static_cast<unsigned>(form - '0');
    if (digit < 1 || digit > 7 || number > 0x1ff) throw NotationError("opcode " + text);
    out.emplace_back(number | digit << 9, digit);
  }
  return out;
}

std::vector<NamePart> read_name(NotationReader& in, FieldList& fields) {
  std::vector<NamePart> out;
  while (!in.at_end()) {
    NamePart& part = out.emplace_back();
    part.text = in.until("{");
    if (!in.take("{")) continue;
    if (in.take("=imad}")) {
      part.modifier.emplace().imad_alias = true;
    } else {
      part.modifier = read_modifier(in, fields);
    }
  }
  return out;
}

void read_rest(NotationReader& in, Encoding& out) {
  while (!in.at_end()) {
    if (in.take(" ")) continue;
    if (in.take("uniform")) {
      out.uniform_guard = true;
    } else if (in.take("quiet")) {
      out.quiet_reuse = true;
    } else if (in.take("~")) {
      out.ignored = out.ignored | in.bits().mask();
    } else {
      const Bits bits = in.bits();
      in.expect("=");
      out.fixed.mask = out.fixed.mask | bits.mask();
      bits.set(out.fixed.value, in.number());
    }
  }
}

void reuse_slots(const std::vector<Piece>& pieces, Word& out) {
  for (const Piece& p : pieces) {
    if (p.reuse_bit != 0) out.set_bit(p.reuse_bit);
    reuse_slots(p.inner, out);
  }
}

/// Is one of its operands a slot of halves?
bool has_halves(std::string_view operands) {
  return operands.starts_with('h') || operands.find(", h") != std::string_view::npos;
}

/// The row for each range of architectures over which its shared lists are the same.
std::vector<Row> by_lists(const Row& row) {
  std::string text = std::string(row.name) + " " + row.operands;
  if (has_halves(row.operands)) text += " $halves";
  std::vector<Row> out;
  for (const unsigned target : kTargets) {
    if (target < row.first_target || row.last_target < target) continue;
    if (!out.empty() && expanded(text, out.back().first_target) == expanded(text, target)) {
      out.back().last_target = target;
      continue;
    }
    out.push_back(row);
    out.back().first_target = out.back().last_target = target;
  }
  return out;
}

Encoding encoding_of(const Row& row, unsigned opcode, unsigned form) {
  Encoding out;
  out.row = std::string(row.opcode) + " " + row.name;
  out.opcode = opcode;
  out.first_target = row.first_target;
  out.last_target = row.last_target;
  out.fields = {{{{{12, 3}, {}, {}}}}, {{{{15, 1}, {}, {}}}}, {{{{105, 21}, {}, {}}}}};
  FieldList fields(out.fields);
  const std::string name = expanded(row.name, row.first_target),
                    operands = expanded(row.operands, row.first_target);
  NotationReader name_in(name, out.row), operands_in(operands, out.row), rest_in(row.rest, out.row);
  out.name = read_name(name_in, fields);
  const std::string halves = expanded("$halves", row.first_target);
  out.operands = read_operands(operands_in, {form, halves}, fields);
  read_rest(rest_in, out);
  if (form == 6 || form == 7) {
    out.fixed.mask.set_bit(kUniformSource);
    out.fixed.value.set_bit(kUniformSource);
  }
  out.fixed.mask = out.fixed.mask | kOpcodeBits.mask();
  kOpcodeBits.set(out.fixed.value, opcode);
  for (const Operand& operand : out.operands) reuse_slots(operand.pieces, out.reuse_slots);
  Word used = out.fixed.mask;
  for (const Bits& field : out.fields) used = used | field.mask();
  out.ignored = out.ignored & ~used;
  // What nothing names is 0.
  out.fixed.mask = out.fixed.mask | ~(used | out.ignored);
  return out;
}

}  // namespace

std::vector<Encoding> encodings_of(const Row& row) {
  std::vector<Encoding> out;
  for (const Row& part : by_lists(row))
    for (const auto& [opcode, form] : opcodes_of(row))
      out.push_back(encoding_of(part, opcode, form));
  return out;
}

}  // namespace simt::machine
