// Where two runs differ first, as a person tells it.
#include <fmt/format.h>

#include <algorithm>

#include "isa/base/lane_list.h"
#include "isa/base/short_names.h"
#include "isa/core/place.h"
#include "sim/diff/difference.h"

namespace simt::diff {
namespace {

std::string place(const Side& side, const Step& step) {
  const Program& p = side.subject.program;
  const unsigned line = p.code[step.pc].loc.line;
  if (line == 0 || line > p.text.lines.size()) return "an instruction without a line";
  std::string text = with_short_names(bare(p.text.lines[line - 1]), p.kernel);
  if (text.ends_with(';')) text.pop_back();  // a full stop follows
  text = clipped(text, 50);
  const std::string place = place_text(p, step.pc);
  // A place of CUDA C++ has its own brackets.
  return cuda_place(p, step.pc).empty() ? fmt::format("{} ({})", place, text)
                                        : fmt::format("{}, {}", place, text);
}

/// "12" or "12-15".
std::string range(unsigned first, unsigned last) {
  return first == last ? std::to_string(first) : fmt::format("{}-{}", first, last);
}

std::string ordinal_count(std::size_t n) {
  return n == 0 ? "from the first instruction on"
                : fmt::format("after {} that {} the same", plural(n, "instruction"),
                              n == 1 ? "is" : "are");
}

// What one side does there.
std::string turn(const Side& side, const std::optional<Step>& step, const FirstDivergence& p) {
  if (!step) {
    const RunStatus status = side.subject.run.status;
    const bool stuck = status == RunStatus::Deadlock || status == RunStatus::Limit;
    if (p.common == 0 && !stuck) return fmt::format("{} has no such warp.", side.label);
    return fmt::format("{}: {}.", side.label,
                       stuck ? "the warp comes no further" : "the warp has ended");
  }
  const LaneMask all = p.last ? p.last->path : step->path;
  if (step->path != all && (step->path & all) == step->path)
    return fmt::format("{} runs {} first, at {}.", side.label, lanes_text(step->path),
                       place(side, *step));
  if (step->path == all && p.last)
    return fmt::format("{} goes on at {}.", side.label, place(side, *step));
  return fmt::format("{} runs {} at {}.", side.label, lanes_text(step->path), place(side, *step));
}

std::string_view first_side_text(FirstSide side) {
  switch (side) {
    case FirstSide::FallThrough:
      return "the side that does not jump";
    case FirstSide::Taken:
      return "the side that jumps";
    case FirstSide::FewerLanes:
      return "the side with fewer lanes";
    case FirstSide::MoreLanes:
      break;
  }
  return "the side with more lanes";
}

// Where the model itself is the reason.
std::string model(const Side& side) {
  const ArchConfig& arch = side.subject.arch;
  if (arch.control.divergence == DivergenceKind::Stack)
    return fmt::format(
        "{} has one program counter for the warp: {} runs until it reaches the line where both "
        "sides meet, or leaves its loop; lanes that are there already wait for it.",
        side.label, first_side_text(arch.control.first_side));
  return fmt::format(
      "{} has a program counter for each lane: {} goes first, and lanes that wait in a loop for "
      "memory let the others run.",
      side.label, first_side_text(arch.control.first_side));
}

}  // namespace

std::string place_of(const Program& program, const Stretch& stretch) {
  std::string file;
  unsigned first = 0, last = 0;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const unsigned line = program.code[pc].loc.line;
    if (line < stretch.first_line || line > stretch.last_line) continue;
    const std::vector<CudaLine> chain = cuda_chain(program, pc);
    if (chain.empty()) continue;
    // An inlined function of another file: what counts is where the kernel calls it.
    const CudaLine& own = file.empty() || chain.front().file == file ? chain.front() : chain.back();
    if (file.empty()) file = own.file;
    if (own.file != file) continue;
    first = first == 0 ? own.line : std::min(first, own.line);
    last = std::max(last, own.line);
  }
  const std::string text = range(stretch.first_line, stretch.last_line);
  if (file.empty())
    return fmt::format("line{} {}", stretch.first_line == stretch.last_line ? "" : "s", text);
  return fmt::format("{}:{} ({} {})", file, range(first, last), text_name(program), text);
}

std::vector<std::string> words(const FirstDivergence& p, const Side& a, const Side& b) {
  std::vector<std::string> out;
  const std::string of_all = p.warps == 1
                                 ? ""
                                 : fmt::format(" They differ in {} of {}.",
                                               grouped(p.warps_diverging), plural(p.warps, "warp"));
  out.push_back(fmt::format("In block {}, warp {} the runs differ {}.{}", p.warp.first,
                            p.warp.second, ordinal_count(p.common), of_all));
  if (p.last) {
    const auto split = [&](const std::optional<Step>& s) {
      return s && s->path != p.last->path && (s->path & p.last->path) == s->path;
    };
    out.push_back(fmt::format(
        "The last of them is {}, reached by {}{}.", place(a, *p.last), lanes_text(p.last->path),
        split(p.next_a) && split(p.next_b) ? ", which take different paths" : ""));
  }
  out.push_back(turn(a, p.next_a, p));
  out.push_back(turn(b, p.next_b, p));
  const bool models = a.subject.arch.control.divergence != b.subject.arch.control.divergence;
  if (models && p.last && (p.next_a || p.next_b))
    for (const Side* side : {&a, &b}) out.push_back(model(*side));
  return out;
}

}  // namespace simt::diff
