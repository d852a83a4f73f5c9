#include "sim/views/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace simt {
namespace {

struct Scale {
  double divisor = 1;
  std::string_view suffix = {};
  bool prefixed = false;  ///< one of nano, micro, ...
};

Scale prefixed(double value, double divisor, const std::array<std::string_view, 4>& units) {
  std::size_t i = 0;
  for (; i + 1 < units.size() && value / divisor >= 1000; ++i) divisor *= 1000;
  return {divisor, units[i], true};
}

/// In what a value of `unit` as large as `value` is written.
Scale scale_of(double value, std::string_view unit) {
  if (unit == "ns") return prefixed(value, 1, {" ns", " us", " ms", " s"});
  if (unit == "byte/s") return prefixed(value, 1e6, {" MB/s", " GB/s", " TB/s", " PB/s"});
  if (unit == "%") return {1, "%"};
  if (unit == "byte" || unit == "byte/block") return {1, " B"};
  return {};
}

}  // namespace

std::string Style::paint(std::string_view code, std::string_view text) const {
  return colour ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

std::string Style::bar(double fraction, unsigned width) const {
  fraction = std::clamp(fraction, 0.0, 1.0);
  // Anything that is not nothing shows.
  auto full = static_cast<unsigned>(std::lround(fraction * width));
  if (full == 0 && fraction > 0.001) full = 1;
  std::string filled;
  for (unsigned i = 0; i < full; ++i) filled += unicode ? "\u2588" : "#";
  std::string rest;
  for (unsigned i = full; i < width; ++i) rest += unicode ? "\u2591" : ".";
  return accent(filled) + dim(rest);
}

std::string grouped(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string grouped_fixed(double value, int decimals) {
  std::string digits = fmt::format("{:.{}f}", std::fabs(value), decimals);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  for (std::size_t i = point; i > 3; i -= 3) digits.insert(i - 3, ",");
  return value < 0 ? "-" + digits : digits;
}

std::string with_unit(double value, std::string_view unit, bool integral) {
  const Scale scale = scale_of(value, unit);
  const int decimals = unit == "%" ? 1 : integral && !scale.prefixed ? 0 : 2;
  return grouped_fixed(value / scale.divisor, decimals) + std::string(scale.suffix);
}

std::vector<std::string> tick_labels(const std::vector<double>& ticks, std::string_view unit) {
  const double most = ticks.empty() ? 0 : *std::max_element(ticks.begin(), ticks.end());
  const Scale scale = scale_of(most, unit);
  int decimals = 0;
  for (const double tick : ticks)
    for (; decimals < 3; ++decimals) {
      const double shifted = tick / scale.divisor * std::pow(10, decimals);
      if (std::fabs(shifted - std::round(shifted)) < 1e-6) break;
    }
  std::vector<std::string> out;
  for (const double tick : ticks)
    out.push_back(grouped_fixed(tick / scale.divisor, decimals) + std::string(scale.suffix));
  return out;
}

std::string plural(std::uint64_t n, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(n), noun, n == 1 ? "" : "s");
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
    at = end + 1;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::string Style::fitted(std::string_view text, std::size_t width) const {
  return has_edge ? clipped(text, width) : std::string(text);
}

std::string clipped(std::string_view text, std::size_t width) {
  if (text.size() <= width) return std::string(text);
  return std::string(text.substr(0, width > 3 ? width - 3 : 0)) + "...";
}

std::string tabs_expanded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\t')
      out.append(4 - out.size() % 4, ' ');
    else if (c != '\r')
      out += c;
  }
  return out;
}

}  // namespace simt
