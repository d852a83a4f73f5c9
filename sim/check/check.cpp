#include "sim/check/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/check/check_eval.h"
#include "sim/input/element.h"
#include "sim/input/generators.h"

namespace simt {
namespace {

template <class F>
auto with_line(const CheckSpec& check, F f) {
  try {
    return f();
  } catch (const SpecError& e) {
    const bool placed = check.column > 0 && e.column > 0;
    throw SpecError(e.what(), check.line, placed ? check.column + e.column - 1 : check.column);
  }
}

// A check that holds for bytes may not hold for what they are.
std::string compared_as_bytes(const CheckTree& tree) {
  for (const CheckNode& node : tree.nodes) {
    const bool reads = node.op == CheckOp::Element || node.op >= CheckOp::BufferSum;
    if (!reads) continue;
    const std::string how = how_to_type(tree.buffers[node.buffer]);
    if (!how.empty()) return "compared as bytes: " + how;
  }
  return "";
}

}  // namespace

const BoundArg* CheckScope::find(const std::string& name) const {
  for (const std::vector<BoundArg>* list : {&launch_.args, &launch_.pointed, &launch_.variables})
    for (const BoundArg& arg : *list)
      if (arg.spec.name == name) return &arg;
  return nullptr;
}

std::vector<std::string> CheckScope::names() const {
  std::vector<std::string> out;
  for (const std::vector<BoundArg>* list : {&launch_.args, &launch_.pointed, &launch_.variables})
    for (const BoundArg& arg : *list) {
      const bool by_fields = arg.space == StateSpace::Param && !arg.spec.fields.empty();
      if (!by_fields) out.push_back(arg.spec.name);
      for (const Field& f : arg.spec.fields)  // what a pointer points to has a name of its own
        if (by_fields && !f.is_pointer) out.push_back(arg.spec.name + "." + f.name);
    }
  return out;
}

bool CheckScope::is_variable(const BoundArg& arg) const {
  return std::ranges::any_of(launch_.variables, [&](const BoundArg& v) { return &v == &arg; });
}

std::string how_to_type(const CheckBuffer& buffer) {
  if (!buffer.is_variable || buffer.type != ScalarType::B8) return "";
  return fmt::format(
      "'{0}' is declared as bytes: if it holds something else, say so with "
      "--symbol '{0} f32' or a line '//! symbol {0} f32'",
      buffer.name);
}

CheckBuffer CheckScope::current(const BoundArg& arg) const {
  const std::uint64_t each = size_of(arg.spec.type);
  CheckBuffer out{arg.spec.name, nullptr, arg.bytes / each, arg.spec.type, each};
  out.is_variable = is_variable(arg);
  if (arg.space == StateSpace::Const) out.data = launch_.state.constants.data() + arg.address;
  if (arg.space == StateSpace::Param) out.data = launch_.state.params.data() + arg.address;
  if (arg.space == StateSpace::Global) {
    for (const Allocation& a : memory_.allocations())
      if (!a.freed && a.address == arg.address) out.data = a.data.data();
    if (out.data == nullptr)
      throw SpecError(fmt::format("'{}' was freed by the kernel", arg.spec.name));
  }
  return out;
}

CheckBuffer CheckScope::initial(const BoundArg& arg, CheckStorage& storage) const {
  if (arg.space == StateSpace::Const || arg.space == StateSpace::Param) return current(arg);
  const auto holds = [&](const std::vector<BoundArg>& list) {
    return std::ranges::any_of(list, [&](const BoundArg& a) { return &a == &arg; });
  };
  const bool generated = holds(launch_.args) || holds(launch_.pointed);
  if (!generated)
    throw SpecError(fmt::format("old({0}): '{0}' is a module variable; old() knows arguments only",
                                arg.spec.name));
  storage.push_back(std::make_unique<std::vector<std::byte>>(arg.bytes));
  generate(arg.spec, *storage.back());
  return {fmt::format("old({})", arg.spec.name), storage.back()->data(),
          arg.bytes / size_of(arg.spec.type), arg.spec.type, size_of(arg.spec.type)};
}

void validate_check(const CheckSpec& check, const BoundLaunch& launch, const GlobalMemory& memory,
                    const MetricSource* metrics) {
  with_line(check, [&] { compile_check(check.text, CheckScope(launch, memory, metrics)); });
}

CheckResult evaluate_check(const CheckSpec& check, const BoundLaunch& launch,
                           const GlobalMemory& memory, const MetricSource* metrics) {
  return with_line(check, [&] {
    const CheckTree tree = compile_check(check.text, CheckScope(launch, memory, metrics));
    CheckEvaluator evaluator(tree);
    CheckResult result;
    result.passed = evaluator.run();
    result.message = result.passed ? compared_as_bytes(tree) : evaluator.explain();
    return result;
  });
}

}  // namespace simt
