#include "isa/machine/lower/lower.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/base/kernel_name.h"
#include "isa/machine/control.h"
#include "isa/machine/lower/refused.h"
#include "isa/machine/lower/rules.h"
#include "isa/machine/lower/system_calls.h"
#include "isa/machine/target/targets.h"

namespace simt::machine {
namespace {

// Bit 109 only prefers one warp to another: the schedulers choose by their own rules.
IssueControl issue_control(const Instruction& instruction) {
  const ControlField control = control_of(instruction);
  IssueControl out;
  out.stall = static_cast<std::uint8_t>(control.stall);
  out.result = static_cast<std::uint8_t>(control.write_barrier.value_or(IssueControl::kNone));
  out.operands = static_cast<std::uint8_t>(control.read_barrier.value_or(IssueControl::kNone));
  out.waits = static_cast<std::uint8_t>(control.wait_mask);
  out.reads.reuse = static_cast<std::uint8_t>(control.reuse);
  return out;
}

// The lowered instruction knows that it reads the register behind the one that a slot names.
void note_read(Lowering& in, const Inst& inst, const Piece& piece, RegisterReads& out) {
  for (const Piece& inner : piece.inner) note_read(in, inst, inner, out);
  if (piece.kind != PieceKind::Register || piece.reuse_bit == 0) return;
  const unsigned slot = piece.reuse_bit - kReuseBits;
  const auto number = static_cast<unsigned>(in.decoded.value(piece.field));
  if (slot >= kOperandSlots || number >= in.space().registers()) return;
  out.number.at(slot) = static_cast<std::uint8_t>(number);
  if (number % 2 != 0 || number + 1 >= in.space().registers()) return;
  if (inst.reads.contains(in.space().id_of(in.space().general(number + 1))))
    out.pairs = static_cast<std::uint8_t>(out.pairs | 1u << slot);
}

void note_reads(Lowering& in, const Inst& inst, RegisterReads& out) {
  for (const Operand& operand : in.decoded.encoding->operands)
    for (const Piece& piece : operand.pieces) note_read(in, inst, piece, out);
}

Inst lowered(Lowering& in) {
  const auto opcode = static_cast<unsigned>(in.word.peek(0, kRuleOpcodeBits));
  const Rule* const rule = rule_of(opcode);
  if (rule == nullptr) {
    const std::string_view feature = refused_feature(opcode);
    in.refuse(feature.empty() ? fmt::format("opcode {:#05x} is not supported", in.word.peek(0, 12))
                              : fmt::format("{} are not simulated", feature));
  }
  in.name = rule->name;
  in.uniform = rule->uniform;
  in.inst.op_class = rule->op_class;
  if (rule->uniform && opcode < 0x100) in.word.ignore(91, 1);
  in.guard(in.decoded.encoding->uniform_guard);
  rule->lower(in);
  if (const int bit = in.word.unseen_bit(); bit >= 0)
    in.refuse(fmt::format("a modifier that is not supported (bit {})", bit));
  in.choose_loop();
  return std::move(in.inst);
}

std::uint16_t spelling(Program& program, std::string_view name) {
  for (std::size_t i = 0; i < program.text.spellings.size(); ++i)
    if (program.text.spellings[i].mnemonic == name) return static_cast<std::uint16_t>(i);
  program.text.spellings.push_back({std::string(name), std::string(name), std::string(name), {}});
  return static_cast<std::uint16_t>(program.text.spellings.size() - 1);
}

/// Some lanes may go on with the next instruction.
bool goes_on(const Inst& inst) {
  if (inst.guard != kNoSlot) return true;
  switch (inst.kind) {
    case Kind::Branch:
    case Kind::Ret:
    case Kind::Trap:
      return false;
    case Kind::Exit:
      return inst.src.size() > 0;  // a second predicate
    case Kind::BranchTo:
      return inst.src.size() > 1;
    default:
      return true;
  }
}

// A function ends in a jump, an exit or a return, and in instructions without effect after it that
// nobody comes to.
void check_end(const KernelImage& image, const Program& program, Pc first, Pc end) {
  Pc last = end;
  while (last > first && program.code[last - 1].kind == Kind::Nop) --last;
  const bool comes_there = std::ranges::any_of(program.code, [&](const Inst& inst) {
    return inst.target != kNoPc && inst.target >= last && inst.target < end;
  });
  if (last == first || goes_on(program.code[last - 1]) || comes_there)
    throw LoweringError(fmt::format("the code of {} does not end in an exit, a return or a jump",
                                    demangled(image.name)),
                        end > first ? end - 1 : first);
}

/// Of code that is not from a file nothing is asked: it has no parts.
void check_ends(const KernelImage& image, const Program& program) {
  const auto count = static_cast<Pc>(program.code.size());
  for (std::size_t i = 0; i < image.parts.size(); ++i)
    check_end(image, program, static_cast<Pc>(image.parts[i].first),
              i + 1 < image.parts.size() ? static_cast<Pc>(image.parts[i + 1].first) : count);
}

/// Of bank 0 the parameters: what the driver fills in has no order that an index could follow.
void place_banks(MachineForm& form, const KernelImage& image) {
  form.banks.push_back({image.params_at, image.bank0_bytes - image.params_at});
  for (unsigned bank = 1; bank < image.banks.size(); ++bank)
    form.banks.push_back(
        {bank_start(image, bank), static_cast<std::uint32_t>(image.banks[bank].size())});
}

void place_variables(Program& program, const KernelImage& image) {
  // Banks are variables of constant memory, so that each launch has its own copy.
  for (unsigned bank = 1; bank < image.banks.size(); ++bank) {
    if (image.banks[bank].empty()) continue;
    program.machine->bank_variables.emplace(bank, program.variables.size());
    program.variables.push_back({.name = fmt::format("$bank{}", bank),
                                 .space = StateSpace::Const,
                                 .address = bank_start(image, bank),
                                 .bytes = image.banks[bank].size(),
                                 .initial = image.banks[bank]});
  }
  for (Variable variable : image.variables) {
    if (variable.space == StateSpace::Const) variable.address += bank_start(image, kVariableBank);
    program.variables.push_back(std::move(variable));
  }
}

}  // namespace

Program lower(const KernelImage& image) {
  if (!is_known_target(image.sm)) throw LoweringError(no_table_text(image.sm), 0);
  Program out;
  out.kernel = image.name;
  out.target = fmt::format("sm_{}", image.sm);
  out.as_compiled = true;
  MachineForm& form = out.machine.emplace();
  form.sm = image.sm;
  form.code_address = image.code_address;
  form.params_at = image.params_at;
  form.bank0_bytes = image.bank0_bytes;
  place_banks(form, image);
  form.shared_base = first_shared_address(target_of(image.sm));
  form.driver_constants = driver_constants(image.sm);

  for (const std::string& name : image.system_calls) out.call_sites.push_back(system_call(name));

  RegisterSpace space(out, std::max(image.registers, image.most_registers));
  const auto count = static_cast<Pc>(image.code.size() / kInstructionBytes);
  for (Pc pc = 0; pc < count; ++pc) {
    Lowering in(out, image, space, pc);
    out.issue_control.push_back(issue_control(in.decoded));
    Inst inst = lowered(in);
    if (inst.kind == Kind::Alu) note_reads(in, inst, out.issue_control.back().reads);
    inst.spelling = spelling(out, in.name);
    if (!image.lines.line.empty()) inst.debug_line = image.lines.line[pc];
    out.text.lines.push_back(fmt::format("/*{:04x}*/ {}", in.address(), in.text()));
    out.code.push_back(std::move(inst));
  }
  check_ends(image, out);
  form.branch_targets = image.branch_targets;
  out.slots.own_bytes = aligned_slot(out.slots.own_bytes);
  FunctionInfo& function = out.functions.emplace_back();
  function.name = image.name;
  function.entry = 0;
  function.end = count;
  function.frame_bytes = (image.stack_bytes + 15) / 16 * 16;
  function.last_slot = out.slots.own_bytes;
  out.params = image.params;
  out.param_bytes = image.param_bytes;
  out.registers_per_thread = image.registers;
  out.registers_from = RegisterCount::ByPtxas;
  out.barriers_used = image.barriers;
  const std::uint32_t reserved = std::min(form.shared_base, image.shared_bytes);
  out.shared.static_bytes = image.shared_bytes - reserved;
  out.shared.dynamic_offset = (out.shared.static_bytes + 15) / 16 * 16;
  out.shared.uses_dynamic = image.dynamic_shared;
  out.bounds.max_ntid = image.max_threads;
  out.bounds.req_ntid = image.required_threads;
  place_variables(out, image);
  out.debug = image.lines.source;
  form.ptx = image.lines.ptx;
  return out;
}

}  // namespace simt::machine
