// Opcode patterns of the instruction table (notation: op_table.h), compiled once.
#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "isa/ptx/rows/op_table.h"

namespace simt {
namespace {

struct Alternative {
  std::string_view text;
  ScalarType type = ScalarType::None;
  std::vector<Mod> mods;
};
/// One suffix position: exactly one of the alternatives, or none of them when optional.
struct Group {
  std::vector<Alternative> alternatives;
  bool optional = false;

  const Alternative* find(std::string_view part) const {
    for (const auto& a : alternatives)
      if (a.text == part) return &a;
    return nullptr;
  }
};
/// Groups whose suffixes may come in any order; outside [] a step is a single group.
using Step = std::vector<Group>;

struct CompiledOp {
  const OpInfo* op = nullptr;
  std::vector<Step> steps;
};

[[noreturn]] void bad_pattern(std::string_view pattern, std::string_view what) {
  throw std::logic_error("instruction table: '" + std::string(pattern) + "': " + std::string(what));
}

class PatternCompiler {
 public:
  explicit PatternCompiler(std::string_view pattern) : pattern_(pattern), rest_(pattern) {
    rest_.remove_prefix(std::min(rest_.find_first_of(".({["), rest_.size()));
  }

  std::vector<Step> compile() {
    std::vector<Step> steps;
    while (!rest_.empty()) {
      if (take('[')) {
        Step any_order;
        while (!take(']')) any_order.push_back(group());
        steps.push_back(std::move(any_order));
      } else {
        steps.push_back({group()});
      }
    }
    return steps;
  }

 private:
  bool take(char c) {
    if (rest_.empty()) bad_pattern(pattern_, "unclosed bracket");
    if (rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  Group group() {
    Group g;
    if (take('(')) return alternatives(g, ')');
    if (take('{')) {
      g.optional = true;
      return alternatives(g, '}');
    }
    g.alternatives.push_back(suffix(true));
    return g;
  }

  Group alternatives(Group& g, char close) {
    do g.alternatives.push_back(suffix(false));
    while (take('|'));
    if (!take(close)) bad_pattern(pattern_, "expected '|' or a closing bracket");
    return std::move(g);
  }

  /// One that always stands at its place tells nothing: it need not be a modifier.
  Alternative suffix(bool always) {
    if (!take('.')) bad_pattern(pattern_, "expected '.'");
    const auto end = std::min(rest_.find_first_of(".({[|)}]"), rest_.size());
    Alternative a{rest_.substr(0, end), scalar_type(rest_.substr(0, end)), {}};
    rest_.remove_prefix(end);
    if (a.type != ScalarType::None) return a;
    if (const auto m = modifier(a.text)) {
      a.mods = {*m};
      return a;
    }
    // "shared::cta" stands for two modifiers.
    const auto colon = std::min(a.text.find("::"), a.text.size());
    const auto head = modifier(a.text.substr(0, colon)), tail = modifier(a.text.substr(colon));
    if (always && colon == a.text.size()) return a;
    if (!head || !tail) bad_pattern(pattern_, "unknown suffix '" + std::string(a.text) + "'");
    a.mods = {*head, *tail};
    return a;
  }

  std::string_view pattern_, rest_;
};

using Index = std::unordered_map<std::string_view, std::vector<CompiledOp>>;

const Index& index() {
  static const Index compiled = [] {
    Index map;
    for (const OpInfo& op : op_table())
      map[mnemonic_of(op)].push_back({&op, PatternCompiler(op.opcode).compile()});
    return map;
  }();
  return compiled;
}

void accept(OpForm& form, const Alternative& a) {
  for (const Mod m : a.mods) form.set(m);
  if (a.type != ScalarType::None) form.types.push_back(a.type);
}

/// Matches the suffixes of one step, from parts[next] on; false when a required group is missing.
bool match_step(const Step& step, std::span<const std::string_view> parts, std::size_t& next,
                OpForm& form) {
  std::uint64_t used = 0;
  while (next < parts.size()) {
    const Alternative* hit = nullptr;
    for (std::size_t g = 0; g < step.size() && hit == nullptr; ++g) {
      if ((used >> g & 1) != 0) continue;
      hit = step[g].find(parts[next]);
      if (hit != nullptr) used |= std::uint64_t{1} << g;
    }
    if (hit == nullptr) break;
    accept(form, *hit);
    ++next;
  }
  for (std::size_t g = 0; g < step.size(); ++g)
    if ((used >> g & 1) == 0 && !step[g].optional) return false;
  return true;
}

/// The form when the whole opcode matches; `reached` is the first part that did not fit.
std::optional<OpForm> match_row(const CompiledOp& row, std::span<const std::string_view> parts,
                                std::size_t& reached) {
  OpForm form;
  form.op = row.op;
  reached = 1;
  for (const Step& step : row.steps)
    if (!match_step(step, parts, reached, form)) return std::nullopt;
  if (reached != parts.size()) return std::nullopt;
  return form;
}

/// The suffix of a group that the form has; `types` counts the types met so far.
std::string_view chosen(const Group& group, const OpForm& form, std::size_t& types) {
  const Alternative* best = nullptr;
  for (const Alternative& a : group.alternatives) {
    const bool is_type = a.type != ScalarType::None;
    const bool here =
        is_type ? a.type == form.types[types]
                : std::all_of(a.mods.begin(), a.mods.end(), [&](Mod m) { return form.has(m); });
    // ".shared::cta" also has ".shared": the one that says more.
    if (here && (best == nullptr || a.mods.size() > best->mods.size())) best = &a;
  }
  if (best == nullptr) return "";
  if (best->type != ScalarType::None) ++types;
  return best->text;
}

}  // namespace

std::vector<const OpInfo*> ops_named(std::string_view mnemonic) {
  std::vector<const OpInfo*> ops;
  if (const auto it = index().find(mnemonic); it != index().end())
    for (const CompiledOp& row : it->second) ops.push_back(row.op);
  return ops;
}

OpMatch match_opcode(std::span<const std::string_view> parts) {
  OpMatch match;
  if (parts.empty()) return match;
  const auto it = index().find(parts.front());
  if (it == index().end()) return match;
  for (const CompiledOp& row : it->second) {
    std::size_t reached = 0;
    match.form = match_row(row, parts, reached);
    if (match.form) return match;
    match.bad_part = std::max(match.bad_part, reached);
  }
  return match;
}

std::string spelling_of(const OpForm& form) {
  const auto& rows = index().at(mnemonic_of(*form.op));
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const CompiledOp& r) { return r.op == form.op; });
  std::string text(mnemonic_of(*form.op));
  std::size_t types = 0;
  for (const Step& step : row->steps)
    for (const Group& group : step) {
      const std::string_view suffix = chosen(group, form, types);
      if (suffix.empty()) continue;
      text += '.';
      text += suffix;
    }
  return text;
}

}  // namespace simt
