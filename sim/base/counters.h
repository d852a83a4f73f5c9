// Counter storage. The table is sim/base/counters.def; ratios are computed in views only.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "isa/base/types.h"

namespace simt {

enum class Counter : std::uint16_t {
#define COUNTER(id, name, unit, cls, text) id,
#include "sim/base/counters.def"
#undef COUNTER
  kCount
};
enum class Stall : std::uint8_t {
#define STALL(id, name, text) id,
#include "sim/base/stall_reasons.def"
#undef STALL
  kCount
};
inline constexpr std::size_t kNumCounters = static_cast<std::size_t>(Counter::kCount);
inline constexpr std::size_t kNumStalls = static_cast<std::size_t>(Stall::kCount);

enum class CounterClass : std::uint8_t { Exact, Modelled, Own };
struct CounterInfo {
  std::string_view name, unit, text;
  CounterClass cls;
};
struct StallInfo {
  std::string_view name, text;
};
const CounterInfo& info(Counter c);
const StallInfo& info(Stall s);

/// Warp-cycles in each state.
using StallCycles = std::array<std::uint64_t, kNumStalls>;

/// Sums over the whole launch, or over what one SM did of it.
struct Counters {
  std::array<std::uint64_t, kNumCounters> value{};
  StallCycles stall{};
  std::uint64_t& operator[](Counter c) { return value[static_cast<std::size_t>(c)]; }
  std::uint64_t operator[](Counter c) const { return value[static_cast<std::size_t>(c)]; }
  std::uint64_t& operator[](Stall s) { return stall[static_cast<std::size_t>(s)]; }
  std::uint64_t operator[](Stall s) const { return stall[static_cast<std::size_t>(s)]; }
  Counters& operator+=(const Counters& o);
  bool operator==(const Counters&) const = default;
};

/// How often one instruction of the program ran.
struct Executions {
  std::uint64_t executed = 0;         ///< warp instructions
  std::uint64_t thread_executed = 0;  ///< active lanes, summed
  std::uint64_t thread_pred_on = 0;   ///< active lanes with a true guard, summed
  bool operator==(const Executions&) const = default;
};

/// The same facts for one instruction of the program: the source view's row. What nearly every
/// instruction counts shares a line of the host's cache.
struct alignas(64) LineCounters : Executions {
  StallCycles stall{};          ///< warp-cycles spent waiting to issue it
  std::uint64_t splits = 0;     ///< executions of a branch whose lanes diverge
  std::uint64_t divergent = 0;  ///< their targets, but one each: ncu's divergent branches
  std::uint64_t requests = 0, sectors = 0, sectors_ideal = 0;  ///< global and local
  std::uint64_t wavefronts = 0, wavefronts_ideal = 0;          ///< shared, as ncu's source page
  std::uint64_t conflicts = 0;  ///< shared: of the counters shared_*_conflicts
  std::uint64_t shared_requests = 0;
  std::uint64_t constant_passes = 0;
  LineCounters& operator+=(const LineCounters& o);
  bool operator==(const LineCounters&) const = default;
};

}  // namespace simt
