#include "sim/input/field.h"

namespace simt {

StructureLayout vector_layout(const CElements& elements) {
  constexpr std::string_view kNames = "xyzw";
  StructureLayout out;
  for (unsigned i = 0; i < elements.count; ++i, out.bytes += size_of(elements.type))
    out.fields.push_back({.name = {kNames[i]}, .type = elements.type, .offset = out.bytes});
  return out;
}

}  // namespace simt
