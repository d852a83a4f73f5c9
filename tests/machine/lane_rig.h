// Runs a lane function of machine code on chosen values: 32 lanes at a time.
#pragma once

#include <catch2/catch.hpp>

#include <array>
#include <bit>
#include <cstring>

#include "isa/core/lanes/lane_loops.h"
#include "isa/machine/lanes/lane_ops.h"
#include "isa/machine/lanes/modifiers.h"

namespace simt::machine::test {

constexpr LaneMask kAll = ~LaneMask{0};

/// Rows of 256 bytes: results from row 0 on, sources from row 4 on.
class LaneRig {
 public:
  explicit LaneRig(Lanes which, std::uint64_t modifiers = 0) : op_(lanes_of(which)) {
    inst.imm = static_cast<std::int64_t>(modifiers);
  }
  Inst inst;

  Slot result(unsigned i = 0) {
    inst.dst.set(i, kRow * i);
    return kRow * i;
  }
  template <class T>
  void source(unsigned i, const std::array<T, 32>& values) {
    inst.src.set(i, at(i));
    std::memcpy(bytes_.data() + at(i), values.data(), sizeof values);
  }
  template <class T>
  void source(unsigned i, T value) {
    std::array<T, 32> all;
    all.fill(value);
    source(i, all);
  }
  void predicate(unsigned i, LaneMask lanes) {
    inst.src.set(i, at(i));
    std::memcpy(bytes_.data() + at(i), &lanes, sizeof lanes);
  }
  /// Another function than that of the constructor.
  void use(LaneOp op) { op_ = op; }
  void run(LaneMask lanes = kAll) { op_(inst, {bytes_.data(), nullptr}, lanes); }

  template <class T = std::uint32_t>
  T value(unsigned i = 0, unsigned lane = 0) const {
    T out;
    std::memcpy(&out, bytes_.data() + kRow * i + lane * sizeof out, sizeof out);
    return out;
  }
  template <class T>
  void put(unsigned i, T value) {
    std::memcpy(bytes_.data() + kRow * i, &value, sizeof value);
  }
  LaneMask lanes(unsigned i) const { return value<LaneMask>(i); }

 private:
  static constexpr Slot kRow = 256;
  static Slot at(unsigned source) { return kRow * (4 + source); }
  LaneOp op_;
  alignas(64) std::array<std::byte, 12 * 256> bytes_{};
};

}  // namespace simt::machine::test
