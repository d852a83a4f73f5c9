// Rounding of the floating-point instructions.
// Arithmetic that the processor itself rounds runs inside a RoundingScope; conversions round with
// integer operations and need none. Source: PTX ISA 9.7.3 (.rn .rz .rm .rp), 9.7.9.21 (.rni ...).
#pragma once

#include <cfenv>
#include <cstdint>

#include "isa/core/semantics.h"

namespace simt {

/// Sets the processor's rounding for its lifetime; to nearest again afterwards.
/// What runs inside must load its operands from memory and store its results there: memory accesses
/// do not cross the switch, and so neither does the arithmetic between them.
class RoundingScope {
 public:
  explicit RoundingScope(Rounding r) : active_(r != Rounding::Nearest) {
    if (active_) set(r);
  }
  ~RoundingScope() {
    if (active_) set(Rounding::Nearest);
  }
  RoundingScope(const RoundingScope&) = delete;
  RoundingScope& operator=(const RoundingScope&) = delete;

 private:
#if defined(__x86_64__)
  /// MXCSR alone, in its default state but for the rounding: fesetround also switches the x87 unit,
  /// which takes ten times as long.
  static void set(Rounding r) {
    const std::uint32_t field = r == Rounding::Zero ? 3
                                : r == Rounding::Up ? 2
                                                    : r == Rounding::Down;
    const std::uint32_t csr = 0x1f80 | field << 13;
    asm volatile("ldmxcsr %0" : : "m"(csr) : "memory");
  }
#else
  static void set(Rounding r) {
    std::fesetround(r == Rounding::Zero   ? FE_TOWARDZERO
                    : r == Rounding::Down ? FE_DOWNWARD
                    : r == Rounding::Up   ? FE_UPWARD
                                          : FE_TONEAREST);
  }
#endif
  bool active_;
};

/// What is added to a significand cut off at some bit: 0 or 1. `odd` is its last kept bit, `rest`
/// the value of the bits cut off, `half` one half of the last kept bit.
template <class B>
constexpr B rounding_increment(Rounding r, bool negative, B odd, B rest, B half) {
  const auto when = [](bool up) { return up ? B{1} : B{0}; };
  switch (r) {
    case Rounding::Nearest:
      return when(rest + odd > half);  // a tie is a half exactly: only an odd bit lifts it
    case Rounding::Zero:
      return 0;
    case Rounding::Down:
      return when(negative && rest != 0);
    case Rounding::Up:
      return when(!negative && rest != 0);
    case Rounding::Away:
      return when(rest >= half);
  }
  return 0;
}
/// A finite value beyond the largest one becomes infinite, or the largest one.
constexpr bool overflows_to_infinity(Rounding r, bool negative) {
  return r == Rounding::Nearest || r == Rounding::Away ||
         r == (negative ? Rounding::Down : Rounding::Up);
}

}  // namespace simt
