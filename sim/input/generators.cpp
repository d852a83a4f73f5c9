#include "sim/input/generators.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "sim/input/element.h"

namespace simt {
namespace {

// Writes f(i) to every element; the width is fixed outside the loop.
template <class T, class F>
void each(std::span<std::byte> data, F f) {
  const std::size_t count = data.size() / sizeof(T);
  for (std::size_t i = 0; i < count; ++i) {
    const T value = static_cast<T>(f(i));
    std::memcpy(data.data() + i * sizeof(T), &value, sizeof(T));
  }
}

template <class F>
void each_of_width(unsigned bytes, std::span<std::byte> data, F f) {
  switch (bytes) {
    case 1:
      return each<std::uint8_t>(data, f);
    case 2:
      return each<std::uint16_t>(data, f);
    case 4:
      return each<std::uint32_t>(data, f);
    default:
      return each<std::uint64_t>(data, f);
  }
}

// f(i) is a double; it is rounded to the element type.
template <class F>
void each_real(ScalarType type, std::span<std::byte> data, F f) {
  if (type == ScalarType::F32) return each<float>(data, f);
  if (type == ScalarType::F64) return each<double>(data, f);
  each<std::uint16_t>(data, [&](std::size_t i) { return float_bits(type, f(i)); });
}

void iota(const ArgSpec& spec, std::span<std::byte> data) {
  const std::uint64_t start = element_bits(spec.type, spec.generator.operands[0]);
  const std::uint64_t step = element_bits(spec.type, spec.generator.operands[1]);
  if (is_float(spec.type)) {
    const double first = float_value(spec.type, start), stride = float_value(spec.type, step);
    each_real(spec.type, data,
              [=](std::size_t i) { return first + stride * static_cast<double>(i); });
  } else {
    each_of_width(size_of(spec.type), data, [=](std::size_t i) { return start + step * i; });
  }
}

/// From 0 to below `range`.
std::uint64_t random_below(std::uint64_t seed, std::size_t index, std::uint64_t range) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(Wide{splitmix64(seed, index)} * range >> 64);
}

[[noreturn]] void empty_range(const ArgSpec& spec) {
  const bool sorted = spec.generator.kind == GeneratorKind::Sorted;
  throw SpecError(fmt::format("{}: there is no {} from {} up to (without) {}",
                              sorted ? "sorted" : "random", name_of(spec.type),
                              spec.generator.operands[1], spec.generator.operands[2]));
}

/// From LO to below HI.
struct IntegerRange {
  std::uint64_t lo, count;
};
IntegerRange integer_range(const ArgSpec& spec) {
  const std::uint64_t lo = extend(spec.type, element_bits(spec.type, spec.generator.operands[1]));
  const std::uint64_t hi = random_end(spec);
  const bool ordered = is_signed(spec.type)
                           ? static_cast<std::int64_t>(lo) < static_cast<std::int64_t>(hi)
                           : lo < hi;
  if (!ordered) empty_range(spec);
  return {lo, hi - lo};
}

void random_integers(const ArgSpec& spec, std::uint64_t seed, std::span<std::byte> data) {
  const IntegerRange range = integer_range(spec);
  each_of_width(size_of(spec.type), data,
                [=](std::size_t i) { return range.lo + random_below(seed, i, range.count); });
}

void choice(const ArgSpec& spec, std::span<std::byte> data) {
  const std::vector<std::string>& operands = spec.generator.operands;
  const std::uint64_t seed = parse_count(operands[0], "the seed of choice");
  std::vector<std::uint64_t> values;
  for (std::size_t i = 1; i < operands.size(); ++i)
    values.push_back(element_bits(spec.type, operands[i]));
  each_of_width(size_of(spec.type), data,
                [&](std::size_t i) { return values[random_below(seed, i, values.size())]; });
}

void chain(const ArgSpec& spec, std::span<std::byte> data) {
  const std::uint64_t length = parse_count(spec.generator.operands[0], "the length of a chain");
  const std::size_t last = data.size() / size_of(spec.type) - 1;
  each_of_width(size_of(spec.type), data, [=](std::size_t i) {
    return i == last || (i + 1) % length == 0 ? ~std::uint64_t{0} : std::uint64_t{i} + 1;
  });
}

void heap(const ArgSpec& spec, std::span<std::byte> data) {
  const std::uint64_t child = parse_count(spec.generator.operands[0], "the child of heap");
  const std::uint64_t count = data.size() / size_of(spec.type);
  each_of_width(size_of(spec.type), data, [=](std::size_t i) {
    const std::uint64_t at = 2 * std::uint64_t{i} + child;
    return at < count ? at : ~std::uint64_t{0};
  });
}

/// The value of the type that comes before this one of its values.
double largest_below(ScalarType type, double value) {
  const std::uint64_t bits = float_bits(type, value);
  if (value > 0) return float_value(type, bits - 1);
  const std::uint64_t least = (std::uint64_t{1} << (8 * size_of(type) - 1)) + 1;  // below zero
  return float_value(type, value == 0 ? least : bits + 1);
}

/// Likewise; no value is `hi`, whatever it is rounded to.
struct RealRange {
  double lo, hi, last;
};
RealRange real_range(const ArgSpec& spec) {
  const double lo = float_value(spec.type, element_bits(spec.type, spec.generator.operands[1]));
  const double hi = float_value(spec.type, element_bits(spec.type, spec.generator.operands[2]));
  if (!(lo < hi)) empty_range(spec);
  return {lo, hi, largest_below(spec.type, hi)};
}

/// From 0 to below 1.
double random_share(std::uint64_t seed, std::size_t index) {
  return static_cast<double>(splitmix64(seed, index) >> 11) * 0x1p-53;
}

void random(const ArgSpec& spec, std::span<std::byte> data) {
  const std::uint64_t seed = parse_count(spec.generator.operands[0], "the seed of random");
  if (!is_float(spec.type)) return random_integers(spec, seed, data);
  const auto [lo, hi, last] = real_range(spec);
  each_real(spec.type, data, [=](std::size_t i) {
    const double x = lo + (hi - lo) * random_share(seed, i);
    return std::min(x, last);
  });
}

void dominant(const ArgSpec& spec, std::span<std::byte> data) {
  const std::uint64_t seed = parse_count(spec.generator.operands[0], "the seed of dominant");
  const std::uint64_t side = parse_count(spec.generator.operands[1], "the side of dominant");
  const double last = largest_below(spec.type, 1);
  each_real(spec.type, data, [=](std::size_t i) {
    const std::uint64_t row = i / side % side, column = i % side;
    return row == column ? static_cast<double>(side) : std::min(random_share(seed, i), last);
  });
}

std::uint64_t gap(std::uint64_t seed, std::size_t index) {
  return (splitmix64(seed, index) >> 32) + 1;
}

// Elements are filled in order: the sum of the gaps goes on from one to the next.
void sorted(const ArgSpec& spec, std::span<std::byte> data) {
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t seed = parse_count(spec.generator.operands[0], "the seed of sorted");
  const std::size_t count = data.size() / size_of(spec.type);
  std::uint64_t all = 0, sum = 0;
  for (std::size_t i = 0; i <= count; ++i) all += gap(seed, i);
  if (is_float(spec.type)) {
    const auto [lo, hi, last] = real_range(spec);
    return each_real(spec.type, data, [&, lo = lo, hi = hi, last = last](std::size_t i) {
      sum += gap(seed, i);
      const double x = lo + (hi - lo) * (static_cast<double>(sum) / static_cast<double>(all));
      return std::min(x, last);
    });
  }
  const IntegerRange range = integer_range(spec);
  each_of_width(size_of(spec.type), data, [&](std::size_t i) {
    sum += gap(seed, i);
    return range.lo + static_cast<std::uint64_t>(Wide{range.count} * sum / all);
  });
}

std::uint64_t file_bytes(const std::string& path) {
  std::error_code error;
  const std::uint64_t bytes = std::filesystem::file_size(path, error);
  if (error) throw SpecError(fmt::format("cannot read '{}': {}", path, error.message()));
  return bytes;
}

void read_file(const ArgSpec& spec, std::span<std::byte> data) {
  const std::string& path = spec.generator.operands[0];
  const std::uint64_t bytes = file_bytes(path);
  if (bytes != data.size())
    throw SpecError(
        fmt::format("'{}' holds {} bytes, {} are wanted; leave the count empty to take "
                    "the file's size",
                    path, bytes, data.size()));
  std::ifstream in(path, std::ios::binary);
  if (!in.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size())))
    throw SpecError(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
}

void fill(const ArgSpec& spec, std::span<std::byte> data) {
  const std::vector<std::string>& operands = spec.generator.operands;
  switch (spec.generator.kind) {
    case GeneratorKind::Zero:
      std::fill(data.begin(), data.end(), std::byte{0});
      break;
    case GeneratorKind::Const: {
      const std::uint64_t bits = element_bits(spec.type, operands[0]);
      each_of_width(size_of(spec.type), data, [=](std::size_t) { return bits; });
      break;
    }
    case GeneratorKind::Iota:
      iota(spec, data);
      break;
    case GeneratorKind::Random:
      random(spec, data);
      break;
    case GeneratorKind::Sorted:
      sorted(spec, data);
      break;
    case GeneratorKind::Dominant:
      dominant(spec, data);
      break;
    case GeneratorKind::Choice:
      choice(spec, data);
      break;
    case GeneratorKind::Chain:
      chain(spec, data);
      break;
    case GeneratorKind::Heap:
      heap(spec, data);
      break;
    case GeneratorKind::File:
      read_file(spec, data);
      break;
    case GeneratorKind::Bytes:
      std::copy(spec.generator.bytes.begin(), spec.generator.bytes.end(), data.begin());
      break;
    case GeneratorKind::List:
      if (operands.size() * size_of(spec.type) != data.size())
        throw SpecError(fmt::format("{} values are listed for {} elements", operands.size(),
                                    data.size() / size_of(spec.type)));
      each_of_width(size_of(spec.type), data,
                    [&](std::size_t i) { return element_bits(spec.type, operands[i]); });
      break;
  }
}

}  // namespace

std::uint64_t random_end(const ArgSpec& spec) {
  const std::string& text = spec.generator.operands.at(2);
  const ScalarType wide = is_signed(spec.type) ? ScalarType::S64 : ScalarType::U64;
  const std::uint64_t end = element_bits(wide, text);
  // Not in the range itself, so one beyond the type's largest value is right: random(1,0,256) of
  // u8.
  if (extend(spec.type, end - 1) != end - 1) element_bits(spec.type, text);
  return end;
}

std::uint64_t element_count(const ArgSpec& spec) {
  if (spec.count) return *spec.count;
  if (spec.generator.kind == GeneratorKind::List) return spec.generator.operands.size();
  const std::string& path = spec.generator.operands.at(0);
  const std::uint64_t bytes = file_bytes(path);
  if (bytes == 0 || bytes % size_of(spec.type) != 0)
    throw SpecError(
        fmt::format("'{}' holds {} bytes, which is no number of {} elements of {} "
                    "bytes",
                    path, bytes, name_of(spec.type), size_of(spec.type)));
  return bytes / size_of(spec.type);
}

void generate(const ArgSpec& spec, std::span<std::byte> data) {
  fill(spec, data);
  const bool raw =
      spec.generator.kind == GeneratorKind::File || spec.generator.kind == GeneratorKind::Bytes;
  if (spec.is_bool && !raw)
    for (std::byte& b : data) b = std::byte{b != std::byte{0}};
}

}  // namespace simt
