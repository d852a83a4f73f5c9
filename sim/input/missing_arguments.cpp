#include "sim/input/missing_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "sim/input/element.h"
#include "sim/input/launch_warnings.h"

namespace simt {
namespace {

// Machine code does not say whether its shared memory grows: what has a size of its own may do
// without.
bool needs_dynamic_shared(const Program& program) {
  return program.shared.uses_dynamic && !(program.machine && program.shared.static_bytes > 0);
}

std::string text_of(const Dim3& d) {
  if (d.z > 1) return fmt::format("{},{},{}", d.x, d.y, d.z);
  return d.y > 1 ? fmt::format("{},{}", d.x, d.y) : fmt::format("{}", d.x);
}

std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,%@";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

// The missing parts, as options, as lines, and in words; and the launch with all of them.
struct Missing {
  std::vector<std::string> options, lines, words, wrong;
  std::vector<IncompleteLaunch::Replaced> replaced;
  ProposedLaunch whole;
};

/// What would do for the parameter in the place of what is given.
std::string instead_of(const Incomplete& launch, std::size_t i, const ProposedValue& value,
                       const std::string& suggested) {
  const std::string& after = launch.wrong.at(i).after;
  if (after.empty()) return suggested;
  return fmt::format("{}{}={}", launch.signature.parameters[i].name, value.count, after);
}

class Collector {
 public:
  explicit Collector(const Incomplete& launch)
      : launch_(launch),
        shape_(proposed_shape(launch, launch.changes)),
        by_place_(std::ranges::any_of(launch.spec.args,
                                      [](const ArgSpec& a) { return a.name.empty(); })) {}

  Missing all() {
    out_.whole.spec = launch_.spec;
    out_.whole.spec.args.clear();
    if (!launch_.spec.grid) add("grid", text_of(shape_.grid), "the grid");
    if (!launch_.spec.block) add("block", text_of(shape_.block), "the block");
    out_.whole.spec.grid = shape_.grid;
    out_.whole.spec.block = shape_.block;
    for (std::size_t i = 0; i < launch_.arguments.size(); ++i)
      if (launch_.arguments[i] && !launch_.wrong.contains(i))
        out_.whole.spec.args.push_back(*launch_.arguments[i]);
      else
        value(i);
    if (!names_.empty()) out_.words.push_back("values for " + names_);
    if (!names_.empty()) constants();
    if (needs_dynamic_shared(launch_.program) && !launch_.spec.dynamic_shared) shared();
    return std::move(out_);
  }

 private:
  void add(std::string_view key, const std::string& value, std::string_view word) {
    out_.options.push_back(fmt::format("--{} {}", key, value));
    out_.lines.push_back(fmt::format("//! {} {}", key, value));
    out_.words.emplace_back(word);
  }

  /// Zeros, which constant memory holds else, make most kernels do nothing.
  void constants() {
    for (const Variable* const v : unfilled_constants(launch_.spec, launch_.program)) {
      const auto known =
          std::ranges::find(launch_.signature.variables, v->name, &Signature::Variable::name);
      if (known == launch_.signature.variables.end()) continue;
      const ScalarType type = known->held.type;
      const std::string text = proposed_constant(*v, type, shape_);
      if (text.empty()) continue;
      const std::string name = known->plain.empty() ? v->name : known->plain;
      const std::string typed = v->type == type ? name : fmt::format("{} {}", name, name_of(type));
      out_.options.push_back("--symbol " + quoted(fmt::format("{}={}", typed, text)));
      out_.lines.push_back(fmt::format("//! symbol {} = {}", typed, text));
      out_.whole.spec.symbols.push_back(parse_symbol(fmt::format("{}={}", typed, text)));
    }
  }

  void shared() {
    const auto usual = static_cast<std::uint32_t>(8 * shape_.block.count());
    const std::uint32_t bytes = launch_.changes.shared.value_or(usual);
    out_.whole.spec.dynamic_shared = bytes;
    out_.whole.proposes_shared = true;
    add("shared", std::to_string(bytes), "the size of its dynamic shared memory");
  }

  void value(std::size_t i) {
    const std::string& name = launch_.signature.parameters[i].name;
    const ProposedValue v = proposed_value(launch_, i, shape_);
    const std::string named = v.by_name ? fmt::format("{}{}={}", name, v.count, v.value)
                                        : fmt::format("{} {}={}", name, v.type, v.value);
    const std::string spec =
        by_place_ && !v.type.empty() ? fmt::format("{}={}", v.type, v.value) : named;
    out_.whole.counts.insert(v.counts.begin(), v.counts.end());
    if (launch_.wrong.contains(i)) return replace(i, v, spec);
    take(named);
    out_.options.push_back("--arg " + quoted(spec));
    out_.lines.push_back(v.structure || v.by_elements
                             ? fmt::format("//! arg {}{} = {}", name, v.count, v.value)
                             : fmt::format("//! arg {} {} = {}", name, v.type, v.value));
    names_ += (names_.empty() ? "" : ", ") + name;
  }

  void replace(std::size_t i, const ProposedValue& v, const std::string& spec) {
    const std::string& name = launch_.signature.parameters[i].name;
    const std::string whole = instead_of(launch_, i, v, spec);
    take(whole);
    out_.wrong.push_back(name + ": " + launch_.wrong.at(i).message);
    if (launch_.arguments[i]->line == 0)
      out_.replaced.push_back({{name, launch_.program.params[i].name}, whole});
    else
      out_.options.push_back("--arg " + quoted(whole));
  }

  void take(const std::string& spec) { out_.whole.spec.args.push_back(parse_arg(spec, true)); }

  const Incomplete& launch_;
  ProposedShape shape_;
  bool by_place_;
  std::string names_;
  Missing out_;
};

std::string counted(std::size_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string joined(const std::vector<std::string>& parts, std::string_view between,
                   std::string_view last) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i)
    out += std::string(i == 0 ? "" : i + 1 == parts.size() ? last : between) + parts[i];
  return out;
}

}  // namespace

namespace {

std::string all_options(const std::string& added,
                        const std::vector<IncompleteLaunch::Replaced>& replaced) {
  std::string out;
  for (const auto& one : replaced) out += "--arg " + quoted(one.spec) + " ";
  return out + added;
}

/// "a" of "a=zero", "a [4] = zero" and "a f32[4]=zero".
std::string_view name_in(std::string_view spec) {
  spec.remove_prefix(std::min(spec.find_first_not_of(" \t"), spec.size()));
  return spec.substr(0, spec.find_first_of(" \t=[:"));
}

}  // namespace

IncompleteLaunch::IncompleteLaunch(std::string what, std::string opts, std::string as_lines,
                                   std::vector<Replaced> instead, ProposedLaunch launch)
    : SpecError(what + "; for example: " + all_options(opts, instead)),
      missing(std::move(what)),
      options(std::move(opts)),
      lines(std::move(as_lines)),
      replaced(std::move(instead)),
      whole(std::move(launch)) {}

std::string IncompleteLaunch::text(const std::vector<std::string>& command) const {
  if (!is_example) return fmt::format("{}.\n{}", missing, tried);
  constexpr std::string_view kOption = "--arg=";
  const auto right = [&](std::string_view spec) {
    for (const Replaced& one : replaced)
      if (std::ranges::find(one.names, name_in(spec)) != one.names.end()) return one.spec;
    return std::string(spec);
  };
  std::string line;
  bool is_spec = false;  // after "--arg"
  for (const std::string& word : command) {
    const bool joined = word.starts_with(kOption);
    line += quoted(joined    ? std::string(kOption) + right(word.substr(kOption.size()))
                   : is_spec ? right(word)
                             : word) +
            " ";
    is_spec = word == "--arg";
  }
  if (options.empty() && !line.empty()) line.pop_back();
  return fmt::format("{}. For example:\n  {}{}\n{}{}", missing, line, options,
                     lines.empty() ? "" : fmt::format("or as lines of the file:\n  {}\n", lines),
                     tried);
}

IncompleteLaunch what_is_missing(const Incomplete& launch) {
  Missing missing = Collector(launch).all();
  // Lines would stand beside those that the file has for another kernel.
  const bool other_kernel = launch.spec.kernel_line == 0 && !launch.spec.kernel.empty() &&
                            (launch.spec.grid_line != 0 || launch.spec.block_line != 0);
  const bool one = missing.words.size() == 1 && !missing.words[0].starts_with("values");
  std::string what = joined(missing.words, ", ", " and ");
  if (!what.empty()) what += one ? " is missing" : " are missing";
  for (const std::string& wrong : missing.wrong) what += (what.empty() ? "" : "; ") + wrong;
  return {fmt::format("{} cannot start: {}", launch.signature.text, what),
          joined(missing.options, " ", " "),
          other_kernel ? "" : joined(missing.lines, "\n  ", "\n  "), missing.replaced,
          std::move(missing.whole)};
}

SpecError wrong_number_of_arguments(const Program& program, const Signature& signature,
                                    std::size_t given) {
  const bool typed =
      std::ranges::any_of(signature.parameters, [](const auto& p) { return !p.type.base.empty(); });
  if (!typed) return wrong_number_of_arguments(program, given);
  return SpecError(fmt::format("{} has {}, but {} {} given", signature.text,
                               counted(program.params.size(), "parameter"),
                               counted(given, "argument"), given == 1 ? "is" : "are"));
}

SpecError wrong_number_of_arguments(const Program& program, std::size_t given) {
  std::string params;
  for (const Param& p : program.params)
    params += fmt::format("{}.{} {}", params.empty() ? "" : ", ", name_of(p.type), p.name);
  return SpecError(
      fmt::format("kernel '{}' has {} parameter{} ({}), but {} argument{} given", program.kernel,
                  program.params.size(), program.params.size() == 1 ? "" : "s",
                  params.empty() ? "none" : params, given, given == 1 ? " is" : "s are"));
}

}  // namespace simt
