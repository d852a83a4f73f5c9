// Opcodes as text, for tests and tools: "mul.lo.u32" to its parts, a pattern to its opcodes.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace simt::test {

inline std::vector<std::string_view> parts_of(std::string_view opcode) {
  std::vector<std::string_view> parts;
  for (;;) {
    parts.push_back(opcode.substr(0, opcode.find('.')));
    if (parts.back().size() == opcode.size()) return parts;
    opcode.remove_prefix(parts.back().size() + 1);
  }
}

/// Texts of the pattern's next group ("" when it may be absent); moves past it.
inline std::vector<std::string> next_group(std::string_view& rest) {
  std::vector<std::string> texts;
  const char open = rest.front();
  if (open != '(' && open != '{') {
    const auto end = rest.find_first_of(".({[|)}]", 1);
    texts.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end, rest.size()));
    return texts;
  }
  if (open == '{') texts.emplace_back();
  const auto end = rest.find(open == '(' ? ')' : '}');
  std::string_view inside = rest.substr(1, end - 1);
  rest.remove_prefix(end + 1);
  for (;;) {
    const auto bar = inside.find('|');
    texts.emplace_back(inside.substr(0, bar));
    if (bar == std::string_view::npos) return texts;
    inside.remove_prefix(bar + 1);
  }
}

/// Every opcode that an opcode pattern of the instruction table accepts, its [] in the order
/// written.
inline std::vector<std::string> expand(std::string_view pattern) {
  std::vector<std::string> forms{std::string(pattern.substr(0, pattern.find_first_of(".({[")))};
  std::string_view rest = pattern.substr(forms[0].size());
  while (!rest.empty()) {
    if (rest.front() == '[' || rest.front() == ']') {
      rest.remove_prefix(1);
      continue;
    }
    std::vector<std::string> longer;
    for (const std::string& tail : next_group(rest))
      for (const std::string& head : forms) longer.push_back(head + tail);
    forms = std::move(longer);
  }
  return forms;
}

}  // namespace simt::test
