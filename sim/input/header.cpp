// The `//!` lines of an .ir file.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/base/nearest_name.h"
#include "sim/input/header_errors.h"
#include "sim/input/spec_cursor.h"

namespace simt {
namespace {

template <class T>
void set_once(std::optional<T>& field, T value, std::string_view key) {
  if (field) throw SpecError(fmt::format("'{}' is given twice", key));
  field = value;
}

struct Place {
  unsigned line, column;
};
// A size after its key: "grid 0: ...".
Dim3 size_of(const std::string& key, const std::string& text) {
  try {
    return parse_dim3(text);
  } catch (const SpecError& e) {
    throw SpecError(fmt::format("{}: {}", key, e.what()));
  }
}
struct HeaderKey {
  std::string_view name;
  void (*read)(LaunchSpec& spec, const std::string& text, Place at);
};
constexpr std::array kKeys{
    HeaderKey{"kernel",
              [](LaunchSpec& s, const std::string& text, Place at) {
                if (!s.kernel.empty()) throw SpecError("'kernel' is given twice");
                s.kernel = text;
                s.kernel_line = at.line;
              }},
    HeaderKey{"grid",
              [](LaunchSpec& s, const std::string& text, Place at) {
                set_once(s.grid, size_of("grid", text), "grid");
                s.grid_line = at.line;
              }},
    HeaderKey{"block",
              [](LaunchSpec& s, const std::string& text, Place at) {
                set_once(s.block, size_of("block", text), "block");
                s.block_line = at.line;
              }},
    HeaderKey{"shared",
              [](LaunchSpec& s, const std::string& text, Place) {
                set_once(s.dynamic_shared, parse_small(text, "shared memory"), "shared");
              }},
    HeaderKey{"warp-size",
              [](LaunchSpec& s, const std::string& text, Place) {
                set_once(s.warp_size, parse_small(text, "warp size"), "warp-size");
              }},
    HeaderKey{"arg",
              [](LaunchSpec& s, const std::string& text, Place at) {
                s.args.push_back(parse_arg(text, true));
                s.args.back().line = at.line;
                s.args.back().column = at.column;
              }},
    HeaderKey{"symbol",
              [](LaunchSpec& s, const std::string& text, Place at) {
                s.symbols.push_back(parse_symbol(text));
                s.symbols.back().data.line = at.line;
              }},
    HeaderKey{"check",
              [](LaunchSpec& s, const std::string& text, Place at) {
                s.checks.push_back({text, at.line, at.column});
              }},
    HeaderKey{"goal",
              [](LaunchSpec& s, const std::string& text, Place at) {
                s.goals.push_back({text, at.line, at.column});
              }},
};

// A comment after the line's content: " //" outside quotes.
std::string_view without_comment(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) quoted = !quoted;
    if (!quoted && i > 0 && (line[i - 1] == ' ' || line[i - 1] == '\t') &&
        line.substr(i, 2) == "//")
      return line.substr(0, i);
  }
  return line;
}

// `whole` is the line of the file, `content` the part of it after "//!".
void read_line(LaunchSpec& spec, std::string_view whole, std::string_view content, unsigned line) {
  const std::string text = trim(without_comment(content));
  if (text.empty()) return;
  const std::size_t end = text.find_first_of(" \t");
  const std::string key = text.substr(0, end);
  const std::string value = end == std::string::npos ? "" : trim(text.substr(end));
  const std::size_t behind_key = whole.find(key, whole.find("//!") + 3) + key.size();
  for (const HeaderKey& k : kKeys) {
    if (k.name != key) continue;
    if (value.empty()) throw SpecError(fmt::format("'{}' needs a value after it", key));
    k.read(spec, value, {line, static_cast<unsigned>(whole.find(value, behind_key)) + 1});
    return;
  }
  std::vector<std::string> known;
  for (const HeaderKey& k : kKeys) known.emplace_back(k.name);
  static constexpr std::array kOptions{"arch",      "code", "divergence",
                                       "scheduler", "sms",  "compiler"};
  const bool option = std::ranges::find(kOptions, key) != kOptions.end();
  throw SpecError(fmt::format(
      "'{}' is no launch line; there are {}{}", key, fmt::join(known, ", "),
      option ? fmt::format("; --{} is an option of the command", key) : nearest_hint(key, known)));
}

}  // namespace

LaunchSpec parse_header(const std::string& ir_text) {
  LaunchSpec spec;
  std::vector<SpecError> wrong;
  unsigned line = 0;
  for (std::size_t from = 0; from < ir_text.size();) {
    ++line;
    const std::size_t end = std::min(ir_text.find('\n', from), ir_text.size());
    const std::string_view whole = std::string_view(ir_text).substr(from, end - from);
    const std::string text = trim(whole);
    from = end + 1;
    if (text.rfind("//!", 0) != 0) continue;
    try {
      read_line(spec, whole, std::string_view(text).substr(3), line);
    } catch (const SpecError& e) {
      wrong.emplace_back(e.what(), line);
    }
  }
  if (wrong.empty()) return spec;
  throw HeaderErrors(std::move(wrong));
}

}  // namespace simt
