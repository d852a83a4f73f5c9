// why, list, focus, where.
#include <fmt/format.h>

#include <algorithm>

#include "isa/core/place.h"
#include "sim/base/nearest_name.h"
#include "sim/step/error.h"
#include "sim/step/names.h"
#include "sim/step/prompt/prompt.h"
#include "sim/step/why.h"

namespace simt {
namespace {

constexpr unsigned kListed = 10;

}  // namespace

std::string Prompt::gone_warp(std::uint64_t cta, std::uint64_t wanted) const {
  const std::uint64_t threads = machine().subject.launch.state.block.count();
  const std::uint64_t size = machine().subject.arch.sm.warp_size,
                      warps = (threads + size - 1) / size;
  if (wanted < warps) return fmt::format("  warp {} of block {}: the warp has ended", wanted, cta);
  throw StepError(warps == 1 ? fmt::format("block {} has one warp, 0", cta)
                             : fmt::format("block {} has warps 0 to {}", cta, warps - 1));
}

void Prompt::why(const Words& words) {
  unsigned slot = focus_.slot;
  if (!words.empty()) {
    const std::uint64_t wanted = parse_number(words[0], "warp");
    const std::uint64_t cta = warp().id.cta;
    bool found = false;
    for (unsigned s = 0; s < sm().warps().size(); ++s) {
      const Warp& w = sm().warps()[s];
      if (!w.resident || w.id.cta != cta || w.state.index_in_cta != wanted) continue;
      slot = s;
      found = true;
    }
    if (!found) return say(gone_warp(cta, wanted));
  }
  if (stepper_.ended() && stepper_.result().status == RunStatus::Deadlock)
    say(style_.bad("  The run has ended in a deadlock: this will not change any more."));
  say(simt::why(machine(), focus_.sm, slot, style_));
}

void Prompt::where(const Words&) {
  if (settled_)
    show_settled(*settled_);
  else
    show_stop();
}

void Prompt::list(const Words& words) {
  const Program& program = subject_.program;
  const std::string typed = words.empty() ? "" : meant_line(program, words[0], subject_.cuda_file);
  if (!words.empty()) {
    list_from_ = 0;
    list_file_ = names_cuda_line(typed) ? typed : "";
  } else if (list_from_ == 0) {
    const std::vector<CudaLine> chain = cuda_chain(program, pc());
    list_file_ = chain.empty() || chain.front().text.empty() ? "" : chain.front().place();
  }
  if (list_file_.empty())
    list_text(typed);
  else
    list_cuda();
  list_from_ += kListed;
}

/// Sets where the list begins: around `line`, or where the one before it ended.
void Prompt::list_around(bool anew, unsigned line) {
  if (anew) list_from_ = std::max(line, kListed / 2 + 1) - kListed / 2;
}

void Prompt::list_text(const std::string& typed) {
  const Program& program = subject_.program;
  const unsigned here = line_of(program, pc());
  const std::size_t lines = program.text.lines.size();
  if (!typed.empty()) {
    const std::uint64_t line = parse_number(typed, "line", 1);
    if (line > lines) throw StepError(fmt::format("the file has {} lines", lines));
    list_around(true, static_cast<unsigned>(line));
  }
  list_around(list_from_ == 0, here);
  if (list_from_ > lines) throw StepError("the file ends here");
  say(source_picture(program, list_from_, list_from_ + kListed - 1, {.next = pc()}, style_));
}

void Prompt::list_cuda() {
  const auto [file, line] = find_cuda_line(subject_.program, list_file_);
  const bool anew = list_from_ == 0;
  if (file.lines.empty())
    throw StepError(
        fmt::format("the text of {} is not at hand: it is looked for where the compiler found it, "
                    "and beside {}",
                    file.name, subject_.program.text.name));
  if (anew && line > file.lines.size())
    throw StepError(fmt::format("{} has {} lines", file.name, file.lines.size()));
  list_around(anew, line);
  if (list_from_ > file.lines.size()) throw StepError("the file ends here");
  say(cuda_picture(subject_.program, list_file_, list_from_, list_from_ + kListed - 1,
                   {.next = pc()}, style_));
}

void Prompt::focus_on(std::optional<unsigned> sm_index, std::optional<std::uint64_t> cta,
                      std::optional<unsigned> warp_index) {
  const Device& gpu = machine().gpu;
  const unsigned to = sm_index.value_or(focus_.sm);
  if (!gpu.uses(to))
    throw StepError(fmt::format("SM {} has no block: {} of the SMs are in use, {} to {}", to,
                                gpu.sms().size(), gpu.sms().front()->index(),
                                gpu.sms().back()->index()));
  const Sm& target = gpu.sm(to);
  const bool stays = to == focus_.sm;
  std::optional<unsigned> found;
  for (unsigned slot = 0; slot < target.warps().size() && !found; ++slot) {
    const Warp& w = target.warps()[slot];
    if (!w.resident) continue;
    const std::uint64_t index = w.id.cta;
    if (cta ? index != *cta : stays && index != warp().id.cta) continue;
    if (w.state.index_in_cta == warp_index.value_or(0)) found = slot;
  }
  if (!found)
    throw StepError(
        fmt::format("SM {} does not hold such a warp now; 'info warps' shows who is there", to));
  focus_.slot = *found;
  focus_.sm = to;
  told_ = focused();
  if (!stays) anchor_here();
}

void Prompt::focus(const Words& words) {
  std::optional<unsigned> sm_index, warp_index, lane;
  std::optional<std::uint64_t> cta;
  if (words.size() % 2 != 0) throw StepError("focus takes pairs: focus sm 0 cta 1 warp 2 lane 3");
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const std::uint64_t n = parse_number(words[i + 1], words[i]);
    if (words[i] == "sm")
      sm_index = static_cast<unsigned>(std::min<std::uint64_t>(n, ~0u));
    else if (words[i] == "cta" || words[i] == "block")
      cta = n;
    else if (words[i] == "warp")
      warp_index = static_cast<unsigned>(std::min<std::uint64_t>(n, ~0u));
    else if (words[i] == "lane" && n < subject_.arch.sm.warp_size)
      lane = static_cast<unsigned>(n);
    else if (words[i] == "lane")
      throw StepError(fmt::format("lanes are 0 to {}", subject_.arch.sm.warp_size - 1));
    else
      throw StepError(fmt::format("'{}' is none of sm, cta, warp, lane{}", words[i],
                                  nearest_hint(words[i], {"cta", "warp", "lane"})));
  }
  if (sm_index || cta || warp_index) {
    focus_on(sm_index, cta, warp_index);
    focus_.lane.reset();
  }
  if (lane) focus_.lane = lane;
  say(fmt::format("SM {}, block {}, warp {}{}", focus_.sm, warp().id.cta, warp().state.index_in_cta,
                  focus_.lane ? fmt::format(", lane {}", *focus_.lane) : ", all lanes"));
  if (!words.empty() && !lane) say(simt::why(machine(), focus_.sm, focus_.slot, style_));
}

}  // namespace simt
