// What drawings share: escaping, short amounts, text and lines, and their style sheet.
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
/// Elements of a drawing, one after the other.
struct SvgPen {
  /// `anchor`: start, middle or end; `cls`: a class of drawing_style().
  void text(double x, double y, std::string_view anchor, std::string_view cls,
            std::string_view words);
  void line(double x1, double y1, double x2, double y2, std::string_view cls);
  std::string out;
};

/// The colours that drawings and pages use, as custom properties: light and dark.
std::string_view drawing_colours();
/// Rules for the classes that the drawings use, light and dark.
std::string_view drawing_style();

}  // namespace simt
