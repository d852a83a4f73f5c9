// mov from what has no slot of its own.
#include "isa/ptx/decode/function_decoder.h"
#include "isa/ptx/decode/opcode.h"

namespace simt::decode {

/// mov from what is no slot: a volatile special register, the address of something in the frame,
/// and narrow reads of special registers. True when it was one of these.
bool FunctionDecoder::special_move(const ast::Instruction& inst, const OpForm& form) {
  if (mnemonic_of(*form.op) != "mov" || inst.operands.size() != 2) return false;
  const ast::Operand& from = inst.operands[1];
  if (from.shape != ast::Operand::Shape::Name || from.negated) return false;
  const Found found = scope_->find(from.name);
  if (!found) {
    const auto special = find_special(from.name.text, from.component);
    if (!special) return false;
    // Of %gridid, too, which had 32 bits before PTX ISA 3.0; a clock of 64 bits has no narrow read.
    const bool is_gridid = special->reg == SpecialReg::gridid;
    const unsigned bytes = size_of(form.type()), all = size_of(special->type);
    if (!is_float(form.type()) && (bytes == 2 || bytes == 4) && bytes < all &&
        (all == 4 || is_gridid)) {
      InstBuilder out(known_form({"cvt", bytes == 2 ? "u16" : "u32", all == 4 ? "u32" : "u64"}),
                      loc_);
      out.add_dst(destination(inst.operands[0], form.type(), Width::Exact));
      out.add_src(special_value(from, *special));
      complete(out);
      return true;
    }
    if (special->scope != SpecialScope::Changes ||
        !agrees(form.type(), special->type, Width::Exact))
      return false;
    InstBuilder out(form, loc_);
    out.inst.kind = Kind::ReadSpecial;
    out.inst.lanes = nullptr;
    out.inst.imm = static_cast<std::int64_t>(special->reg);
    out.add_dst(destination(inst.operands[0], form.type(), Width::Exact));
    complete(out);
    return true;
  }
  if (found.symbol->as<ast::Variable>() == nullptr || found.symbol->as_register() != nullptr)
    return false;
  const Place place = place_of(from, *found.symbol);
  if (!place.in_frame || size_of(form.type()) != 8) return false;
  // The machine's local addresses have 32 bits: one addition to R1 (kernels/local_array.ir, sm_90).
  InstBuilder out(known_form({"add", "s64"}), loc_);
  out.inst.expansion.insts = 1;
  out.add_dst(destination(inst.operands[0], form.type(), Width::Exact));
  out.add_src(stack_pointer());
  const std::uint64_t offset = place.offset + from.literal.bits;
  out.add_src({context_.slots.constant(ScalarType::U64, offset), kNoReg, ScalarType::U64});
  complete(out);
  return true;
}

}  // namespace simt::decode
