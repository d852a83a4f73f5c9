// A drawing of cells and code that grows downwards, with the colours of all pictures of a run:
// light and dark as the reader has it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/views/svg.h"

namespace simt {

class Sheet : public SvgPen {
 public:
  static constexpr double kWidth = 990;

  /// The first lines: what is shown, and what of it.
  Sheet(std::string_view title, std::string_view about);

  void rect(double x, double y, double w, double h, std::string_view cls);
  /// A rectangle with short text in its middle.
  void cell(double x, double y, double w, double h, std::string_view cls, std::string_view words);
  /// Boxes of one class in a row of height `h`.
  struct Span {
    double x, w;
  };
  void boxes(const std::vector<Span>& spans, double y, double h, std::string_view cls);
  /// Monospace, with its blanks.
  void code(double x, double y, std::string_view cls, std::string_view words);
  /// Text over as many lines as it needs; moves on.
  void paragraph(std::string_view cls, std::string_view words);
  /// Squares of classes with what they mean, side by side; moves on.
  struct Key {
    std::string cls, text;
  };
  void legend(const std::vector<Key>& keys);

  double y() const { return y_; }  ///< where the next part begins
  void down(double by) { y_ += by; }
  std::string finish() const;

 private:
  std::string title_;
  double y_ = 0;
};

}  // namespace simt
