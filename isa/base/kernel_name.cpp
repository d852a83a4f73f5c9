#include "isa/base/kernel_name.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

namespace simt {
namespace {

bool word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

/// ncu writes literals with their type, "(int)4" and "(bool)1"; c++filt writes 4 and true. What no
/// literal follows is a list of parameters.
void drop_casts(std::string& text) {
  constexpr std::array<std::string_view, 13> kTypes{"(int)",
                                                    "(bool)",
                                                    "(unsigned int)",
                                                    "(long)",
                                                    "(unsigned long)",
                                                    "(long long)",
                                                    "(unsigned long long)",
                                                    "(short)",
                                                    "(unsigned short)",
                                                    "(char)",
                                                    "(signed char)",
                                                    "(unsigned char)",
                                                    "(size_t)"};
  for (const std::string_view type : kTypes)
    for (std::size_t at = 0; (at = text.find(type, at)) != std::string::npos;) {
      const std::size_t end = at + type.size();
      const bool literal = end < text.size() && (word_character(text[end]) || text[end] == '-');
      if (literal)
        text.erase(at, type.size());
      else
        at = end;
    }
}

/// Words and signs of one parameter or argument, sorted: "const float *" is "float const*".
std::string in_order(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    if (!word_character(text[i])) {
      if (text[i] != ' ') words.emplace_back(1, text[i]);
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && word_character(text[end])) ++end;
    std::string word = text.substr(i, end - i);
    if (word == "true") word = "1";
    if (word == "false") word = "0";
    while (word.size() > 1 && std::isdigit(static_cast<unsigned char>(word.front())) != 0 &&
           (word.back() == 'u' || word.back() == 'l' || word.back() == 'U' || word.back() == 'L'))
      word.pop_back();
    words.push_back(std::move(word));
    i = end;
  }
  std::sort(words.begin(), words.end());
  std::string out;
  for (const std::string& w : words) out += w + " ";
  return out;
}

/// The parts of a list at its top level, each in order, joined.
std::string list_in_order(const std::string& inside) {
  std::string out, part;
  int depth = 0;
  for (const char c : inside + ",") {
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == ']') --depth;
    if (c != ',' || depth != 0) {
      part += c;
      continue;
    }
    out += in_order(part) + ",";
    part.clear();
  }
  return out;
}

struct Parts {
  std::string scope, function, arguments, parameters;
  bool has_parameters = false;
};

/// The index of the bracket that opens the one at `close`, or npos.
std::size_t opening(const std::string& text, std::size_t close, char open_mark, char close_mark) {
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    if (text[i] == close_mark) ++depth;
    if (text[i] == open_mark && --depth == 0) return i;
  }
  return std::string::npos;
}

void erase_all(std::string& text, std::string_view what) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos;)
    text.erase(at, what.size());
}

/// nvcc's scope of what is static to a file: "_INTERNAL_6a155e2c_8_chain_cu_5ef64088::".
void drop_internal_scopes(std::string& text) {
  for (std::size_t at = 0; (at = text.find("_INTERNAL_", at)) != std::string::npos;) {
    std::size_t end = at;
    while (end < text.size() && word_character(text[end])) ++end;
    const bool scope = text.compare(end, 2, "::") == 0;
    if (scope && (at == 0 || !word_character(text[at - 1])))
      text.erase(at, end + 2 - at);
    else
      at = end;
  }
}

void drop_unnamed_scopes(std::string& text) {
  for (const std::string_view hidden : {"(anonymous namespace)::", "<unnamed>::"})
    erase_all(text, hidden);
  drop_internal_scopes(text);
}

/// Takes the list of parameters off the end, and what stands after it ("const").
std::optional<std::string> take_parameters(std::string& text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  if (text.ends_with(" const")) text.resize(text.size() - 6);
  if (text.empty() || text.back() != ')') return std::nullopt;
  const std::size_t open = opening(text, text.size() - 1, '(', ')');
  if (open == std::string::npos) return std::nullopt;
  std::string parameters = text.substr(open + 1, text.size() - open - 2);
  text.resize(open);
  return parameters;
}

/// Where the name begins that the result type stands before: after the last blank at top level.
std::size_t name_begin(const std::string& text) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<' || text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
    if (text[i] == '>' || text[i] == ')' || text[i] == ']' || text[i] == '}') --depth;
    const bool conversion = text.substr(begin, i - begin).ends_with("operator");
    if (text[i] == ' ' && depth == 0 && !conversion) begin = i + 1;
  }
  return begin;
}

Parts parts_of(std::string_view name) {
  std::string text = demangled(name);
  drop_casts(text);
  drop_unnamed_scopes(text);
  erase_all(text, "::operator()");
  Parts out;
  if (const auto parameters = take_parameters(text)) {
    out.has_parameters = true;
    out.parameters = list_in_order(*parameters);
    if (out.parameters == list_in_order("void")) out.parameters = list_in_order("");
  }
  if (!text.empty() && (text.back() == '>' || text.back() == ']')) {
    const bool angle = text.back() == '>';
    const std::size_t open = opening(text, text.size() - 1, angle ? '<' : '[', angle ? '>' : ']');
    if (open != std::string::npos) {
      out.arguments = list_in_order(text.substr(open + 1, text.size() - open - 2));
      text.resize(open);
    }
  }
  text.erase(0, name_begin(text));
  const std::size_t scope = text.rfind("::");
  out.function = scope == std::string::npos ? text : text.substr(scope + 2);
  out.scope = scope == std::string::npos ? "" : text.substr(0, scope);
  return out;
}

bool ends_scope(std::string_view whole, std::string_view inner) {
  return whole == inner ||
         (whole.ends_with(inner) && whole.substr(0, whole.size() - inner.size()).ends_with("::"));
}

}  // namespace

std::string demangled(std::string_view name) {
  const std::string text(name);
  if (!text.starts_with("_Z")) return text;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> out(
      abi::__cxa_demangle(text.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && out != nullptr ? std::string(out.get()) : text;
}

std::string display_name(std::string_view name) {
  std::string text = demangled(name);
  drop_unnamed_scopes(text);
  take_parameters(text);
  text.erase(0, name_begin(text));
  return text.empty() ? std::string(name) : text;
}

std::string variable_title(std::string_view name) {
  const std::string text = demangled(name);
  const std::size_t scope = text.rfind("::");
  return scope == std::string::npos || text == name ? text : text.substr(scope + 2);
}

NameFit name_fit(std::string_view a, std::string_view b) {
  if (a == b) return NameFit::Whole;
  const Parts x = parts_of(a), y = parts_of(b);
  if (x.function != y.function || x.function.empty()) return NameFit::None;
  if (x.scope != y.scope || x.arguments != y.arguments) return NameFit::Function;
  const bool both = x.has_parameters && y.has_parameters;
  return both && x.parameters == y.parameters ? NameFit::Whole : NameFit::Template;
}

std::string function_name(std::string_view name) {
  return parts_of(name).function;
}

bool may_mean(std::string_view wish, std::string_view name) {
  if (wish == name) return true;
  const Parts x = parts_of(wish), y = parts_of(name);
  if (x.function != y.function || x.function.empty()) return false;
  if (!x.scope.empty() && !ends_scope(y.scope, x.scope)) return false;
  if (!x.arguments.empty() && x.arguments != y.arguments) return false;
  return !x.has_parameters || !y.has_parameters || x.parameters == y.parameters;
}

}  // namespace simt
