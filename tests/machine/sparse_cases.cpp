#include "tests/machine/sparse_cases.h"

#include <charconv>
#include <cstring>
#include <random>
#include <sstream>

namespace simt::test {
namespace {

/// Of a kernel's name the parts between its underscores.
std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts;
  std::istringstream in(name);
  for (std::string part; std::getline(in, part, '_');) parts.push_back(part);
  return parts;
}
unsigned number_after(const std::string& shape, char letter) {
  const auto at = shape.find(letter) + 1;
  unsigned value = 0;
  std::from_chars(shape.data() + at, shape.data() + shape.size(), value);
  return value;
}

struct Layout {
  unsigned exponent_bits, fraction_bits, register_bits;  ///< of an element
};
Layout layout_of(ScalarType type) {
  switch (type) {
    case ScalarType::F16:
      return {5, 10, 16};
    case ScalarType::BF16:
      return {8, 7, 16};
    case ScalarType::E4M3:
      return {4, 3, 8};
    case ScalarType::E5M2:
      return {5, 2, 8};
    case ScalarType::F64:
      return {11, 52, 64};
    default:
      return {8, 23, 32};
  }
}

class Maker {
 public:
  explicit Maker(const std::string& name) {
    std::seed_seq seed(name.begin(), name.end());
    random_.seed(seed);
  }
  std::uint64_t bits() { return std::uint64_t{random_()} << 32 | random_(); }
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  /// Warps take turns: exponents about that of one, farther from it, any, the least, all bits.
  std::uint64_t element(ScalarType type, unsigned warp) {
    const Layout f = layout_of(type);
    const std::uint64_t all =
        f.register_bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << f.register_bits) - 1;
    if (warp % 8 == 7) return bits() & all;
    const unsigned one = (1u << (f.exponent_bits - 1)) - 1, top = 2 * one + 1;
    const auto about = [&](unsigned apart) {
      const unsigned low = one > apart ? one - apart : 0;
      return low + below(std::min(one + apart, top) - low);
    };
    const unsigned exponent = warp % 8 < 3   ? about(3)
                              : warp % 8 < 5 ? about(12)
                              : warp % 8 < 6 ? below(top)
                                             : below(3);
    const std::uint64_t fraction = bits() & ((std::uint64_t{1} << f.fraction_bits) - 1);
    const std::uint64_t sign = bits() & 1, zero = below(16) == 0 ? 0 : 1;
    return sign << (f.exponent_bits + f.fraction_bits) |
           zero * (std::uint64_t{exponent} << f.fraction_bits | fraction);
  }
  std::uint64_t word(ScalarType type, unsigned warp, bool is_sum) {
    if (type == ScalarType::S32 && is_sum)
      return warp % 3 == 0 ? (random_() & 1) != 0 ? 0x7ffffff0 : 0x80000003
                           : random_() % (warp % 3 == 1 ? 1000 : 0xffffffff);
    if (!is_float(type)) return random_();
    const unsigned width = layout_of(type).register_bits;
    std::uint64_t out = 0;
    for (unsigned at = 0; at < std::max(width, 32u); at += width) out |= element(type, warp) << at;
    return out;
  }
  /// Two different places of each four in order, or one half of each four bits.
  std::uint64_t metadata(ScalarType type) {
    constexpr unsigned kPairs[] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
    std::uint64_t out = 0;
    for (unsigned at = 0; at < 32; at += 4)
      out |=
          std::uint64_t{type == ScalarType::TF32 ? below(2) != 0 ? 0xeu : 0x4u : kPairs[below(6)]}
          << at;
    return out;
  }

 private:
  std::mt19937 random_;
};

}  // namespace

std::array<unsigned, 4> MoreProduct::registers() const {
  const auto of = [&](unsigned elements, ScalarType type) {
    return elements * bits_of(type) / (8 * register_bytes(type)) / 32;
  };
  return {of(m * k / (sparse ? 2 : 1), a), of(k * n, b), of(m * n, c), 1};
}

MoreProduct more_product(const std::string& name) {
  MoreProduct p{name};
  std::vector<std::string> parts = parts_of(name);
  p.sparse = parts.front() == "sp";
  if (p.sparse) parts.erase(parts.begin());
  p.m = number_after(parts[0], 'm');
  p.n = number_after(parts[0], 'n');
  p.k = number_after(parts[0], 'k');
  const std::size_t types = parts[1] == "satfinite" ? 2 : 1;
  p.a = scalar_type(parts[types + 1]);
  p.b = scalar_type(parts[types + 2]);
  p.c = scalar_type(parts[types + 3]);
  return p;
}

std::array<std::vector<std::byte>, 4> operands_of(const MoreProduct& p, unsigned warps) {
  Maker make(p.name);
  std::array<std::vector<std::byte>, 4> out;
  const ScalarType types[] = {p.a, p.b, p.c};
  for (unsigned warp = 0; warp < warps; ++warp)
    for (unsigned i = 0; i < 4; ++i)
      for (unsigned word = 0; word < 32 * p.registers()[i]; ++word) {
        const std::uint64_t bits = i == 3 ? make.metadata(p.a) : make.word(types[i], warp, i == 2);
        const std::size_t bytes = i == 3 ? 4 : p.register_bytes(types[i]);
        out[i].resize(out[i].size() + bytes);
        std::memcpy(out[i].data() + out[i].size() - bytes, &bits, bytes);
      }
  return out;
}

}  // namespace simt::test
