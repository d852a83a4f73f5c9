#include "isa/frontend/decode/special.h"

#include <string>

namespace simt::decode {
namespace {

struct Row {
  std::string_view spelling;
  Special special;
};
constexpr Row kRows[] = {
#define SPECIAL_REG(id, spelling, type, scope) \
  {spelling, {SpecialReg::id, ScalarType::type, SpecialScope::scope}},
#include "isa/program/special_regs.def"
#undef SPECIAL_REG
};

}  // namespace

std::optional<Special> find_special(std::string_view name, char component) {
  for (const Row& row : kRows) {
    const bool has_component = row.spelling.size() > 2 && row.spelling.rbegin()[1] == '.';
    const auto base =
        has_component ? row.spelling.substr(0, row.spelling.size() - 2) : row.spelling;
    if (base == name && component == (has_component ? row.spelling.back() : 0)) return row.special;
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
