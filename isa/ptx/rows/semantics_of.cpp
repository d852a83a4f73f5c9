// What the opcodes of PTX mean: the one place that turns suffixes into fields of Semantics.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "isa/ptx/rows/op_table.h"

namespace simt {
namespace {

template <class T>
struct Choice {
  Mod mod;
  T value;
};
template <class T>
T first_choice(const OpForm& form, std::initializer_list<Choice<T>> choices, T otherwise) {
  for (const Choice<T>& choice : choices)
    if (form.has(choice.mod)) return choice.value;
  return otherwise;
}

Operation operation_of(const OpInfo& row) {
  static const auto by_heading = [] {
    std::unordered_map<std::string_view, Operation> map;
    for (const SectionInfo& section : sections()) map.emplace(section.heading, section.operation);
    return map;
  }();
  const auto found = by_heading.find(row.section);
  return found == by_heading.end() ? Operation::Other : found->second;
}

/// The unsigned spellings lo, ls, hi, hs name the same comparisons; patterns keep them to unsigned.
Relation relation_of(const OpForm& form) {
  using enum Relation;
  return first_choice(form,
                      {{Mod::eq, Equal},
                       {Mod::ne, NotEqual},
                       {Mod::lt, Less},
                       {Mod::lo, Less},
                       {Mod::le, LessEqual},
                       {Mod::ls, LessEqual},
                       {Mod::gt, Greater},
                       {Mod::hi, Greater},
                       {Mod::ge, GreaterEqual},
                       {Mod::hs, GreaterEqual},
                       {Mod::equ, EqualOrNan},
                       {Mod::neu, NotEqualOrNan},
                       {Mod::ltu, LessOrNan},
                       {Mod::leu, LessEqualOrNan},
                       {Mod::gtu, GreaterOrNan},
                       {Mod::geu, GreaterEqualOrNan},
                       {Mod::num, Ordered},
                       {Mod::nan, Unordered}},
                      None);
}

Combine combine_of(const OpForm& form) {
  return first_choice(form,
                      {{Mod::and_, Combine::And},
                       {Mod::or_, Combine::Or},
                       {Mod::xor_, Combine::Xor},
                       {Mod::popc, Combine::Count}},
                      Combine::None);
}

AtomicOp reduction_of(const OpForm& form) {
  return first_choice(form,
                      {{Mod::min, AtomicOp::Min},
                       {Mod::max, AtomicOp::Max},
                       {Mod::and_, AtomicOp::And},
                       {Mod::or_, AtomicOp::Or},
                       {Mod::xor_, AtomicOp::Xor}},
                      AtomicOp::Add);
}

ShuffleMode shuffle_of(const OpForm& form) {
  return first_choice(form,
                      {{Mod::up, ShuffleMode::Up},
                       {Mod::down, ShuffleMode::Down},
                       {Mod::bfly, ShuffleMode::Butterfly}},
                      ShuffleMode::Index);
}

VoteMode vote_of(const OpForm& form) {
  if (mnemonic_of(*form.op) == "elect") return VoteMode::Elect;
  return first_choice(
      form,
      {{Mod::ballot, VoteMode::Ballot}, {Mod::all, VoteMode::All}, {Mod::uni, VoteMode::Uniform}},
      VoteMode::Any);
}

FloatTest test_of(const OpForm& form) {
  return first_choice(form,
                      {{Mod::finite, FloatTest::Finite},
                       {Mod::infinite, FloatTest::Infinite},
                       {Mod::number, FloatTest::Number},
                       {Mod::notanumber, FloatTest::NotANumber},
                       {Mod::normal, FloatTest::Normal}},
                      FloatTest::Subnormal);
}

FloatMode mode_of(const OpForm& form) {
  using enum Mod;
  const auto rounding = first_choice(form,
                                     {{rz, Rounding::Zero},
                                      {rzi, Rounding::Zero},
                                      {rm, Rounding::Down},
                                      {rmi, Rounding::Down},
                                      {rp, Rounding::Up},
                                      {rpi, Rounding::Up},
                                      {rna, Rounding::Away}},
                                     Rounding::Nearest);
  return {rounding,      form.has(ftz),    form.has(sat), form.has(relu), form.has(satfinite),
          form.has(NaN), form.has(xorsign)};
}

// What has to be together before it executes, as the suffixes say.
void set_convergence(const OpForm& form, Semantics& what) {
  switch (traits_of(form.op->kind).convergence) {
    case KindTraits::Convergence::Named:
      what.sync = form.has(Mod::sync);
      break;
    case KindTraits::Convergence::Warp:  // bar is barrier.aligned (9.7.13.1)
      what.aligned = form.has(Mod::aligned) || mnemonic_of(*form.op) == "bar";
      break;
    case KindTraits::Convergence::None:
    case KindTraits::Convergence::Always:
      break;
  }
}

// wmma of half precision names those of the result and the sum.
void set_types_of_product(const OpForm& form, Semantics& what) {
  if (form.types.size() != 2) return;
  what.type2 = ScalarType::F16;
  what.more_types = {};
  what.more_types.push_back(ScalarType::F16);
  what.more_types.push_back(form.types[1]);
}

}  // namespace

Semantics semantics_of(const OpForm& form) {
  Semantics what;
  set_convergence(form, what);
  what.type = form.types[0];
  what.type2 = form.types[1];
  for (std::size_t i = 2; i < form.types.size(); ++i) what.more_types.push_back(form.types[i]);
  what.operation = operation_of(*form.op);
  switch (form.op->kind) {
    case Kind::Alu:
      what.mode = mode_of(form);
      what.combine = combine_of(form);
      what.test = test_of(form);
      what.approximate = form.has(Mod::approx) || form.has(Mod::full);
      if (what.is(Operation::Compare) || mnemonic_of(*form.op).starts_with("vset"))
        what.relation = relation_of(form);
      if (what.is(Operation::Multiply) || what.is(Operation::MultiplyAdd))
        what.high = form.has(Mod::hi);
      break;
    case Kind::BarSync:
    case Kind::BarArrive:
    case Kind::BarReduce:
      what.combine = combine_of(form);
      break;
    case Kind::Shuffle:
    case Kind::Vote:
    case Kind::Match:
    case Kind::Redux:
      what.shuffle = shuffle_of(form);
      what.vote = vote_of(form);
      what.reduce = reduction_of(form);
      break;
    case Kind::Branch:
      what.uniform = form.has(Mod::uni);
      break;
    case Kind::Matrix:
      what.mode = mode_of(form);
      what.combine = combine_of(form);
      set_types_of_product(form, what);
      break;
    case Kind::Load:
    case Kind::Fence:
      what.scope =
          first_choice(form, {{Mod::cta, Scope::Cta}, {Mod::sys, Scope::System}}, Scope::Gpu);
      break;
    default:
      break;
  }
  return what;
}

Inst inst_of(const OpForm& form) {
  Inst inst;
  inst.op = semantics_of(form);
  inst.kind = form.op->kind;
  inst.memory.matrix = matrix_form_of(form);
  inst.op_class = form.op->op_class;
  inst.expansion.insts = form.op->machine_insts;
  inst.expansion.others = form.op->others;
  if (form.op->lanes != nullptr) inst.lanes = form.op->lanes(inst.op);
  return inst;
}

}  // namespace simt
