#include "isa/ptx/decode/requirements.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <set>

#include "isa/ptx/rows/op_table.h"

namespace simt::decode {
namespace {

struct Requirement {
  std::string_view section;            ///< OpInfo::section
  unsigned version, target;            ///< at least: 10 * major + minor; compute capability
  ScalarType type = ScalarType::None;  ///< of this type, wherever it stands
};
constexpr Requirement kRequirements[] = {
#define NEEDS(heading, version, target, type) {heading, version, target, ScalarType::type},
#include "isa/ptx/rows/sections.def"
};

// Without .sync: not from PTX 6.4 on for sm_70 and later.
constexpr std::array<std::string_view, 2> kWithoutSync{"shfl", "vote"};
constexpr unsigned kSyncVersion = 64, kSyncTarget = 70;

// "7.8" is 78, "sm_90a" 90; 0: neither.
unsigned number_of(std::string_view text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return 0;
  std::string digits;
  for (const char c : text.substr(prefix.size())) {
    if (c == '.') continue;
    if (c < '0' || c > '9') break;
    digits += c;
  }
  unsigned value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

bool has_type(const OpForm& form, ScalarType type) {
  if (type == ScalarType::None) return true;
  for (std::size_t i = 0; i < form.types.size(); ++i)
    if (form.types[i] == type) return true;
  return false;
}

class Checker {
 public:
  Checker(const ast::Module& module, Diagnostics& diags)
      : module_(module),
        diags_(diags),
        version_(number_of(module.version, "")),
        target_(number_of(module.target, "sm_")) {}

  void check(const Inst& inst, const OpForm& form) {
    const OpInfo* const op = form.op;
    if (inst.loc.line == 0 || seen_.contains(op)) return;
    for (const Requirement& r : kRequirements) {
      if (r.section != op->section || !has_type(form, r.type)) continue;
      if (target_ < r.target)
        warn(inst, form, fmt::format("needs .target sm_{}", r.target), module_.target);
      else if (version_ < r.version)
        warn(inst, form, fmt::format("needs .version {}.{}", r.version / 10, r.version % 10),
             module_.version);
    }
    for (const std::string_view name : kWithoutSync)
      if (name == op->section && version_ >= kSyncVersion && target_ >= kSyncTarget)
        warn(inst, form, "without .sync does not exist for sm_70 and later from .version 6.4 on",
             module_.version + ", " + module_.target);
  }

 private:
  void warn(const Inst& inst, const OpForm& form, const std::string& what,
            const std::string& given) {
    seen_.insert(form.op);
    const std::string name = spelling_of(form);
    diags_.report(Severity::Warning, inst.loc,
                  fmt::format("'{}' {}; the module says {}", name, what, given),
                  static_cast<unsigned>(name.size()), "ptxas refuses it; it runs here");
  }

  const ast::Module& module_;
  Diagnostics& diags_;
  unsigned version_, target_;
  std::set<const OpInfo*> seen_;
};

}  // namespace

void check_requirements(const ast::Module& module, const Program& program,
                        const Spellings& spellings, Diagnostics& diags) {
  Checker checker(module, diags);
  for (const Inst& inst : program.code) checker.check(inst, spellings.form(inst.spelling));
}

}  // namespace simt::decode
