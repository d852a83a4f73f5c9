#include "isa/ptx/decode/memory_form.h"

#include <utility>

namespace simt::decode {
namespace {

template <class T>
T first_of(const OpForm& form, std::initializer_list<std::pair<Mod, T>> choices, T otherwise) {
  for (const auto& [mod, value] : choices)
    if (form.has(mod)) return value;
  return otherwise;
}

}  // namespace

StateSpace space_of(const OpForm& form) {
  using enum StateSpace;
  return first_of(form,
                  {{Mod::global, Global},
                   {Mod::shared, Shared},
                   {Mod::local, Local},
                   {Mod::const_, Const},
                   {Mod::param, Param}},
                  form.op->space);
}

namespace {

TexelForm texel_form(const OpForm& form) {
  TexelForm texel;
  texel.geometry = first_of(form,
                            {{Mod::d1, Geometry::Line},
                             {Mod::d2, Geometry::Plane},
                             {Mod::d3, Geometry::Volume},
                             {Mod::a1d, Geometry::LineLayers},
                             {Mod::a2d, Geometry::PlaneLayers},
                             {Mod::cube, Geometry::Cube},
                             {Mod::acube, Geometry::CubeLayers}},
                            Geometry::None);
  texel.level =
      first_of(form, {{Mod::level, LevelOfDetail::Given}, {Mod::grad, LevelOfDetail::Gradients}},
               LevelOfDetail::First);
  texel.boundary =
      first_of(form, {{Mod::clamp, Boundary::Clamp}, {Mod::zero, Boundary::Zero}}, Boundary::Trap);
  texel.query = first_of(form,
                         {{Mod::height, TexelQuery::Height},
                          {Mod::depth, TexelQuery::Depth},
                          {Mod::array_size, TexelQuery::Layers}},
                         TexelQuery::Width);
  texel.gathers = mnemonic_of(*form.op) == "tld4";
  if (texel.gathers)
    texel.component = first_of(
        form, {{Mod::g, std::uint8_t{1}}, {Mod::b, std::uint8_t{2}}, {Mod::a, std::uint8_t{3}}},
        std::uint8_t{0});
  return texel;
}

}  // namespace

MemoryForm memory_form(const OpForm& form) {
  MemoryForm memory;
  memory.space = space_of(form);
  memory.type = form.type();
  if (memory.space == StateSpace::Texture || memory.space == StateSpace::Surface)
    memory.texel = texel_form(form);
  memory.elements = static_cast<std::uint8_t>(form.vector_width());
  const bool atomic = form.op->kind == Kind::Atomic || form.op->kind == Kind::Reduction;
  memory.order = first_of(form,
                          {{Mod::volatile_, MemoryOrder::Volatile},
                           {Mod::relaxed, MemoryOrder::Relaxed},
                           {Mod::acquire, MemoryOrder::Acquire},
                           {Mod::release, MemoryOrder::Release},
                           {Mod::acq_rel, MemoryOrder::AcqRel}},
                          atomic ? MemoryOrder::Relaxed : MemoryOrder::Weak);
  memory.cache = first_of(form,
                          {{Mod::nc, CacheOp::ReadOnly},
                           {Mod::cg, CacheOp::CacheGlobal},
                           {Mod::cs, CacheOp::Streaming},
                           {Mod::lu, CacheOp::LastUse},
                           {Mod::cv, CacheOp::NoCache},
                           {Mod::wt, CacheOp::NoCache}},
                          CacheOp::Default);
  if (atomic)
    memory.atomic = first_of(form,
                             {{Mod::min, AtomicOp::Min},
                              {Mod::max, AtomicOp::Max},
                              {Mod::inc, AtomicOp::Inc},
                              {Mod::dec, AtomicOp::Dec},
                              {Mod::and_, AtomicOp::And},
                              {Mod::or_, AtomicOp::Or},
                              {Mod::xor_, AtomicOp::Xor},
                              {Mod::exch, AtomicOp::Exch},
                              {Mod::cas, AtomicOp::Cas}},
                             AtomicOp::Add);
  return memory;
}

MemoryForm matrix_memory_form(const OpForm& form) {
  MemoryForm memory;
  memory.space = space_of(form);
  memory.matrix = matrix_form_of(form);
  const bool rows = memory.matrix.part == MatrixPart::Rows;
  memory.type = rows ? ScalarType::B128 : form.type();
  return memory;
}

}  // namespace simt::decode
