// Matrix products of a warp: from the registers of its lanes to matrices and back (PTX ISA, mma,
// mma.sp and wmma.mma), and the exchange of columns and rows (movmatrix).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "isa/core/lanes/byte_float.h"
#include "sim/exec/matrix/fragments.h"
#include "sim/exec/matrix/sparse.h"
#include "sim/exec/matrix/tensor_core.h"
#include "sim/exec/step.h"

namespace simt {
namespace {

using Elements = std::array<std::uint64_t, 1024>;

/// Of an element, as it is gathered: bits come by words.
unsigned gathered_bits(ScalarType type) {
  return type == ScalarType::B1 ? 32 : bits_of(type);
}
/// Elements of a type in a register of a lane.
unsigned per_register(ScalarType type) {
  return std::max(1u, 32 / gathered_bits(type));
}

/// The registers of one operand, from `first` of the sources on.
struct Registers32 {
  const Step& s;
  std::size_t first;
  ScalarType type;

  std::uint64_t element(unsigned lane, unsigned i) const {
    const unsigned per = per_register(type), bits = gathered_bits(type);
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

namespace {

/// What a product takes, gathered from the registers of a warp, and how it is added up.
class Product {
 public:
  explicit Product(const Step& s) : s_(s), form_(s.inst.memory.matrix) {
    const Semantics& op = s.inst.op;
    a_type_ = op.type2;
    b_type_ = op.more_types[0];
    c_type_ = op.more_types[1];
    sum_type_ = c_type_ == op.type ? c_type_ : ScalarType::F32;
    if (a_type_ == ScalarType::B1) form_.k /= 32;
    a_form_ = form_;
    if (form_.sparse) a_form_.k /= 2;
    gather_factors();
    if (form_.sparse) place_stored();
  }

  void run() {
    convert_all(sum_, results(), c_type_, sum_type_);
    const bool bytes = a_type_ == ScalarType::E4M3 || a_type_ == ScalarType::E5M2;
    if (bytes && s_.context.launch.tensor_byte_fraction_bits == 0)
      add_as_halves();
    else if (form_.sparse)
      add_stored([](unsigned) { return true; }, sum_);
    else
      add(form_.m, form_.k, a_.data(), b_.data(), sum_.data());
    convert_all(sum_, results(), sum_type_, s_.inst.op.type);
    write_sum(s_, sum_);
  }

 private:
  std::size_t results() const { return std::size_t{form_.m} * form_.n; }

  void gather_factors() {
    const unsigned per_a = per_register(a_type_), per_b = per_register(b_type_);
    const unsigned of_a = elements_of_lane(a_form_, MatrixPart::A);
    const unsigned of_b = elements_of_lane(form_, MatrixPart::B);
    const unsigned of_c = elements_of_lane(form_, MatrixPart::Sum);
    // wmma gives all factors of half precision 8 registers, and repeats elements to fill them.
    const std::size_t factors =
        s_.inst.src.size() - of_c / per_register(c_type_) - (form_.sparse ? 1 : 0);
    const bool exact = factors == of_a / per_a + of_b / per_b;
    const std::size_t b_at = exact ? of_a / per_a : factors / 2;
    gather({s_, 0, a_type_}, of_a, a_form_.k, a_,
           [&](unsigned lane, unsigned i) { return element_of_a(a_form_, per_a, lane, i); });
    gather({s_, b_at, b_type_}, of_b, form_.n, b_,
           [&](unsigned lane, unsigned i) { return element_of_b(form_, per_b, lane, i); });
    gather({s_, factors, c_type_}, of_c, form_.n, sum_,
           [&](unsigned lane, unsigned i) { return element_of_sum(form_, lane, i); });
  }

  void place_stored() {
    SparseFactor factor{form_, a_type_, static_cast<unsigned>(s_.inst.imm), {}};
    if (!factor.selector_is_valid())
      s_.fault(0, fmt::format("mma.sp with selector {}: {} of four lanes hold the metadata",
                              factor.selector, factor.lanes()));
    const Slot metadata = s_.inst.src[s_.inst.src.size() - 1];
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
      factor.metadata[lane] = lane_value<std::uint32_t>(s_.regs, metadata, lane);
    for (unsigned row = 0; row < form_.m; ++row)
      for (unsigned l = 0; l < a_form_.k; ++l) {
        const unsigned place = factor.place(row, l);
        if (place >= form_.k)
          s_.fault(row % 8 * 4, fmt::format("metadata of tf32 is 0x4 or 0xe, that of row {} 0x{:x}",
                                            row, factor.group(row, l)));
        places_[row * a_form_.k + l] = static_cast<std::uint16_t>(place);
      }
  }

  /// sum += a b, of m rows of a, k elements each.
  void add(unsigned m, unsigned k, const std::uint64_t* a, const std::uint64_t* b,
           std::uint64_t* sum) const {
    const LaunchState& how = s_.context.launch;
    ProductOf product;
    product.m = m;
    product.n = form_.n;
    product.k = k;
    product.a_type = a_type_;
    product.b_type = b_type_;
    product.sum_type = sum_type_;
    product.saturates = s_.inst.op.mode.satfinite;
    product.exclusive = s_.inst.op.combine == Combine::Xor;
    product.fraction_bits = how.tensor_fraction_bits;
    product.bytes_at_once = how.tensor_bytes_at_once;
    if (form_.most_bytes != 0)
      product.bytes_at_once = std::min<unsigned>(form_.most_bytes, product.bytes_at_once);
    if (size_of(a_type_) == 1 && is_float(a_type_)) {
      product.fraction_bits = how.tensor_byte_fraction_bits;
      if (sum_type_ == ScalarType::F32)
        product.dropped_bits = (std::uint64_t{1} << (23 - product.fraction_bits)) - 1;
    }
    product.a = {a, std::size_t{m} * k};
    product.b = {b, std::size_t{k} * form_.n};
    product.sum = {sum, std::size_t{m} * form_.n};
    multiply_add(product);
  }

  /// The same of those elements of each row that `takes` names by their place among the stored.
  template <class Takes>
  void add_stored(Takes takes, Elements& sum) const {
    std::array<std::uint64_t, 128> a;
    Elements b;
    for (unsigned row = 0; row < form_.m; ++row) {
      unsigned count = 0;
      for (unsigned l = 0; l < a_form_.k; ++l) {
        if (!takes(l)) continue;
        const unsigned at = row * a_form_.k + l, place = form_.sparse ? places_[at] : l;
        std::copy_n(b_.begin() + place * form_.n, form_.n, b.begin() + count * form_.n);
        a[count++] = a_[at];
      }
      add(1, count, a.data(), b.data(), sum.data() + row * form_.n);
    }
  }

  /// As ptxas does it for sm_90: halves of the lower two bytes of each register, then of the upper
  /// two, are multiplied, and the sum is added to the result.
  void add_as_halves() {
    widen(a_, std::size_t{form_.m} * a_form_.k, a_type_);
    widen(b_, std::size_t{form_.k} * form_.n, b_type_);
    a_type_ = b_type_ = ScalarType::F16;
    Elements product;
    std::fill_n(product.begin(), results(), 0);
    add_stored([](unsigned l) { return l % 4 < 2; }, product);
    add_stored([](unsigned l) { return l % 4 >= 2; }, product);
    for (std::size_t i = 0; i < results(); ++i)
      sum_[i] = sum_type_ == ScalarType::F32 ? sum_of<f32>(sum_[i], product[i])
                                             : sum_of<Half>(sum_[i], product[i]);
  }
  static void widen(Elements& elements, std::size_t count, ScalarType type) {
    for (std::uint64_t& e : std::span(elements).first(count)) {
      const auto byte = static_cast<u8>(e);
      e = raw(type == ScalarType::E4M3 ? half_of(false, from_raw<E4m3>(byte))
                                       : half_of(false, from_raw<E5m2>(byte)));
    }
  }
  template <class T>
  static std::uint64_t sum_of(std::uint64_t a, std::uint64_t b) {
    using Bits = typename Format<T>::Bits;
    const f32 sum =
        widened(from_raw<T>(static_cast<Bits>(a))) + widened(from_raw<T>(static_cast<Bits>(b)));
    return raw(converted<T>(FloatMode{}, sum));
  }

  const Step& s_;
  MatrixForm form_, a_form_;  ///< the second: of what the registers of A hold
  ScalarType a_type_, b_type_, c_type_, sum_type_;
  Elements a_, b_, sum_;
  std::array<std::uint16_t, 1024> places_;  ///< along k, of the elements of a sparse A
};

}  // namespace

void execute_matrix(Step& s) {
  check_whole_warp(s);
  if (s.inst.memory.matrix.m == 0) return exchange(s);
  Product(s).run();
}

}  // namespace simt
