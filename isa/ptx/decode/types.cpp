#include "isa/ptx/decode/types.h"

namespace simt::decode {
namespace {

using enum ScalarType;

bool is_untyped(ScalarType t) {
  return t == B8 || t == B16 || t == B32 || t == B64 || t == B128;
}

}  // namespace

bool agrees(ScalarType instruction, ScalarType reg, Width width) {
  if (instruction == Pred || reg == Pred) return instruction == reg;
  const unsigned wanted = size_of(instruction), given = size_of(reg);
  if (width == Width::Exact ? given != wanted : given < wanted) return false;
  if (is_untyped(instruction) || is_untyped(reg)) return true;
  if (is_float(instruction) || is_float(reg)) return instruction == reg;
  return true;  // signedness is the instruction's
}

ScalarType untyped(unsigned bytes) {
  switch (bytes) {
    case 1:
      return B8;
    case 2:
      return B16;
    case 4:
      return B32;
    case 8:
      return B64;
    case 16:
      return B128;
    default:
      return None;
  }
}

std::string dotted(ScalarType type) {
  return "." + std::string(name_of(type));
}

}  // namespace simt::decode
