#include "sim/exec/texture/texel_layout.h"

#include <limits>

namespace simt {
namespace {

constexpr std::uint64_t kBlockWidth = 64, kBlockRows = 8, kBlockBytes = kBlockWidth * kBlockRows;
constexpr std::uint64_t kSectorWidth = 16;
constexpr std::uint32_t kMostStacked = 16;

std::uint64_t in_block(std::uint64_t byte, std::uint64_t row) {
  return byte / 32 * 256 + row / 2 * 64 + byte % 32 / kSectorWidth * 32 + row % 2 * kSectorWidth +
         byte % kSectorWidth;
}
std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit;
}

}  // namespace

std::uint64_t TexelLayout::address(std::uint64_t byte, std::uint64_t row,
                                   std::uint64_t slice) const {
  const std::uint64_t start = base + slice * slice_bytes;
  if (pitch != 0) return start + row * pitch + byte;
  const std::uint64_t block_row = row / kBlockRows;
  const std::uint64_t stack = block_row / stacked * columns + byte / kBlockWidth;
  return start + (stack * stacked + block_row % stacked) * kBlockBytes +
         in_block(byte % kBlockWidth, row % kBlockRows);
}

std::uint64_t TexelLayout::together(std::uint64_t byte) const {
  if (pitch != 0) return std::numeric_limits<std::uint64_t>::max();
  return kSectorWidth - byte % kSectorWidth;
}

TexelLayout array_layout(std::uint64_t base, std::uint64_t row_bytes, std::uint64_t rows) {
  TexelLayout out;
  out.base = base;
  out.columns = static_cast<std::uint32_t>(round_up(row_bytes, kBlockWidth));
  while (out.stacked < kMostStacked && out.stacked * kBlockRows < rows) out.stacked *= 2;
  const std::uint64_t stacks = round_up(rows, out.stacked * kBlockRows) * out.columns;
  out.slice_bytes = stacks * out.stacked * kBlockBytes;
  return out;
}

std::uint64_t array_bytes(const TexelLayout& layout, std::uint64_t slices) {
  return layout.slice_bytes * slices;
}

}  // namespace simt
