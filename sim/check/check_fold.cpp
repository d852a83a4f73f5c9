#include "sim/check/check_fold.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "sim/input/element.h"

namespace simt {
namespace {

template <class T>
T at(const CheckBuffer& buffer, std::uint64_t i) {
  T value;
  std::memcpy(&value, buffer.data + i * sizeof(T), sizeof(T));
  return value;
}

template <class T>
std::uint64_t fold_as(CheckOp op, const CheckBuffer& buffer) {
  if (op == CheckOp::BufferSum) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < buffer.count; ++i)
      sum += static_cast<std::uint64_t>(at<T>(buffer, i));
    return sum;
  }
  T best = at<T>(buffer, 0);
  for (std::uint64_t i = 1; i < buffer.count; ++i)
    best = op == CheckOp::BufferMin ? std::min(best, at<T>(buffer, i))
                                    : std::max(best, at<T>(buffer, i));
  return static_cast<std::uint64_t>(best);
}

template <class Get>
double fold_doubles(CheckOp op, std::uint64_t count, Get get) {
  double result = op == CheckOp::BufferSum ? 0 : std::nan("");
  for (std::uint64_t i = 0; i < count; ++i) {
    const double x = get(i);
    if (op == CheckOp::BufferSum) {
      result += x;
    } else {
      result = op == CheckOp::BufferMin ? std::fmin(result, x) : std::fmax(result, x);
    }
  }
  return result;
}

}  // namespace

std::uint64_t fold_integers(CheckOp op, const CheckBuffer& buffer) {
  const bool s = is_signed(buffer.type);
  switch (size_of(buffer.type)) {
    case 1:
      return s ? fold_as<std::int8_t>(op, buffer) : fold_as<std::uint8_t>(op, buffer);
    case 2:
      return s ? fold_as<std::int16_t>(op, buffer) : fold_as<std::uint16_t>(op, buffer);
    case 4:
      return s ? fold_as<std::int32_t>(op, buffer) : fold_as<std::uint32_t>(op, buffer);
    default:
      return s ? fold_as<std::int64_t>(op, buffer) : fold_as<std::uint64_t>(op, buffer);
  }
}

double fold_reals(CheckOp op, const CheckBuffer& buffer) {
  switch (buffer.type) {
    case ScalarType::F32:
      return fold_doubles(op, buffer.count, [&](std::uint64_t i) {
        return static_cast<double>(at<float>(buffer, i));
      });
    case ScalarType::F64:
      return fold_doubles(op, buffer.count, [&](std::uint64_t i) { return at<double>(buffer, i); });
    default:
      return fold_doubles(op, buffer.count, [&](std::uint64_t i) {
        return float_value(buffer.type, at<std::uint16_t>(buffer, i));
      });
  }
}

}  // namespace simt
