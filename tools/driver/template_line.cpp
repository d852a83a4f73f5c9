#include "tools/driver/template_line.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "isa/base/regex.h"

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
  static const Regex kType(R"(\s*(?:typename|class)\s+(\w+)\s*(?:=.*)?)");
  static const Regex kNumber(
      R"(\s*(?:const\s+)?(bool|(?:unsigned|int|long|short|size_t|u?int\d+_t|\s)+)\s+(\w+)\s*(?:=.*)?)");
  if (const auto type = kType.whole(parameter)) return std::pair{(*type)[1], std::string("float")};
  const auto number = kNumber.whole(parameter);
  if (!number) return {};
  return std::pair{(*number)[2], std::string((*number)[1] == "bool" ? "true"
                                             : square               ? "16"
                                                                    : "256")};
}

/// "const T* __restrict__ x" as "const T*".
std::string type_alone(const std::string& parameter) {
  std::string out = Regex(R"(\b__restrict(__)?\b)").replace(parameter, " ");
  out = Regex(R"(=.*$)").replace(out, "");
  out = Regex(R"(\b\w+\s*\[[^\]]*\]\s*$)").replace(out, "*");
  out = Regex(R"(([\s*&>])(?!(int|char|float|double|long|short|bool)\s*$)\w+\s*$)")
            .replace(out, "$1");
  out = Regex(R"(\s+)").replace(out, " ");
  return Regex(R"(^ | $| (?=[*&]))").replace(out, "");
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
  static const Regex kLead(R"(^\s*(?:static\s+|inline\s+)*__global__\s+(?:void\s+)?)"
                           R"((?:__launch_bounds__\s*\([^()]*\)\s*)?(?:void\s+)?(\w+)\s*\()");
  const auto lead = kLead.first_in(declaration);
  if (!lead) return {};
  const std::size_t list = lead->front().size() - 1;
  const std::size_t end = behind(declaration, list, '(', ')');
  const std::size_t body = text.find_first_of("{;", head);
  if (end == std::string::npos || body == std::string::npos || text[body] != '{') return {};
  Template out;
  out.name = (*lead)[1];
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
  constexpr std::string_view kStart = "template";
  for (std::size_t at = text.find(kStart); at != std::string::npos;
       at = text.find(kStart, at + 1)) {
    const std::size_t open = text.find_first_not_of(" \t\r\n", at + kStart.size());
    if (open == std::string::npos || text[open] != '<') continue;
    const auto kernel = kernel_at(text, open);
    if (!kernel) continue;
    std::vector<std::string> values, types;
    for (const std::string& a : kernel->arguments) types.push_back(type_alone(a));
    for (const std::string& p : kernel->parameters) {
      const auto argument = argument_of(p, kernel->square);
      if (!argument) return "";
      values.push_back(argument->second);
      const Regex word("\\b" + argument->first + "\\b");
      for (std::string& type : types) type = word.replace(type, argument->second);
    }
    return fmt::format("template __global__ void {}<{}>({});", kernel->name, joined(values),
                       joined(types));
  }
  return "";
}

}  // namespace simt
