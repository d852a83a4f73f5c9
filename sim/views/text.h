// Numbers, bars and columns as a person reads them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// What the output can show. Plain by default: no colour, ASCII bars, no edge, as for a pipe.
struct Style {
  bool colour = false;
  bool unicode = false;
  bool has_edge = false;  ///< lines longer than a terminal's are cut

  std::string bold(std::string_view text) const { return paint("1", text); }
  std::string dim(std::string_view text) const { return paint("2", text); }
  std::string good(std::string_view text) const { return paint("32", text); }
  std::string bad(std::string_view text) const { return paint("1;31", text); }
  std::string accent(std::string_view text) const { return paint("36", text); }
  /// `width` characters, filled to `fraction`.
  std::string bar(double fraction, unsigned width) const;
  /// clipped() where there is an edge.
  std::string fitted(std::string_view text, std::size_t width) const;

 private:
  std::string paint(std::string_view code, std::string_view text) const;
};

std::string grouped(std::uint64_t n);                   ///< 1,048,576
std::string grouped_fixed(double value, int decimals);  ///< 1,234.50
/// A value with its unit: "12.34 us", "1,024 B", "81.2%", "3.20 GB/s".
std::string with_unit(double value, std::string_view unit, bool integral);
/// Labels of an axis, all in the unit of the largest and with equally many decimals, as few as tell
/// the values exactly (at most three): "0.0 us", "0.5 us", "1.0 us".
std::vector<std::string> tick_labels(const std::vector<double>& ticks, std::string_view unit);
std::string plural(std::uint64_t n, std::string_view noun);  ///< "1 warp", "32 warps"
/// Lines of at most `width` characters, broken at blanks.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);
/// Without tabs (four columns apart) and carriage returns.
std::string tabs_expanded(const std::string& text);
/// Shortened to `width` characters with "..." at the end.
std::string clipped(std::string_view text, std::size_t width);

}  // namespace simt
