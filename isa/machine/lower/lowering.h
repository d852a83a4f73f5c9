// From machine instructions to the instructions of isa/core. A rule (rules.h) says what an opcode
// does; what all of them need is here: registers as rows, operands by their form, predicates.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

#include "isa/base/machine_code.h"
#include "isa/core/program.h"
#include "isa/core/rows.h"
#include "isa/machine/instruction.h"
#include "isa/machine/lanes/lane_ops.h"
#include "isa/machine/lanes/modifiers.h"
#include "isa/machine/lower/instruction_word.h"
#include "isa/machine/lower/kernel_image.h"
#include "isa/machine/registers.h"
#include "isa/machine/target/targets.h"

namespace simt::machine {

/// An instruction that is not supported. what() names it and its address.
struct LoweringError : std::runtime_error {
  LoweringError(const std::string& what, Pc at) : std::runtime_error(what), pc(at) {}
  Pc pc;
};

/// The register file of a program: what lies where, made when it is first used.
class RegisterSpace {
 public:
  RegisterSpace(Program& program, std::uint32_t registers);

  static constexpr unsigned kZero = kRZ, kUniformZero = kURZ, kTrue = kPT;
  Slot general(unsigned n) const { return general_.at(n); }
  Slot uniform(unsigned n);
  Slot predicate(unsigned n) const { return predicates_ + 4 * n; }
  Slot uniform_predicate(unsigned n) const { return uniform_predicates_ + 4 * n; }
  /// A mask of the warp for each lane; kCollective: where each lane goes on after ENDCOLLECTIVE;
  /// kReturnLow, kReturnHigh: the words of Rpc.
  Slot barrier(unsigned n);
  static constexpr unsigned kCollective = 16, kReturnLow = 17, kReturnHigh = 18;
  /// Written where nothing is to be written.
  Slot discarded() const { return discarded_; }
  Slot discarded_predicate() const { return discarded_predicate_; }
  /// What BAR.RED leaves for B2R.
  Slot barrier_count() const { return barrier_count_; }
  Slot barrier_truth() const { return barrier_truth_; }
  std::uint32_t registers() const { return static_cast<std::uint32_t>(general_.size()); }

  Slot constant(ScalarType type, std::uint64_t value);
  Slot special(SpecialReg reg);
  /// A word or a double word of constant memory.
  Slot bank(std::uint32_t offset, unsigned bytes);

  /// The number that the register at `slot` has for the program; kNoReg: none.
  RegId id_of(Slot slot) const;

 private:
  Slot own(std::uint32_t bytes, const std::string& name, ScalarType type);
  Slot common(std::uint32_t bytes);

  Program& program_;
  std::vector<Slot> general_;
  std::map<unsigned, Slot> uniform_, barriers_;
  std::map<Slot, RegId> ids_;
  std::map<std::pair<ScalarType, std::uint64_t>, Slot> constants_;
  std::map<SpecialReg, Slot> specials_;
  std::map<std::pair<std::uint32_t, unsigned>, Slot> banks_;
  Slot predicates_, uniform_predicates_, discarded_, discarded_predicate_;
  Slot barrier_count_, barrier_truth_;
};

/// Where an operand stands in the word.
enum class Field : std::uint8_t { A, Wide, C };  ///< bits 24-31, 32-63, 64-71
/// Registers of a lane, or of the whole warp.
enum class File : std::uint8_t { General, Uniform };
/// What it is read as.
enum class Width : std::uint8_t { Word, Pair };

class Lowering {
 public:
  Lowering(Program& program, const KernelImage& image, RegisterSpace& space, Pc pc);

  Inst inst;
  InstructionWord word;
  /// The same, decoded: for its text and its issue control.
  const Instruction decoded;
  const Pc pc;
  const Target& target;
  const unsigned form;   ///< bits 9-11
  bool uniform = false;  ///< of the uniform datapath: registers and predicates are UR, UP

  [[noreturn]] void refuse(const std::string& what) const;
  /// As a disassembler writes it.
  std::string text() const;
  /// Its name in counts by opcode; set by the table.
  std::string_view name;

  /// Registers to registers, by this function.
  void alu(Lanes lanes);
  /// Operands and modifiers are all there: takes the loop of this form, where it has one.
  void choose_loop();
  /// For counts by operation.
  void computes(Operation operation, ScalarType type) {
    inst.op.operation = operation;
    inst.op.type = type;
  }
  void set(Flag flag) { inst.imm |= static_cast<std::int64_t>(flag); }
  void set(Flag flag, bool when) {
    if (when) set(flag);
  }
  void number(unsigned at, std::uint64_t value) {
    inst.imm |= static_cast<std::int64_t>(value << at);
  }

  // Operands, in the order of Inst::dst and Inst::src.
  void write_register(Width width = Width::Word);
  /// A register and `words` - 1 behind it; of RZ what is written is lost.
  void write_general(unsigned n, unsigned words) { write(File::General, n, words); }
  void write_uniform(unsigned n, unsigned words = 1) { write(File::Uniform, n, words); }
  void read_field(Field field, Width width = Width::Word);
  /// The register `step` after R`first`, of those that an instruction names by their first one; RZ
  /// is all of them.
  unsigned following(unsigned first, unsigned step) const {
    if (first == RegisterSpace::kZero) return first;
    if (first + step >= RegisterSpace::kZero) refuse("a register beyond R254");
    return first + step;
  }
  void read_general(unsigned n, unsigned words = 1) { read(File::General, n, words); }
  void read_uniform(unsigned n, unsigned words = 1) { read(File::Uniform, n, words); }
  void read_constant(std::uint32_t value) { read_slot(space().constant(ScalarType::B32, value)); }
  void read_slot(Slot slot);
  void write_slot(Slot slot);
  /// B and C as the form has them: which fields.
  Field b_field() const { return form == 2 || form == 3 || form == 7 ? Field::C : Field::Wide; }
  Field c_field() const { return form == 2 || form == 3 || form == 7 ? Field::Wide : Field::C; }
  /// Is the field at bits 32-63 an immediate number?
  bool wide_is_immediate() const { return form == 2 || form == 4; }
  /// Signs of an operand of floating-point numbers: for its field.
  void signs(Field field, Flag negates, Flag absolute, bool has_absolute = true);
  void negation(Field field, Flag negates) { signs(field, negates, kAbsoluteA, false); }

  // Predicates; PT is read as true and drops what is written.
  void write_predicate(unsigned first);
  void read_predicate(unsigned first, unsigned negation);
  void read_predicate(unsigned first);
  void read_true();
  void drop_predicate(unsigned first);
  /// A source predicate that is to be PT, as it nearly always is.
  void expect_true(unsigned first, unsigned negation);
  void use_of(Slot slot, bool written);

  void guard(bool uniform_predicate);
  void rounding(unsigned first);
  RegisterSpace& space() { return space_; }
  Program& program() { return program_; }
  const KernelImage& image() const { return image_; }
  /// Where `bytes` of a bank lie in constant memory. Refuses what is outside of the bank, and what
  /// the driver fills in there and is not known.
  std::uint32_t bank_offset(unsigned bank, std::uint32_t offset, unsigned bytes) const;
  std::uint64_t address() const { return pc * kInstructionBytes; }

 private:
  Slot predicate_slot(unsigned n);
  void note_driver_constant(std::uint32_t offset) const;
  Slot slot_of(File file, unsigned n);
  std::vector<Slot> rows_of(File file, unsigned n, unsigned words);
  void write(File file, unsigned n, unsigned words);
  void read(File file, unsigned n, unsigned words);
  void push(std::vector<Slot> rows, OperandRole role);
  unsigned field_bits(Field field) const;

  Program& program_;
  const KernelImage& image_;
  RegisterSpace& space_;
  Lanes lanes_ = Lanes::kCount;  ///< of alu()
};

/// Where the constant banks begin in constant memory, by number.
std::uint32_t bank_start(const KernelImage& image, unsigned bank);
/// Bytes of all of them.
std::uint32_t constant_bytes(const KernelImage& image);

}  // namespace simt::machine
