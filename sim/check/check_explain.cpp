// Why a check does not hold, in words: the first element that is wrong, and how many are.
#include <fmt/format.h>

#include "sim/check/check_eval.h"
#include "sim/input/element.h"

namespace simt {
namespace {

std::string_view symbol(CheckOp op) {
  switch (op) {
    case CheckOp::Lt:
      return "less than";
    case CheckOp::Le:
      return "at most";
    case CheckOp::Gt:
      return "greater than";
    case CheckOp::Ge:
      return "at least";
    case CheckOp::Ne:
      return "anything but";
    case CheckOp::Near:
      return "about";
    default:
      return "";
  }
}

bool is_comparison(CheckOp op) {
  return op == CheckOp::Eq || op == CheckOp::Ne || op == CheckOp::Lt || op == CheckOp::Le ||
         op == CheckOp::Gt || op == CheckOp::Ge || op == CheckOp::Near;
}

std::string grouped(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

}  // namespace

// An element with its index worked out; anything else as written.
std::string CheckEvaluator::shown_name(std::uint32_t id) {
  const CheckNode& n = node(id);
  if (n.op == CheckOp::ToReal) return shown_name(n.child[0]);
  if (n.op == CheckOp::Element) {
    const CheckBuffer& buffer = tree_.buffers[n.buffer];
    if (tree_.text.substr(n.from, n.to - n.from) == buffer.name) return buffer.name;
    return fmt::format("{}[{}]{}", buffer.name, element_index(n), buffer.field);
  }
  return tree_.text.substr(n.from, n.to - n.from);
}

std::string CheckEvaluator::shown_value(std::uint32_t id) {
  const CheckNode& n = node(id);
  if (n.op == CheckOp::ToReal) return shown_value(n.child[0]);
  if (n.kind == CheckKind::Real) {
    const double x = real(id);
    return n.type == ScalarType::F32 ? fmt::format("{}", static_cast<float>(x))
                                     : fmt::format("{}", x);
  }
  const std::uint64_t x = integer(id);
  return n.kind == CheckKind::Unsigned ? fmt::format("{}", x)
                                       : fmt::format("{}", static_cast<std::int64_t>(x));
}

std::string CheckEvaluator::explain_comparison(const CheckNode& n) {
  std::string expected = shown_value(n.child[1]);
  if (n.op != CheckOp::Eq) expected = fmt::format("{} {}", symbol(n.op), expected);
  std::string out = fmt::format("{} is {}, expected {}", shown_name(n.child[0]),
                                shown_value(n.child[0]), expected);
  if (n.op != CheckOp::Near) return out;
  if (n.relative && n.real == kDefaultTolerance)
    return out + fmt::format(" (within {:g}%, unless 'within 1e-3' or 'within 0.1%' follows)",
                             n.real * 100);
  out += n.relative ? fmt::format(" (within {:g}%)", n.real * 100)
                    : fmt::format(" (within {:g})", n.real);
  return out;
}

std::string CheckEvaluator::explain_all(const CheckNode& n) {
  std::uint64_t wrong = 0, all = 0;
  std::string first;
  over(n, 0, [&] {
    ++all;
    if (integer(n.child[0]) != 0) return true;
    if (wrong++ > 0) return true;
    first = explain_node(n.child[0]);
    for (std::size_t i = 0; i < n.ranges.size(); ++i)
      first += fmt::format("{} {} = {}", i == 0 ? " at" : ",",
                           tree_.variables[n.ranges[i].variable], variables_[n.ranges[i].variable]);
    return true;
  });
  if (wrong == 1) return fmt::format("{}; the other {} hold", first, grouped(all - 1));
  return fmt::format("{}; it fails for {} of {}", first, grouped(wrong), grouped(all));
}

std::string CheckEvaluator::explain_node(std::uint32_t id) {
  const CheckNode& n = node(id);
  if (is_comparison(n.op)) return explain_comparison(n);
  if (n.op == CheckOp::All) return explain_all(n);
  if (n.op == CheckOp::LogicAnd) return explain_node(n.child[integer(n.child[0]) != 0 ? 1 : 0]);
  return fmt::format("'{}' does not hold", shown_name(id));
}

std::string CheckEvaluator::explain() {
  std::string out = explain_node(tree_.root);
  for (const CheckBuffer& buffer : tree_.buffers)
    if (const std::string how = how_to_type(buffer); !how.empty()) return out + "; " + how;
  return out;
}

}  // namespace simt
