// The bits of an instruction stand in its row (isa/machine/rows), for its text, and in its rule
// (isa/machine/lower), for what it does. Where they disagree a modifier is lost. So each field of
// each row is changed in words that ptxas has made: what is lowered changes, or is refused, or
// fields_without_effect.txt says why nothing changes.
#include <catch2/catch.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "isa/machine/lower/lower.h"
#include "isa/machine/table.h"
#include "isa/machine/target/targets.h"
#include "tests/machine/golden_words.h"

using namespace simt;
using namespace simt::machine;

namespace {

constexpr std::size_t kWordsOfRow = 6;      ///< looked at, of those that ptxas has made
constexpr std::uint64_t kValuesTried = 16;  ///< of a field

KernelImage image_of(const Word& word, unsigned sm) {
  KernelImage image;
  image.name = "kernel";
  image.sm = sm;
  image.registers = image.most_registers = 255;
  image.params_at = sm >= 90 ? 0x210 : 0x160;
  image.bank0_bytes = 0x10000;
  for (std::size_t bank = 1; bank < image.banks.size(); ++bank) image.banks[bank].resize(0x10000);
  const std::uint64_t halves[]{word.low, word.high, 0x000000000000794d,
                               0x000fea0003800000};  // EXIT
  image.code.resize(sizeof halves);
  std::memcpy(image.code.data(), halves, sizeof halves);
  return image;
}

/// What a slot is, whatever its place: slots are given out as they are first named.
std::string text_of(const Program& p, const Inst& inst, Slot slot) {
  if (slot == kNoSlot) return "-";
  for (const RegisterInfo& r : p.registers)
    if (r.slot == slot) return r.name;
  for (const ConstantSlot& c : p.constants)
    if (c.slot == slot) return fmt::format("{}:{:#x}", static_cast<int>(c.type), c.value);
  for (const SpecialSlot& s : p.specials)
    if (s.slot == slot) return fmt::format("special {}", static_cast<int>(s.reg));
  for (const BankSlot& b : p.bank_slots)
    if (b.slot == slot) return fmt::format("bank {:#x}+{}", b.offset, b.bytes);
  for (const OperandRole role : {OperandRole::Read, OperandRole::Written})
    if (const RowOperand* const rows = row_operand(inst, role, slot)) {
      std::string out = "(";
      for (const Slot row : rows->rows) out += text_of(p, inst, row) + " ";
      return out + ")";
    }
  return fmt::format("slot {}", slot);
}

std::string text_of(const Semantics& op) {
  std::string out;
  const auto add = [&](auto... values) {
    ((out += fmt::format("{} ", static_cast<int>(values))), ...);
  };
  add(op.type, op.type2, op.operation, op.relation, op.reduce, op.combine, op.test, op.shuffle,
      op.vote, op.scope, op.path_test, op.transfer, op.aligned, op.packed, op.parts, op.tells_swap,
      op.sync, op.approximate, op.high, op.matrix_unit, op.whole_warp, op.uniform);
  for (std::size_t i = 0; i < op.more_types.size(); ++i) add(op.more_types[i]);
  const FloatMode& m = op.mode;
  add(m.rounding, m.ftz, m.sat, m.relu, m.satfinite, m.nan, m.xorsign);
  return out;
}
std::string text_of(const Program& p, const Inst& inst, const MemoryForm& form) {
  std::string out;
  const auto add = [&](auto... values) {
    ((out += fmt::format("{} ", static_cast<int>(values))), ...);
  };
  const AsyncForm& a = form.async;
  const TexelForm& t = form.texel;
  const MatrixForm& m = form.matrix;
  add(form.space, form.type, form.elements, form.order, form.cache, form.atomic, form.counts_lanes,
      form.base_shift, form.bank);
  add(a.offset, a.amount, a.zeros_in_address, a.mbarrier, a.parity, a.top_bit, a.no_complete,
      a.together, a.expects, a.no_increment, a.two_words);
  add(t.geometry, t.boundary, t.query, t.level, t.gathers, t.component, t.steps);
  add(m.m, m.n, m.k, m.part, m.matrices, m.transposed, m.sparse, m.by_columns, m.most_bytes);
  return out + text_of(p, inst, form.uniform_low) + " " + text_of(p, inst, form.uniform_high);
}

/// All that is executed and timed of an instruction, as a text.
std::string what_it_does(const Program& p) {
  const Inst& inst = p.code[0];
  std::string out = fmt::format(
      "{} {} {} {} {} {:#x} {} ", static_cast<int>(inst.kind), static_cast<int>(inst.op_class),
      reinterpret_cast<const void*>(inst.rows && inst.rows->wide != nullptr ? inst.rows->wide
                                                                            : inst.lanes),
      inst.dst_bytes, inst.src_bytes, static_cast<std::uint64_t>(inst.imm), inst.target);
  out += fmt::format("@{}{} ~{} ", inst.guard_negated ? "!" : "", text_of(p, inst, inst.guard),
                     inst.src_negated);
  for (std::size_t i = 0; i < inst.dst.size(); ++i) out += text_of(p, inst, inst.dst[i]) + " ";
  out += "<- ";
  for (std::size_t i = 0; i < inst.src.size(); ++i) out += text_of(p, inst, inst.src[i]) + " ";
  out += fmt::format("r {} w {} ", fmt::join(inst.reads.view(), " "),
                     fmt::join(inst.writes.view(), " "));
  return out + text_of(inst.op) + "| " + text_of(p, inst, inst.memory);
}

/// nullopt: refused, or no instruction.
std::optional<std::string> lowered(const Word& word, unsigned sm) {
  try {
    return what_it_does(lower(image_of(word, sm)));
  } catch (const LoweringError&) {
    return std::nullopt;
  }
}

/// "ATOMG" of "ATOMG{72:.E}.CAS$evict".
std::string opcode_of(const Encoding& encoding) {
  const std::string row = encoding.row.substr(encoding.row.find(' ') + 1);
  return row.substr(0, row.find_first_of("{.$ "));
}

/// Values of a field of `width` bits to try.
std::vector<std::uint64_t> values_of(unsigned width) {
  std::vector<std::uint64_t> out;
  const bool all = width <= 4;
  const std::uint64_t count = all ? std::uint64_t{1} << width : kValuesTried;
  for (std::uint64_t v = 0; v < count; ++v) out.push_back(all ? v : v * 4);
  return out;
}

/// "ATOMG 84+3": fields of `word` of which another value neither changes what is done nor is
/// refused.
std::set<std::string> without_effect(const Word& word, unsigned sm) {
  std::set<std::string> out;
  const auto base = lowered(word, sm);
  if (!base) return out;
  const Encoding& encoding = *decode(word, sm).encoding;
  for (std::size_t field = kCommonFields; field < encoding.fields.size(); ++field) {
    const Bits& bits = encoding.fields[field];
    for (const std::uint64_t value : values_of(bits.width())) {
      Word changed = word;
      bits.set(changed, value);
      if (changed == word || lowered(changed, sm) != base) continue;
      const BitRange& first = bits.ranges[0];
      out.insert(fmt::format("{} {}+{}", opcode_of(encoding), first.first, first.width));
    }
  }
  return out;
}

/// "ATOMG 84+3" of fields_without_effect.txt.
std::set<std::string> listed() {
  std::ifstream in(std::string(SIMT_SOURCE_DIR) + "/tests/machine/fields_without_effect.txt");
  std::set<std::string> out;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t bits = line.find(" | "), reason = line.find(" | ", bits + 3);
    REQUIRE(reason != std::string::npos);
    std::istringstream opcodes(line.substr(0, bits));
    for (std::string opcode; opcodes >> opcode;)
      out.insert(opcode + " " + line.substr(bits + 3, reason - bits - 3));
  }
  return out;
}

}  // namespace

TEST_CASE("each field of a row is read by its rule, or is listed as without effect") {
  std::set<std::string> found;
  for (const unsigned sm : kTargets) {
    std::map<const Encoding*, std::size_t> looked_at;
    for (const GoldenWord& golden : golden_words(sm))
      if (++looked_at[decode(golden.word, sm).encoding] <= kWordsOfRow)
        found.merge(without_effect(golden.word, sm));
  }
  const std::set<std::string> expected = listed();
  for (const std::string& field : found) {
    INFO(field << " has values that do the same");
    CHECK(expected.contains(field));
  }
  for (const std::string& field : expected) {
    INFO(field << " is listed, and each value does something else");
    CHECK(found.contains(field));
  }
}
