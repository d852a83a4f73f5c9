#include "isa/ptx/decode/debug_lines.h"

namespace simt::decode {
namespace {

// Of calls within calls. Only a function that was inlined into itself could have more.
constexpr unsigned kDeepest = 100;

auto key(const ast::Place& p) {
  return std::tuple(p.file, p.line, p.column);
}

}  // namespace

std::uint32_t DebugLines::add(const ast::LocDirective& loc) {
  const std::uint32_t inlined = function(loc);
  const std::uint32_t line = entry(key(loc.place), call(loc, inlined), inlined);
  latest_[key(loc.place)] = line;
  return line;
}

std::uint32_t DebugLines::function(const ast::LocDirective& loc) {
  const std::string name = strings_.at(loc.function, loc.offset);
  if (name.empty()) return 0;
  const auto [it, added] = functions_.try_emplace(name);
  if (added) {
    program_.debug.functions.push_back(name);
    it->second = static_cast<std::uint32_t>(program_.debug.functions.size());
  }
  return it->second;
}

std::uint32_t DebugLines::call(const ast::LocDirective& loc, std::uint32_t function) {
  if (!loc.called) return 0;
  std::uint32_t& found = latest_[key(*loc.called)];
  if (found == 0) found = entry(key(*loc.called), 0, 0);
  const DebugLine& line = program_.debug.lines[found - 1];
  // A function within itself: the same directive again is the same line, not one more call.
  const bool again = key(loc.place) == key(*loc.called) && line.function == function;
  if (again && line.inlined_at != 0) {
    const DebugLine& outer = program_.debug.lines[line.inlined_at - 1];
    if (std::tuple(outer.file, outer.line, outer.column) == key(*loc.called))
      return line.inlined_at;
  }
  return depth(found) < kDeepest ? found : 0;
}

std::uint32_t DebugLines::entry(const Place& place, std::uint32_t call, std::uint32_t function) {
  const auto [it, added] = all_.try_emplace({place, call, function});
  if (added) {
    const auto& [file, line, column] = place;
    program_.debug.lines.push_back({file, line, column, call, function});
    it->second = static_cast<std::uint32_t>(program_.debug.lines.size());
  }
  return it->second;
}

unsigned DebugLines::depth(std::uint32_t line) const {
  unsigned calls = 0;
  for (; line != 0 && calls < kDeepest; line = program_.debug.lines[line - 1].inlined_at) ++calls;
  return calls;
}

}  // namespace simt::decode
