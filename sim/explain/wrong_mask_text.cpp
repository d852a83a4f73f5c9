#include "sim/explain/wrong_mask_text.h"

#include <fmt/format.h>

#include <sstream>
#include <utility>

#include "isa/base/lane_list.h"
#include "isa/core/place.h"
#include "sim/explain/explain.h"

namespace simt {
namespace {

/// Why the lanes that are missing do not take part.
std::string reason_of(const Program& program, const WrongMask& f) {
  const std::string exit = f.exit == kNoPc ? "" : " at " + place_text(program, f.exit);
  switch (f.kind) {
    case WrongMask::Kind::ReadsExited:
      return f.exit == kNoPc ? "exited before" : "exited" + exit;
    case WrongMask::Kind::ReadsUnstarted: {
      const unsigned threads = count_lanes(f.started);
      return fmt::format("never started, the block has only {} thread{} in its last warp", threads,
                         threads == 1 ? "" : "s");
    }
    case WrongMask::Kind::ReadsGuarded:
      return "the guard of this instruction is false in them";
    case WrongMask::Kind::ExitUnexpected:
      break;
  }
  return fmt::format("elsewhere, at {}, and exited{}", place_text(program, f.worked), exit);
}

std::string indented_hint() {
  constexpr std::size_t kWidth = 82;
  std::string out, line = " ";
  std::istringstream words(kWrongMaskHint);
  for (std::string word; words >> word; line += " " + word)
    if (line.size() + 1 + word.size() > kWidth) out += std::exchange(line, " ") + "\n";
  return out + line + "\n";
}

WrongMaskText text_of(const Program& program, const WrongMaskSeen& seen) {
  const WrongMask& f = seen.first;
  const bool waits = f.kind == WrongMask::Kind::ExitUnexpected;
  return {f.pc,
          "wrong member mask: it names lanes that do not take part",
          {fmt::format("{} by warp {}, {} at {}", waits ? "waited for" : "read", f.warp.warp,
                       lanes_text(f.lanes), at_line(program, f.pc, "    ")),
           fmt::format("the mask {:#010x} names {}: {}", f.mask, lanes_text(f.missing),
                       reason_of(program, f)),
           fmt::format("first in block {}; {}", f.warp.cta, seen.tail)}};
}

}  // namespace

std::vector<WrongMaskText> wrong_mask_texts(const Program& program,
                                            const std::vector<WrongMaskSeen>& seen) {
  std::map<std::string, unsigned> copies;  // of a line of CUDA that was unrolled or inlined
  for (const WrongMaskSeen& one : seen) ++copies[cuda_place(program, one.first.pc)];
  copies.erase("");
  std::vector<WrongMaskText> out;
  for (const WrongMaskSeen& one : seen) {
    const auto line = copies.find(cuda_place(program, one.first.pc));
    if (line != copies.end() && line->second == 0) continue;
    out.push_back(text_of(program, one));
    if (line == copies.end()) continue;
    if (line->second > 1)
      out.back().lines.push_back(fmt::format("and {} more instruction{} of this line",
                                             line->second - 1, line->second == 2 ? "" : "s"));
    line->second = 0;
  }
  return out;
}

std::vector<WrongMaskText> wrong_mask_texts(const Program& program, const WrongMasks& masks) {
  std::vector<WrongMaskSeen> list;
  for (const auto& [pc, seen] : masks.seen())
    list.push_back(
        {seen.first, fmt::format("seen {} time{}", seen.times, seen.times == 1 ? "" : "s")});
  return wrong_mask_texts(program, list);
}

std::string rendered(const std::vector<WrongMaskText>& texts) {
  std::string out;
  for (const WrongMaskText& text : texts) {
    out += text.title + "\n";
    for (const std::string& line : text.lines) out += "  " + line + "\n";
  }
  return out.empty() ? out : out + indented_hint();
}

}  // namespace simt
