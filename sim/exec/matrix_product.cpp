// Matrix products of a warp: from the registers of its lanes to matrices and back (PTX ISA, mma and
// wmma.mma), and the exchange of columns and rows (movmatrix).
#include <fmt/format.h>

#include <array>

#include "isa/core/lanes/half_float.h"
#include "sim/exec/matrix/fragments.h"
#include "sim/exec/matrix/tensor_core.h"
#include "sim/exec/step.h"

namespace simt {
namespace {

using Elements = std::array<std::uint64_t, 512>;

unsigned bits_of(ScalarType type) {
  return 8 * size_of(type);
}
/// Elements of a type in a register of a lane.
unsigned per_register(ScalarType type) {
  return size_of(type) >= 4 ? 1 : 4 / size_of(type);
}

/// The registers of one operand, from `first` of the sources on.
struct Registers32 {
  const Step& s;
  std::size_t first;
  ScalarType type;

  std::uint64_t element(unsigned lane, unsigned i) const {
    const unsigned per = per_register(type), bits = bits_of(type);
    const Slot slot = s.inst.src[first + i / per];
    const unsigned bytes = bits == 64 ? 8 : 4;
    const std::uint64_t whole = lane_bits(s.regs, slot, bytes, lane);
    return bits >= 32 ? whole : whole >> (i % per * bits) & ((std::uint64_t{1} << bits) - 1);
  }
};

template <class Position>
void gather(const Registers32& from, unsigned elements, unsigned columns, Elements& to,
            Position position) {
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
    for (unsigned i = 0; i < elements; ++i) {
      const ElementAt at = position(lane, i);
      to[at.row * columns + at.column] = from.element(lane, i);
    }
}

void write_sum(const Step& s, const Elements& sum) {
  const MatrixForm& f = s.inst.memory.matrix;
  const ScalarType type = s.inst.op.type;
  const unsigned per = per_register(type), bits = bits_of(type), bytes = bits == 64 ? 8 : 4;
  for (std::size_t r = 0; r < s.inst.dst.size(); ++r)
    for (unsigned lane = 0; s.inst.dst[r] != kNoSlot && lane < kMaxWarpSize; ++lane) {
      std::uint64_t whole = 0;
      for (unsigned e = 0; e < per; ++e) {
        const ElementAt at = element_of_sum(f, lane, static_cast<unsigned>(r) * per + e);
        whole |= sum[at.row * f.n + at.column] << (e * bits % 64);
      }
      set_lane_bits(s.regs, s.inst.dst[r], bytes, lane, whole);
    }
}

/// wmma may add to a sum of one type and give a result of the other: single precision is computed.
void convert_all(Elements& sum, std::size_t count, ScalarType from, ScalarType to) {
  if (from == to) return;
  for (std::size_t i = 0; i < count; ++i)
    sum[i] = to == ScalarType::F32
                 ? raw(widened(static_cast<Half>(sum[i])))
                 : static_cast<std::uint64_t>(raw(narrowed<Half>(
                       Rounding::Nearest, from_raw<f32>(static_cast<std::uint32_t>(sum[i])))));
}

// Lane l has two elements of row l / 4.
void exchange(const Step& s) {
  std::array<std::uint16_t, 64> of;
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
    const auto pair = lane_value<std::uint32_t>(s.regs, s.inst.src[0], lane);
    of[2 * lane] = static_cast<std::uint16_t>(pair);
    of[2 * lane + 1] = static_cast<std::uint16_t>(pair >> 16);
  }
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
    const unsigned column = lane / 4, row = lane % 4 * 2;
    const std::uint32_t low = of[row * 8 + column], high = of[(row + 1) * 8 + column];
    set_lane_bits(s.regs, s.inst.dst[0], 4, lane, low | high << 16);
  }
}

}  // namespace

void check_whole_warp(const Step& s) {
  if (s.active == ~LaneMask{0}) return;
  s.fault(first_lane(s.active),
          fmt::format("a matrix instruction is for 32 lanes together; {} of the warp execute it",
                      count_lanes(s.active)));
}

void execute_matrix(Step& s) {
  check_whole_warp(s);
  const MatrixForm& f = s.inst.memory.matrix;
  if (f.m == 0) return exchange(s);
  const Semantics& op = s.inst.op;
  const ScalarType a_type = op.type2, b_type = op.more_types[0], c_type = op.more_types[1];
  const unsigned of_a = elements_of_lane(f, MatrixPart::A) / per_register(a_type);
  const unsigned of_b = elements_of_lane(f, MatrixPart::B) / per_register(b_type);
  const unsigned of_c = elements_of_lane(f, MatrixPart::Sum) / per_register(c_type);
  // wmma gives all factors of half precision 8 registers, and repeats elements to fill them.
  const std::size_t factors = s.inst.src.size() - of_c;
  const std::size_t b_at = factors == of_a + of_b ? of_a : factors / 2;
  Elements a, b, sum;
  gather({s, 0, a_type}, elements_of_lane(f, MatrixPart::A), f.k, a,
         [&](unsigned lane, unsigned i) { return element_of_a(f, per_register(a_type), lane, i); });
  gather({s, b_at, b_type}, elements_of_lane(f, MatrixPart::B), f.n, b,
         [&](unsigned lane, unsigned i) { return element_of_b(f, per_register(b_type), lane, i); });
  gather({s, factors, c_type}, elements_of_lane(f, MatrixPart::Sum), f.n, sum,
         [&](unsigned lane, unsigned i) { return element_of_sum(f, lane, i); });
  const std::size_t results = std::size_t{f.m} * f.n;
  const ScalarType sums = c_type == op.type ? c_type : ScalarType::F32;
  convert_all(sum, results, c_type, sums);
  const LaunchState& how = s.context.launch;
  const unsigned at_once = f.most_bytes == 0
                               ? how.tensor_bytes_at_once
                               : std::min<unsigned>(f.most_bytes, how.tensor_bytes_at_once);
  multiply_add({f.m,
                f.n,
                f.k,
                a_type,
                b_type,
                sums,
                op.mode.satfinite,
                at_once,
                how.tensor_fraction_bits,
                {a.data(), std::size_t{f.m} * f.k},
                {b.data(), std::size_t{f.k} * f.n},
                {sum.data(), results}});
  convert_all(sum, results, sums, op.type);
  write_sum(s, sum);
}

}  // namespace simt
