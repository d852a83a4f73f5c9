// The operand [handle, {coordinates}] of texture and surface instructions (PTX ISA 9.7.10, 9.7.11).
#include <fmt/format.h>

#include "isa/ptx/decode/error.h"
#include "isa/ptx/decode/function_decoder.h"

namespace simt::decode {
namespace {

/// Coordinates that the text has: those that a vector of two or four is filled up with are ignored.
unsigned written_coordinates(Geometry geometry) {
  const unsigned used = coordinates(geometry);
  return used == 3 ? 4 : used;
}

}  // namespace

void FunctionDecoder::texel_operand(const OperandSpec& spec, const ast::Operand& operand,
                                    InstBuilder& out) {
  const Geometry geometry = out.inst.memory.texel.geometry;
  memory_operand(operand, out);
  if (operand.elements.size() == 2)
    fail(operand, fmt::format("'{}' with a sampler of its own is not supported", opcode_),
         "[texture, {coordinates}], where the texture object holds the sampler");
  std::vector<ast::Operand> given;
  if (operand.elements.size() == 1) given = components(operand.elements.front());
  if (given.size() != written_coordinates(geometry))
    fail(operand, fmt::format("'{}' takes {} coordinate{} here, {} given", opcode_,
                              written_coordinates(geometry),
                              written_coordinates(geometry) == 1 ? "" : "s", given.size()));
  for (unsigned i = 0; i < coordinates(geometry); ++i) {
    const bool layer = i == 0 && has_layers(geometry);
    const ScalarType type = layer ? ScalarType::B32 : spec.resolve(out.form);
    out.add_src(source(given[i], type, Width::Exact));
  }
}

void FunctionDecoder::texel_steps(const OperandSpec& spec, const ast::Operand* operand,
                                  InstBuilder& out) {
  if (operand == nullptr) return;
  if (operand->shape != ast::Operand::Shape::Vector)
    fail(*operand, fmt::format("'{}' takes a vector of offsets here; comparisons are not supported",
                               opcode_));
  vector_operand(spec, *operand, out);
  out.inst.memory.texel.steps = TexelSteps::Separate;
}

}  // namespace simt::decode
