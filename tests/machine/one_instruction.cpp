#include "tests/machine/one_instruction.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

namespace simt::test {
namespace {

struct Letter {
  char name;
  const char *type, *load;
};
constexpr Letter kLetters[] = {{'r', "b32", "u32"}, {'f', "f32", "f32"}, {'h', "b16", "u16"},
                               {'q', "b64", "u64"}, {'d', "f64", "f64"}, {'x', "b128", "u64"},
                               {'p', "pred", "u32"}};
const Letter& letter_of(const std::string& reg) {
  return *std::ranges::find(kLetters, reg[0], &Letter::name);
}

std::string load(const std::string& reg, std::size_t at) {
  if (reg[0] == 'p')
    return fmt::format(".reg .u32 %l{0}; ld.global.u32 %l{0},[%pin+{1}]; setp.ne.u32 %{0},%l{0},0;",
                       reg, at);
  if (reg[0] == 'x')
    return fmt::format("ld.global.v2.u64 {{%xa,%xb}},[%pin+{1}]; mov.b128 %{0},{{%xa,%xb}};", reg,
                       at);
  return fmt::format("ld.global.{} %{},[%pin+{}];", letter_of(reg).load, reg, at);
}
std::string store(const std::string& reg, std::size_t at) {
  if (reg[0] == 'p')
    return fmt::format(".reg .u32 %o{0}; selp.u32 %o{0},1,0,%{0}; st.global.u32 [%pout+{1}],%o{0};",
                       reg, at);
  if (reg[0] == 'x')
    return fmt::format("mov.b128 {{%xa,%xb}},%{0}; st.global.v2.u64 [%pout+{1}],{{%xa,%xb}};", reg,
                       at);
  return fmt::format("st.global.{} [%pout+{}],%{};", letter_of(reg).load, at, reg);
}

/// A register in the line: 'r0', '=r0' where it is written.
struct Use {
  std::size_t at, bytes;
  bool written;
  std::string reg;
};
std::vector<Use> uses_in(const std::string& text) {
  static const std::regex kOperand("(=?)([rfhqdxp])(\\d+)(?!\\w)");
  std::vector<Use> out;
  for (std::sregex_iterator it(text.begin(), text.end(), kOperand), end; it != end; ++it) {
    const auto at = static_cast<std::size_t>(it->position());
    const std::size_t letter = at + static_cast<std::size_t>(it->length(1));
    const char before = letter == at ? (at == 0 ? ' ' : text[at - 1]) : ' ';
    if (std::isalnum(static_cast<unsigned char>(before)) != 0 || before == '_' || before == '.' ||
        before == '%' || before == ':')
      continue;
    out.push_back(
        {at, static_cast<std::size_t>(it->length()), it->length(1) != 0, it->str(2) + it->str(3)});
  }
  return out;
}

std::string kernel(const OneInstruction& one) {
  std::vector<std::string> read, written;
  std::string body;
  std::size_t from = 0;
  const auto has = [](const auto& list, const std::string& reg) {
    return std::ranges::find(list, reg) != list.end();
  };
  for (const Use& use : uses_in(one.text)) {
    body += one.text.substr(from, use.at - from) + "%" + use.reg;
    from = use.at + use.bytes;
    if (use.written && !has(written, use.reg)) written.push_back(use.reg);
    if (!use.written && !has(read, use.reg) && !has(written, use.reg)) read.push_back(use.reg);
  }
  body += one.text.substr(from);
  body = std::regex_replace(body, std::regex("\\[([GLS])(?=[\\],+])"), "[%p$1");
  std::string out = fmt::format(
      ".visible .entry {}(.param .u64 pin,.param .u64 pout,.param .u64 pg)\n{{\n"
      ".local .align 16 .b8 L[256];\n",
      one.name);
  for (const auto* list : {&read, &written})
    for (const std::string& reg : *list)
      out += fmt::format(".reg .{} %{};\n", letter_of(reg).type, reg);
  out +=
      ".reg .u64 %pin,%pout,%pG,%pL,%w; .reg .u32 %t,%pS,%s; .reg .b64 %xa,%xb;\n"
      "ld.param.u64 %pin,[pin]; ld.param.u64 %pout,[pout]; ld.param.u64 %pG,[pg];\n"
      "mov.u32 %t,%tid.x; mul.wide.u32 %w,%t,0x400; add.u64 %pin,%pin,%w; "
      "add.u64 %pout,%pout,%w;\n"
      "add.u64 %pG,%pG,%w; mov.u32 %pS,S; shl.b32 %s,%t,4; add.u32 %pS,%pS,%s; mov.u64 %pL,L;\n";
  for (std::size_t i = 0; i < read.size(); ++i) out += load(read[i], 16 * i) + "\n";
  out += body + ";\n";
  for (std::size_t i = 0; i < written.size(); ++i) out += store(written[i], 16 * i) + "\n";
  return out + "ret;\n}\n";
}

}  // namespace

std::vector<OneInstruction> one_instructions(const std::string& target) {
  std::ifstream in(std::string(SIMT_SOURCE_DIR) + "/tests/machine/one_instruction.txt");
  std::vector<OneInstruction> out;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t');
    std::istringstream targets(line.substr(0, tab));
    for (std::string one; std::getline(targets, one, ',');)
      if (one == target) out.push_back({fmt::format("k{}", out.size()), line.substr(tab + 1)});
  }
  return out;
}

std::string head_of(const std::string& target) {
  return fmt::format(
      ".version 9.0\n.target sm_{}\n.address_size 64\n"
      ".shared .align 128 .b8 S[4096];\n.const .align 16 .b8 K[256];\n",
      target);
}
std::string module_of(const std::vector<OneInstruction>& all, const std::string& target) {
  std::string out = head_of(target);
  for (const OneInstruction& one : all) out += kernel(one);
  return out;
}

}  // namespace simt::test
