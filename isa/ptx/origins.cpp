#include "isa/ptx/origins.h"

#include <algorithm>
#include <tuple>

#include "isa/core/toolkit_files.h"

namespace simt {
namespace {

constexpr unsigned kDeepest = 100;  ///< calls within calls

auto key(const ast::Place& p) {
  return std::tuple(p.file, p.line, p.column);
}

}  // namespace

const std::string* Origins::path(const ast::Place& place) const {
  const auto found = files_.find(place.file);
  return found == files_.end() || place.line == 0 ? nullptr : &found->second;
}

const ast::LocDirective* Origins::directive(std::uint32_t line) const {
  const auto next = std::upper_bound(functions_.begin(), functions_.end(), line);
  const std::uint32_t begin = next == functions_.begin() ? 0 : *std::prev(next);
  const std::uint32_t end = next == functions_.end() ? ~std::uint32_t{0} : *next;
  const ast::LocDirective* found = nullptr;
  for (const ast::LocDirective& loc : locs_) {
    if (loc.loc.line < begin || loc.loc.line >= end) continue;
    if (found != nullptr && loc.loc.line > line) break;
    found = &loc;
    if (loc.loc.line > line) break;
  }
  return found;
}

// The latest directive before it with the place that it names as its call.
const ast::LocDirective* Origins::caller(const ast::LocDirective& loc) const {
  const ast::LocDirective* found = nullptr;
  for (const ast::LocDirective& other : locs_) {
    if (&other == &loc) break;
    if (key(other.place) == key(*loc.called)) found = &other;
  }
  return found;
}

std::optional<Origin> Origins::at(std::uint32_t line) const {
  const ast::LocDirective* loc = directive(line);
  std::optional<Origin> toolkit;
  for (unsigned depth = 0; loc != nullptr && depth < kDeepest; ++depth) {
    const std::string* const file = path(loc->place);
    if (file != nullptr) {
      const Origin here{*file, loc->place.line, loc->place.column};
      if (!is_toolkit_file(*file)) return here;
      if (!toolkit) toolkit = here;
    }
    if (!loc->called) break;
    const ast::LocDirective* const outer = caller(*loc);
    if (outer == nullptr) {
      if (const std::string* const called = path(*loc->called))
        return Origin{*called, loc->called->line, loc->called->column};
      break;
    }
    loc = outer;
  }
  return toolkit;
}

}  // namespace simt
