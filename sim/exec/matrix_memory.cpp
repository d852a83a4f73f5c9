// Loads and stores of matrices: rows of 8 x 8 elements from and to shared memory (PTX ISA, ldmatrix
// and stmatrix), and the fragments of wmma.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/exec/addressing.h"
#include "sim/exec/lane_address.h"
#include "sim/exec/matrix/fragments.h"

namespace simt {
namespace {

constexpr unsigned kRows = 8, kRowBytes = 16;
using Matrix = std::array<std::array<std::uint16_t, kRows>, kRows>;

/// The place of half `half` of a lane's register in a matrix.
ElementAt place_of(unsigned lane, unsigned half, bool transposed) {
  const ElementAt at{lane / 4, lane % 4 * 2 + half};
  return transposed ? ElementAt{at.column, at.row} : at;
}

/// Where the rows lie. False: nothing is done, they must wait.
bool find_rows(Step& s, HostLanes& host) {
  const LaneMask naming = lanes_below(kRows * s.inst.memory.matrix.matrices);
  Step side{s.context, s.inst, s.pc, naming, s.warp, s.regs, s.clock, s.port, s.out};
  if (!resolve(side, host)) return false;
  if (host.contiguous()) host.spread(kRowBytes);
  for (unsigned i = 0; i < s.out.num_access; ++i) {
    s.out.access[i].matrix_rows = true;
    if (s.out.access[i].space != StateSpace::Shared)
      s.fault(first_lane(s.out.access[i].lanes), "a row of a matrix lies outside of shared memory");
  }
  return true;
}

void load_rows(Step& s) {
  HostLanes host;
  if (!find_rows(s, host)) return;
  for (unsigned i = 0; i < s.inst.memory.matrix.matrices; ++i) {
    Matrix matrix;
    for (unsigned row = 0; row < kRows; ++row)
      std::memcpy(matrix[row].data(), host.at[kRows * i + row], kRowBytes);
    if (s.inst.dst[i] == kNoSlot) continue;
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
      const ElementAt low = place_of(lane, 0, s.inst.memory.matrix.transposed);
      const ElementAt high = place_of(lane, 1, s.inst.memory.matrix.transposed);
      const std::uint32_t pair =
          matrix[low.row][low.column] | std::uint32_t{matrix[high.row][high.column]} << 16;
      set_lane_bits(s.regs, s.inst.dst[i], 4, lane, pair);
    }
  }
}

// Of rows of one matrix that lie on one another the first one stays, as on an H100.
void store_rows(Step& s) {
  HostLanes host;
  if (!find_rows(s, host)) return;
  for (unsigned i = 0; i < s.inst.memory.matrix.matrices; ++i) {
    Matrix matrix;
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
      for (unsigned half = 0; half < 2; ++half) {
        const ElementAt at = place_of(lane, half, s.inst.memory.matrix.transposed);
        const auto pair = lane_value<std::uint32_t>(s.regs, s.inst.src[1 + i], lane);
        matrix[at.row][at.column] = static_cast<std::uint16_t>(pair >> 16 * half);
      }
    for (unsigned row = kRows; row-- > 0;) {
      std::byte* const to = host.at[kRows * i + row];
      s.out.memory_changed |= std::memcmp(to, matrix[row].data(), kRowBytes) != 0;
      std::memcpy(to, matrix[row].data(), kRowBytes);
    }
  }
}

/// The registers of a fragment in memory: each lane's elements, in runs that are neighbours there.
class Fragment {
 public:
  Fragment(Step& s, Slot stride) : s_(s), part_(s.inst), form_(s.inst.memory.matrix) {
    bytes_ = size_of(s.inst.memory.type);
    per_ = std::max(1u, 4 / bytes_);
    const unsigned rows = form_.part == MatrixPart::B ? form_.k : form_.m;
    const unsigned columns = form_.part == MatrixPart::A ? form_.k : form_.n;
    stride_ = form_.by_columns ? rows : columns;
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
      const std::uint64_t base = lane_address(s.inst, s.warp, lane);
      if (stride != kNoSlot) stride_of(lane, lane_value<std::uint32_t>(s.regs, stride, lane));
      if (lane == 0) base_ = base;
      if (base != base_) s.fault(lane, "the lanes of a warp name different matrices");
    }
    take_given_addresses(part_);
  }

  /// Calls f(lane, element, place in memory) for all of them. False: they must wait.
  template <class F>
  bool for_each_element(F f) {
    const unsigned elements = elements_of_lane(form_, form_.part);
    for (unsigned first = 0, part = 0; first < elements; ++part) {
      const unsigned count = run_at(first, elements);
      HostLanes host;
      if (!resolve_run(first, count, part, host)) return false;
      for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
        for (unsigned i = 0; i < count; ++i) f(lane, first + i, host.at[lane] + i * bytes_);
      first += count;
    }
    return true;
  }
  unsigned bytes() const { return bytes_; }
  unsigned per_register() const { return per_; }
  unsigned registers() const { return elements_of_lane(form_, form_.part) / per_; }

 private:
  void stride_of(unsigned lane, std::uint32_t stride) {
    if (lane == 0) stride_ = stride;
    if (stride != stride_) s_.fault(lane, "the lanes of a warp name different strides");
  }
  std::uint64_t offset_of(unsigned lane, unsigned element) const {
    const ElementAt at = element_of(form_, per_, lane, element);
    return form_.by_columns ? at.row + std::uint64_t{at.column} * stride_
                            : at.column + std::uint64_t{at.row} * stride_;
  }
  /// Elements from `first` on that one access moves: those of a register, of a sum two.
  unsigned run_at(unsigned first, unsigned elements) const {
    const unsigned most = form_.part == MatrixPart::Sum ? 2 : per_;
    unsigned count = 1;
    while (2 * count <= most && first + 2 * count <= elements && follows(first, 2 * count))
      count *= 2;
    return count;
  }
  bool follows(unsigned first, unsigned count) const {
    for (unsigned i = 1; i < count; ++i)
      if (offset_of(0, first + i) != offset_of(0, first) + i) return false;
    return true;
  }
  bool resolve_run(unsigned first, unsigned count, unsigned part, HostLanes& host) {
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
      address_[lane] = base_ + offset_of(lane, first) * bytes_;
    part_.memory.elements = static_cast<std::uint8_t>(count);
    thread_local Outcome found;
    found.clear(s_.out.path);
    const Registers regs{reinterpret_cast<std::byte*>(address_.data()), s_.warp.common};
    Step side{s_.context, part_, s_.pc, s_.active, s_.warp, regs, s_.clock, s_.port, found};
    if (!resolve(side, host)) {
      s_.out.must_wait = true;
      s_.out.num_access = 0;
      return false;
    }
    if (host.contiguous()) host.spread(count * bytes_);
    for (unsigned i = 0; i < found.num_access; ++i) add(found.access[i], part);
    return true;
  }
  /// An access each, as long as there is room; then further pieces of those.
  void add(const MemoryAccess& access, unsigned part) {
    if (access.space != StateSpace::Global && access.space != StateSpace::Shared)
      s_.fault(first_lane(access.lanes), "a matrix lies in neither global nor shared memory");
    constexpr unsigned kAccesses = 4;
    if (part < kAccesses) {
      s_.out.access[s_.out.num_access++] = access;
      return;
    }
    access.for_each_piece(
        [&](const MemoryAccess::Piece& piece) { s_.out.access[part % kAccesses].add(piece); });
  }

  Step& s_;
  Inst part_;  ///< what a run is for resolve(): its addresses stand in `address_`
  const MatrixForm& form_;
  unsigned bytes_ = 0, per_ = 0;
  std::uint64_t base_ = 0, stride_ = 0;
  alignas(kSlotAlignment) std::array<std::uint64_t, kMaxWarpSize> address_{};
};

std::byte* in_register(const Step& s, Slot slot, const Fragment& of, unsigned lane, unsigned i) {
  const std::size_t bytes = std::max(4u, of.bytes());
  return s.regs + slot + lane * bytes + std::size_t{i % of.per_register()} * of.bytes();
}

// Nothing is written before all has been read: a result may lie over the address, and an access
// that waits is made again.
void load_fragment(Step& s) {
  Fragment fragment(s, s.inst.src[1]);
  constexpr unsigned kMostElements = 16;
  std::array<std::array<std::uint64_t, kMostElements>, kMaxWarpSize> value;
  const bool there =
      fragment.for_each_element([&](unsigned lane, unsigned i, const std::byte* from) {
        std::memcpy(&value[lane][i], from, fragment.bytes());
      });
  if (!there) return;
  for (std::size_t r = 0; r < s.inst.dst.size(); ++r)
    for (unsigned lane = 0; s.inst.dst[r] != kNoSlot && lane < kMaxWarpSize; ++lane)
      for (unsigned e = 0; e < fragment.per_register(); ++e) {
        const std::size_t i = r % fragment.registers() * fragment.per_register() + e;
        std::memcpy(in_register(s, s.inst.dst[r], fragment, lane, e), &value[lane][i],
                    fragment.bytes());
      }
}

void store_fragment(Step& s) {
  // The stride stands behind the registers.
  const unsigned per = std::max(1u, 4 / size_of(s.inst.memory.type));
  const std::size_t registers = elements_of_lane(s.inst.memory.matrix, MatrixPart::Sum) / per;
  Fragment fragment(s, s.inst.src[1 + registers]);
  fragment.for_each_element([&](unsigned lane, unsigned i, std::byte* to) {
    const std::byte* const from = in_register(s, s.inst.src[1 + i / per], fragment, lane, i);
    s.out.memory_changed |= std::memcmp(to, from, fragment.bytes()) != 0;
    std::memcpy(to, from, fragment.bytes());
  });
}

}  // namespace

void execute_matrix_load(Step& s) {
  check_whole_warp(s);
  s.inst.memory.matrix.part == MatrixPart::Rows ? load_rows(s) : load_fragment(s);
}
void execute_matrix_store(Step& s) {
  check_whole_warp(s);
  s.inst.memory.matrix.part == MatrixPart::Rows ? store_rows(s) : store_fragment(s);
}

}  // namespace simt
