#include "isa/ptx/decode/special.h"

#include <string>

namespace simt::decode {
namespace {

struct Row {
  std::string_view spelling;
  Special special;
};
/// Of a cluster of one block, as which a launch without clusters runs (sm_90).
constexpr Special always(std::uint64_t value, ScalarType type = ScalarType::U32) {
  return {SpecialReg::kCount, type, SpecialScope::Launch, value};
}
constexpr Special as(SpecialReg reg) {
  return {reg, type_of(reg), scope_of(reg), std::nullopt};
}

constexpr Row kRows[] = {
#define SPECIAL_REG(id, spelling, type, scope) \
  {spelling, {SpecialReg::id, ScalarType::type, SpecialScope::scope, std::nullopt}},
#include "isa/core/special_regs.def"
#undef SPECIAL_REG
    {"%clusterid.x", as(SpecialReg::ctaid_x)},
    {"%clusterid.y", as(SpecialReg::ctaid_y)},
    {"%clusterid.z", as(SpecialReg::ctaid_z)},
    {"%nclusterid.x", as(SpecialReg::nctaid_x)},
    {"%nclusterid.y", as(SpecialReg::nctaid_y)},
    {"%nclusterid.z", as(SpecialReg::nctaid_z)},
    {"%cluster_ctaid.x", always(0)},
    {"%cluster_ctaid.y", always(0)},
    {"%cluster_ctaid.z", always(0)},
    {"%cluster_nctaid.x", always(1)},
    {"%cluster_nctaid.y", always(1)},
    {"%cluster_nctaid.z", always(1)},
    {"%cluster_ctarank", always(0)},
    {"%cluster_nctarank", always(1)},
    {"%is_explicit_cluster", always(0, ScalarType::Pred)},
};

}  // namespace

std::string_view without_component(std::string_view spelling) {
  return spelling.substr(0, spelling.find('.'));
}

std::optional<Special> find_special(std::string_view name, char component) {
  for (const Row& row : kRows) {
    const std::string_view base = without_component(row.spelling);
    const char its_component = base == row.spelling ? '\0' : row.spelling.back();
    if (base == name && component == its_component) return row.special;
  }
  return std::nullopt;
}

const std::vector<std::string>& special_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Row& row : kRows) all.emplace_back(row.spelling);
    return all;
  }();
  return names;
}

}  // namespace simt::decode
