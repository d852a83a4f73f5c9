// Names, literals and calls of a check.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/base/nearest_name.h"
#include "sim/check/check_parser.h"
#include "sim/input/element.h"

namespace simt {

struct CheckFold {
  std::string_view name;
  CheckOp over_ranges, over_buffer, of_two;
};

namespace {

struct MathFunction {
  std::string_view name;
  double (*f)(double);
};
constexpr std::array kMath{
    MathFunction{"floor", [](double x) { return std::floor(x); }},
    MathFunction{"ceil", [](double x) { return std::ceil(x); }},
    MathFunction{"sqrt", [](double x) { return std::sqrt(x); }},
    MathFunction{"exp", [](double x) { return std::exp(x); }},
    MathFunction{"log", [](double x) { return std::log(x); }},
    MathFunction{"sin", [](double x) { return std::sin(x); }},
    MathFunction{"cos", [](double x) { return std::cos(x); }},
};

constexpr std::array kFolds{
    CheckFold{"sum", CheckOp::Sum, CheckOp::BufferSum, CheckOp::Constant},
    CheckFold{"min", CheckOp::Min, CheckOp::BufferMin, CheckOp::Min2},
    CheckFold{"max", CheckOp::Max, CheckOp::BufferMax, CheckOp::Max2},
    CheckFold{"count", CheckOp::Count, CheckOp::Constant, CheckOp::Constant},
};

// Not numbers: given by its fields, without a type of its own.
bool holds_structures(const BoundArg& arg) {
  return !arg.spec.fields.empty() && arg.spec.type == ScalarType::B8 &&
         arg.space == StateSpace::Global;
}

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

const CheckFold* fold_named(const std::string& name) {
  for (const CheckFold& f : kFolds)
    if (f.name == name) return &f;
  return nullptr;
}

}  // namespace

CheckParser::Id CheckParser::primary() {
  if (accept("(")) {
    const Id id = expression();
    expect(")");
    return id;
  }
  if (token().kind == CheckToken::Kind::Number)
    return build_.number(std::string(tokens_[at_++].text));
  if (token().kind != CheckToken::Kind::Name) fail("a value is missing");
  const std::string name(tokens_[at_++].text);
  return next_is("(") ? call(name) : named(name);
}

CheckParser::Id CheckParser::call(const std::string& name) {
  ++at_;
  if (name == "old") {
    const std::string buffer = buffer_name();
    expect(")");
    return element(buffer, true);
  }
  Id id = 0;
  if (name == "len") {
    const std::string buffer = buffer_name();
    const BoundArg* const arg = scope_.find(buffer);
    id = build_.integer(arg != nullptr && holds_structures(*arg)
                            ? arg->bytes / arg->spec.structure_bytes
                            : tree_.buffers[buffer_named(buffer, false)].count,
                        CheckKind::Signed);
  } else if (const CheckFold* fold = fold_named(name)) {
    id = fold_call(*fold);
  } else {
    require_function(name);
    id = function(name, expression());
  }
  expect(")");
  return id;
}

CheckParser::Id CheckParser::fold_call(const CheckFold& fold) {
  if (find_for(at_) != 0) return ranged(fold.over_ranges);
  // NAME or old(NAME), without an index behind it
  const bool whole_buffer =
      ahead(1) == ")" || (next_is("old") && ahead(3) == ")" && ahead(4) == ")");
  if (fold.over_buffer != CheckOp::Constant && whole_buffer) {
    const bool old = accept("old");
    if (old) expect("(");
    const std::string name = buffer_name();
    const std::uint32_t buffer = buffer_named(name, old);
    if (const BoundArg& arg = *scope_.find(name); holds_structures(arg))
      unknown_field(arg, fmt::format("it holds structures: write {}({}[i].FIELD for i in ...)",
                                     fold.name, name));
    if (old) expect(")");
    return build_.buffer_fold(fold.over_buffer, buffer);
  }
  if (fold.of_two == CheckOp::Constant) fail("'for NAME in LO..HI' is missing");
  const Id first = expression();
  expect(",");
  const Id second = expression();
  return build_.arithmetic(fold.of_two, first, second);
}

// Before its argument is read: a mistyped name must not be told of as a wrong argument.
void CheckParser::require_function(const std::string& name) const {
  if (is_element_type(scalar_type(name))) return;
  std::vector<std::string> known{"old", "len", "abs", "isnan"};
  for (const CheckFold& f : kFolds) known.emplace_back(f.name);
  for (const MathFunction& m : kMath) known.emplace_back(m.name);
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  fail_at(tokens_[at_ - 2].at,
          fmt::format("the {} '{}' uses a function '{}'; there are {} and the types as casts{}",
                      scope_.word(), tree_.text, name, fmt::join(known, ", "),
                      nearest_hint(name, known)));
}

CheckParser::Id CheckParser::function(const std::string& name, Id value) {
  if (name == "abs") return build_.unary(CheckOp::Abs, value);
  if (name == "isnan") return build_.is_nan(value);
  for (const MathFunction& m : kMath)
    if (m.name == name) return build_.math(m.f, value);
  return build_.cast(scalar_type(name), value);
}

CheckParser::Id CheckParser::named(const std::string& name) {
  if (const auto v = variables_.find(name); v != variables_.end())
    return build_.variable(v->second);
  if (name == "inf" || name == "nan") return build_.real(name == "inf" ? HUGE_VAL : std::nan(""));
  const BoundArg* arg = scope_.find(name);
  if (next_is(".") && arg != nullptr && !arg->spec.fields.empty()) return of_structure(name);
  if (arg == nullptr && scope_.metrics() != nullptr)
    if (const auto metric = scope_.metrics()->find(name)) return build_.real(*metric);
  if (arg == nullptr) unknown(name);
  if (arg->spec.is_buffer) {
    if (!next_is("["))
      fail(fmt::format("'{}' is a buffer; write {}[INDEX], or sum({}), min or max of it", name,
                       name, name));
    return element(name, false);
  }
  const ScalarType type = arg->spec.type;
  if (is_float(type)) return build_.real(float_value(type, arg->scalar_bits), type);
  const bool is_unsigned = !is_signed(type) && size_of(type) == 8;
  return build_.integer(extend(type, arg->scalar_bits),
                        is_unsigned ? CheckKind::Unsigned : CheckKind::Signed, type);
}

[[noreturn]] void CheckParser::unknown(const std::string& name) const {
  if (name.find("__") != std::string::npos) unknown_metric(name);
  const std::vector<std::string> known = scope_.names();
  fail_at(tokens_[at_ - 1].at,
          fmt::format("the {} '{}' uses '{}', which is no argument, variable or index; known: {}{}",
                      scope_.word(), tree_.text, name, listed(known), field_hint(name, known)));
}

// The name has ncu's form.
[[noreturn]] void CheckParser::unknown_metric(const std::string& name) const {
  const std::size_t at = tokens_[at_ - 1].at;
  if (scope_.metrics() == nullptr)
    fail_at(at, fmt::format("'{}' is no value of the kernel; metrics stand in 'goal' lines", name));
  fail_at(at, fmt::format("there is no metric '{}'{} ('simt-sim list-metrics' shows all)", name,
                          nearest_hint(name, scope_.metrics()->names())));
}

std::string CheckParser::buffer_name() {
  if (token().kind != CheckToken::Kind::Name) fail("the name of a buffer is wanted");
  const std::string name(tokens_[at_++].text);
  const std::string pointed = fmt::format("{}.{}", name, ahead(1));
  if (!next_is(".") || scope_.find(pointed) == nullptr) return name;
  at_ += 2;
  return pointed;
}

std::uint32_t CheckParser::buffer_named(const std::string& name, bool old) {
  const BoundArg* arg = scope_.find(name);
  if (arg == nullptr) unknown(name);
  if (!arg->spec.is_buffer) fail(fmt::format("'{}' is a scalar, a buffer is wanted", name));
  const auto key = std::pair(name, old);
  if (const auto known = buffers_.find(key); known != buffers_.end()) return known->second;
  tree_.buffers.push_back(old ? scope_.initial(*arg, tree_.storage) : scope_.current(*arg));
  return buffers_[key] = static_cast<std::uint32_t>(tree_.buffers.size() - 1);
}

// Behind NAME of a structure that is passed by value: .FIELD, or .POINTER[EXPR].
CheckParser::Id CheckParser::of_structure(const std::string& name) {
  const BoundArg& arg = *scope_.find(name);
  if (arg.space != StateSpace::Param)
    fail(fmt::format("'{0}' is a buffer of structures; write {0}[INDEX].FIELD", name));
  const std::string pointed = fmt::format("{}.{}", name, ahead(1));
  if (scope_.find(pointed) != nullptr) {
    at_ += 2;
    if (!next_is("[")) fail(fmt::format("'{0}' is a buffer; write {0}[INDEX]", pointed));
    return element(pointed, false);
  }
  return build_.element(field_buffer(name, false, field_name()),
                        build_.integer(0, CheckKind::Signed));
}

CheckParser::Id CheckParser::element(const std::string& name, bool old) {
  std::uint32_t buffer = buffer_named(name, old);
  const BoundArg& arg = *scope_.find(name);
  expect("[");
  const Id at = expression();
  expect("]");
  const bool has_fields = !arg.spec.fields.empty() && arg.space == StateSpace::Global;
  if (has_fields && next_is("."))
    buffer = field_buffer(name, old, field_name());
  else if (holds_structures(arg))
    unknown_field(arg, "it holds structures: write which field");
  return build_.element(buffer, at);
}

std::string CheckParser::field_name() {
  std::string out;
  while (accept(".")) {
    if (token().kind != CheckToken::Kind::Name) fail("the name of a field is wanted");
    out += (out.empty() ? "" : ".") + std::string(tokens_[at_++].text);
    while (next_is("[") && ahead(2) == "]") {
      out += fmt::format("[{}]", ahead(1));
      at_ += 3;
    }
  }
  return out;
}

std::uint32_t CheckParser::field_buffer(const std::string& name, bool old,
                                        const std::string& field) {
  const BoundArg& arg = *scope_.find(name);
  const auto found =
      std::ranges::find_if(arg.spec.fields, [&](const Field& f) { return f.name == field; });
  if (found == arg.spec.fields.end())
    unknown_field(arg, fmt::format("its structure has no field '{}'", field));
  const auto key = std::pair(name + "." + field, old);
  if (const auto known = buffers_.find(key); known != buffers_.end()) return known->second;
  CheckBuffer out = tree_.buffers[buffer_named(name, old)];
  out.data += found->offset;
  out.count = arg.bytes / arg.spec.structure_bytes;
  out.stride = arg.spec.structure_bytes;
  out.type = found->type;
  out.field = "." + field;
  tree_.buffers.push_back(std::move(out));
  return buffers_[key] = static_cast<std::uint32_t>(tree_.buffers.size() - 1);
}

[[noreturn]] void CheckParser::unknown_field(const BoundArg& arg,
                                             const std::string& problem) const {
  std::vector<std::string> names;
  for (const Field& f : arg.spec.fields) names.push_back(f.name);
  fail(fmt::format("'{}': {}; the fields are {}", arg.spec.name, problem, fmt::join(names, ", ")));
}

}  // namespace simt
