// The colours of stall reasons as CSS properties: --s-REASON.
#pragma once

#include <string>

namespace simt {

enum class Shade { Light, Dark };
/// "  --s-selected: #15803d; ...", four on a line: those with a colour of their own
/// (stall_colours.def).
std::string stall_colours(Shade shade);
/// Rules for a page that has both shades and a choice of its reader (data-theme): every reason.
std::string stall_colour_rules();

}  // namespace simt
