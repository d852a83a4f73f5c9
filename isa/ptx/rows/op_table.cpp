#include "isa/ptx/rows/op_table.h"

#include <array>
#include <utility>

#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {

constexpr SectionInfo kSections[] = {
#define SECTION(heading, operation, text) {heading, Operation::operation, text},
#include "isa/ptx/rows/sections.def"
};
constexpr std::string_view kModifiers[] = {
#define MODIFIER(id, spelling) spelling,
#include "isa/ptx/rows/modifiers.def"
#undef MODIFIER
};

std::vector<OpInfo> assemble() {
  std::vector<OpInfo> all;
  for (const auto group : {
#define GROUP(function) function(),
#include "isa/ptx/rows/sections.def"
       })
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

}  // namespace

std::string_view name_of(Mod m) {
  return kModifiers[static_cast<std::size_t>(m)];
}
std::optional<Mod> modifier(std::string_view spelling) {
  for (std::size_t i = 0; i < std::size(kModifiers); ++i)
    if (kModifiers[i] == spelling) return static_cast<Mod>(i);
  return std::nullopt;
}

std::span<const SectionInfo> sections() {
  return kSections;
}

std::string_view mnemonic_of(const OpInfo& op) {
  return op.opcode.substr(0, op.opcode.find_first_of(".({["));
}

std::span<const OpInfo> op_table() {
  static const std::vector<OpInfo> table = assemble();
  return table;
}

}  // namespace simt
