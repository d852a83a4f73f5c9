#include "sim/input/cuda_text.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <set>

#include "isa/base/regex.h"
#include "sim/input/c_types.h"
#include "sim/input/source_scan.h"
#include "sim/input/spec_cursor.h"
#include "sim/input/template_text.h"

namespace simt {

using namespace source_scan;

namespace {

// "const float* a = 0" -> type and name; "float m[4]" with its length.
Declared declared(std::string text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<') ++depth;
    if (text[i] == '>') --depth;
    if (depth == 0 && (text[i] == '=' || text[i] == '{')) text.resize(i);
  }
  text = trim(text);
  Declared out;
  if (!text.empty() && text.back() == ']') {
    const std::size_t open = text.find('[');
    out.length = trim(text.substr(open + 1, text.size() - open - 2));
    text = trim(text.substr(0, open));
  }
  std::size_t begin = text.size();
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  out.name = text.substr(begin);
  out.type = trim(text.substr(0, begin));
  return out;
}

constexpr std::string_view kUnnamed = "unnamed_structure_";

// Structures without a name get one: "typedef struct {...} P;" becomes P, others are numbered.
std::string with_named_structures(std::string text) {
  static const Regex head(
      "^(typedef +)?(const +)?(struct|class)( +(__align__|alignas) *\\([^()]*\\))? *$");
  static const Regex declarator("^ *(\\w+) *;");
  unsigned count = 0;
  for (std::size_t open = 0; (open = text.find('{', open)) != std::string::npos; ++open) {
    const std::size_t last = text.find_last_of(";{}", open == 0 ? 0 : open - 1);
    const std::size_t start = open == 0 || last == std::string::npos ? 0 : last + 1;
    const auto found = head.first_in(trim(text.substr(start, open - start)));
    const std::size_t close = found ? closing_of(text, open) : std::string::npos;
    if (close == std::string::npos) continue;
    const auto name = declarator.first_in(text.substr(close + 1, 256));
    const bool is_typedef = !(*found)[1].empty();
    const std::string given =
        is_typedef && name ? (*name)[1] : fmt::format("{}{}", kUnnamed, ++count);
    text.insert(open, " " + given + " ");
    open += given.size() + 2;
  }
  return text;
}

// The members of a structure without the bodies of its functions and of structures in it, whose
// names stay: "struct Half h;".
std::string without_bodies(std::string body) {
  static const Regex structure("\\b(struct|class) +\\w+ *$");
  for (std::size_t close = 0; (close = body.find('}')) != std::string::npos;) {
    const std::size_t open = body.rfind('{', close);
    if (open == std::string::npos) return body;
    const bool inner = structure.found_in(body.substr(0, open));
    body.replace(open, close + 1 - open, inner ? " " : ";");
  }
  return body;
}

// The start of the statement or declaration that `at` is in.
std::size_t statement_start(const std::string& text, std::size_t at) {
  const std::size_t end = text.find_last_of(";{}", at);
  return end == std::string::npos ? 0 : end + 1;
}

// Where the structure's '{' is, and what stands between its keyword and it.
struct StructureHead {
  std::size_t open = std::string::npos;
  std::string text;
  bool derived = false;  ///< of another structure
};
StructureHead head_of(const std::string& text, const std::string& name) {
  static const Regex keyword("\\b(struct|class)\\b");
  StructureHead out;
  each_word(text, name, [&](std::size_t at) {
    const std::size_t open = text.find_first_of("{;()=,", at + name.size());
    if (open == std::string::npos || text[open] != '{' || out.open != std::string::npos) return;
    const std::string head = text.substr(statement_start(text, at), at - statement_start(text, at));
    if (!keyword.found_in(head)) return;
    const std::string between = text.substr(at + name.size(), open - at - name.size());
    out = {open, head, between.find(':') != std::string::npos};
  });
  return out;
}

/// "struct Span<float>" stands somewhere.
bool is_specialised(const std::string& text, const std::string& name) {
  return Regex("\\b(struct|class) +" + name + " *<").found_in(text);
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return out;
}

// "#define N 16" of the text as it stands, "constexpr int N = 16;" of the cleaned one. A name with
// several values has none.
std::map<std::string, std::uint64_t> numbers_in(std::string_view text, const std::string& clean) {
  static const Regex macro("#[ \\t]*define[ \\t]+(\\w+)[ \\t]+\\(?([^\\n]*)"),
      constant(
          "\\bconst(?:expr)? +(?:unsigned +)?(?:int|unsigned|long|size_t|auto) +(\\w+) *= *"
          "(\\w+) *;"),
      value("^ *([0-9]+)[uU]?\\)?[ \\t\\r]*(//.*|/\\*.*)?$");
  std::map<std::string, std::set<std::uint64_t>> found;
  const auto add = [&](const Regex::Groups& definition) {
    const auto digits = value.first_in(definition[2]);
    const auto known = digits ? number((*digits)[1]) : std::nullopt;
    found[definition[1]].insert(known.value_or(0));
  };
  for (const Regex::Groups& g : macro.all_in(std::string(text))) add(g);
  for (const Regex::Groups& g : constant.all_in(clean)) add(g);
  std::map<std::string, std::uint64_t> out;
  for (const auto& [name, values] : found)
    if (values.size() == 1 && *values.begin() != 0) out[name] = *values.begin();
  return out;
}

// "typedef float real;", "using real = float;". A name with several meanings has none.
std::map<std::string, std::string> aliases_in(const std::string& clean) {
  static const Regex defined("\\btypedef +([^;{}()]*[ *&])(\\w+) *;"),
      named("\\busing +(\\w+) *= *([^;{}()]+);");
  std::map<std::string, std::set<std::string>> found;
  for (const Regex::Groups& g : defined.all_in(clean)) found[g[2]].insert(trim(g[1]));
  for (const Regex::Groups& g : named.all_in(clean)) found[g[1]].insert(trim(g[2]));
  std::map<std::string, std::string> out;
  for (const auto& [name, meanings] : found)
    if (meanings.size() == 1) out[name] = *meanings.begin();
  return out;
}

// "enum Kind {...}" is an int, "enum class Kind : unsigned char {...}" what it says.
std::map<std::string, std::string> enumerations_in(const std::string& clean) {
  static const Regex defined("\\benum +(?:class +|struct +)?(\\w+) *(?::([^:;{}()]*))?\\{");
  std::map<std::string, std::string> out;
  for (const Regex::Groups& g : defined.all_in(clean))
    out[g[1]] = trim(g[2]).empty() ? "int" : trim(g[2]);
  return out;
}

// "float *" of "__shared__ float tile[4][8], *", which stands before a declared name.
std::string type_of_head(std::string head) {
  static const Regex space("__shared__|__constant__|__device__|__managed__"),
      storage("\\b(static|extern|inline)\\b");
  head = storage.replace(space.replace(head, " "), " ");
  const std::size_t comma = head.rfind(',');
  if (comma == std::string::npos || head.find('>', comma) != std::string::npos) return trim(head);
  std::string type = declared(parts(head, ',').front()).type;
  while (!type.empty() && (type.back() == '*' || type.back() == '&'))
    type = trim(type.substr(0, type.size() - 1));
  return trim(type + head.substr(comma + 1));
}

}  // namespace

CudaText::CudaText(std::string_view text)
    : text_(with_named_structures(cleaned(text))),
      packs_(Regex("#[ \\t]*pragma[ \\t]+pack").found_in(std::string(text)) ||
             Regex("__attribute__ *\\(\\( *(__)?packed").found_in(text_)),
      constants_(numbers_in(text, text_)),
      aliases_(aliases_in(text_)) {
  aliases_.merge(enumerations_in(text_));
}

CType CudaText::type(const std::string& written) const {
  CType out = c_type(written);
  for (unsigned step = 0; step < 8; ++step) {
    const auto known = aliases_.find(out.base);
    if (known == aliases_.end()) break;
    const CType meant = c_type(known->second);
    out = {meant.base, out.pointers + meant.pointers, out.is_const || meant.is_const};
  }
  return out;
}

std::vector<Declared> CudaText::parameters(const std::string& kernel, std::size_t count) const {
  std::vector<Declared> out;
  each_word(text_, kernel, [&](std::size_t at) {
    const std::size_t open = text_.find_first_not_of(' ', at + kernel.size());
    if (!out.empty() || open == std::string::npos || text_[open] != '(') return;
    const std::size_t start = statement_start(text_, at);
    if (text_.substr(start, at - start).find("__global__") == std::string::npos) return;
    std::vector<Declared> found;
    for (const std::string& part : parts(within(text_, open), ',')) {
      if (part == "void") continue;
      found.push_back(declared(part));
      if (part.ends_with(']')) found.back().type += "*";  // an array parameter is a pointer
    }
    if (found.size() == count) out = std::move(found);
  });
  return out;
}

Members CudaText::members(const std::string& structure) const {
  Members out;
  const TemplateInstance instance = template_instance(structure);
  const StructureHead head = head_of(text_, instance.name);
  if (head.open == std::string::npos) return {{}, "is defined in no file that is read here"};
  if (packs_) return {{}, "may be packed"};
  if (head.derived) return {{}, "has a base"};
  // A function's body ends its statement as well.
  static const Regex access("\\b(public|private|protected) *:");
  std::string body = access.replace(without_bodies(within(text_, head.open)), "");
  if (!instance.arguments.empty()) {
    auto filled = with_template_arguments(std::move(body), head.text, instance.arguments);
    if (!filled || is_specialised(text_, instance.name))
      return {{}, "is a template with specialisations or parameters that are not read here"};
    body = std::move(*filled);
  }
  // What is laid out in another way, or not known to be there at all: none is better than a guess.
  static const Regex unclear("#|[^:]:[^:]|\\b(alignas|__align__|virtual|union)\\b");
  if (unclear.found_in(body))
    return {{}, "has bit fields, a union, an alignment, a virtual function or lines after #if"};
  for (const std::string& statement : parts(body, ';')) {
    static const Regex other("^(static|using|typedef|friend|template|constexpr)\\b|\\boperator\\b");
    static const Regex pointer_to_function("\\( *(\\w*::)?\\*"), initial(" *=.*$"),
        elaborated("^((const|volatile) +)*(struct|class|enum) +(?=\\w+[ *&]+\\w)"),
        defined("^((const|volatile) +)*(struct|class|enum)( +class)?( +\\w+)?$"), word("^\\w+$"),
        unnamed("^struct +(unnamed_structure_[0-9]+)$");
    if (statement.empty() || other.found_in(statement)) continue;
    if (const auto members = unnamed.first_in(statement)) {  // they are the outer one's
      out.all.push_back({(*members)[1], ""});
      continue;
    }
    const std::string plain = elaborated.replace(initial.replace(statement, ""), "");
    if (pointer_to_function.found_in(plain) || word.found_in(plain))
      return {{}, fmt::format("has a member '{}', which is not understood", plain)};
    if (plain.find('(') != std::string::npos || defined.found_in(plain)) continue;
    Declared first;
    for (const std::string& part : parts(plain, ',')) {
      Declared member = declared(first.type.empty() ? part : first.type + " " + part);
      if (first.type.empty()) first = member;
      while (!first.type.empty() && (first.type.back() == '*' || first.type.back() == '&'))
        first.type = trim(first.type.substr(0, first.type.size() - 1));
      if (!find_extents(member))
        return {{}, fmt::format("has an array '{}' of a length that is not known", member.name)};
      out.all.push_back(std::move(member));
    }
  }
  return out;
}

std::string CudaText::alignment(const std::string& structure) const {
  const StructureHead head = head_of(text_, template_instance(structure).name);
  static const Regex keyword("(?:__align__|alignas)\\s*\\(\\s*([0-9]+)");
  const auto found = keyword.first_in(head.text);
  return found ? found->at(1) : "";
}

// From where the body of the kernel of that name begins to its end; nothing where there is none.
CudaText::Range CudaText::body_of(const std::string& kernel) const {
  Range out{text_.size(), text_.size()};
  bool found = false;
  each_word(text_, kernel, [&](std::size_t at) {
    const std::size_t start = statement_start(text_, at);
    if (found || text_.substr(start, at - start).find("__global__") == std::string::npos) return;
    const std::size_t open = text_.find_first_of(";{", at);
    if (open == std::string::npos || text_[open] != '{') return;
    found = true;
    out = {open, open + within(text_, open).size()};
  });
  return out;
}

std::vector<CudaText::Declaration> CudaText::declarations(const std::string& name, Range in) const {
  static const Regex alignment(
      "(__align__|alignas|__attribute__) *\\([^()]*(\\([^()]*(\\([^()]*\\))?[^()]*\\))?[^()]*\\)"),
      space("__shared__|__constant__|__device__|__managed__");
  std::vector<Declaration> out;
  each_word(text_, name, [&](std::size_t at) {
    if (at < in.first || at >= in.second) return;
    const std::size_t start = statement_start(text_, at);
    const std::string head = alignment.replace(text_.substr(start, at - start), " ");
    if (!space.found_in(head) || head.find('(') != std::string::npos) return;
    const std::size_t comma = head.rfind(',');
    const bool within_another =
        head.find_first_of("=[", comma == std::string::npos ? 0 : comma) != std::string::npos;
    if (!within_another) out.push_back({head, at + name.size()});
  });
  return out;
}

std::vector<CudaText::Declaration> CudaText::shared_declarations(const std::string& name,
                                                                 const std::string& kernel) const {
  std::vector<Declaration> out;
  for (const Range& in : {body_of(kernel), Range{0, text_.size()}}) {
    out = declarations(name, in);
    std::erase_if(
        out, [](const Declaration& d) { return d.head.find("__shared__") == std::string::npos; });
    if (!out.empty()) break;
  }
  return out;
}

std::string CudaText::variable_type(const std::string& name) const {
  std::set<std::string> found;
  for (const Declaration& d : declarations(name, {0, text_.size()}))
    if (d.head.find("__shared__") == std::string::npos) found.insert(type_of_head(d.head));
  return found.size() == 1 ? *found.begin() : "";
}

std::string CudaText::shared_type(const std::string& name, const std::string& kernel) const {
  std::set<std::string> found;
  for (const Declaration& d : shared_declarations(name, kernel)) found.insert(type_of_head(d.head));
  return found.size() == 1 ? *found.begin() : "";
}

std::optional<std::uint64_t> CudaText::length(const std::string& text) const {
  static const Regex sum("^ *(\\w+) *(?:([-+*]) *(\\w+))? *$");
  const auto found = sum.first_in(text);
  if (!found) return std::nullopt;
  const auto value = [&](const std::string& word) {
    const auto known = constants_.find(word);
    return known == constants_.end() ? number(word) : std::optional(known->second);
  };
  const auto a = value((*found)[1]);
  const std::string& op = (*found)[2];
  if (op.empty() || !a) return a;
  const auto b = value((*found)[3]);
  if (!b) return std::nullopt;
  return op == "+" ? *a + *b : op == "-" ? *a - *b : *a * *b;
}

// False where a length is not known.
bool CudaText::find_extents(Declared& member) const {
  for (std::size_t from = 0; !member.length.empty() && from <= member.length.size();) {
    const std::size_t end = std::min(member.length.find(']', from), member.length.size());
    const auto one = length(member.length.substr(from, end - from));
    if (!one || *one == 0) return false;
    member.extents.push_back(*one);
    const std::size_t next = member.length.find('[', end);
    if (next == std::string::npos) break;
    from = next + 1;
  }
  return true;
}

// Of the brackets from there on; nullopt where one is not known, or there are none.
std::optional<std::vector<std::uint64_t>> CudaText::lengths_at(std::size_t from) const {
  std::vector<std::uint64_t> out;
  for (std::size_t at = text_.find_first_not_of(' ', from);
       at != std::string::npos && text_[at] == '['; at = text_.find_first_not_of(' ', at)) {
    const std::size_t close = std::min(text_.find(']', at), text_.size());
    const auto one = length(text_.substr(at + 1, close - at - 1));
    if (!one || *one == 0 || close == text_.size()) return std::nullopt;
    out.push_back(*one);
    at = close + 1;
  }
  return out.empty() ? std::nullopt : std::optional(std::move(out));
}

std::vector<std::string> CudaText::shared_names(const std::string& kernel) const {
  std::vector<std::string> out;
  const Range in = body_of(kernel);
  each_word(text_, "__shared__", [&](std::size_t at) {
    if (at < in.first || at >= in.second) return;
    const std::size_t end = std::min(text_.find(';', at), text_.size());
    for (const std::string& part : parts(text_.substr(at, end - at), ','))
      out.push_back(declared(part).name);
  });
  return out;
}

// None where two arrays of one name differ.
std::vector<std::uint64_t> CudaText::common_lengths(const std::vector<Declaration>& all) const {
  std::set<std::vector<std::uint64_t>> found;
  for (const Declaration& d : all)
    found.insert(lengths_at(d.end).value_or(std::vector<std::uint64_t>{}));
  return found.size() == 1 ? *found.begin() : std::vector<std::uint64_t>{};
}

std::vector<std::uint64_t> CudaText::extents(const std::string& name) const {
  return common_lengths(declarations(name, {0, text_.size()}));
}

std::vector<std::uint64_t> CudaText::shared_extents(const std::string& name,
                                                    const std::string& kernel) const {
  return common_lengths(shared_declarations(name, kernel));
}

}  // namespace simt
