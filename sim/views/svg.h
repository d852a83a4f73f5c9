// What drawings in a page share: escaping, short amounts, and their style sheet.
#pragma once

#include <string>
#include <string_view>

namespace simt {

/// Text that may stand in an element or in a quoted attribute.
std::string xml(std::string_view text);
/// "4.2 MB", "512 B": thousands, as ncu scales them.
std::string byte_text(double bytes);
/// "1.3 TFLOP/s" of a value and its unit.
std::string scaled_text(double value, std::string_view unit);
/// Rules for the classes that the drawings use, light and dark.
std::string_view drawing_style();

}  // namespace simt
