// Names of a check, and the members and subscripts after them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "sim/base/nearest_name.h"
#include "sim/check/check_compiler.h"
#include "sim/input/element.h"
#include "sim/input/structure_fill.h"

namespace simt {
namespace {

// "; did you mean p.n?" for "n", where a structure that is passed by value has such a field.
std::string field_hint(const std::string& name, const std::vector<std::string>& known) {
  std::string found;
  for (const std::string& full : known)
    if (full.ends_with("." + name)) found += (found.empty() ? "" : " or ") + full;
  return found.empty() ? nearest_hint(name, known) : fmt::format("; did you mean {}?", found);
}

// Not all of an array of thousands.
std::string listed(const std::vector<std::string>& known) {
  constexpr std::size_t kMost = 24;
  if (known.size() <= kMost) return fmt::format("{}", fmt::join(known, ", "));
  return fmt::format("{}, ... ({} more)", fmt::join(known.begin(), known.begin() + kMost, ", "),
                     known.size() - kMost);
}

}  // namespace

// Not numbers: given by its fields, without a type of its own.
bool CheckCompiler::holds_structures(const BoundArg& arg) {
  return !arg.spec.fields.empty() && arg.spec.type == ScalarType::B8 &&
         arg.space != StateSpace::Param;
}

CheckCompiler::Id CheckCompiler::place(expr::Id id) {
  const expr::Path path = expr::path_of(syntax_, id);
  const Node& base = syntax_[path.base];
  if (base.kind == Kind::Name) return named(base, path.steps);
  if (base.token.is("old")) {
    only_argument(base);
    return element(required_buffer(base.children[0]), true, base, path.steps);
  }
  const Id out = value(path.base);
  nothing_behind(path.steps);
  return out;
}

void CheckCompiler::nothing_behind(Steps steps) const {
  if (steps.empty()) return;
  const Node& step = syntax_[steps.front()];
  fail_behind(syntax_.child(step, 0), "nothing more is expected here");
}

CheckCompiler::Id CheckCompiler::named(const Node& name_node, Steps steps) {
  const std::string name(name_node.token.text);
  const auto is_member = [&](expr::Id step) { return syntax_[step].kind == Kind::Member; };
  const BoundArg* const arg = scope_.find(name);
  if (const auto v = variables_.find(name); v != variables_.end()) {
    nothing_behind(steps);
    return build_.variable(v->second);
  }
  if (name == "inf" || name == "nan") {
    nothing_behind(steps);
    return build_.real(name == "inf" ? HUGE_VAL : std::nan(""));
  }
  if (arg == nullptr && (name == "true" || name == "false")) {
    nothing_behind(steps);
    return build_.integer(name == "true" ? 1 : 0, CheckKind::Signed);
  }
  if (arg == nullptr && std::ranges::all_of(steps, is_member)) {
    const std::string metric = steps.empty() ? name : name + "." + field_name(steps);
    if (scope_.metrics() != nullptr)
      if (const auto value = scope_.metrics()->find(metric)) return build_.real(*value);
    if (name.find("__") != std::string::npos) unknown_metric(name_node, metric);
  }
  if (arg == nullptr) unknown(name_node);
  if (!steps.empty() && is_member(steps.front()) && !arg->spec.fields.empty())
    return of_structure(name_node, steps);
  if (steps.empty() && scope_.is_variable(*arg) && arg->spec.count == 1)
    return build_.element(buffer_named(name, false, name_node),
                          build_.integer(0, CheckKind::Signed));
  if (arg->spec.is_buffer) {
    if (steps.empty() || is_member(steps.front()))
      fail_behind(name_node, fmt::format("'{0}' is a buffer; write {0}[INDEX], or sum({0}), min or "
                                         "max of it",
                                         name));
    return element(name, false, name_node, steps);
  }
  nothing_behind(steps);
  return scalar(*arg);
}

CheckCompiler::Id CheckCompiler::scalar(const BoundArg& arg) {
  const ScalarType type = arg.spec.type;
  if (is_float(type)) return build_.real(float_value(type, arg.scalar_bits), type);
  const bool is_unsigned = !is_signed(type) && size_of(type) == 8;
  return build_.integer(extend(type, arg.scalar_bits),
                        is_unsigned ? CheckKind::Unsigned : CheckKind::Signed, type);
}

void CheckCompiler::unknown(const Node& name) const {
  const std::string text(name.token.text);
  const std::vector<std::string> known = scope_.names();
  fail_at(name,
          fmt::format("the {} '{}' uses '{}', which is no argument, variable or index; known: {}{}",
                      scope_.word(), tree_.text, text, listed(known), field_hint(text, known)));
}

// The name has ncu's form.
void CheckCompiler::unknown_metric(const Node& name, const std::string& metric) const {
  if (scope_.metrics() == nullptr)
    fail_at(name,
            fmt::format("'{}' is no value of the kernel; metrics stand in 'goal' lines", metric));
  fail_at(name, fmt::format("there is no metric '{}'{} ('simt-sim list-metrics' shows all)", metric,
                            nearest_hint(metric, scope_.metrics()->names())));
}

std::optional<std::string> CheckCompiler::buffer_name(expr::Id id) const {
  const Node& node = syntax_[id];
  if (node.kind == Kind::Name) return std::string(node.token.text);
  if (node.kind != Kind::Member || syntax_.child(node, 0).kind != Kind::Name) return std::nullopt;
  const std::string pointed =
      fmt::format("{}.{}", syntax_.child(node, 0).token.text, node.token.text);
  if (scope_.find(pointed) == nullptr) return std::nullopt;
  return pointed;
}

std::string CheckCompiler::required_buffer(expr::Id id) const {
  if (const auto name = buffer_name(id)) return *name;
  fail(syntax_[id].from, "the name of a buffer is wanted");
}

std::uint32_t CheckCompiler::buffer_named(const std::string& name, bool old, const Node& at) {
  const BoundArg* arg = scope_.find(name);
  if (arg == nullptr) unknown(at);
  if (!arg->spec.is_buffer)
    fail_behind(at, fmt::format("'{}' is a scalar, a buffer is wanted", name));
  const auto key = std::pair(name, old);
  if (const auto known = buffers_.find(key); known != buffers_.end()) return known->second;
  tree_.buffers.push_back(old ? scope_.initial(*arg, tree_.storage) : scope_.current(*arg));
  return buffers_[key] = static_cast<std::uint32_t>(tree_.buffers.size() - 1);
}

// After NAME of a structure that is passed by value: .FIELD, or .POINTER[EXPR].
CheckCompiler::Id CheckCompiler::of_structure(const Node& name_node, Steps steps) {
  const std::string name(name_node.token.text);
  const BoundArg& arg = *scope_.find(name);
  const bool alone = scope_.is_variable(arg) && arg.bytes == arg.spec.structure_bytes;
  if (arg.space != StateSpace::Param && !alone)
    fail_behind(name_node,
                fmt::format("'{0}' is a buffer of structures; write {0}[INDEX].FIELD", name));
  const Node& member = syntax_[steps.front()];
  const std::string pointed = fmt::format("{}.{}", name, member.token.text);
  if (scope_.find(pointed) != nullptr) {
    if (steps.size() == 1)
      fail_behind(member, fmt::format("'{0}' is a buffer; write {0}[INDEX]", pointed));
    return element(pointed, false, member, steps.subspan(1));
  }
  return build_.element(field_buffer(name, false, steps, name_node),
                        build_.integer(0, CheckKind::Signed));
}

CheckCompiler::Id CheckCompiler::element(const std::string& name, bool old, const Node& base,
                                         Steps steps) {
  const bool of_old = base.kind == Kind::Call;
  std::uint32_t buffer = buffer_named(name, old, of_old ? syntax_.child(base, 0) : base);
  const BoundArg& arg = *scope_.find(name);
  if (steps.empty() || syntax_[steps.front()].kind != Kind::Subscript)
    fail_behind(base, "'[' is missing");
  const std::size_t subscripts = subscripts_of(arg, steps);
  const Node& subscript = syntax_[steps[subscripts - 1]];
  const Id at = index_of(arg, buffer, steps.first(subscripts));
  const Steps field = steps.subspan(subscripts);
  const bool has_fields = !arg.spec.fields.empty() && arg.space != StateSpace::Param;
  if (has_fields && !field.empty() && syntax_[field.front()].kind == Kind::Member)
    buffer = field_buffer(name, old, field, subscript);
  else if (holds_structures(arg) || (has_fields && subscripts > 1))
    fail_behind(subscript, about_fields(arg, "it holds structures: write which field"));
  else
    nothing_behind(field);
  return build_.element(buffer, at);
}

/// Of an array of several dimensions as many as it has, or one through all elements.
std::size_t CheckCompiler::subscripts_of(const BoundArg& arg, Steps steps) const {
  const auto is_subscript = [&](expr::Id step) { return syntax_[step].kind == Kind::Subscript; };
  const auto first_other = std::ranges::find_if_not(steps, is_subscript);
  const auto given = static_cast<std::size_t>(first_other - steps.begin());
  const std::size_t dimensions = arg.spec.extents.size();
  if (given == 1 || dimensions < 2) return 1;
  if (given != dimensions)
    fail_behind(syntax_[steps[std::min(given, dimensions) - 1]],
                fmt::format("'{}' has {} dimensions: so many indices, or one through all elements",
                            arg.spec.name, dimensions));
  return given;
}

/// NAME[I][J]: element I * (length of a row) + J.
CheckCompiler::Id CheckCompiler::index_of(const BoundArg& arg, std::uint32_t buffer,
                                          Steps subscripts) {
  const auto index = [&](std::size_t i) { return value(syntax_[subscripts[i]].children[1]); };
  if (subscripts.size() == 1) return index(0);
  const auto within = [&](std::size_t i) {
    return build_.within(buffer, i + 1, arg.spec.extents[i], index(i));
  };
  Id out = within(0);
  for (std::size_t i = 1; i < subscripts.size(); ++i) {
    const Id row = build_.integer(arg.spec.extents[i], CheckKind::Signed);
    out = build_.arithmetic(CheckOp::Add, build_.arithmetic(CheckOp::Mul, out, row), within(i));
  }
  return out;
}

std::string CheckCompiler::field_name(Steps steps) const {
  std::string out;
  for (const expr::Id id : steps) {
    const Node& step = syntax_[id];
    if (step.kind == Kind::Member) {
      out += fmt::format("{}{}", out.empty() ? "" : ".", step.token.text);
    } else {
      const Node& index = syntax_.child(step, 1);
      out += fmt::format("[{}]", tree_.text.substr(index.from, index.to - index.from));
    }
  }
  return out;
}

std::uint32_t CheckCompiler::field_buffer(const std::string& name, bool old, Steps steps,
                                          const Node& at) {
  const BoundArg& arg = *scope_.find(name);
  const std::string field = field_name(steps);
  const auto found =
      std::ranges::find_if(arg.spec.fields, [&](const Field& f) { return f.name == field; });
  if (found == arg.spec.fields.end()) {
    const bool is_part = std::ranges::any_of(
        arg.spec.fields, [&](const Field& f) { return lies_in(f.name, field); });
    const std::string whole = field.substr(0, field.find('['));
    fail_behind(at,
                about_fields(arg, is_part ? fmt::format("write which part of '{}'", field)
                                          : fmt::format("its structure has no field '{}'", whole)));
  }
  const auto key = std::pair(name + "." + field, old);
  if (const auto known = buffers_.find(key); known != buffers_.end()) return known->second;
  CheckBuffer out = tree_.buffers[buffer_named(name, old, at)];
  out.data += found->offset;
  out.count = arg.bytes / arg.spec.structure_bytes;
  out.stride = arg.spec.structure_bytes;
  out.type = found->type;
  out.field = "." + field;
  tree_.buffers.push_back(std::move(out));
  return buffers_[key] = static_cast<std::uint32_t>(tree_.buffers.size() - 1);
}

std::string CheckCompiler::about_fields(const BoundArg& arg, const std::string& problem) const {
  std::vector<std::string> names;
  for (const Field& f : arg.spec.fields) names.push_back(f.name);
  return fmt::format("'{}': {}; the fields are {}", arg.spec.name, problem, fmt::join(names, ", "));
}

}  // namespace simt
