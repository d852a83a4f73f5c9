// info shared: the block's shared memory, each variable as what it holds.
#include <fmt/format.h>

#include <algorithm>

#include "isa/core/element_type.h"
#include "sim/step/error.h"
#include "sim/step/memory_view.h"
#include "sim/step/named_data.h"
#include "sim/step/parts.h"
#include "sim/step/prompt/dump.h"
#include "sim/step/prompt/prompt.h"

namespace simt {
namespace {

/// What lies in shared memory from some place on: elements of a variable whose type is known, one
/// of its structures, else words.
struct SharedRow {
  ScalarType type = ScalarType::B32;
  std::uint64_t end = 0;  ///< of the row
  bool is_bool = false;
  bool is_gap = false;    ///< between variables
  bool is_first = false;  ///< of a variable
  std::string structure;  ///< its name: "tile[2]"
};

SharedRow row_within(const StepSubject& subject, const SharedVariable& v, std::uint64_t at,
                     std::uint64_t end) {
  SharedRow row;
  row.is_first = at == v.offset;
  const std::uint64_t each = structure_bytes(subject, v.name);
  if (each != 0 && (at - v.offset) % each == 0 && at + each <= end) {
    row.end = at + each;
    row.structure =
        v.bytes == each ? v.name : fmt::format("{}[{}]", v.name, (at - v.offset) / each);
    return row;
  }
  const ScalarType type = element_type(subject.program, v);
  const unsigned width = size_of(type);
  const bool typed = type != ScalarType::B8 && width >= 1 && width <= 8;
  if (typed && (at - v.offset) % width == 0) {
    row.type = type;
    const auto data = named_data(subject, v.name);
    row.is_bool = data && data->is_bool;
  }
  row.end = std::min(end, at + size_of(row.type) * kPerRow);
  return row;
}

SharedRow shared_row(const StepSubject& subject, std::uint64_t at, std::uint64_t bytes) {
  const auto& variables = subject.program.shared.variables;
  std::uint64_t next = bytes;  // variable
  for (const SharedVariable& v : variables) {
    const std::uint64_t end = v.bytes == 0 ? bytes : v.offset + v.bytes;
    if (at < v.offset) next = std::min<std::uint64_t>(next, v.offset);
    if (at >= v.offset && at < end) return row_within(subject, v, at, end);
  }
  SharedRow row;
  row.is_gap = next < bytes || !variables.empty();
  row.end = row.is_gap ? next : std::min<std::uint64_t>(bytes, at + 4 * kPerRow);
  return row;
}

std::vector<std::string> row_values(const CtaState& cta, const SharedRow& row, std::uint64_t at) {
  std::vector<std::string> values;
  const unsigned width = size_of(row.type);
  for (; at < row.end; at += width)
    if (const auto bits = MemoryView::shared(cta, at, width))
      values.push_back(
          value_text(row.is_bool ? Value{ScalarType::Pred, *bits != 0} : Value{row.type, *bits}));
  return values;
}

}  // namespace

void Prompt::info_shared(const Words& words) {
  const CtaState& cta = sm().cta_of(warp()).state;
  const std::uint64_t from = words.empty() ? 0 : parse_number(words[0], "offset") / 4 * 4;
  if (cta.shared.empty()) return say("  the block has no shared memory");
  if (from >= cta.shared.size())
    throw StepError(fmt::format("the block has {} bytes of shared memory", cta.shared.size()));
  for (const SharedVariable& v : subject_.program.shared.variables)
    say(style_.dim(fmt::format("  {}: {} at offset {}", v.name,
                               v.bytes == 0 ? "dynamic" : plural(v.bytes, "byte"), v.offset)));
  Lines lines;
  Dump dump(lines);
  std::uint64_t at = from;
  while (at < cta.shared.size() && lines.size() < kMemoryRows) {
    const SharedRow row = shared_row(subject_, at, cta.shared.size());
    if (row.is_first) dump.begin();
    if (!row.structure.empty())
      dump.add(row.structure, {structure_text(row.structure)});
    else if (!row.is_gap)
      dump.add(shared_name(subject_.program, at), row_values(cta, row, at));
    at = row.end;
  }
  say(lines);
  if (at < cta.shared.size()) say(style_.dim(fmt::format("  more: info shared {}", at)));
}

}  // namespace simt
