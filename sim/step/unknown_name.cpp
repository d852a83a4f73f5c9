#include "sim/step/unknown_name.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/base/regex.h"
#include "isa/core/operands.h"
#include "isa/core/place.h"
#include "sim/base/nearest_name.h"
#include "sim/step/code_place.h"
#include "sim/step/named_data.h"
#include "sim/step/names.h"

namespace simt {
namespace {

/// The registers that an instruction writes and that have a name; those of a vector together, as
/// 'print' takes them: "{%f1, %f2}".
std::vector<std::string> written_by(const Program& program, const Inst& inst) {
  std::vector<std::string> names;
  for (const RegId r : registers_written(inst))
    if (has_name(program, r) && natural_format(program, r) == Format::Natural)
      names.push_back(program.registers[r].name);
  const bool vector = inst.kind == Kind::Load && inst.memory.elements > 1 && names.size() > 1;
  if (!vector) return names;
  return {fmt::format("{{{}}}", fmt::join(names, ", "))};
}

/// What the instructions of the line write, in the order of the text.
std::vector<std::string> written_by_line(const Program& program, Pc pc) {
  std::vector<std::string> out;
  for (const Pc at : instructions_of_line(program, pc))
    for (std::string& name : written_by(program, program.code[at]))
      if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
  return out;
}

/// "%r3, %r5, %p1"; of many those that come last, which hold what the line computes.
std::string list_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 12;
  const std::size_t from = names.size() > kMost ? names.size() - kMost : 0;
  std::string out = from > 0 ? "..., " : "";
  for (std::size_t i = from; i < names.size(); ++i) out += (i > from ? ", " : "") + names[i];
  return out;
}

/// Does the line of CUDA C++ at `pc` do nothing but give the variable a value? What the line writes
/// last is that value then.
bool assigns(const Program& program, const std::string& name, Pc pc) {
  const std::vector<CudaLine> chain = cuda_chain(program, pc);
  static const Regex word("^\\w+$");
  if (chain.empty() || !word.found_in(name)) return false;
  const std::string& text = chain.front().text;
  const Regex assignment("\\b" + name + " *([-+*/%&|^]|<<|>>)?=[^=]|\\b" + name +
                         " *(\\+\\+|--|\\{)|(\\+\\+|--) *" + name + "\\b");
  return std::ranges::count(text, ';') == 1 && assignment.found_in(text);
}

/// An instruction of the only line that gives the variable a value, and does nothing else; kNoPc:
/// there is none such, or more than one. Looks at the function that holds `pc`.
Pc only_assignment(const Program& program, const std::string& name, Pc pc) {
  const Regex whole("^([\\w:<>*& ]+ )?" + name + " *=[^=]");
  Pc found = kNoPc;
  for (const FunctionInfo& f : program.functions) {
    if (pc < f.entry || pc >= f.end) continue;
    for (Pc at = f.entry; at < f.end; ++at) {
      if (!assigns(program, name, at)) continue;
      if (found != kNoPc && cuda_place(program, at) != cuda_place(program, found)) return kNoPc;
      found = at;
    }
  }
  if (found == kNoPc || !whole.found_in(cuda_chain(program, found).front().text)) return kNoPc;
  return written_by_line(program, found).empty() ? kNoPc : found;
}

/// Why a local variable of CUDA C++ has no value, and what has one.
std::string about_locals(const Program& program, const std::string& name, Pc pc) {
  const std::string keeps = text_name(program) + " keeps no names of local variables";
  const std::string line = cuda_place(program, pc);
  if (line.empty()) return keeps + "; 'info registers' shows all registers";
  const std::vector<std::string> names = written_by_line(program, pc);
  if (!assigns(program, name, pc))
    if (const Pc at = only_assignment(program, name, pc); at != kNoPc)
      return fmt::format("{}; {} gives it its value: it writes {} (try 'print {}')", keeps,
                         cuda_place(program, at), list_of(written_by_line(program, at)),
                         written_by_line(program, at).back());
  if (names.empty())
    return fmt::format("{}; {} writes no register, 'info registers' shows all", keeps, line);
  const std::string hint =
      assigns(program, name, pc) ? fmt::format(" (try 'print {}')", names.back()) : "";
  return fmt::format("{}; {} writes {}{}", keeps, line, list_of(names), hint);
}

}  // namespace

std::string unknown_name(const StepSubject& subject, const std::string& name,
                         std::vector<std::string> more, Pc pc) {
  // "p.x" of a structure without such a field.
  const std::string whole = name.substr(0, name.find('.'));
  const std::optional<NamedData> data = whole == name ? std::nullopt : named_data(subject, whole);
  if (data && !data->why_not_alone.empty())
    return fmt::format("there is no '{}': {}", name, data->why_not_alone);
  if (std::ranges::count(subject.signature.removed_shared, whole) != 0)
    return fmt::format("there is no '{}': the compiler has removed this shared variable", name);
  for (std::string& known : variable_names(subject)) more.push_back(std::move(known));
  for (std::string& known : builtin_names()) more.push_back(std::move(known));
  const std::string hint = nearest_hint(name, more);
  const std::string head = fmt::format("there is no '{}'{}", name, hint);
  if (!has_cuda_lines(subject.program))
    return head + (subject.program.machine ? "" : "; registers start with %");
  const std::string about = about_locals(subject.program, name, pc);
  return hint.empty() ? head + "; " + about : head + " " + about;
}

}  // namespace simt
