// What a list of fields says of each one (sim/config/arch_fields.h): the range that a file may
// give, and whether it must.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace simt {

struct Range {
  double min = 0, max = 0;
};
enum class Need : std::uint8_t { Required, Optional };

template <class T, class Struct>
concept Of = std::same_as<std::remove_const_t<T>, Struct>;

/// What figures of a kind may be.
namespace range {
inline constexpr Range kCount{1, 65536};
inline constexpr Range kCycles{0, 1e6};
inline constexpr Range kBytes{0, 1 << 30};
inline constexpr Range kRate{0.001, 1e6};
inline constexpr Range kRateOrNone{0, 1e6};
inline constexpr Range kMhz{1, 1e5};
inline constexpr Range kAny{0, 1};  // switches and names: the type is the range
}  // namespace range

}  // namespace simt
