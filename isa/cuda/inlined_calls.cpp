#include "isa/cuda/inlined_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

namespace simt::cuda {
namespace {

struct Loc {
  unsigned file = 0, line = 0, column = 0;
};
std::optional<Loc> loc_of(const std::string& line) {
  std::istringstream in(line);
  std::string word;
  Loc out;
  if (in >> word && word == ".loc" && in >> out.file >> out.line >> out.column) return out;
  return std::nullopt;
}

/// What stands on a line but for comments and what is for debuggers; "": nothing.
std::string code_on(const std::string& line) {
  const std::string code = line.substr(0, line.find("//"));
  const std::size_t from = code.find_first_not_of(" \t");
  if (from == std::string::npos) return "";
  const std::string out = code.substr(from, code.find_last_not_of(" \t") - from + 1);
  return out.starts_with(".file") || out.starts_with(".loc") ? "" : out;
}

/// The .loc directive that each line with code follows.
struct Placed {
  std::string code;
  std::optional<Loc> loc;
};
std::vector<Placed> placed_code(const std::vector<std::string>& lines) {
  std::vector<Placed> out;
  std::optional<Loc> loc;
  for (const std::string& line : lines) {
    if (const auto next = loc_of(line)) loc = next;
    if (std::string code = code_on(line); !code.empty()) out.push_back({std::move(code), loc});
  }
  return out;
}

class Writer {
 public:
  Writer(const std::vector<std::string>& lines, const MarkedIr& ir) : lines_(lines), ir_(ir) {
    for (const std::string& line : lines) {
      std::istringstream in(line);
      std::string word, path;
      unsigned number = 0;
      if (!(in >> word >> number) || word != ".file") continue;
      last_file_ = std::max(last_file_, number);
      if (const std::size_t from = line.find('"'); from != std::string::npos)
        files_[line.substr(from + 1, line.find('"', from + 1) - from - 1)] = number;
    }
  }

  /// `marked`: line by line of code the place that it has in the IR.
  std::string write(const std::vector<Placed>& marked) {
    std::string out;
    std::size_t code = 0;
    for (const std::string& line : lines_) {
      const bool has_code = !code_on(line).empty();
      if (const auto loc = loc_of(line); loc && code < marked.size())
        out += directive(line, *loc, marked[code].loc);
      else
        out += line + "\n";
      if (has_code) ++code;
    }
    return out + added_files_ + debug_strings();
  }

 private:
  std::string directive(const std::string& line, const Loc& loc, const std::optional<Loc>& mark) {
    const auto place = mark && mark->line >= kFirstMark ? ir_.places.find(mark->line - kFirstMark)
                                                        : ir_.places.end();
    // What the backend joined of two places has none of them.
    if (place == ir_.places.end() || place->second.inlined_at == 0 ||
        place->second.line != loc.line || place->second.column != loc.column)
      return line + "\n";
    return calls(place->second, 0) + with_call(loc, place->second);
  }

  /// The calls around a place, the outermost first, each a directive.
  std::string calls(const IrPlace& place, unsigned depth) {
    const auto call = ir_.places.find(place.inlined_at);
    if (call == ir_.places.end() || depth == kDeepestCall) return "";
    const Loc loc{file(call->second.file), call->second.line, call->second.column};
    return calls(call->second, depth + 1) + with_call(loc, call->second);
  }

  std::string with_call(const Loc& loc, const IrPlace& place) {
    const std::string at = fmt::format("\t.loc\t{} {} {}", loc.file, loc.line, loc.column);
    const auto call = ir_.places.find(place.inlined_at);
    if (call == ir_.places.end()) return at + "\n";
    return fmt::format("{}, function_name {}, inlined_at {} {} {}\n", at, label(place.function),
                       file(call->second.file), call->second.line, call->second.column);
  }

  unsigned file(const std::string& path) {
    unsigned& number = files_[path];
    if (number == 0) {
      number = ++last_file_;
      added_files_ += fmt::format("\t.file\t{} \"{}\"\n", number, path);
    }
    return number;
  }

  std::string label(const std::string& function) {
    const auto [found, added] = labels_.try_emplace(function, labels_.size());
    if (added) functions_.push_back(function);
    return fmt::format("$L__info_string{}", found->second);
  }

  std::string debug_strings() const {
    if (functions_.empty()) return "";
    std::string out = "\t.section\t.debug_str\n\t{\n";
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      out += fmt::format("$L__info_string{}:\n", i);
      for (const char c : functions_[i])
        out += fmt::format(".b8 {}\n", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += ".b8 0\n";
    }
    return out + "\t}\n";
  }

  const std::vector<std::string>& lines_;
  const MarkedIr& ir_;
  std::map<std::string, unsigned> files_;
  unsigned last_file_ = 0;
  std::string added_files_;
  std::map<std::string, std::size_t> labels_;
  std::vector<std::string> functions_;
};

}  // namespace

std::string with_calls(const std::string& ptx, const std::string& marked, const MarkedIr& ir) {
  const std::vector<std::string> lines = lines_of(ptx);
  const std::vector<Placed> own = placed_code(lines), other = placed_code(lines_of(marked));
  const bool same = std::ranges::equal(own, other, {}, &Placed::code, &Placed::code);
  return same ? Writer(lines, ir).write(other) : ptx;
}

}  // namespace simt::cuda
