#include "isa/core/op_class.h"

#include <iterator>

namespace simt {
namespace {

struct ClassInfo {
  std::string_view key, text;
};
constexpr ClassInfo kClasses[] = {
#define OP_CLASS(id, key, pipe, text) {key, text},
#include "isa/core/op_classes.def"
#undef OP_CLASS
};

}  // namespace

std::string_view name_of(OpClass c) {
  return kClasses[static_cast<std::size_t>(c)].key;
}
std::string_view describe(OpClass c) {
  return kClasses[static_cast<std::size_t>(c)].text;
}
std::optional<OpClass> op_class(std::string_view key) {
  for (std::size_t i = 0; i < std::size(kClasses); ++i)
    if (kClasses[i].key == key) return static_cast<OpClass>(i);
  return std::nullopt;
}

}  // namespace simt
