#include "isa/machine/table.h"

#include <map>

#include "isa/machine/instruction.h"
#include "isa/machine/notation.h"
#include "isa/machine/rows/rows.h"
#include "isa/machine/target/targets.h"

namespace simt::machine {
namespace {

std::vector<Encoding> parsed() {
  std::vector<Encoding> out;
  for (const auto rows :
       {integer_rows(), float_rows(), half_rows(), conversion_rows(), predicate_rows(), move_rows(),
        memory_rows(), atomic_rows(), control_rows(), uniform_rows(), tensor_rows(), texture_rows(),
        bulk_rows()})
    for (const Row& row : rows)
      for (Encoding& encoding : encodings_of(row)) out.push_back(std::move(encoding));
  return out;
}

const std::vector<Encoding>& table() {
  static const std::vector<Encoding> all = parsed();
  return all;
}

using OfTarget = std::vector<std::vector<const Encoding*>>;  // by opcode

OfTarget of_target(unsigned target) {
  OfTarget out(1U << kOpcodeBits.width());
  for (const Encoding& e : table())
    if (e.first_target <= target && target <= e.last_target) out[e.opcode].push_back(&e);
  return out;
}

}  // namespace

std::span<const Encoding> all_encodings() {
  return table();
}

std::span<const Encoding* const> encodings(unsigned opcode, unsigned target) {
  static const std::map<unsigned, OfTarget> all = [] {
    std::map<unsigned, OfTarget> out;
    for (const unsigned t : kTargets) out.emplace(t, of_target(t));
    return out;
  }();
  const auto found = all.find(target);
  if (found == all.end()) return {};
  return found->second[opcode];
}

}  // namespace simt::machine
