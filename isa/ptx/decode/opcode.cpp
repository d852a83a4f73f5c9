#include "isa/ptx/decode/opcode.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "isa/ptx/decode/error.h"
#include "isa/ptx/diagnostics.h"

namespace simt::decode {
namespace {

// Features of PTX ISA 9.1 that are not simulated, with the mnemonics that they have: named apart
// from misspelled ones.
struct Unsupported {
  std::string_view feature;
  std::string_view mnemonics;  ///< between blanks
};
constexpr std::array kUnsupported{
    Unsupported{"types of handles", " istypep "},
    Unsupported{"reductions on surfaces", " sured "},
    Unsupported{"matrix products of warp groups", " tcgen05 wgmma "},
    Unsupported{"bulk copies", " tensormap "},
    Unsupported{"clusters", " clusterlaunchcontrol "},
    Unsupported{"scalar video instructions", " vabsdiff vadd vmad vmax vmin vset vshl vshr vsub "},
    Unsupported{"allocations on the stack", " alloca stackrestore stacksave "},
    Unsupported{"cache policies", " createpolicy "},
    Unsupported{"multicast addresses", " multimem "},
    Unsupported{"changes of the number of registers", " setmaxnreg "},
};

/// The same of suffixes of known mnemonics ("": of any).
struct UnsupportedSuffix {
  std::string_view feature, mnemonic, suffix;
};
constexpr std::array kUnsupportedSuffixes{
    UnsupportedSuffix{"clusters", "", "shared::cluster"},
    UnsupportedSuffix{"formatted stores to surfaces", "sust", "p"},
};

/// The first of them that an instruction has.
const UnsupportedSuffix* unsupported_suffix(const ast::Instruction& inst) {
  for (const UnsupportedSuffix& u : kUnsupportedSuffixes)
    for (const ast::Name& part : inst.opcode)
      if (part.text == u.suffix && (u.mnemonic.empty() || inst.opcode.front().text == u.mnemonic))
        return &u;
  return nullptr;
}

std::string_view unsupported_feature(const std::string& mnemonic) {
  for (const Unsupported& u : kUnsupported)
    if (u.mnemonics.find(" " + mnemonic + " ") != std::string_view::npos) return u.feature;
  return "";
}

constexpr std::string_view kNotSimulated =
    "not simulated are reductions on surfaces, wgmma and tcgen05, bulk copies "
    "(cp.async.bulk), clusters and scalar video instructions; what is: simt-sim list-instructions";

std::string nearest_mnemonic(const std::string& word) {
  std::vector<std::string> all;
  for (const OpInfo& op : op_table())
    if (all.empty() || all.back() != mnemonic_of(op)) all.emplace_back(mnemonic_of(op));
  return nearest(word, all);
}

/// The suffixes of a row's pattern, without its brackets.
std::vector<std::string> suffixes_of(const OpInfo& op) {
  std::vector<std::string> all;
  constexpr std::string_view kBreaks = ".({[|)}]";
  std::string_view rest = op.opcode.substr(mnemonic_of(op).size());
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(kBreaks), rest.size());
    if (end != 0) all.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return all;
}

/// The forms that share most suffixes with what was written.
std::string nearest_forms(const std::vector<const OpInfo*>& rows, const ast::Instruction& inst) {
  std::vector<std::pair<std::ptrdiff_t, const OpInfo*>> ranked;
  for (const OpInfo* row : rows) {
    const auto suffixes = suffixes_of(*row);
    const auto shared =
        std::count_if(inst.opcode.begin() + 1, inst.opcode.end(), [&](const auto& p) {
          return std::find(suffixes.begin(), suffixes.end(), p.text) != suffixes.end();
        });
    ranked.emplace_back(-shared, row);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  constexpr std::size_t kMaxForms = 4;
  std::string text = rows.size() == 1 ? "its form: " : "forms: ";
  for (std::size_t i = 0; i < std::min(ranked.size(), kMaxForms); ++i)
    text += (i == 0 ? "" : ", ") + std::string(ranked[i].second->opcode);
  return ranked.size() > kMaxForms ? text + " ..." : text;
}

/// "did you mean '.u32'?" or the forms of the mnemonic.
std::string suffix_hint(const std::vector<const OpInfo*>& rows, const ast::Instruction& inst,
                        const std::string& word) {
  std::vector<std::string> suffixes;
  for (const OpInfo* row : rows)
    for (std::string& suffix : suffixes_of(*row)) suffixes.push_back(std::move(suffix));
  const bool misplaced = std::find(suffixes.begin(), suffixes.end(), word) != suffixes.end();
  const std::string near = misplaced || word.empty() ? "" : nearest(word, suffixes);
  return near.empty() ? nearest_forms(rows, inst) : fmt::format("did you mean '.{}'?", near);
}

[[noreturn]] void not_simulated(const ast::Instruction& inst, const std::string& text,
                                std::string_view feature) {
  throw Error{inst.loc, static_cast<std::uint32_t>(text.size()),
              fmt::format("'{}' is not supported: {} are not simulated", text, feature), "",
              std::string(kNotSimulated)};
}

[[noreturn]] void unknown_mnemonic(const ast::Instruction& inst, const std::string& text) {
  const ast::Name& mnemonic = inst.opcode.front();
  if (const std::string_view feature = unsupported_feature(mnemonic.text); !feature.empty())
    not_simulated(inst, text, feature);
  const std::string near = nearest_mnemonic(mnemonic.text);
  fail(mnemonic, fmt::format("unknown instruction '{}'", mnemonic.text),
       near.empty() ? "" : fmt::format("did you mean '{}'?", near));
}

}  // namespace

std::string opcode_text(const ast::Instruction& inst) {
  std::string text;
  for (const ast::Name& part : inst.opcode) text += (text.empty() ? "" : ".") + part.text;
  return text;
}

OpForm resolve_opcode(const ast::Instruction& inst) {
  std::vector<std::string_view> parts;
  for (const ast::Name& part : inst.opcode) parts.push_back(part.text);
  const OpMatch match = match_opcode(parts);
  const std::string text = opcode_text(inst);
  if (match.form) {
    const OpInfo& op = *match.form->op;
    if (op.lanes != nullptr && op.lanes(semantics_of(*match.form)) == nullptr)
      throw Error{inst.loc, static_cast<std::uint32_t>(text.size()),
                  fmt::format("'{}' is not supported", text),
                  suffix_hint(ops_named(parts.front()), inst, "")};
    return *match.form;
  }
  const auto rows = ops_named(parts.front());
  if (rows.empty()) unknown_mnemonic(inst, text);
  if (const UnsupportedSuffix* const known = unsupported_suffix(inst))
    not_simulated(inst, text, known->feature);
  if (match.bad_part >= inst.opcode.size())
    throw Error{inst.loc, static_cast<std::uint32_t>(text.size()),
                fmt::format("'{}' is incomplete: a suffix is missing", text),
                suffix_hint(rows, inst, "")};
  const ast::Name& bad = inst.opcode[match.bad_part];
  fail(bad, fmt::format("'{}' is not supported: '.{}' does not fit here", text, bad.text),
       suffix_hint(rows, inst, bad.text));
}

OpForm known_form(std::initializer_list<std::string_view> parts) {
  const OpMatch match = match_opcode(std::span(parts.begin(), parts.size()));
  if (!match.form) throw std::logic_error("the decoder needs an instruction that has no row");
  return *match.form;
}

}  // namespace simt::decode
