// set.
#include "sim/base/nearest_name.h"
#include "sim/step/error.h"
#include "sim/step/prompt/prompt.h"

namespace simt {

void Prompt::set(const Words& words) {
  constexpr unsigned kMost = 100'000;  // lines
  if (words.size() == 2 && words[0] == "pagination" && (words[1] == "on" || words[1] == "off")) {
    paging_.on = words[1] == "on";
  } else if (words.size() == 2 && words[0] == "height") {
    const std::uint64_t lines = parse_number(words[1], "number of lines");
    if (lines > kMost) throw StepError("a page has at most 100000 lines; 0: no end");
    paging_.height = static_cast<unsigned>(lines);
  } else {
    throw StepError("set takes 'pagination on', 'pagination off' or 'height N'" +
                    (words.empty() ? "" : nearest_hint(words[0], {"pagination", "height"})));
  }
}

}  // namespace simt
