#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "sim/views/pictures/pictures.h"
#include "sim/views/pictures/sheet.h"
#include "sim/views/text.h"

namespace simt {
namespace {

constexpr double kBarsLeft = 130, kBarsRight = 975, kBarPitch = 18, kBarHeight = 15;
constexpr unsigned kPixels = 338;  ///< columns of a row: each shows the state that takes most of it
constexpr std::size_t kMostWarps = 32;  ///< rows

class StallsPicture {
 public:
  StallsPicture(const PictureSubject& s, const trace::Recording& recording)
      : s_(s), r_(recording), shown_(first_warps(recording)) {
    for (const auto& [warp, waits] : shown_) {
      from_ = std::min(from_, waits.front()->from);
      to_ = std::max(to_, waits.back()->to);
      for (const trace::WaitRecord* wait : waits)
        cycles_[static_cast<std::size_t>(wait->reason)] += wait->to - wait->from;
    }
    scale_ = static_cast<double>(to_ - from_) / kPixels;
  }

  std::string draw() {
    Sheet sheet(
        fmt::format("{}: what its warps wait for", kernel_title(s_.program)),
        fmt::format(
            "{} on {}; SM {}, {}cycles {} to {}. One row for each warp, time from left to right.",
            s_.geometry, s_.arch.name, r_.warps.front().sm,
            all_warps() > kMostWarps
                ? fmt::format("the first {} of its {} warps, ", kMostWarps, all_warps())
                : "",
            grouped(from_), grouped(to_)));
    sheet.down(6);
    for (const auto& [warp, waits] : shown_) row(sheet, r_.warps[warp], waits);
    axis(sheet);
    sheet.legend(keys());
    return sheet.finish();
  }

 private:
  using Waits = std::vector<const trace::WaitRecord*>;

  std::size_t all_warps() const { return r_.warps.size(); }

  static std::map<std::uint32_t, Waits> first_warps(const trace::Recording& recording) {
    std::map<std::uint32_t, Waits> out;
    for (const trace::WaitRecord& wait : recording.waits)
      if (out.size() < kMostWarps || out.contains(wait.warp)) out[wait.warp].push_back(&wait);
    return out;
  }

  double x(double pixel) const { return kBarsLeft + pixel * (kBarsRight - kBarsLeft) / kPixels; }

  /// The state that takes most of each column; Stall::kCount where the warp is not there.
  std::vector<Stall> columns(const Waits& waits) const {
    std::vector<std::array<double, kNumStalls>> share(kPixels);
    for (const trace::WaitRecord* wait : waits) {
      const double from = static_cast<double>(wait->from - from_) / scale_;
      const double to = static_cast<double>(wait->to - from_) / scale_;
      for (auto p = static_cast<unsigned>(from); p < kPixels && p < to; ++p)
        share[p][static_cast<std::size_t>(wait->reason)] +=
            std::min(to, p + 1.0) - std::max(from, double(p));
    }
    std::vector<Stall> out;
    for (const auto& column : share) {
      const auto most = std::max_element(column.begin(), column.end());
      out.push_back(*most <= 0 ? Stall::kCount : static_cast<Stall>(most - column.begin()));
    }
    return out;
  }

  void row(Sheet& sheet, const trace::WarpRecord& warp, const Waits& waits) {
    sheet.text(kBarsLeft - 8, sheet.y() + 11, "end", "label",
               fmt::format("block {}, warp {}", warp.cta, warp.warp));
    const std::vector<Stall> states = columns(waits);
    std::map<Stall, std::vector<Sheet::Span>> spans;
    for (unsigned from = 0, to; from < kPixels; from = to) {
      for (to = from; to < kPixels && states[to] == states[from];) ++to;
      if (states[from] != Stall::kCount) spans[states[from]].push_back({x(from), x(to) - x(from)});
    }
    for (const auto& [state, of] : spans) sheet.boxes(of, sheet.y(), kBarHeight, class_of(state));
    sheet.down(kBarPitch);
  }

  static std::string class_of(Stall reason) { return fmt::format("s-{}", info(reason).name); }

  void axis(Sheet& sheet) {
    constexpr unsigned kTicks = 5;
    for (unsigned i = 0; i <= kTicks; ++i) {
      const double at = x(kPixels * static_cast<double>(i) / kTicks);
      sheet.line(at, sheet.y(), at, sheet.y() + 4, "axis");
      sheet.text(at, sheet.y() + 16,
                 i == 0        ? "start"
                 : i == kTicks ? "end"
                               : "middle",
                 "label", grouped(from_ + (to_ - from_) * i / kTicks));
    }
    sheet.down(30);
  }

  std::vector<Sheet::Key> keys() const {
    std::uint64_t all = 0;
    std::vector<std::pair<std::uint64_t, Stall>> order;
    for (std::size_t i = 0; i < kNumStalls; ++i) {
      all += cycles_[i];
      if (cycles_[i] > 0) order.emplace_back(cycles_[i], static_cast<Stall>(i));
    }
    std::sort(order.rbegin(), order.rend());
    std::vector<Sheet::Key> out;
    for (const auto& [cycles, reason] : order) {
      const double share = 100.0 * static_cast<double>(cycles) / static_cast<double>(all);
      if (share >= 0.5)
        out.push_back({class_of(reason),
                       fmt::format("{} {:.0f}%: {}", info(reason).name, share, info(reason).text)});
    }
    return out;
  }

  const PictureSubject& s_;
  const trace::Recording& r_;
  std::map<std::uint32_t, Waits> shown_;  ///< by warp, in the order of their start
  std::uint64_t from_ = trace::kOpen, to_ = 0;
  double scale_ = 0;  ///< cycles a column
  StallCycles cycles_{};
};

}  // namespace

std::string stalls_picture_svg(const PictureSubject& s, const trace::Recording& recording) {
  if (recording.waits.empty() || recording.to <= recording.from)
    throw PictureError("no warp was on the SM in these cycles");
  return StallsPicture(s, recording).draw();
}

}  // namespace simt
