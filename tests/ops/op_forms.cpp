// Prints every concrete opcode of the Alu rows with its operands, one a line:
//   mul.wide.s32 d:s64 a:s32 b:s32
// tools/measure_expansion.py and tools/record_vectors.py make PTX from it. A hidden carry operand
// appears as "in:cc" and "out:cc".
#include <fmt/format.h>

#include <string>
#include <vector>

#include "isa/ops/op_table.h"
#include "tests/ops/opcode_text.h"

namespace {

using namespace simt;

/// Texts of the pattern's next group ("" when it may be absent); moves past it.
std::vector<std::string> next_group(std::string_view& rest) {
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

std::vector<std::string> expand(std::string_view pattern) {
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

void print(const std::string& opcode) {
  const OpMatch match = match_opcode(test::parts_of(opcode));
  if (!match.form || match.form->op->kind != Kind::Alu) return;
  std::string line = opcode;
  for (const OperandSpec& spec : parse_operands(match.form->op->operands)) {
    const bool constant = spec.shape == OperandSpec::Shape::Immediate;
    line += fmt::format(" {}:{}", spec.name, constant ? "imm" : name_of(spec.resolve(*match.form)));
    if (spec.dual_predicate) line += " dp:pred";
  }
  if (match.form->op->reads_carry) line += " in:cc";
  if (match.form->has(Mod::cc)) line += " out:cc";
  fmt::print("{} insts:{}\n", line, match.form->op->machine_insts);
}

}  // namespace

int main() {
  for (const OpInfo& op : op_table())
    for (const std::string& opcode : expand(op.opcode)) print(opcode);
}
