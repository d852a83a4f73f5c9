// Evaluates a compiled check and says in words why it does not hold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/check/check_tree.h"

namespace simt {

class CheckEvaluator {
 public:
  explicit CheckEvaluator(const CheckTree& tree) : tree_(tree), variables_(tree.variables.size()) {}

  /// True when the check holds. Throws SpecError for an index out of range or a division by zero.
  bool run() { return integer(tree_.root) != 0; }
  /// After run() gave false: what was found and what was expected.
  std::string explain();

 private:
  const CheckNode& node(std::uint32_t id) const { return tree_.nodes[id]; }
  std::uint64_t integer(std::uint32_t id);
  double real(std::uint32_t id);
  std::uint64_t integer_element(const CheckNode& n);
  double real_element(const CheckNode& n);
  std::uint64_t element_index(const CheckNode& n);
  std::uint64_t index_within(const CheckNode& n);
  std::uint64_t binary(const CheckNode& n);
  std::uint64_t divide(const CheckNode& n, std::uint64_t a, std::uint64_t b) const;
  bool compare(const CheckNode& n);
  std::uint64_t fold_integer(const CheckNode& n);
  double fold_real(const CheckNode& n);
  /// Calls f() for every combination of the node's ranges until it returns false.
  template <class F>
  bool over(const CheckNode& n, std::size_t depth, F&& f);

  std::string explain_node(std::uint32_t id);
  std::string explain_all(const CheckNode& n);
  std::string explain_comparison(const CheckNode& n);
  std::string shown_name(std::uint32_t id);
  std::string shown_value(std::uint32_t id);
  std::string where() const;
  [[noreturn]] void fail(const std::string& problem) const;

  const CheckTree& tree_;
  std::vector<std::int64_t> variables_;
};

template <class F>
bool CheckEvaluator::over(const CheckNode& n, std::size_t depth, F&& f) {
  if (depth == n.ranges.size()) return f();
  const CheckNode::Range& r = n.ranges[depth];
  const std::int64_t lo = static_cast<std::int64_t>(integer(r.lo));
  const std::int64_t hi = static_cast<std::int64_t>(integer(r.hi));
  for (std::int64_t i = lo; i < hi; ++i) {
    variables_[r.variable] = i;
    if (!over(n, depth + 1, f)) return false;
  }
  return true;
}

}  // namespace simt
