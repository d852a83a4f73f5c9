#include "isa/base/types.h"

#include <array>
#include <utility>

namespace simt {
namespace {
using enum ScalarType;
constexpr std::array<std::pair<std::string_view, ScalarType>, 28> kTypes{{
    {"pred", Pred}, {"b8", B8},         {"u8", U8},         {"s8", S8},       {"b16", B16},
    {"u16", U16},   {"s16", S16},       {"f16", F16},       {"bf16", BF16},   {"b32", B32},
    {"u32", U32},   {"s32", S32},       {"f32", F32},       {"f16x2", F16x2}, {"bf16x2", BF16x2},
    {"tf32", TF32}, {"b64", B64},       {"u64", U64},       {"s64", S64},     {"f64", F64},
    {"b128", B128}, {"b1", B1},         {"u4", U4},         {"s4", S4},       {"e4m3", E4M3},
    {"e5m2", E5M2}, {"e4m3x2", E4M3x2}, {"e5m2x2", E5M2x2},
}};
}  // namespace

std::string_view name_of(ScalarType t) {
  for (const auto& [name, type] : kTypes)
    if (type == t) return name;
  return "";
}

ScalarType scalar_type(std::string_view name) {
  for (const auto& [spelling, type] : kTypes)
    if (spelling == name) return type;
  return None;
}

std::string_view name_of(StateSpace s) {
  constexpr std::string_view names[] = {
#define STATE_SPACE(id, name) name,
#include "isa/base/state_spaces.def"
  };
  return names[static_cast<std::size_t>(s)];
}

}  // namespace simt
