#include "sim/input/missing_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "sim/input/element.h"

namespace simt {
namespace {

// Machine code does not say whether its shared memory grows: what has a size of its own may do
// without.
bool needs_dynamic_shared(const Program& program) {
  return program.shared.uses_dynamic && !(program.machine && program.shared.static_bytes > 0);
}

using enum ScalarType;

// A launch to begin with: as many threads as elements, a square where the kernel looks at y.
struct Example {
  Dim3 grid{4, 1, 1}, block{256, 1, 1};
  std::uint64_t threads = 0, side = 0;  ///< all of them; in x
  std::uint64_t elements = 0;           ///< the most that a number of them may say
};

bool is_flat(const Program& program) {
  const auto reads = [&](SpecialReg reg) {
    return std::ranges::find(program.specials, reg, &SpecialSlot::reg) != program.specials.end();
  };
  // All of a thread's place in its block: its number, as thread_rank() of a cooperative group.
  const bool numbers = reads(SpecialReg::tid_z) && reads(SpecialReg::ntid_y);
  return !reads(SpecialReg::ctaid_y) && (!reads(SpecialReg::tid_y) || numbers);
}

/// Of the shortest buffer that is given; 0: none is.
std::uint64_t shortest_given(const Incomplete& launch) {
  std::uint64_t out = 0;
  for (const auto& arg : launch.arguments)
    if (arg && arg->is_buffer && arg->count.value_or(0) != 0)
      out = out == 0 ? *arg->count : std::min(out, *arg->count);
  return out;
}

Example example_of(const Incomplete& launch) {
  Example out;
  if (!is_flat(launch.program)) out = {{4, 4, 1}, {16, 16, 1}};
  const auto& required = launch.program.bounds.req_ntid;
  const auto& most = launch.program.bounds.max_ntid;
  if (most[0] != 0 &&
      std::uint64_t{out.block.x} * out.block.y > std::uint64_t{most[0]} * most[1] * most[2])
    out.block = {most[0], most[1], most[2]};
  if (required[0] != 0) out.block = {required[0], required[1], required[2]};
  out.grid = launch.spec.grid.value_or(out.grid);
  out.block = launch.spec.block.value_or(out.block);
  const std::uint64_t given = is_flat(launch.program) ? shortest_given(launch) : 0;
  if (!launch.spec.grid && given != 0 && out.block.y * out.block.z == 1)
    out.grid.x = static_cast<unsigned>(
        std::min<std::uint64_t>((given + out.block.x - 1) / out.block.x, 65535));
  out.side = std::uint64_t{out.grid.x} * out.block.x;
  out.threads = out.side * out.grid.y * out.block.y * out.grid.z * out.block.z;
  out.elements = given == 0 ? out.threads : std::min(given, out.threads);
  return out;
}

std::string text_of(const Dim3& d) {
  if (d.z > 1) return fmt::format("{},{},{}", d.x, d.y, d.z);
  return d.y > 1 ? fmt::format("{},{}", d.x, d.y) : fmt::format("{}", d.x);
}

std::string number(ScalarType type, const Example& example, bool flat) {
  if (is_float(type)) return "1";
  const std::uint64_t n = flat ? example.elements : example.side;
  return std::to_string(size_of(type) < 4 ? 1 : n);
}

// "a[1024]" and "zero": what stands on either side of the '='.
struct Suggestion {
  std::string type;   ///< "f32[1024]" or "s32"
  std::string count;  ///< "[1024]" or ""
  std::string value;
  bool by_name = true;     ///< the type follows from the parameter
  bool structure = false;  ///< as a line of the file, too, it has no type of its own
};

// What is only read, and known, gets values to tell apart.
std::string_view fill(bool reads_only, ScalarType type) {
  if (!reads_only || type == None) return "zero";
  return is_float(type) ? "random(1,0,1)" : "iota(0,1)";
}

// "{in[1024]=random(1,0,1), out[1024]=zero, n=1024}": a count of zero would start a kernel that
// does nothing. Of a long structure the first fields; the others are zero.
std::string by_fields(const ParameterInfo& info, const Example& example, bool flat) {
  constexpr std::size_t kMost = 12;
  std::vector<std::string> out;
  for (const Field& f : info.fields) {
    const bool known = f.points_to.type != None || f.structure != nullptr;
    if (!f.is_pointer && (f.type == None || out.size() >= kMost)) continue;
    const std::string value = !f.is_pointer
                                  ? fmt::format("={}", number(f.type, example, flat))
                                  : fmt::format("{}[{}]={}", known ? "" : " b8",
                                                known ? example.threads : 64 * example.threads,
                                                fill(f.reads_only, f.points_to.type));
    out.push_back(f.name + value);
  }
  return fmt::format("{{{}}}", fmt::join(out, ", "));
}

// "{1024,1024}" for an int2.
std::string by_elements(const CElements& elements, const Example& example, bool flat) {
  const std::vector<std::string> all(elements.count, number(elements.type, example, flat));
  return fmt::format("{{{}}}", fmt::join(all, ","));
}

Suggestion suggestion(const Incomplete& launch, std::size_t i, const Example& example) {
  const Param& param = launch.program.params[i];
  const ParameterInfo& info = launch.signature.parameters[i];
  const bool known = !info.type.base.empty();
  const bool pointer = known ? info.type.pointers > 0 : param.bytes == 8 && !is_float(param.type);
  if (pointer && info.type.pointers == 1 && info.structure_bytes != 0)
    return {"", fmt::format("[{}]", example.threads), "zero", true, true};
  const bool flat = is_flat(launch.program);
  if (!pointer && !info.fields.empty() && !info.fields.front().name.empty())
    return {"", "", by_fields(info, example, flat), true, true};
  if (pointer) {
    ScalarType type = info.type.pointers > 1 ? U64 : info.elements.type;
    const bool by_name = type != None;
    if (!by_name) type = known ? B8 : F32;
    const std::uint64_t each = known && !by_name ? 64 : info.elements.count;
    const std::string_view values =
        fill(info.type.is_const && info.type.pointers == 1 && by_name, type);
    const std::uint64_t count = by_name ? example.threads : example.threads * each;
    return {fmt::format("{}[{}]", name_of(type), by_name ? count * each : count),
            fmt::format("[{}]", count), std::string(values), by_name};
  }
  const bool is_value = info.elements.type != None && info.elements.count == 1;
  if (param.count > 1 && !is_value && info.elements.type != None)
    return {"", "", by_elements(info.elements, example, flat), true, true};
  if (param.count > 1 && !is_value)
    return {fmt::format("b8[{}]", param.bytes), "", known ? "{0}" : "zero", true, known};
  const ScalarType type = is_value ? info.elements.type : param.type;
  return {std::string(name_of(type)), "", number(type, example, flat), is_value || is_float(type)};
}

std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,%@";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

// The missing parts, as options, as lines, and in words.
struct Missing {
  std::vector<std::string> options, lines, words, wrong;
  std::vector<IncompleteLaunch::Replaced> replaced;
};

/// What would do for the parameter in the place of what is given.
std::string instead_of(const Incomplete& launch, std::size_t i, const Example& example,
                       const std::string& suggested) {
  const std::string& after = launch.wrong.at(i).after;
  if (after.empty()) return suggested;
  return fmt::format("{}[{}]={}", launch.signature.parameters[i].name, example.threads, after);
}

Missing missing_of(const Incomplete& launch) {
  const Example example = example_of(launch);
  const bool by_place = std::any_of(launch.spec.args.begin(), launch.spec.args.end(),
                                    [](const ArgSpec& a) { return a.name.empty(); });
  Missing out;
  const auto add = [&](std::string_view key, const std::string& value, std::string_view word) {
    out.options.push_back(fmt::format("--{} {}", key, value));
    out.lines.push_back(fmt::format("//! {} {}", key, value));
    out.words.emplace_back(word);
  };
  if (!launch.spec.grid) add("grid", text_of(example.grid), "the grid");
  if (!launch.spec.block) add("block", text_of(example.block), "the block");
  std::string names;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const bool wrong = launch.wrong.contains(i);
    if (launch.arguments[i] && !wrong) continue;
    const std::string& name = launch.signature.parameters[i].name;
    const Suggestion s = suggestion(launch, i, example);
    const std::string spec = by_place && !s.type.empty() ? fmt::format("{}={}", s.type, s.value)
                             : s.by_name ? fmt::format("{}{}={}", name, s.count, s.value)
                                         : fmt::format("{} {}={}", name, s.type, s.value);
    if (wrong) {
      const std::string whole = instead_of(launch, i, example, spec);
      out.wrong.push_back(name + ": " + launch.wrong.at(i).message);
      if (launch.arguments[i]->line == 0)
        out.replaced.push_back({{name, launch.program.params[i].name}, whole});
      else
        out.options.push_back("--arg " + quoted(whole));
      continue;
    }
    out.options.push_back("--arg " + quoted(spec));
    out.lines.push_back(s.structure ? fmt::format("//! arg {}{} = {}", name, s.count, s.value)
                                    : fmt::format("//! arg {} {} = {}", name, s.type, s.value));
    names += (names.empty() ? "" : ", ") + name;
  }
  if (!names.empty()) out.words.push_back("values for " + names);
  if (needs_dynamic_shared(launch.program) && !launch.spec.dynamic_shared)
    add("shared", std::to_string(8ull * example.block.x * example.block.y * example.block.z),
        "the size of its dynamic shared memory");
  return out;
}

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
                                   std::vector<Replaced> instead)
    : SpecError(what + "; for example: " + all_options(opts, instead)),
      missing(std::move(what)),
      options(std::move(opts)),
      lines(std::move(as_lines)),
      replaced(std::move(instead)) {}

std::string IncompleteLaunch::text(const std::vector<std::string>& command) const {
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
  return fmt::format(
      "{}. For example:\n  {}{}\n{}These values are a start: the kernel may need longer arrays or "
      "a smaller number (n x n elements, say).",
      missing, line, options,
      lines.empty() ? "" : fmt::format("or as lines of the file:\n  {}\n", lines));
}

IncompleteLaunch what_is_missing(const Incomplete& launch) {
  const Missing missing = missing_of(launch);
  // Lines would stand beside those that the file has for another kernel.
  const bool other_kernel = launch.spec.kernel_line == 0 && !launch.spec.kernel.empty() &&
                            (launch.spec.grid_line != 0 || launch.spec.block_line != 0);
  const bool one = missing.words.size() == 1 && !missing.words[0].starts_with("values");
  std::string what = joined(missing.words, ", ", " and ");
  if (!what.empty()) what += one ? " is missing" : " are missing";
  for (const std::string& wrong : missing.wrong) what += (what.empty() ? "" : "; ") + wrong;
  return {fmt::format("{} cannot start: {}", launch.signature.text, what),
          joined(missing.options, " ", " "),
          other_kernel ? "" : joined(missing.lines, "\n  ", "\n  "), missing.replaced};
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
