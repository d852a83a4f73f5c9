#include "sim/diff/paired_lines.h"

#include <set>

#include "isa/base/regex.h"
#include "sim/diff/renamed_lines.h"

namespace simt::diff {
namespace {

/// An instruction of machine code without what moves when another one comes in front of it, its
/// address and the one that it branches to, and without what the assembler keeps for the next one
/// (.reuse); registers as PTX writes them: "IADD3 %R4, %R4, 0x1".
std::string placeless(const std::string& line) {
  static const Regex address(R"(^/\*[0-9a-f]+\*/ *)"), reuse(R"(\.reuse)"),
      target(R"(\b((?:BRA|BSSY|CALL|JMP)\S*(?: .*)?) 0x[0-9a-f]+$)"),
      name(R"(\b(UR|UP|R|P|B)([0-9]+)\b)");
  return name.replace(target.replace(reuse.replace(address.replace(line, ""), ""), "$1"), "%$1$2");
}

std::vector<std::string> bare_lines(const Program& program) {
  std::vector<std::string> out;
  for (const std::string& line : program.text.lines)
    out.push_back(program.machine ? placeless(bare(line)) : bare(line));
  return out;
}

/// The lines with instructions of a kernel and the functions that it reaches.
struct OwnLines {
  explicit OwnLines(const Program& program) {
    std::set<unsigned> lines;
    for (const Inst& inst : program.code)
      if (inst.loc.line != 0) lines.insert(inst.loc.line);
    static const Regex label("\\$L__BB[0-9]+_"), number("%(p|rs|r|rd|f|fd|h|hh)[0-9]+");
    for (const unsigned line : lines) {
      numbers.push_back(line);
      const std::string text = without(bare(program.text.lines.at(line - 1)), program.kernel);
      texts.push_back(number.replace(label.replace(text, "$$L__BB_"), "%$1"));
    }
  }
  static std::string without(std::string text, const std::string& name) {
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;)
      text.erase(at, name.size());
    return text;
  }
  unsigned number(unsigned place) const { return place == 0 ? 0 : numbers[place - 1]; }

  std::vector<unsigned> numbers;
  std::vector<std::string> texts;
};

}  // namespace

std::vector<LinePair> paired_lines(const Program& a, const Program& b) {
  if (a.kernel == b.kernel || a.text.lines != b.text.lines) {
    const std::vector<std::string> lines_a = bare_lines(a), lines_b = bare_lines(b);
    return with_renamed(align(lines_a, lines_b), lines_a, lines_b);
  }
  const OwnLines own_a(a), own_b(b);
  std::vector<LinePair> out = align(own_a.texts, own_b.texts);
  for (LinePair& pair : out) pair = {own_a.number(pair.a), own_b.number(pair.b)};
  return out;
}

}  // namespace simt::diff
