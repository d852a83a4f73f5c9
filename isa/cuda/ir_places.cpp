#include "isa/cuda/ir_places.h"

#include <charconv>
#include <sstream>
#include <string_view>
#include <utility>

namespace simt::cuda {
namespace {

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
    for (unsigned depth = 0; depth < kDeepestCall; ++depth) {
      const auto found = scopes.find(scope);
      if (found == scopes.end()) return;
      const auto file = files.find(found->second.file);
      if (out.file.empty() && file != files.end()) out.file = file->second;
      out.function = found->second.function;
      scope = found->second.outer;
    }
  }
};

}  // namespace

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(std::move(line));
  return out;
}

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

}  // namespace simt::cuda
