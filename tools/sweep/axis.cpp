#include "tools/sweep/axis.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace simt {
namespace {

constexpr double kMargin = 20;  // of the first and the last number

// All of them as numbers; empty when one is none.
std::vector<double> as_numbers(const std::vector<std::string>& values) {
  std::vector<double> out;
  for (const std::string& v : values) {
    double number = 0;
    const auto [end, error] = std::from_chars(v.data(), v.data() + v.size(), number);
    if (error != std::errc{} || end != v.data() + v.size()) return {};
    out.push_back(number);
  }
  return out;
}

bool grow_by_halves(const std::vector<double>& numbers) {
  if (numbers.size() < 3 || numbers.front() <= 0) return false;
  for (std::size_t i = 1; i < numbers.size(); ++i)
    if (numbers[i] < 1.5 * numbers[i - 1]) return false;
  return true;
}

}  // namespace

std::vector<double> axis_marks(double most, bool integral) {
  if (most <= 0) most = 1;
  const double rough = most / 4, unit = std::pow(10, std::floor(std::log10(rough)));
  double step = unit;
  for (const double factor : {2.0, 5.0})
    if (factor * unit <= rough * (1 + 1e-9)) step = factor * unit;
  if (integral) step = std::max(step, 1.0);
  const auto count = static_cast<int>(std::ceil(most / step * (1 - 1e-9)));
  std::vector<double> marks;
  for (int i = 0; i <= count; ++i) marks.push_back(step * i);
  return marks;
}

ValueAxis::ValueAxis(const std::vector<std::string>& values, double left, double right)
    : count_(values.size()), left_(left), right_(right), numbers_(as_numbers(values)) {
  if (numbers_.size() < 2) numbers_.clear();
  if (names()) return;
  if (grow_by_halves(numbers_))
    for (double& n : numbers_) n = std::log2(n);
  const auto [from, to] = std::minmax_element(numbers_.begin(), numbers_.end());
  from_ = *from;
  to_ = *to;
  if (to_ <= from_) numbers_.clear();
}

double ValueAxis::slot() const {
  return (right_ - left_) / static_cast<double>(count_);
}

double ValueAxis::x(std::size_t i) const {
  if (names()) return left_ + slot() * (static_cast<double>(i) + 0.5);
  return left_ + kMargin + (numbers_[i] - from_) / (to_ - from_) * (right_ - left_ - 2 * kMargin);
}

}  // namespace simt
