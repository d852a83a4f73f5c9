#include "tools/sweep/over.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>

#include "sim/base/nearest_name.h"
#include "tools/driver/parameters.h"

namespace simt {
namespace {

constexpr std::string_view kArg = "arg:";
constexpr std::size_t kMostValues = 4096;

std::optional<std::int64_t> integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

// FROM..TO, FROM..TO+STEP or FROM..TO*FACTOR; both ends belong to it.
std::vector<std::string> range(const std::string& text) {
  const std::size_t dots = text.find("..");
  const std::size_t sign = text.find_first_of("+*", dots);
  const bool factor = sign != std::string::npos && text[sign] == '*';
  const auto from = integer(std::string_view(text).substr(0, dots));
  const auto to = integer(
      std::string_view(text).substr(dots + 2, sign == std::string::npos ? sign : sign - dots - 2));
  const auto step = sign == std::string::npos ? std::optional<std::int64_t>(1)
                                              : integer(std::string_view(text).substr(sign + 1));
  if (!from || !to || !step || *from > *to || *step < (factor ? 2 : 1) || (factor && *from < 1))
    throw SpecError(fmt::format("'{}' is no range such as 1..32, 0..96+32 or 1..1024*2", text));
  std::vector<std::string> out;
  for (std::int64_t value = *from; value <= *to;) {
    if (out.size() == kMostValues)
      throw SpecError(fmt::format("'{}' has more than {} values", text, kMostValues));
    out.push_back(std::to_string(value));
    if (factor ? value > *to / *step : value > *to - *step) break;
    value = factor ? value * *step : value + *step;
  }
  return out;
}

// The comma that ends the value at `from`: those of "scale<float, 4>(float*, int)" belong to it.
std::size_t end_of_value(const std::string& text, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    if (text[i] == '<' || text[i] == '(') ++depth;
    if (text[i] == '>' || text[i] == ')') --depth;
    if (text[i] == ',' && depth <= 0) return i;
  }
  return text.size();
}

std::string without_spaces_around(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

std::vector<std::string> values(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = end_of_value(text, from);
    const std::string one = without_spaces_around(text.substr(from, end - from));
    from = end + 1;
    if (one.empty()) throw SpecError(fmt::format("a value is missing in '{}'", text));
    const std::size_t dots = one.find("..");
    const bool path = one.find('/') != std::string::npos;
    if (dots == std::string::npos || path)
      out.push_back(one);
    else
      for (std::string& value : range(one)) out.push_back(std::move(value));
  }
  return out;
}

// The arguments as `options` has them, all of them, by name.
std::vector<ArgSpec> all_arguments(const SessionOptions& options, const LaunchSpec& header) {
  LaunchSpec given;
  given.args = options.overrides.args;
  std::vector<ArgSpec> args = overridden(header, given).args;
  for (std::size_t i = 0; i < args.size() && i < header.args.size(); ++i)
    if (args[i].name.empty()) args[i].name = header.args[i].name;
  return args;
}

void set_argument(SessionOptions& options, const LaunchSpec& header, const std::string& name,
                  const std::string& value) {
  std::vector<ArgSpec> args = all_arguments(options, header);
  std::vector<std::string> scalars, names;
  for (ArgSpec& arg : args) {
    names.push_back(arg.name);
    if (arg.is_buffer) continue;
    scalars.push_back(arg.name);
    if (arg.name != name) continue;
    arg.value = value;
    arg.line = 0;  // a wrong value is the option's
    options.overrides.args = std::move(args);
    return;
  }
  // Not given yet: the kernel's parameters tell whether there is one of that name.
  const bool all_named = std::ranges::find(names, "") == names.end();
  if (all_named && std::ranges::find(names, name) == names.end() &&
      nearest_hint(name, names).empty()) {
    args.push_back(parse_arg(fmt::format("{}={}", name, value), true));
    options.overrides.args = std::move(args);
    return;
  }
  throw SpecError(
      fmt::format("'{}' is no scalar argument; scalar arguments: {}{}", name,
                  scalars.empty() ? "none" : fmt::format("{}", fmt::join(scalars, ", ")),
                  nearest_hint(name, scalars)));
}

std::uint32_t blocks_for(std::uint64_t grid, std::uint64_t block, std::uint64_t new_block) {
  const std::uint64_t blocks = (grid * block + new_block - 1) / new_block;
  if (blocks > std::numeric_limits<std::uint32_t>::max())
    throw SpecError(
        fmt::format("--keep-threads: a block of {} needs {} blocks for {} threads, "
                    "more than a grid has",
                    new_block, blocks, grid * block));
  return static_cast<std::uint32_t>(blocks);
}

}  // namespace

std::string parameter_list() {
  std::string out;
  for (const Parameter& p : parameters())
    if (!p.is_old) out += fmt::format("{}, ", p.name);
  return out + "arg:NAME";
}

Over parse_over(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw SpecError(fmt::format("'{}' is not PARAMETER=VALUES, such as block=64,128,256", text));
  Over out{text.substr(0, equals), values(text.substr(equals + 1))};
  if (out.parameter.starts_with(kArg)) return out;
  const Parameter* parameter = find_parameter(out.parameter);
  if (parameter == nullptr) {
    std::vector<std::string> names{"arg:NAME"};
    for (const Parameter& p : parameters())
      if (!p.is_old) names.emplace_back(p.name);
    throw SpecError(fmt::format(
        "'{0}' cannot be varied; there are {1}{2}; an argument of the kernel is arg:{0}",
        out.parameter, parameter_list(), nearest_hint(out.parameter, names)));
  }
  for (const std::string& value : out.values) {
    SessionOptions scratch;
    set_parameter(scratch, *parameter, value);
  }
  return out;
}

SessionOptions with_value(SessionOptions base, const LaunchSpec& header,
                          const std::string& parameter, const std::string& value) {
  if (parameter.starts_with(kArg))
    set_argument(base, header, parameter.substr(kArg.size()), value);
  else
    set_parameter(base, *find_parameter(parameter), value);
  return base;
}

void keep_threads(LaunchSpec& changed, const LaunchSpec& header) {
  if (!header.grid || !header.block) throw SpecError("--keep-threads needs a grid and a block");
  const Dim3 old = *header.block, now = changed.block.value_or(old);
  const Dim3 grid = changed.grid.value_or(*header.grid);
  changed.grid = Dim3{blocks_for(grid.x, old.x, now.x), blocks_for(grid.y, old.y, now.y),
                      blocks_for(grid.z, old.z, now.z)};
}

}  // namespace simt
