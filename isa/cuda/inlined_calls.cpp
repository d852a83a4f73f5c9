#include "isa/cuda/inlined_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace simt::cuda {
namespace {

// Beyond the lines of any file: what a .loc directive with a greater one names is a place of the
// IR.
constexpr unsigned kFirstMark = 1'000'000'000;
// Of calls within calls, as isa/ptx/decode takes them.
constexpr unsigned kDeepest = 100;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(std::move(line));
  return out;
}

unsigned number_at(std::string_view text) {
  unsigned out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

/// A line "!12 = distinct !DILocation(line: 5, scope: !9)".
class Node {
 public:
  explicit Node(const std::string& line) : line_(line) {
    const std::size_t kind = line.find("!DI");
    if (!line.starts_with("!") || kind == std::string::npos) return;
    number_ = number_at(std::string_view(line).substr(1));
    fields_ = line.find('(', kind);
    kind_ = std::string_view(line).substr(kind + 1, fields_ - kind - 1);
  }
  bool is(std::string_view kind) const { return kind_ == kind; }
  unsigned number() const { return number_; }
  /// Where the value of a field begins; npos: there is no such field.
  std::size_t at(std::string_view field) const {
    for (std::size_t i = fields_; (i = line_.find(field, i + 1)) != std::string::npos;)
      if ((line_[i - 1] == '(' || line_[i - 1] == ' ') &&
          line_.compare(i + field.size(), 2, ": ") == 0)
        return i + field.size() + 2;
    return std::string::npos;
  }
  unsigned value(std::string_view field) const {
    const std::size_t i = at(field);
    return i == std::string::npos ? 0 : number_at(std::string_view(line_).substr(i));
  }
  unsigned reference(std::string_view field) const {
    const std::size_t i = at(field);
    if (i == std::string::npos || line_[i] != '!') return 0;
    return number_at(std::string_view(line_).substr(i + 1));
  }
  std::string text(std::string_view field) const {
    const std::size_t i = at(field);
    if (i == std::string::npos || line_[i] != '"') return "";
    return line_.substr(i + 1, line_.find('"', i + 1) - i - 1);
  }

 private:
  const std::string& line_;
  std::string_view kind_;
  unsigned number_ = 0;
  std::size_t fields_ = 0;
};

/// A function, or a block in one, which lies in another file where a macro or a header says so.
struct Scope {
  unsigned file = 0, outer = 0;
  std::string function;
};

struct Scopes {
  std::map<unsigned, std::string> files;
  std::map<unsigned, Scope> scopes;

  void add(const Node& node) {
    if (node.is("DIFile")) {
      const std::string name = node.text("filename"), folder = node.text("directory");
      files[node.number()] = name.starts_with('/') || folder.empty() ? name : folder + "/" + name;
    } else if (node.is("DISubprogram")) {
      scopes[node.number()] = {node.reference("file"), 0, node.text("name")};
    } else if (node.is("DILexicalBlock") || node.is("DILexicalBlockFile")) {
      scopes[node.number()] = {node.reference("file"), node.reference("scope"), ""};
    }
  }
  void place(unsigned scope, IrPlace& out) const {
    for (unsigned depth = 0; depth < kDeepest; ++depth) {
      const auto found = scopes.find(scope);
      if (found == scopes.end()) return;
      const auto file = files.find(found->second.file);
      if (out.file.empty() && file != files.end()) out.file = file->second;
      out.function = found->second.function;
      scope = found->second.outer;
    }
  }
};

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
    if (call == ir_.places.end() || depth == kDeepest) return "";
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

MarkedIr mark_places(const std::string& ir) {
  MarkedIr out;
  Scopes scopes;
  const std::vector<std::string> lines = lines_of(ir);
  for (const std::string& line : lines) scopes.add(Node(line));
  for (std::string line : lines) {
    const Node node(line);
    if (node.is("DILocation") && node.value("line") != 0) {
      IrPlace place{node.value("line"), node.value("column"), node.reference("inlinedAt"), "", ""};
      scopes.place(node.reference("scope"), place);
      const std::size_t from = node.at("line");
      line.replace(from, std::to_string(place.line).size(),
                   std::to_string(kFirstMark + node.number()));
      out.places[node.number()] = std::move(place);
    }
    out.text += line + "\n";
  }
  return out;
}

std::string with_calls(const std::string& ptx, const std::string& marked, const MarkedIr& ir) {
  const std::vector<std::string> lines = lines_of(ptx);
  const std::vector<Placed> own = placed_code(lines), other = placed_code(lines_of(marked));
  const bool same = std::ranges::equal(own, other, {}, &Placed::code, &Placed::code);
  return same ? Writer(lines, ir).write(other) : ptx;
}

}  // namespace simt::cuda
