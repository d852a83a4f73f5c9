#include "sim/views/bank_remedy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "isa/core/element_type.h"
#include "sim/input/shared_content.h"
#include "sim/views/lane_steps.h"
#include "sim/views/padding.h"

namespace simt {
namespace {

constexpr std::uint64_t kWordBytes = 4;

std::string gone(const std::vector<MemoryAccess>& accesses) {
  return accesses.size() == 1
             ? "this access has no conflict."
             : fmt::format("none of these {} instructions has a conflict.", accesses.size());
}

/// Whether the lanes go down a column of rows of so many bytes.
bool is_row(std::uint64_t row, const std::vector<MemoryAccess>& accesses) {
  return std::any_of(accesses.begin(), accesses.end(), [&](const MemoryAccess& access) {
    const auto stride = lane_stride(access);
    return stride && std::uint64_t(std::llabs(*stride)) == row;
  });
}

/// What padding counts, of so many bytes: "element", "word", else bytes.
std::string unit_of(const SharedArray& array, std::uint64_t bytes) {
  return bytes != array.element && bytes == kWordBytes ? "word" : "element";
}

/// "1 element more after every 32 elements (rows of 33 instead of 32)"
std::string pad_text(const Pad& pad, const SharedArray& array,
                     const std::vector<MemoryAccess>& accesses, std::uint64_t element) {
  if (pad.row % element != 0 || pad.bytes % element != 0)
    return fmt::format("{} more bytes after every {}", pad.bytes, pad.row);
  const std::uint64_t row = pad.row / element, more = pad.bytes / element;
  const std::string unit = unit_of(array, element);
  const std::string where = is_row(pad.row, accesses)
                                ? fmt::format("rows of {} instead of {}", row + more, row)
                                : fmt::format("{} i at i + {}", unit,
                                              more == 1 ? fmt::format("i / {}", row)
                                                        : fmt::format("{} * (i / {})", more, row));
  const bool sized = unit == "word" || element != accesses.front().bytes;
  return fmt::format("{} more after every {} {}s{} ({})", plural(more, unit), row, unit,
                     sized ? fmt::format(" of {}", plural(element, "byte")) : "", where);
}

std::string whole_text(const MemoryForm& form) {
  return form.elements == 1
             ? ""
             : fmt::format(
                   " Lanes access vectors of {0} elements: padding must keep them whole, a "
                   "multiple of {0} elements.",
                   form.elements);
}

/// Bytes by which a structure can grow: those of the largest thing in it, at least a word. 0: it is
/// aligned to more than its fields need, and one field more would not make it longer by itself.
std::uint64_t growth_step(const StructureLayout& structure,
                          const std::vector<MemoryAccess>& accesses) {
  std::uint64_t step = kWordBytes, end = 0, largest = 1;
  for (const Field& f : structure.fields) {
    largest = std::max<std::uint64_t>(largest, size_of(f.type));
    end = std::max<std::uint64_t>(end, f.offset + size_of(f.type));
  }
  step = std::max(step, largest);
  for (const MemoryAccess& access : accesses) step = std::max<std::uint64_t>(step, access.bytes);
  const bool natural = (end + largest - 1) / largest * largest == structure.bytes;
  return natural ? step : 0;
}

/// Each field in an array of its own. Nothing where lanes of one access are at several fields.
std::optional<std::vector<MemoryAccess>> in_arrays(const std::vector<MemoryAccess>& accesses,
                                                   const SharedArray& array) {
  std::vector<MemoryAccess> out;
  for (const MemoryAccess& access : accesses) {
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
    out.push_back(moved);
  }
  return out;
}

/// A word between structures cannot be declared: they get longer, or become arrays of their fields.
std::string structure_remedy(const Subject& s, const SharedArray& array,
                             const std::vector<MemoryAccess>& accesses) {
  const std::uint64_t each = array.structure.bytes;
  const std::uint64_t step = growth_step(array.structure, accesses);
  for (std::uint64_t more = step; step != 0 && more <= 4 * step; more += step)
    if (conflict_free_with({each, more}, accesses, array.offset, s.arch))
      return fmt::format(
          "With {} of {} bytes in the structure ({} bytes instead of {}) {} A structure of arrays, "
          "one for each field, is another way to part them.",
          more == step ? "1 more field" : fmt::format("{} more fields", more / step), step,
          each + more, each, gone(accesses));
  const auto moved = in_arrays(accesses, array);
  if (!moved) return "";
  const std::string arrays = fmt::format(
      "The structures have {} bytes. As a structure of arrays, one for each field,", each);
  if (conflict_free_with({each, 0}, *moved, 0, s.arch))
    return fmt::format("{} {}", arrays, gone(accesses));
  const auto pad = conflict_free_pad(*moved, 0, s.arch);
  if (!pad) return "";
  return fmt::format("{} and with {} in each array {}", arrays,
                     pad_text(*pad, array, *moved, moved->front().bytes), gone(accesses));
}

}  // namespace

SharedArray shared_array_at(const Subject& s, std::uint64_t address) {
  const auto& variables = s.program.shared.variables;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const SharedVariable& v = variables[i];
    if (address < v.offset || address >= std::uint64_t{v.offset} + v.bytes) continue;
    SharedArray out{v.name, v.offset, size_of(element_type(s.program, v))};
    if (s.signature != nullptr)
      out.structure = shared_content(s.program, *s.signature, i).structure;
    return out;
  }
  if (s.program.shared.uses_dynamic && address >= s.program.shared.dynamic_offset)
    return {"dynamic shared memory", s.program.shared.dynamic_offset};
  return {"shared memory", 0};
}

std::string bank_remedy(const Subject& s, const SharedArray& array,
                        const std::vector<MemoryAccess>& accesses, const MemoryForm& form) {
  if (accesses.empty()) return "";
  if (!array.structure.fields.empty()) return structure_remedy(s, array, accesses);
  const auto pad = conflict_free_pad(accesses, array.offset, s.arch);
  if (!pad) return "";
  return fmt::format("With {} {}{}",
                     pad_text(*pad, array, accesses, accesses.front().bytes / form.elements),
                     gone(accesses), whole_text(form));
}

}  // namespace simt
