#include "sim/input/parameter_uses.h"

#include <algorithm>

#include "isa/core/pointer_parameters.h"
#include "sim/input/compared_uses.h"
#include "sim/input/float_uses.h"
#include "sim/input/pivots.h"
#include "sim/input/special_bits.h"
#include "sim/input/value_places.h"

namespace simt {
namespace {

class UseCollector {
 public:
  UseCollector(const ValuePlaces& places, std::map<std::uint32_t, ScalarUse>& scalars,
               std::map<std::uint32_t, ArrayUse>& arrays)
      : program_(places.program()),
        places_(places),
        scalars_(scalars),
        arrays_(arrays),
        compared_(places_, scalars, arrays),
        floats_(places_, scalars) {}

  /// Returns whether elements are put in order.
  bool collect() {
    for (const Inst& inst : program_.code)
      if (inst.kind == simt::Kind::Atomic && !inst.dst.empty() && !is_shared(inst))
        for (const std::uint64_t array : pointer_parameters(program_, inst))
          counters_.insert(static_cast<std::uint32_t>(array));
    for (Pc pc = 0; pc < program_.code.size(); ++pc) {
      const Inst& inst = program_.code[pc];
      if (inst.kind == simt::Kind::Alu) arithmetic(pc, inst);
      address(inst);
    }
    const ValueOrigins& origins = places_.origins();
    for (auto& [offset, tests] : element_tests(program_, origins))
      arrays_[offset].tests = std::move(tests);
    for (const auto& [array, row] : pivots(program_, origins)) arrays_[array].solved_rows = row;
    for (const auto& [array, side] : constant_pivots(program_)) arrays_[array].solved_side = side;
    for (const auto& [offset, use] : std::map(arrays_)) about_elements(use.all_tests());
    const bool indices =
        std::ranges::any_of(arrays_, [](const auto& a) { return a.second.indices; });
    return compared_.sorts() && !indices;
  }

 private:
  const ValueOrigin& at(const Inst& inst, std::size_t i) const { return places_.at(inst, i); }

  void about_elements(const ElementTests& tests) {
    for (const std::uint32_t row : tests.row) scalars_[row].elements.row = true;
    if (tests.within.size() < 2) return;
    scalars_[*tests.within.begin()].elements.lowest = true;
    scalars_[*tests.within.rbegin()].elements.highest = true;
  }

  void arithmetic(Pc pc, const Inst& inst) {
    for (std::size_t i = 0; i < inst.src.size(); ++i)
      for (const auto& [offset, factor] : at(inst, i).parameters) scalars_[offset].is_used = true;
    for (const bool swapped : {false, true}) {
      const std::size_t a = swapped ? 1 : 0, b = 1 - a;
      if (inst.src.size() < 2 || at(inst, b).parameters.empty()) continue;
      for (const auto& [offset, factor] : at(inst, b).parameters)
        use(pc, a, b, scalars_[offset], factor);
    }
    pitches(inst);
    if (inst.op.is(Operation::Other)) diagonals(inst);
    if (is_float(inst.op.type)) floats_.instruction(inst);
    if (inst.op.is(Operation::Compare)) compared_.arrays(pc);
  }

  /// src[b] is a parameter, src[a] the other operand.
  void use(Pc pc, std::size_t a, std::size_t b, ScalarUse& out, double factor) {
    const Inst& inst = program_.code[pc];
    if (inst.op.is(Operation::Compare)) return compared_.scalar(pc, a, b, out, factor);
    if (is_float(inst.op.type)) return floats_.scalar(inst, a, b, out, factor);
    whole(inst, a, b, out);
  }

  void whole(const Inst& inst, std::size_t a, std::size_t b, ScalarUse& out) {
    const ValueOrigin& other = at(inst, a);
    const ValueForms& forms = places_.forms();
    const bool place = other.is_index() && !other.memory;
    switch (inst.op.operation) {
      case Operation::ShiftLeft:
      case Operation::ShiftRight:
        out.shift |= b == 1;
        return;
      case Operation::Divide:
      case Operation::Remainder:
        if (b == 1) divide(inst.src[a], out);
        if (b == 1 && inst.op.is(Operation::Divide) && places_.forms().is_parameter(inst.src[a]))
          for (const auto& [offset, factor] : at(inst, b).parameters)
            for (const auto& [whole, times] : at(inst, a).parameters)
              scalars_[whole].parts.insert(offset);
        return;
      case Operation::Xor:
        out.exchanged |= place;
        out.flag |= forms.is_truth(inst.src[a]) || forms.meets_truth(inst.dst[0]);
        return;
      case Operation::And:
        out.mask.number |= place;
        out.mask.bits |= other.memory;
        out.mask.places |= other.memory && places_.is_index(inst.dst[0]);
        // A key that branches choose comes from no memory, as far as is known here.
        out.mask.slots |= (other.memory || !other.is_index()) && forms.is_one_less(inst.src[b]);
        return;
      case Operation::Subtract:
        out.search |= places_.is_width(inst) && !at(inst, b).is_index();
        out.index.mirrored |= b == 0 && place && other.multiples.empty();
        return;
      case Operation::Multiply:
      case Operation::MultiplyAdd:
        if (place && b < 2) stride(other, out);
        out.stride.in_loop |=
            b < 2 && other.loop && !other.is_index() && !other.memory && is_index(inst);
        return;
      case Operation::Add:
        out.stride.in_loop |= other.loop && !other.memory && at(inst, b).parameters.size() == 1 &&
                              places_.bytes_at(inst.src[a]) != 0;
        return;
      case Operation::Other:
        if (inst.src.size() == 2) bounds(inst, inst.src[a], out);
        return;
      default:
        return;
    }
  }

  bool is_index(const Inst& inst) const { return places_.is_index(inst.dst[0]); }

  void divide(Slot divided, ScalarUse& out) {
    const ValueOrigin& other = places_.origins().of(divided);
    if (!other.is_index() || other.memory) {
      out.divisor = true;
      return;
    }
    out.index.steps |= other.loop && (other.specials & kOfGrid) == 0;
    out.step |= out.index.steps;
    out.index.divisor |= !out.index.steps;
    out.index.divides.insert(divided);
  }

  /// The smaller one of both, or the larger one, which says how much is left: max(n, i) - i.
  void bounds(const Inst& inst, Slot than, ScalarUse& out) {
    const ValueOrigin& other = places_.origins().of(than);
    if (!other.is_index() || (out.size && other.loop)) return;
    out.size = true;
    (places_.mnemonic(inst) == "max" ? out.against : out.index.clamped).insert(than);
  }

  /// max(d - n, 0), or the same by a condition.
  void diagonals(const Inst& inst) {
    for (const std::size_t i : {0, 1}) {
      if (inst.src.size() < 2 || !places_.is_constant(inst.src[1 - i])) continue;
      if (const auto d = places_.forms().difference(inst.src[i]))
        scalars_[d->second].index.diagonals.insert(d->first);
    }
  }

  static void stride(const ValueOrigin& other, ScalarUse& out) {
    const bool x = (other.specials & kOfX) != 0, y = (other.specials & kOfY) != 0;
    const bool z = (other.specials & kOfZ) != 0;
    out.stride.any = true;
    out.stride.of_places |= x && y && !other.multiples.empty();
    out.stride.of_planes |= z && !x && !y;
    out.stride.in_plane |= !other.loop && (other.specials & (kOfX | kOfY)) != 0;
  }

  /// A multiple of a parameter that becomes an address as it is: bytes.
  void pitches(const Inst& inst) {
    for (std::size_t d = 0; d < inst.dst.size(); ++d) {
      const unsigned bytes = places_.bytes_at(inst.dst[d]);
      if (bytes == 0) continue;
      const ValueOrigin& origin = places_.origins().of(inst.dst[d]);
      for (const auto& [offset, factor] : origin.multiples) {
        ScalarUse& out = scalars_[offset];
        if (!out.stride.any || factor < 1) continue;
        out.stride.pitch = true;
        out.stride.along |= origin.loop;
        out.stride.factor = factor;
        out.stride.access_bytes = std::max(out.stride.access_bytes, bytes);
      }
    }
  }

  void address(const Inst& inst) {
    const bool shared = is_shared(inst);
    if (!accesses(inst) && !shared) return;
    const bool scatters = inst.kind == simt::Kind::Store && !shared && at(inst, 1).memory;
    for (const std::uint32_t array : at(inst, 0).arrays) {
      arrays_[array].indices = true;
      arrays_[array].scatters |= scatters && !places_.meeting().contains(array);
    }
    if (inst.kind != simt::Kind::Store) return;
    if (!shared) appends(inst);
    for (std::size_t i = 1; i < inst.src.size(); ++i)  // as it is: a value, no number of elements
      for (const auto& [offset, factor] : at(inst, i).parameters) scalars_[offset].is_used = true;
  }

  void appends(const Inst& store) {
    const auto is_counter = [&](std::uint32_t array) { return counters_.contains(array); };
    if (!std::ranges::any_of(at(store, 0).arrays, is_counter)) return;
    for (const std::uint64_t array : pointer_parameters(program_, store))
      arrays_[static_cast<std::uint32_t>(array)].appended = true;
  }

  const Program& program_;
  const ValuePlaces& places_;
  std::set<std::uint32_t> counters_;  ///< arrays, by byte offset, of which atomics give elements
  std::map<std::uint32_t, ScalarUse>& scalars_;
  std::map<std::uint32_t, ArrayUse>& arrays_;
  ComparedUses compared_;
  FloatUses floats_;
};

}  // namespace

ElementTests ArrayUse::tests_of(std::uint32_t bytes, std::uint32_t offset) const {
  ElementTests out;
  for (const auto& [at, one] : tests)
    if (bytes != 0 && at >= 0 && at % bytes == offset) out.merge(one);
  return out;
}

ElementTests ArrayUse::all_tests() const {
  ElementTests out;
  for (const auto& [at, one] : tests) out.merge(one);
  return out;
}

ParameterUses::ParameterUses(const Program& program) : extents_(program) {
  const ValuePlaces places(program);
  sorts_ = UseCollector(places, scalars_, arrays_).collect();
  constants_ = constant_uses(places);
}

const ScalarUse* ParameterUses::scalar(std::uint32_t offset) const {
  const auto found = scalars_.find(offset);
  return found == scalars_.end() || !found->second.is_used ? nullptr : &found->second;
}

const ArrayUse* ParameterUses::array(std::uint32_t offset) const {
  const auto found = arrays_.find(offset);
  return found == arrays_.end() ? nullptr : &found->second;
}

const ConstantUse* ParameterUses::constant(const std::string& name) const {
  const auto found = constants_.find(name);
  return found == constants_.end() ? nullptr : &found->second;
}

std::uint64_t ParameterUses::extent(const ScalarUse& use, const Dim3& grid, const Dim3& block,
                                    std::uint64_t divisor) const {
  // What threads have of their own says more than that with a radius or a stride.
  const auto own = [&](Slot slot) { return !extents_.by_parameters(slot); };
  // What is kept below it may have gone far beyond; threads that it lets do something do not.
  const std::set<Slot>& against = use.against.empty() ? use.index.clamped : use.against;
  const bool any = std::ranges::any_of(against, own);
  std::uint64_t out = 1;
  for (const Slot slot : against)
    if (!any || own(slot)) out = std::max(out, extents_.of(slot, grid, block, divisor));
  return out;
}

bool ParameterUses::goes_by_grid(const ScalarUse& use) const {
  return use.grid_loop &&
         std::ranges::any_of(use.against, [&](Slot slot) { return !extents_.by_parameters(slot); });
}

std::uint64_t ParameterUses::most_divided(const ScalarUse& use, const Dim3& grid,
                                          const Dim3& block) const {
  std::uint64_t out = 1;
  for (const Slot slot : use.index.divides) out = std::max(out, extents_.of(slot, grid, block, 1));
  return out;
}

bool ParameterUses::divides_steps() const {
  return std::ranges::any_of(scalars_, [](const auto& s) { return s.second.index.steps; });
}

std::size_t ParameterUses::factors() const {
  std::size_t out = 1;
  for (const auto& [offset, use] : scalars_) out = std::max(out, use.together.factors);
  return out;
}

std::uint64_t ParameterUses::row_threads(const ArrayUse& use, const Dim3& grid,
                                         const Dim3& block) const {
  constexpr std::uint64_t kMost = 1024;
  const std::uint64_t out = extents_.of(use.begins, grid, block, 1);
  return out <= kMost ? out : 1;
}

}  // namespace simt
