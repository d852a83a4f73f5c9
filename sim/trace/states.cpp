#include "sim/trace/states.h"

namespace simt::trace {
namespace {

std::vector<std::uint32_t> flat(const DivergenceView& view) {
  std::vector<std::uint32_t> out{view.exited, static_cast<std::uint32_t>(view.paths.size())};
  for (const PathView& p : view.paths)
    out.insert(out.end(), {p.path.pc, p.path.lanes, static_cast<std::uint32_t>(p.state), p.join,
                           p.waits_for, static_cast<std::uint32_t>(p.barrier), p.depth});
  for (const ConvergenceBarrierView& b : view.barriers)
    out.insert(out.end(), {static_cast<std::uint32_t>(b.id), b.target, b.participants, b.arrived,
                           b.yielded, static_cast<std::uint32_t>(b.parent)});
  return out;
}

}  // namespace

std::uint32_t States::number_of(const DivergenceView& view) {
  const auto [entry, added] =
      numbers_.try_emplace(flat(view), static_cast<std::uint32_t>(all_.size()));
  if (added) all_.push_back(view);
  return entry->second;
}

}  // namespace simt::trace
