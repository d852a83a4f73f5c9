#include "sim/input/parameter_uses.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <memory>
#include <set>
#include <unordered_map>

#include "isa/analysis/loops.h"
#include "sim/input/pivots.h"
#include "sim/input/value_forms.h"
#include "sim/input/value_origins.h"

namespace simt {
namespace {

std::uint32_t special_bits(std::initializer_list<SpecialReg> regs) {
  std::uint32_t out = 0;
  for (const SpecialReg r : regs) out |= 1u << static_cast<unsigned>(r);
  return out;
}

const std::uint32_t kOfGrid =
    special_bits({SpecialReg::nctaid_x, SpecialReg::nctaid_y, SpecialReg::nctaid_z});

const std::uint32_t kOfX = special_bits({SpecialReg::tid_x, SpecialReg::ctaid_x});
const std::uint32_t kOfY = special_bits({SpecialReg::tid_y, SpecialReg::ctaid_y});
const std::uint32_t kPlaces =
    special_bits({SpecialReg::tid_x, SpecialReg::tid_y, SpecialReg::ctaid_x, SpecialReg::ctaid_y});

bool asks_order(Relation r) {
  return r != Relation::Equal && r != Relation::NotEqual;
}

class UseCollector {
 public:
  UseCollector(const Program& program, std::map<std::uint32_t, ScalarUse>& scalars,
               std::map<std::uint32_t, ArrayUse>& arrays)
      : program_(program),
        origins_(program),
        forms_(program, origins_),
        scalars_(scalars),
        arrays_(arrays) {
    for (const FunctionInfo& f : program.functions) {
      graphs_.push_back(std::make_unique<Cfg>(build_cfg(program, f)));
      loops_.push_back(std::make_unique<Loops>(*graphs_.back()));
    }
    find_addresses();
    find_indices();
    find_meeting();
    find_staged();
  }

  /// Returns whether elements are put in order.
  bool collect() {
    for (Pc pc = 0; pc < program_.code.size(); ++pc) {
      const Inst& inst = program_.code[pc];
      if (inst.kind == simt::Kind::Alu) arithmetic(pc, inst);
      address(inst);
    }
    for (auto& [offset, tests] : element_tests(program_, origins_))
      arrays_[offset].tests = std::move(tests);
    for (const auto& [array, row] : pivots(program_, origins_)) arrays_[array].solved_rows = row;
    for (const auto& [offset, use] : std::map(arrays_)) about_elements(use.all_tests());
    const bool indices =
        std::ranges::any_of(arrays_, [](const auto& a) { return a.second.indices; });
    return sorts_ && !indices;
  }

 private:
  const ValueOrigin& at(const Inst& inst, std::size_t i) const { return origins_.of(inst.src[i]); }

  void about_elements(const ElementTests& tests) {
    for (const std::uint32_t row : tests.row) scalars_[row].elements.row = true;
    if (tests.within.size() < 2) return;
    scalars_[*tests.within.begin()].elements.lowest = true;
    scalars_[*tests.within.rbegin()].elements.highest = true;
  }

  /// Registers that become an address as they are, with the widest element that lies there.
  void find_addresses() {
    for (const Inst& inst : program_.code)
      if (inst.kind == simt::Kind::Load && inst.memory.space != StateSpace::Param)
        for (std::size_t i = 0; i < inst.dst.size(); ++i) loaded_.insert(inst.dst[i]);
    for (const Inst& inst : program_.code)
      if (accesses(inst)) raise(inst.src[0], std::max(1u, inst.memory.bytes()));
    bool changed = true;
    while (changed) {
      changed = false;
      for (auto i = program_.code.rbegin(); i != program_.code.rend(); ++i) {
        const auto known = i->kind == simt::Kind::Alu && i->dst.size() == 1 ? bytes_.find(i->dst[0])
                                                                            : bytes_.end();
        if (known == bytes_.end()) continue;
        const unsigned bytes = known->second;
        const Operation o = i->op.operation;
        const bool sum = o == Operation::Add || o == Operation::Move || o == Operation::Convert ||
                         o == Operation::ConvertAddress;
        for (std::size_t s = 0; s < i->src.size(); ++s)
          if (sum || (o == Operation::MultiplyAdd && s == 2)) changed |= raise(i->src[s], bytes);
      }
    }
  }
  /// Likewise, scaled or not.
  void find_indices() {
    for (const auto& [slot, bytes] : bytes_) indexing_.insert(slot);
    std::size_t before = 0;
    while (before != indexing_.size()) {
      before = indexing_.size();
      for (const Inst& inst : program_.code)
        if (inst.kind == simt::Kind::Alu && inst.dst.size() == 1 && !is_float(inst.op.type) &&
            !is_float(inst.op.type2) && indexing_.contains(inst.dst[0]))
          for (std::size_t s = 0; s < inst.src.size(); ++s) indexing_.insert(inst.src[s]);
    }
  }
  bool raise(Slot slot, unsigned bytes) {
    if (slot == kNoSlot || origins_.constant(slot)) return false;
    unsigned& known = bytes_[slot];
    if (known >= bytes) return false;
    known = bytes;
    return true;
  }
  static bool accesses(const Inst& inst) {
    const bool kind = inst.kind == simt::Kind::Load || inst.kind == simt::Kind::Store ||
                      inst.kind == simt::Kind::Atomic || inst.kind == simt::Kind::Reduction;
    return kind &&
           (inst.memory.space == StateSpace::Global || inst.memory.space == StateSpace::Generic);
  }

  static bool is_shared(const Inst& inst) {
    return inst.kind != simt::Kind::Alu && inst.memory.space == StateSpace::Shared;
  }

  void arithmetic(Pc pc, const Inst& inst) {
    for (std::size_t i = 0; i < inst.src.size(); ++i)
      for (const auto& [offset, factor] : at(inst, i).parameters) scalars_[offset].is_used = true;
    for (const bool swapped : {false, true}) {
      const std::size_t a = swapped ? 1 : 0, b = 1 - a;
      if (inst.src.size() < 2 || at(inst, b).parameters.empty()) continue;
      for (const auto& [offset, factor] : at(inst, b).parameters)
        use(pc, inst, a, b, scalars_[offset], factor);
    }
    pitches(inst);
    starts(inst);
    if (is_root(inst)) root(inst);
    if (inst.op.is(Operation::Compare)) compared_arrays(pc, inst);
  }

  /// src[b] is a parameter, src[a] the other operand.
  void use(Pc pc, const Inst& inst, std::size_t a, std::size_t b, ScalarUse& out, double factor) {
    const ValueOrigin& other = at(inst, a);
    switch (inst.op.operation) {
      case Operation::Compare:
        return compare(pc, inst, a, b, out, factor);
      case Operation::ShiftLeft:
      case Operation::ShiftRight:
        out.shift |= b == 1;
        return;
      case Operation::Divide:
      case Operation::Remainder:
        if (b != 1) return;
        if (is_float(inst.op.type)) return divide(other, out);
        if (!other.is_index() || other.memory) {
          out.divisor = true;
          return;
        }
        out.index.steps |= other.loop && (other.specials & kOfGrid) == 0;
        out.step |= out.index.steps;
        out.index.divisor |= !out.index.steps;
        out.index.divides.insert(inst.src[a]);
        return;
      case Operation::Xor:
        out.exchanged |= other.is_index() && !other.memory;
        out.flag |= forms_.is_truth(inst.src[a]) || forms_.meets_truth(inst.dst[0]);
        return;
      case Operation::And:
        out.masked |= other.is_index() && !other.memory;
        out.mask.bits |= other.memory;
        out.mask.places |= other.memory && indexing_.contains(inst.dst[0]);
        // A key that branches choose comes from no memory, as far as is known here.
        out.mask.slots |= (other.memory || !other.is_index()) && forms_.is_one_less(inst.src[b]);
        return;
      case Operation::Subtract:
        out.index.mirrored |=
            !is_float(inst.op.type) && b == 0 && other.is_index() && !other.memory;
        if (!is_float(inst.op.type) || b != 1) return;
        out.real.origin |= loaded_.contains(inst.src[a]) && !at(inst, b).product;
        out.real.share |= !other.memory && is_constant(inst.src[a]);
        return;
      case Operation::Multiply:
      case Operation::MultiplyAdd:
        if (is_float(inst.op.type))
          out.real.scales_index |= inst.op.is(Operation::MultiplyAdd) && other.is_index() &&
                                   !other.memory && factor == 1;
        else if (other.is_index() && !other.memory && b < 2)
          stride(other, out);
        return;
      case Operation::Other:  // the smaller one of both
        if (!is_float(inst.op.type) && inst.src.size() == 2 && other.is_index() &&
            (!out.size || !other.loop)) {
          out.size = true;
          out.against.insert(inst.src[a]);
        }
        return;
      default:
        return;
    }
  }

  void divide(const ValueOrigin& other, ScalarUse& out) {
    out.divisor |= other.memory || !other.is_index();
    out.real.spread |= !other.memory && (other.loop || other.is_index());
    for (const auto* const by : {&other.multiples, &other.parameters})
      for (const auto& [offset, factor] : *by) scalars_[offset].scaled |= out.size;
  }

  bool is_constant(Slot slot) const { return origins_.constant(slot).has_value(); }

  static void stride(const ValueOrigin& other, ScalarUse& out) {
    out.stride.any = true;
    out.stride.in_plane |= !other.loop && (other.specials & kPlaces) != 0;
  }

  void compare(Pc pc, const Inst& inst, std::size_t a, std::size_t b, ScalarUse& out,
               double factor) {
    const ValueOrigin &other = at(inst, a), &own = at(inst, b);
    out.flag |= !asks_order(inst.op.relation) && forms_.is_truth(inst.src[a]);
    if (!own.parameters.empty() && other.is_index())
      for (const auto& [offset, times] : other.multiples) scalars_[offset].step = true;
    if (other.memory) {
      out.compared |= !own.loop;
      out.elements.capacity |= forms_.is_of_atomic(inst.src[a]);
      out.elements.range |= !is_float(inst.op.type) && asks_order(inst.op.relation) &&
                            indexing_.contains(inst.src[a]);
      out.elements.threshold |= !is_float(inst.op.type) && asks_order(inst.op.relation) &&
                                !own.loop && loaded_.contains(inst.src[a]) &&
                                !indexing_.contains(inst.src[a]);
    } else if (other.is_index() && !asks_order(inst.op.relation) && !other.loop &&
               forms_.is_parameter(inst.src[b])) {
      out.index.chosen = true;
    } else if (other.is_index() && !own.is_index()) {
      out.index.guarded |= !other.loop;
      if (!out.size || own.product) out.factor = factor;
      if (!out.size || !other.loop) out.against.insert(inst.src[a]);
      out.size = true;
      out.product |= own.product;
      out.together.columns |= (other.specials & kOfX) != 0 && (other.specials & kOfY) == 0;
      std::size_t& together = own.product ? out.together.factors : out.together.terms;
      together = std::max(together, own.parameters.size());
      out.grid_loop |= other.loop && (other.specials & kOfGrid) != 0;
    } else if (own.loop && other.loop && !own.is_index()) {
      out.search = true;
    } else if ((other.loop || own.loop) && !own.is_index()) {
      ends_loop(pc, out);
      out.lengths.tiles |= factor > 0 && factor < 0.125;
    }
  }

  /// Whether `wanted` holds for an instruction of the loop around one; nothing: there is none.
  std::optional<bool> any_in_loop(Pc pc, const std::function<bool(const Inst&)>& wanted) const {
    for (std::size_t f = 0; f < graphs_.size(); ++f) {
      if (pc < program_.functions[f].entry || pc >= program_.functions[f].end) continue;
      const Cfg& cfg = *graphs_[f];
      const Node block = cfg.block_of(pc);
      const Loop* const loop = loops_[f]->innermost(block, block);
      if (loop == nullptr) return std::nullopt;
      return std::ranges::any_of(loop->blocks, [&](Node n) {
        for (Pc at = cfg.blocks[n].begin; at < cfg.blocks[n].end; ++at)
          if (wanted(program_.code[at])) return true;
        return false;
      });
    }
    return std::nullopt;
  }

  void ends_loop(Pc pc, ScalarUse& out) const {
    const std::optional<bool> memory = any_in_loop(pc, accesses);
    if (memory) (*memory ? out.length : out.iterations) = true;  // else of its first round
    const auto of_threads = [&](const Inst& inst) {
      const bool any = accesses(inst) || is_shared(inst);
      return any && (at(inst, 0).is_index() || at(inst, 0).memory);
    };
    out.lengths.shared |= memory.value_or(false) && !*any_in_loop(pc, of_threads);
  }

  bool loads_in_loop(Pc pc, Slot slot) const {
    return any_in_loop(pc,
                       [&](const Inst& inst) {
                         return inst.kind == simt::Kind::Load && inst.dst[0] == slot;
                       })
        .value_or(false);
  }

  /// Both ends of a range change in the loop.
  bool narrows(Pc pc) const {
    return any_in_loop(pc,
                       [&](const Inst& inst) {
                         return inst.kind == simt::Kind::Alu && inst.op.is(Operation::Compare) &&
                                !is_float(inst.op.type) && asks_order(inst.op.relation) &&
                                at(inst, 0).loop && at(inst, 1).loop &&
                                !loaded_.contains(inst.src[0]) && !loaded_.contains(inst.src[1]) &&
                                indexing_.contains(inst.src[0]) && indexing_.contains(inst.src[1]);
                       })
        .value_or(false);
  }

  /// A multiple of a parameter that becomes an address as it is: bytes.
  void pitches(const Inst& inst) {
    for (std::size_t d = 0; d < inst.dst.size(); ++d) {
      const auto bytes = bytes_.find(inst.dst[d]);
      if (bytes == bytes_.end()) continue;
      for (const auto& [offset, factor] : origins_.of(inst.dst[d]).multiples) {
        ScalarUse& out = scalars_[offset];
        if (!out.stride.any || factor <= 0) continue;
        out.stride.pitch = true;
        out.stride.along |= origins_.of(inst.dst[d]).loop;
        out.stride.factor = factor;
        out.stride.access_bytes = std::max(out.stride.access_bytes, bytes->second);
      }
    }
  }

  /// x0 + x * dx
  void starts(const Inst& inst) {
    if (!is_float(inst.op.type) || !inst.op.is(Operation::MultiplyAdd)) return;
    const auto is_place = [&](std::size_t i) {
      return at(inst, i).is_index() && !at(inst, i).memory && !at(inst, i).loop;
    };
    if (!is_place(0) && !is_place(1)) return;
    for (const auto& [offset, factor] : at(inst, 2).parameters)
      scalars_[offset].real.starts_index = true;
  }

  bool is_root(const Inst& inst) const {
    if (inst.op.is(Operation::SquareRoot)) return true;
    return inst.op.approximate && inst.spelling < program_.text.spellings.size() &&
           program_.text.spellings[inst.spelling].mnemonic == "rsqrt";
  }

  void root(const Inst& inst) {
    if (!is_float(inst.op.type) || inst.src.size() != 1) return;
    for (const Inst& sum : program_.code) {
      const bool adds = sum.op.is(Operation::Add) || sum.op.is(Operation::MultiplyAdd);
      if (!adds || !is_float(sum.op.type) || sum.dst[0] != inst.src[0]) continue;
      for (std::size_t i = 0; i < sum.src.size(); ++i)
        for (const auto& [offset, factor] : at(sum, i).parameters)
          scalars_[offset].real.below_root = true;
    }
  }

  void compared_arrays(Pc pc, const Inst& inst) {
    if (asks_order(inst.op.relation) && narrows(pc))
      for (std::size_t i = 0; i < 2; ++i)
        for (const std::uint32_t array : at(inst, i).arrays)
          arrays_[array].searched |= loads_in_loop(pc, inst.src[i]);
    const ValueOrigin &a = at(inst, 0), &b = at(inst, 1);
    const Slot variable = inst.src[a.loop ? 0 : 1];
    for (const std::uint32_t array : a.arrays)
      if (b.arrays.contains(array) && (a.loop || b.loop) && indexing_.contains(variable)) {
        if (!forms_.is_counted_up(variable)) continue;
        arrays_[array].ends = true;
        arrays_[array].begins = variable;
        // end = row + 1 < rows ? ends[row + 1] : entries
        for (const auto& [offset, factor] : (a.loop ? b : a).parameters)
          scalars_[offset].elements.ends.insert(array);
      }
    sorts_ |= asks_order(inst.op.relation) && a.memory && b.memory && a.arrays == b.arrays &&
              loaded_.contains(inst.src[0]) && loaded_.contains(inst.src[1]);
    for (const ValueOrigin* const o : {&a, &b}) {
      for (const std::uint32_t array : o->arrays) arrays_[array].compared = true;
      if (!o->memory || !o->arrays.empty()) continue;
      for (const std::uint32_t array : staged_) arrays_[array].compared = true;
    }
  }

  void address(const Inst& inst) {
    const bool shared = is_shared(inst);
    if (!accesses(inst) && !shared) return;
    const bool scatters = inst.kind == simt::Kind::Store && !shared && at(inst, 1).memory;
    for (const std::uint32_t array : at(inst, 0).arrays) {
      arrays_[array].indices = true;
      arrays_[array].scatters |= scatters && !meeting_.contains(array);
    }
  }

  /// Arrays whose elements go into shared memory.
  void find_staged() {
    for (const Inst& inst : program_.code)
      if (inst.kind == simt::Kind::Store && inst.memory.space == StateSpace::Shared)
        staged_.insert(at(inst, 1).arrays.begin(), at(inst, 1).arrays.end());
  }

  /// Arrays whose elements say where atomics go.
  void find_meeting() {
    for (const Inst& inst : program_.code)
      if (accesses(inst) && inst.kind != simt::Kind::Load && inst.kind != simt::Kind::Store)
        meeting_.insert(at(inst, 0).arrays.begin(), at(inst, 0).arrays.end());
  }

  const Program& program_;
  ValueOrigins origins_;
  ValueForms forms_;
  std::map<std::uint32_t, ScalarUse>& scalars_;
  std::map<std::uint32_t, ArrayUse>& arrays_;
  std::vector<std::unique_ptr<Cfg>> graphs_;
  std::vector<std::unique_ptr<Loops>> loops_;
  std::unordered_map<Slot, unsigned> bytes_;
  std::set<Slot> indexing_, loaded_;
  std::set<std::uint32_t> meeting_, staged_;
  bool sorts_ = false;
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
  sorts_ = UseCollector(program, scalars_, arrays_).collect();
}

const ScalarUse* ParameterUses::scalar(std::uint32_t offset) const {
  const auto found = scalars_.find(offset);
  return found == scalars_.end() || !found->second.is_used ? nullptr : &found->second;
}

const ArrayUse* ParameterUses::array(std::uint32_t offset) const {
  const auto found = arrays_.find(offset);
  return found == arrays_.end() ? nullptr : &found->second;
}

std::uint64_t ParameterUses::extent(const ScalarUse& use, const Dim3& grid, const Dim3& block,
                                    std::uint64_t divisor) const {
  // What threads have of their own says more than that with a radius or a stride.
  const auto own = [&](Slot slot) { return !extents_.by_parameters(slot); };
  const bool any = std::ranges::any_of(use.against, own);
  std::uint64_t out = 1;
  for (const Slot slot : use.against)
    if (!any || own(slot)) out = std::max(out, extents_.of(slot, grid, block, divisor));
  return out;
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
