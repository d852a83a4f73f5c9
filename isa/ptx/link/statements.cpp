#include "isa/ptx/link/statements.h"

#include <algorithm>
#include <string_view>

#include "isa/ptx/diagnostics.h"
#include "isa/ptx/lexer.h"
#include "isa/ptx/link/linker.h"

namespace simt {
namespace {

class Outliner {
 public:
  Outliner(const std::string& name, const std::string& text)
      : diags_(name, text), lexer_(diags_), line_starts_{0} {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') line_starts_.push_back(i + 1);
    next();
  }

  ModuleOutline run() {
    while (!token_.is(Token::Kind::End)) statement();
    if (diags_.error_count() != 0) throw LinkError(diags_.render(false));
    return std::move(out_);
  }

 private:
  std::size_t offset(SourceLoc loc) const { return line_starts_.at(loc.line - 1) + loc.column - 1; }
  std::size_t begin() const { return offset(token_.loc); }
  std::size_t end() const { return begin() + token_.length; }
  void next() { token_ = lexer_.next(); }

  void statement() {
    ModuleStatement s;
    s.begin = begin();
    if (token_.is_dotted("version") || token_.is_dotted("target") ||
        token_.is_dotted("address_size"))
      return directive(s, ModuleStatement::Kind::Header);
    if (token_.is_dotted("file")) return directive(s, ModuleStatement::Kind::File);
    if (token_.is_dotted("section")) s.kind = ModuleStatement::Kind::Section;
    to_end(s);
    out_.statements.push_back(std::move(s));
  }

  // Ends with its line.
  void directive(ModuleStatement& s, ModuleStatement::Kind kind) {
    s.kind = kind;
    bool number = kind == ModuleStatement::Kind::File;
    do {
      if (number && token_.is(Token::Kind::Integer)) {
        out_.last_file = std::max(out_.last_file, static_cast<std::uint32_t>(token_.bits));
        refer(ModuleReference::Kind::File);
        number = false;
      }
      s.end = end();
      next();
    } while (!token_.is(Token::Kind::End) && !token_.starts_line);
    out_.statements.push_back(std::move(s));
  }

  // Ends with ';', or with the '}' of a body or a section.
  void to_end(ModuleStatement& s) {
    unsigned depth = 0;
    bool initialised = false, body = false;
    for (; !token_.is(Token::Kind::End); next()) {
      s.end = end();
      if (depth == 0) {
        read_head(s);
        initialised = initialised || token_.is('=');
        body = token_.is('{') && !initialised;
      }
      inside(s);
      if (token_.is('{') || token_.is('(') || token_.is('[')) ++depth;
      if (token_.is('}') || token_.is(')') || token_.is(']')) depth -= depth > 0;
      const bool ends = depth == 0 && (token_.is(';') || (token_.is('}') && body));
      if (!ends) continue;
      next();
      return;
    }
  }

  void read_head(ModuleStatement& s) const {
    if (token_.is_dotted("extern")) s.linkage = Linkage::Extern;
    if (token_.is_dotted("visible")) s.linkage = Linkage::Visible;
    if (token_.is_dotted("weak") || token_.is_dotted("common")) s.linkage = Linkage::Weak;
    if (s.kind != ModuleStatement::Kind::Other || !token_.is(Token::Kind::Identifier)) return;
    s.kind = ModuleStatement::Kind::Symbol;
    s.name = token_.text;
  }

  void inside(const ModuleStatement& s) {
    if (token_.is(Token::Kind::Identifier)) {
      const bool label = s.kind == ModuleStatement::Kind::Section || after_function_name_;
      after_function_name_ = token_.is_word("function_name");
      file_follows_ = token_.is_word("inlined_at");
      return refer(label ? ModuleReference::Kind::DebugLabel : ModuleReference::Kind::Name);
    }
    if (token_.is(Token::Kind::Integer) && file_follows_) refer(ModuleReference::Kind::File);
    file_follows_ = token_.is_dotted("loc");
  }

  void refer(ModuleReference::Kind kind) {
    out_.references.push_back({kind, begin(), token_.length});
  }

  Diagnostics diags_;
  Lexer lexer_;
  std::vector<std::size_t> line_starts_;
  Token token_;
  bool file_follows_ = false, after_function_name_ = false;
  ModuleOutline out_;
};

}  // namespace

ModuleOutline outline_of(const std::string& name, const std::string& text) {
  return Outliner(name, text).run();
}

}  // namespace simt
