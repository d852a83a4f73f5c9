#include "sim/program/launch_filter.h"

#include "isa/base/kernel_name.h"

namespace simt::program {
namespace {

constexpr std::string_view kRegex = "regex:";

}  // namespace

LaunchFilter::LaunchFilter(const ExecOptions& options)
    : name_(options.kernel_name), skip_(options.launch_skip), count_(options.launch_count) {
  if (name_.starts_with(kRegex)) expression_.emplace(name_.substr(kRegex.size()));
}

bool LaunchFilter::fits(const std::string& kernel) const {
  if (name_.empty()) return true;
  if (expression_) return expression_->found_in(function_name(kernel));
  return may_mean(name_, kernel);
}

bool LaunchFilter::takes(const std::string& kernel) {
  if (!fits(kernel) || seen_++ < skip_ || (count_ && taken_ >= *count_)) return false;
  ++taken_;
  return true;
}

}  // namespace simt::program
