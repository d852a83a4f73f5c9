#include "tools/driver/template_line.h"

#include <fmt/format.h>

#include <optional>
#include <regex>
#include <utility>
#include <vector>

namespace simt {
namespace {

std::string without_comments(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool line = text.compare(i, 2, "//") == 0, block = text.compare(i, 2, "/*") == 0;
    if (!line && !block) {
      out += text[i];
      continue;
    }
    const std::size_t end = text.find(line ? "\n" : "*/", i + 2);
    if (end == std::string::npos) break;
    i = line ? end : end + 1;
    out += line ? '\n' : ' ';
  }
  return out;
}

/// Behind the bracket that closes the one at `open`; npos: none does.
std::size_t behind(const std::string& text, std::size_t open, char opens, char closes) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == opens ? 1 : text[i] == closes ? -1 : 0;
    if (depth == 0) return i + 1;
  }
  return std::string::npos;
}

std::vector<std::string> by_commas(const std::string& list) {
  std::vector<std::string> out;
  int depth = 0;
  for (const char c : list + ",") {
    if (c == '(' || c == '<') ++depth;
    if (c == ')' || c == '>') --depth;
    if (out.empty()) out.emplace_back();
    if (c == ',' && depth <= 0)
      out.emplace_back();
    else
      out.back() += c == '\n' || c == '\t' ? ' ' : c;
  }
  out.pop_back();
  return out;
}

/// What a parameter of a template is called and what it may be.
std::optional<std::pair<std::string, std::string>> argument_of(const std::string& parameter,
                                                               bool square) {
  static const std::regex kType(R"(\s*(?:typename|class)\s+(\w+)\s*(?:=.*)?)");
  static const std::regex kNumber(
      R"(\s*(?:const\s+)?(bool|(?:unsigned|int|long|short|size_t|u?int\d+_t|\s)+)\s+(\w+)\s*(?:=.*)?)");
  std::smatch m;
  if (std::regex_match(parameter, m, kType)) return std::pair{m[1].str(), std::string("float")};
  if (!std::regex_match(parameter, m, kNumber)) return {};
  return std::pair{m[2].str(), std::string(m[1] == "bool" ? "true" : square ? "16" : "256")};
}

/// "const T* __restrict__ x" as "const T*".
std::string type_alone(const std::string& parameter) {
  std::string out = std::regex_replace(parameter, std::regex(R"(\b__restrict(__)?\b)"), " ");
  out = std::regex_replace(out, std::regex(R"(=.*$)"), "");
  out = std::regex_replace(out, std::regex(R"(\b\w+\s*\[[^\]]*\]\s*$)"), "*");
  out = std::regex_replace(
      out, std::regex(R"(([\s*&>])(?!(int|char|float|double|long|short|bool)\s*$)\w+\s*$)"), "$1");
  out = std::regex_replace(out, std::regex(R"(\s+)"), " ");
  out = std::regex_replace(out, std::regex(R"(^ | $| (?=[*&]))"), "");
  return out;
}

struct Template {
  std::vector<std::string> parameters, arguments;
  std::string name;
  bool square = false;
};

/// Of the template that begins with the '<' at `open`; nothing: it is no kernel.
std::optional<Template> kernel_at(const std::string& text, std::size_t open) {
  const std::size_t head = behind(text, open, '<', '>');
  if (head == std::string::npos) return {};
  const std::string declaration = text.substr(head, text.find_first_of(";{}", head) - head);
  static const std::regex kLead(R"(\s*(?:static\s+|inline\s+)*__global__\s+(?:void\s+)?)"
                                R"((?:__launch_bounds__\s*\([^()]*\)\s*)?(?:void\s+)?(\w+)\s*\()");
  std::smatch m;
  if (!std::regex_search(declaration, m, kLead, std::regex_constants::match_continuous)) return {};
  const auto list = static_cast<std::size_t>(m.length()) - 1;
  const std::size_t end = behind(declaration, list, '(', ')');
  const std::size_t body = text.find_first_of("{;", head);
  if (end == std::string::npos || body == std::string::npos || text[body] != '{') return {};
  Template out;
  out.name = m[1];
  out.parameters = by_commas(text.substr(open + 1, head - open - 2));
  out.arguments = by_commas(declaration.substr(list + 1, end - list - 2));
  const std::size_t body_end = behind(text, body, '{', '}');
  out.square = text.substr(body, body_end - body).find("threadIdx.y") != std::string::npos;
  return out;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

}  // namespace

std::string instantiation_line(const std::string& cuda_text) {
  const std::string text = without_comments(cuda_text);
  static const std::regex kStart(R"(\btemplate\s*<)");
  for (std::sregex_iterator i(text.begin(), text.end(), kStart), none; i != none; ++i) {
    auto kernel = kernel_at(text, static_cast<std::size_t>(i->position() + i->length()) - 1);
    if (!kernel) continue;
    std::vector<std::string> values, types;
    for (const std::string& a : kernel->arguments) types.push_back(type_alone(a));
    for (const std::string& p : kernel->parameters) {
      const auto argument = argument_of(p, kernel->square);
      if (!argument) return "";
      values.push_back(argument->second);
      for (std::string& type : types)
        type =
            std::regex_replace(type, std::regex("\\b" + argument->first + "\\b"), argument->second);
    }
    return fmt::format("template __global__ void {}<{}>({});", kernel->name, joined(values),
                       joined(types));
  }
  return "";
}

}  // namespace simt
