#include <fmt/format.h>

#include <algorithm>

#include "isa/core/place.h"
#include "sim/views/pictures/pictures.h"
#include "sim/views/pictures/sheet.h"
#include "sim/views/text.h"

namespace simt {
namespace {

constexpr std::size_t kMostSms = 8, kColumns = 4, kMostBlocks = 8, kMostLater = 3;
constexpr double kPitch = 243, kBox = 234, kWarp = 20, kWarpRow = 22;
constexpr unsigned kWarpsInRow = 8;

/// Blocks that the SM holds before the first of its blocks ends.
std::size_t first_wave(const std::vector<PlacedBlock>& blocks) {
  std::uint64_t end = ~std::uint64_t{0};
  for (const PlacedBlock& b : blocks) end = std::min(end, b.to);
  return static_cast<std::size_t>(std::count_if(
      blocks.begin(), blocks.end(), [&](const PlacedBlock& b) { return b.from < end; }));
}

double block_height(const PlacedBlock& block) {
  return 20 + kWarpRow * static_cast<double>((block.warps + kWarpsInRow - 1) / kWarpsInRow);
}

double sm_height(const std::vector<PlacedBlock>& blocks) {
  double height = 34;
  const std::size_t now = std::min(first_wave(blocks), kMostBlocks);
  for (std::size_t i = 0; i < now; ++i) height += block_height(blocks[i]) + 8;
  return height + 22;
}

std::string later_text(const std::vector<PlacedBlock>& blocks, std::size_t now) {
  if (now >= blocks.size()) return "";
  std::string out = now + 1 == blocks.size() ? "later: block" : "later: blocks";
  for (std::size_t i = now; i < std::min(blocks.size(), now + kMostLater); ++i)
    out += fmt::format("{} {}", i == now ? "" : ",", blocks[i].cta);
  return out + (blocks.size() > now + kMostLater ? ", ..." : "");
}

void draw_block(Sheet& sheet, double x, double y, const PlacedBlock& block) {
  sheet.rect(x, y, kBox - 16, block_height(block), "box");
  sheet.text(x + 8, y + 14, "start", "label", fmt::format("block {}", block.cta));
  for (unsigned w = 0; w < block.warps; ++w)
    sheet.cell(x + 8 + w % kWarpsInRow * (kWarp + 5), y + 19 + w / kWarpsInRow * kWarpRow,
               kWarp + 2, kWarp - 2, "on", std::to_string(w));
}

void draw_sm(Sheet& sheet, double x, double y, std::uint32_t sm,
             const std::vector<PlacedBlock>& blocks, double height) {
  sheet.rect(x, y, kBox, height, "none");
  sheet.text(x + 8, y + 18, "start", "name", fmt::format("SM {}", sm));
  const std::size_t wave = first_wave(blocks), now = std::min(wave, kMostBlocks);
  double at = y + 28;
  for (std::size_t i = 0; i < now; ++i) {
    draw_block(sheet, x + 8, at, blocks[i]);
    at += block_height(blocks[i]) + 8;
  }
  const std::string more = wave > now ? fmt::format("and {} more", plural(wave - now, "block"))
                                      : later_text(blocks, wave);
  sheet.text(x + 8, at + 10, "start", "label", more);
}

}  // namespace

std::string blocks_picture_svg(const PictureSubject& s, const Placement& placement) {
  const auto& sms = placement.sms();
  if (sms.empty()) throw PictureError("no block was launched");
  Sheet sheet(
      fmt::format("{}: which block runs where", kernel_title(s.program)),
      fmt::format(
          "{} on {}, which has {}. A block goes to one SM as a whole and stays there; a cell is "
          "a warp of {} threads.",
          s.geometry, s.arch.name, plural(s.arch.sm.count, "SM"), s.arch.sm.warp_size));
  sheet.down(2);
  auto at = sms.begin();
  std::size_t shown = 0;
  while (at != sms.end() && shown < kMostSms) {
    double height = 0;
    auto end = at;
    for (std::size_t i = 0; i < kColumns && end != sms.end(); ++i, ++end)
      height = std::max(height, sm_height(end->second));
    for (std::size_t column = 0; at != end; ++at, ++column, ++shown)
      draw_sm(sheet, 12 + static_cast<double>(column) * kPitch, sheet.y(), at->first, at->second,
              height);
    sheet.down(height + 10);
  }
  sheet.down(10);
  if (sms.size() > shown)
    sheet.paragraph("note",
                    fmt::format("and {} with blocks", plural(sms.size() - shown, "more SM")));
  if (s.arch.sm.count > sms.size())
    sheet.paragraph("note",
                    fmt::format("{} without a block", plural(s.arch.sm.count - sms.size(), "SM")));
  return sheet.finish();
}

}  // namespace simt
