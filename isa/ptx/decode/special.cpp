#include "isa/ptx/decode/special.h"

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
#include "isa/core/special_regs.def"
#undef SPECIAL_REG
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
