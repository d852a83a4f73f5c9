// Where texels lie in device memory. Linear memory has rows at a pitch. An array has blocks of 64
// bytes by 8 rows (GOBs) of 512 bytes, in which a sector of 32 bytes is 16 bytes of two rows, and
// up to 16 such blocks stand on each other before the next column begins.
// Source: Tegra X1 Technical Reference Manual, "Block Linear"; ncu's sectors of textures of one and
// two dimensions on an H200 agree. Ours: the order of slices of three dimensions.
#pragma once

#include <cstdint>

namespace simt {

struct TexelLayout {
  std::uint64_t base = 0;
  std::uint64_t pitch = 0;        ///< bytes from row to row; 0: in blocks
  std::uint64_t slice_bytes = 0;  ///< from slice to slice, or from layer to layer
  std::uint32_t columns = 1;      ///< of blocks, for a row of texels
  std::uint32_t stacked = 1;      ///< blocks on each other, a power of two

  std::uint64_t address(std::uint64_t byte, std::uint64_t row, std::uint64_t slice) const;
  /// Bytes from `byte` of a row on that lie together.
  std::uint64_t together(std::uint64_t byte) const;
};

/// Of an array at `base`; sizes at least 1.
TexelLayout array_layout(std::uint64_t base, std::uint64_t row_bytes, std::uint64_t rows);
/// Bytes that so many slices take.
std::uint64_t array_bytes(const TexelLayout& layout, std::uint64_t slices);

}  // namespace simt
