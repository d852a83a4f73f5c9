// The types that an opcode names, in its order: one of most, two of a conversion, four of a matrix
// product, more where scales have their own.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>

#include "isa/base/types.h"

namespace simt {

class TypeList {
 public:
  static constexpr std::size_t kMost = 8;

  constexpr std::size_t size() const { return size_; }
  /// None beyond the last one.
  constexpr ScalarType operator[](std::size_t i) const {
    return i < kMost ? types_[i] : ScalarType::None;
  }
  constexpr void push_back(ScalarType type) {
    if (size_ == kMost) throw std::length_error("an opcode names more types than its list holds");
    types_[size_++] = type;
  }
  bool operator==(const TypeList&) const = default;

 private:
  std::array<ScalarType, kMost> types_{};
  std::uint8_t size_ = 0;
};

}  // namespace simt
