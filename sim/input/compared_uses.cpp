#include "sim/input/compared_uses.h"

#include <algorithm>
#include <cmath>

#include "sim/input/special_bits.h"

namespace simt {

void ComparedUses::scalar(Pc pc, std::size_t a, std::size_t b, ScalarUse& out, double factor) {
  const Inst& inst = places_.program().code[pc];
  const ValueOrigin &other = places_.at(inst, a), &own = places_.at(inst, b);
  out.flag |= !asks_order(inst.op.relation) && places_.forms().is_truth(inst.src[a]);
  if (!own.parameters.empty() && other.is_index())
    for (const auto& [offset, times] : other.multiples) scalars_[offset].step = true;
  out.lengths.filter |= ends_filter(pc, a, b, factor);
  if (other.memory) {
    with_memory(inst, a, b, out);
  } else if (other.is_index() && !asks_order(inst.op.relation) && !other.loop &&
             places_.forms().is_parameter(inst.src[b])) {
    out.index.chosen = true;
  } else if (other.is_index() && !own.is_index()) {
    with_thread(inst, a, b, out, factor);
  } else if (own.loop && other.loop && !own.is_index()) {
    out.search = true;
  } else if ((other.loop || own.loop) && !own.is_index()) {
    ends_loop(pc, out);
    out.lengths.tiles |= factor > 0 && factor < 0.125;
  }
}

void ComparedUses::with_memory(const Inst& inst, std::size_t a, std::size_t b,
                               ScalarUse& out) const {
  const bool loop = places_.at(inst, b).loop;
  const bool order = !is_float(inst.op.type) && asks_order(inst.op.relation);
  const bool index = places_.is_index(inst.src[a]);
  out.compared |= !loop;
  out.elements.capacity |= places_.forms().is_of_atomic(inst.src[a]);
  out.elements.range |= order && index;
  out.elements.threshold |= order && !loop && places_.is_loaded(inst.src[a]) && !index;
}

void ComparedUses::with_thread(const Inst& inst, std::size_t a, std::size_t b, ScalarUse& out,
                               double factor) const {
  const ValueOrigin &other = places_.at(inst, a), &own = places_.at(inst, b);
  out.index.guarded |= !other.loop;
  if (!out.size || own.product) out.factor = factor;
  if (out.against.empty() || !other.loop) out.against.insert(inst.src[a]);
  out.size = true;
  out.product |= own.product;
  out.together.columns |= (other.specials & kOfX) != 0 && (other.specials & kOfY) == 0;
  std::size_t& together = own.product ? out.together.factors : out.together.terms;
  together = std::max(together, own.product ? own.parameters.size() : own.terms);
  if (own.product && own.parameters.size() == together)
    for (const auto& [offset, times] : own.parameters) out.together.product.insert(offset);
  out.grid_loop |= other.loop && (other.specials & kOfGrid) != 0;
}

// Not the number of taps on either side, of which the loop has twice as many.
bool ComparedUses::ends_filter(Pc pc, std::size_t a, std::size_t b, double factor) const {
  const Inst& inst = places_.program().code[pc];
  const ValueOrigin &other = places_.at(inst, a), &own = places_.at(inst, b);
  const bool both = std::ranges::any_of(
      own.parameters, [&](const auto& p) { return other.parameters.contains(p.first); });
  return (own.loop || other.loop) && !other.is_index() && !other.memory && !both &&
         std::abs(factor) <= 1 && places_.filters(pc);
}

void ComparedUses::ends_loop(Pc pc, ScalarUse& out) const {
  const std::optional<bool> memory = places_.any_in_loop(pc, accesses);
  if (memory) (*memory ? out.length : out.iterations) = true;  // else of its first round
  const auto of_threads = [&](const Inst& inst) {
    const bool any = accesses(inst) || is_shared(inst);
    return any && (places_.at(inst, 0).is_index() || places_.at(inst, 0).memory);
  };
  out.lengths.shared |= memory.value_or(false) && !*places_.any_in_loop(pc, of_threads);
}

void ComparedUses::arrays(Pc pc) {
  const Inst& inst = places_.program().code[pc];
  if (asks_order(inst.op.relation) && places_.narrows(pc))
    for (std::size_t i = 0; i < 2; ++i)
      for (const std::uint32_t array : places_.at(inst, i).arrays)
        arrays_[array].searched |= places_.loads_in_loop(pc, inst.src[i]);
  const ValueOrigin &a = places_.at(inst, 0), &b = places_.at(inst, 1);
  for (const std::uint32_t array : a.arrays)
    if (b.arrays.contains(array) && (a.loop || b.loop))
      ends_row(inst.src[a.loop ? 0 : 1], a.loop ? b : a, array);
  sorts_ |= asks_order(inst.op.relation) && a.memory && b.memory && a.arrays == b.arrays &&
            places_.is_loaded(inst.src[0]) && places_.is_loaded(inst.src[1]);
  for (const ValueOrigin* const o : {&a, &b}) {
    for (const std::uint32_t array : o->arrays) arrays_[array].compared = true;
    if (!o->memory || !o->arrays.empty()) continue;
    for (const std::uint32_t array : places_.staged()) arrays_[array].compared = true;
  }
}

void ComparedUses::ends_row(Slot variable, const ValueOrigin& other, std::uint32_t array) {
  if (!places_.is_index(variable) || !places_.forms().is_counted_up(variable)) return;
  arrays_[array].ends = true;
  arrays_[array].begins = variable;
  // end = row + 1 < rows ? ends[row + 1] : entries
  for (const auto& [offset, factor] : other.parameters)
    scalars_[offset].elements.ends.insert(array);
}

}  // namespace simt
