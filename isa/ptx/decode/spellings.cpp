#include "isa/ptx/decode/spellings.h"

#include <stdexcept>
#include <string>
#include <string_view>

#include "isa/ptx/decode/opcode.h"

namespace simt::decode {
namespace {

Spelling written(const OpForm& form) {
  Spelling text;
  text.mnemonic = mnemonic_of(*form.op);
  text.opcode = spelling_of(form);
  text.heading = form.op->section;
  for (const OperandSpec& spec : parse_operands(form.op->operands))
    text.operands.push_back({spec.shape, spec.written, spec.optional, spec.dual_predicate,
                             spec.resolve(form), spec.elements});
  return text;
}

class Ptx final : public Language {
 public:
  Spelling spell(Operation operation, ScalarType type) const override {
    const std::string suffix(name_of(type));
    if (operation == Operation::And) return written(known_form({"and", suffix}));
    if (operation == Operation::LogicTable) return written(known_form({"lop3", suffix}));
    return {};
  }
  // "ld.shared.f32", or .v2 of it, becomes "ld.shared.v4.f32".
  Spelling widened(const Spelling& access, unsigned elements) const override {
    Spelling text = access;
    const std::size_t type = text.opcode.rfind('.');
    std::size_t end = type;
    if (constexpr std::string_view kPair = ".v2"; text.opcode.substr(0, end).ends_with(kPair))
      end -= kPair.size();
    text.opcode.replace(end, type - end, ".v" + std::to_string(elements));
    return text;
  }
};
const Ptx kPtx;

}  // namespace

Spellings::Spellings(Program& program) : program_(program) {
  program.text.language = &kPtx;
}

std::uint16_t Spellings::index_of(const OpForm& form) {
  const auto [found, added] = index_.try_emplace(form, static_cast<std::uint16_t>(forms_.size()));
  if (added) {
    if (forms_.size() >= kNoSpelling)
      throw std::length_error("a program has more different opcodes than it can name");
    forms_.push_back(form);
    program_.text.spellings.push_back(written(form));
  }
  return found->second;
}

std::size_t Spellings::Hash::operator()(const OpForm& form) const {
  constexpr std::size_t kStep = 1099511628211u;  // FNV
  std::size_t hash = std::hash<const OpInfo*>{}(form.op);
  for (std::size_t i = 0; i < form.types.size(); ++i)
    hash = hash * kStep ^ static_cast<std::size_t>(form.types[i]);
  return hash * kStep ^ std::hash<decltype(form.mods)>{}(form.mods);
}

}  // namespace simt::decode
