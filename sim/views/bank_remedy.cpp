#include "sim/views/bank_remedy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "isa/core/element_type.h"
#include "sim/input/c_types.h"
#include "sim/input/shared_content.h"
#include "sim/views/lane_steps.h"
#include "sim/views/padding.h"

namespace simt {
namespace {

constexpr std::uint64_t kWordBytes = 4;

/// What is known of a change that leaves so many conflicts.
std::string remain(const Conflicts& c, std::uint64_t left) {
  if (!c.all)
    return fmt::format(
        "{} of {} conflicts remain of the {} different executions that were looked at; there are "
        "more.",
        left == 0 ? "none" : grouped(left), grouped(c.now), grouped(c.seen.size()));
  if (left > 0) return fmt::format("{} of {} conflicts remain.", grouped(left), grouped(c.now));
  if (c.before > 0) return fmt::format("none of {} remains.", plural(c.now, "conflict"));
  return c.instructions == 1
             ? "this access has no conflict."
             : fmt::format("none of these {} instructions has a conflict.", c.instructions);
}

/// A change that leaves more is none.
std::uint64_t most_left(const Conflicts& c) {
  return c.now == 0 ? 0 : (c.now - 1) / 2;
}

/// Whether the lanes go down a column of rows of so many bytes.
bool is_row(std::uint64_t row, const std::vector<SeenAccess>& accesses) {
  return std::any_of(accesses.begin(), accesses.end(), [&](const SeenAccess& seen) {
    const auto stride = lane_stride(seen.access);
    return stride && std::uint64_t(std::llabs(*stride)) == row;
  });
}

/// What padding counts, of so many bytes: "element", "word", else bytes.
std::string unit_of(const SharedArray& array, std::uint64_t bytes) {
  return bytes != array.element && bytes == kWordBytes ? "word" : "element";
}

/// "1 element more after every 32 elements (rows of 33 instead of 32)"
std::string pad_text(const Pad& pad, const SharedArray& array,
                     const std::vector<SeenAccess>& accesses, std::uint64_t element) {
  if (pad.row % element != 0 || pad.bytes % element != 0)
    return fmt::format("{} more bytes after every {}", pad.bytes, pad.row);
  const std::uint64_t row = pad.row / element, more = pad.bytes / element;
  const std::string unit = unit_of(array, element);
  const std::string where = pad.row == array.row || is_row(pad.row, accesses)
                                ? fmt::format("rows of {} instead of {}", row + more, row)
                                : fmt::format("{} i at i + {}", unit,
                                              more == 1 ? fmt::format("i / {}", row)
                                                        : fmt::format("{} * (i / {})", more, row));
  const bool sized = element != array.element || element != accesses.front().access.bytes;
  return fmt::format("{} more after every {} {}s{} ({})", plural(more, unit), row, unit,
                     sized ? fmt::format(" of {}", plural(element, "byte")) : "", where);
}

std::string whole_text(std::uint64_t elements) {
  return elements == 1
             ? ""
             : fmt::format(
                   " Lanes access vectors of {0} elements: padding must keep them whole, a "
                   "multiple of {0} elements.",
                   elements);
}

/// Of float4 and the like: a built-in type, which takes no further field.
bool is_vector(const StructureLayout& structure) {
  return elements_of(structure.type).count > 1;
}

/// Bytes by which a structure can grow: those of the largest thing in it, at least a word. 0: it
/// cannot, or it is aligned to more than its fields need, and one field more would not make it
/// longer by itself.
std::uint64_t growth_step(const Subject& s, const StructureLayout& structure,
                          const std::vector<SeenAccess>& accesses) {
  if (is_vector(structure)) return 0;
  std::uint64_t step = kWordBytes, end = 0, largest = 1;
  for (const Field& f : structure.fields) {
    largest = std::max<std::uint64_t>(largest, size_of(f.type));
    end = std::max<std::uint64_t>(end, f.offset + size_of(f.type));
  }
  step = std::max(step, largest);
  for (const SeenAccess& seen : accesses) step = std::max<std::uint64_t>(step, seen.access.bytes);
  // Whole structures may be stored where their fields are loaded.
  for (const Inst& inst : s.program.code)
    if ((inst.kind == Kind::Load || inst.kind == Kind::Store) &&
        inst.memory.space == StateSpace::Shared && inst.memory.elements > 1)
      step = std::max<std::uint64_t>(step, inst.memory.bytes());
  const bool natural = (end + largest - 1) / largest * largest == structure.bytes;
  return natural ? step : 0;
}

/// Each field in an array of its own. Nothing where lanes of one access are at several fields.
std::optional<std::vector<SeenAccess>> in_arrays(const std::vector<SeenAccess>& accesses,
                                                 const SharedArray& array) {
  std::vector<SeenAccess> out;
  for (const auto& [access, count] : accesses) {
    if (access.several()) return {};
    MemoryAccess moved = access;
    bool same = true;
    const std::uint64_t field =
        (access.address[first_lane(access.lanes)] - array.offset) % array.structure.bytes;
    for_each_lane(access.lanes, [&](unsigned lane) {
      const std::uint64_t offset = access.address[lane] - array.offset;
      same &= offset % array.structure.bytes == field;
      moved.address[lane] = offset / array.structure.bytes * access.bytes;
    });
    if (!same) return {};
    out.push_back({moved, count});
  }
  return out;
}

/// A change in words, but for what it leaves.
struct Change {
  std::string text;
  std::uint64_t left = 0;
  std::string after = "";  ///< what it leaves
};

void keep_better(std::optional<Change>& best, const Change& change) {
  if (!best || change.left < best->left) best = change;
}

void try_growth(const Subject& s, const SharedArray& array, const Conflicts& c,
                std::optional<Change>& best) {
  const std::uint64_t each = array.structure.bytes;
  const std::uint64_t step = growth_step(s, array.structure, c.seen);
  for (std::uint64_t more = step; step != 0 && more <= 4 * step; more += step) {
    const auto left = conflicts_with({each, more}, c.seen, array.offset, s.arch);
    if (!left || *left > most_left(c)) continue;
    keep_better(
        best,
        {fmt::format("With {} of {} bytes in the structure ({} bytes instead of {})",
                     more == step ? "1 more field" : fmt::format("{} more fields", more / step),
                     step, each + more, each),
         *left, " A structure of arrays, one for each field, is another way to part them."});
  }
}

void try_arrays(const Subject& s, const SharedArray& array, const Conflicts& c,
                std::optional<Change>& best) {
  const auto moved = in_arrays(c.seen, array);
  if (!moved) return;
  const std::string arrays =
      is_vector(array.structure)
          ? fmt::format(
                "The elements are vectors of {} bytes. As plain arrays, one for each component,",
                array.structure.bytes)
          : fmt::format(
                "The structures have {} bytes. As a structure of arrays, one for each field,",
                array.structure.bytes);
  const auto left = conflicts_with({array.structure.bytes, 0}, *moved, 0, s.arch);
  if (left && *left <= most_left(c)) keep_better(best, {arrays, *left});
  if (const auto found = best_pad(*moved, 0, s.arch, most_left(c)))
    keep_better(best,
                {fmt::format("{} and with {} in each array", arrays,
                             pad_text(found->pad, array, *moved, moved->front().access.bytes)),
                 found->left});
}

/// A word between structures cannot be declared: they get longer, or become arrays of their fields.
std::string structure_remedy(const Subject& s, const SharedArray& array, const Conflicts& c) {
  std::optional<Change> best;
  try_growth(s, array, c, best);
  try_arrays(s, array, c, best);
  return best ? fmt::format("{} {}{}", best->text, remain(c, best->left), best->after) : "";
}

/// All that a change of the array moves.
std::vector<SeenAccess> moved_with(const Conflicts& c) {
  std::vector<SeenAccess> out = c.seen;
  out.insert(out.end(), c.others.begin(), c.others.end());
  return out;
}

/// An execution of a load or store that has no conflict.
std::optional<SeenAccess> quiet_access(const Subject& s, Pc pc) {
  if (pc >= s.run.patterns.size() || !s.run.patterns[pc].quiet) return {};
  if (s.run.patterns[pc].found.empty()) return {};
  const Inst& inst = s.program.code[pc];
  const AccessPattern& pattern = s.run.patterns[pc].found.front();
  MemoryAccess access;
  access.space = StateSpace::Shared;
  access.kind = inst.kind;
  access.bytes = static_cast<std::uint8_t>(inst.memory.bytes());
  access.lanes = pattern.lanes;
  std::ranges::copy(pattern.address, access.address.begin());
  const bool plain = inst.kind == Kind::Load || inst.kind == Kind::Store;
  if (!plain || access.bytes == 0 || access.lanes == 0) return {};
  return SeenAccess{std::move(access), s.run.lines[pc].shared_requests};
}

/// The executions of an instruction, of which `worst` was the worst.
void add_seen(const Subject& s, Pc pc, Conflicts& out) {
  static const AccessPatterns kNone;
  const MemoryAccess& worst = s.run.worst[pc].access;
  const AccessPatterns& known = pc < s.run.patterns.size() ? s.run.patterns[pc] : kNone;
  out.before += known.before;
  out.all &= known.all;
  if (known.found.empty()) out.seen.push_back({worst, 1});
  for (const AccessPattern& pattern : known.found) {
    MemoryAccess access = worst;
    access.spread = MemoryAccess::Spread::Unknown;
    access.lanes = pattern.lanes;
    std::ranges::copy(pattern.address, access.address.begin());
    out.seen.push_back({std::move(access), pattern.count});
  }
}

}  // namespace

SharedArray shared_array_at(const Subject& s, std::uint64_t address) {
  const auto& variables = s.program.shared.variables;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const SharedVariable& v = variables[i];
    if (address < v.offset || address >= std::uint64_t{v.offset} + v.bytes) continue;
    SharedArray out;
    out.name = v.name;
    out.offset = v.offset;
    out.element = size_of(element_type(s.program, v));
    if (s.signature == nullptr) return out;
    out.structure = shared_content(s.program, *s.signature, i).structure;
    if (out.element >= kWordBytes && i < s.signature->shared_extents.size() &&
        s.signature->shared_extents[i].size() > 1)
      out.row = s.signature->shared_extents[i].back() * out.element;
    return out;
  }
  if (s.program.shared.uses_dynamic && address >= s.program.shared.dynamic_offset)
    return {"dynamic shared memory", s.program.shared.dynamic_offset};
  return {"shared memory", 0};
}

Conflicts conflicts_on(const Subject& s, const SharedArray& array) {
  Conflicts out;
  const auto is_its = [&](const MemoryAccess& access) {
    const SharedArray its = shared_array_at(s, access.address[first_lane(access.lanes)]);
    return its.name == array.name && its.offset == array.offset;
  };
  for (Pc pc = 0; pc < s.run.worst.size(); ++pc) {
    const WorstAccess& worst = s.run.worst[pc];
    if (auto other = quiet_access(s, pc); other && is_its(other->access))
      out.others.push_back(std::move(*other));
    if (worst.cost <= worst.ideal || worst.access.space != StateSpace::Shared) continue;
    if (worst.access.is_atomic() || !is_its(worst.access)) continue;
    ++out.instructions;
    add_seen(s, pc, out);
  }
  if (!out.all)
    for (std::vector<SeenAccess>* const list : {&out.seen, &out.others})
      for (SeenAccess& seen : *list) seen.count = 1;
  out.now = conflicts_with({1, 0}, out.seen, array.offset, s.arch).value_or(0);
  return out;
}

std::string bank_remedy(const Subject& s, const SharedArray& array, const Conflicts& c,
                        const MemoryForm& form) {
  if (c.seen.empty()) return "";
  if (!array.structure.fields.empty()) return structure_remedy(s, array, c);
  const std::vector<SeenAccess> all = moved_with(c);
  const auto found = best_pad(all, array.offset, s.arch, most_left(c), array.row);
  if (!found) return "";
  const std::uint64_t bytes = c.seen.front().access.bytes;
  const bool declared = array.element >= kWordBytes &&  // bytes may be of any type
                        bytes % array.element == 0;
  const std::uint64_t element = declared ? array.element : bytes / form.elements;
  return fmt::format("With {} {}{}", pad_text(found->pad, array, c.seen, element),
                     remain(c, found->left),
                     whole_text(std::max(widest(all) / element, std::uint64_t{1})));
}

}  // namespace simt
