#include "isa/machine/lower/lowering.h"
#include "isa/base/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "isa/machine/lanes/usual.h"
#include "isa/machine/print.h"

namespace simt::machine {
namespace {

bool is_zero(File file, unsigned n) {
  return n == (file == File::Uniform ? RegisterSpace::kUniformZero : RegisterSpace::kZero);
}

InstructionWord word_at(const KernelImage& image, Pc pc) {
  std::uint64_t halves[2];
  std::memcpy(halves, image.code.data() + pc * kInstructionBytes, sizeof halves);
  return InstructionWord({halves[0], halves[1]});
}

Instruction decoded_at(const InstructionWord& word, const KernelImage& image, Pc pc) {
  try {
    return decode(word.whole(), image.sm);
  } catch (const DecodeError& e) {
    throw LoweringError(
        fmt::format("{:#06x} of {}: {}", kInstructionBytes * pc, demangled(image.name), e.what()),
        pc);
  }
}

/// What the driver fills in at `offset` of bank 0; nullptr: it is not known.
const DriverConstantPlace* place_at(const MachineForm& form, std::uint32_t offset) {
  const auto found = std::ranges::find_if(form.driver_constants, [=](const DriverConstantPlace& p) {
    return offset >= p.offset && offset < p.offset + p.bytes;
  });
  return found == form.driver_constants.end() ? nullptr : &*found;
}

}  // namespace

std::uint32_t bank_start(const KernelImage& image, unsigned bank) {
  if (bank == 0) return 0;
  const auto aligned = [](std::size_t n) {
    return static_cast<std::uint32_t>((n + 255) / 256 * 256);
  };
  std::uint32_t at = aligned(image.bank0_bytes);
  for (unsigned b = 1; b < bank; ++b) at += aligned(image.banks.at(b).size());
  return at;
}
std::uint32_t constant_bytes(const KernelImage& image) {
  const auto last = static_cast<unsigned>(image.banks.size()) - 1;
  return bank_start(image, last) + static_cast<std::uint32_t>(image.banks[last].size());
}

Lowering::Lowering(Program& program, const KernelImage& image, RegisterSpace& space, Pc at)
    : word(word_at(image, at)),
      decoded(decoded_at(word, image, at)),
      pc(at),
      target(target_of(image.sm)),
      form(static_cast<unsigned>(word.take(9, 3))),
      program_(program),
      image_(image),
      space_(space) {
  word.ignore(0, 9);
  word.ignore(105, 21);  // issue control
  inst.loc = {pc + 1, 1};
}

void Lowering::refuse(const std::string& what) const {
  throw LoweringError(
      fmt::format("{} at {:#06x} of {}: {}", text(), address(), demangled(image_.name), what), pc);
}
std::string Lowering::text() const {
  return text_of(decoded, address());
}

void Lowering::note_driver_constant(std::uint32_t offset) const {
  const DriverConstantPlace* const place = place_at(*program_.machine, offset);
  if (place == nullptr)
    refuse(fmt::format("c[0x0][{:#x}], which the driver fills in, is not known", offset));
  if (place->what == DriverConstant::ReservedSharedEnd ||
      place->what == DriverConstant::ReservedSharedPart)
    program_.shared.uses_reserved = true;
}
std::uint32_t Lowering::bank_offset(unsigned bank, std::uint32_t offset, unsigned bytes) const {
  if (bank >= image_.banks.size()) refuse(fmt::format("constant bank {}", bank));
  const std::size_t size = bank == 0 ? image_.bank0_bytes : image_.banks[bank].size();
  if (offset + std::size_t{bytes} > size)
    refuse(fmt::format("c[{:#x}][{:#x}] lies outside of the bank's {} bytes", bank, offset, size));
  for (std::uint32_t at = offset; at < offset + bytes && bank == 0 && at < image_.params_at;
       at += 4)
    note_driver_constant(at);
  return bank_start(image_, bank) + offset;
}

void Lowering::alu(Lanes lanes) {
  inst.kind = Kind::Alu;
  inst.lanes = lanes_of(lanes);
  inst.dst_bytes = inst.src_bytes = 4;
  lanes_ = lanes;
}
void Lowering::choose_loop() {
  if (lanes_ == Lanes::kCount) return;
  const LaneOp usual = usual_form(lanes_, inst);
  if (usual != nullptr) set_lanes(inst, usual);
}

void Lowering::use_of(Slot slot, bool written) {
  const RegId id = space_.id_of(slot);
  if (id == kNoReg) return;
  if (written && !inst.writes.contains(id)) inst.writes.push_back(id);
  if (!written && !inst.reads.contains(id)) inst.reads.push_back(id);
}
void Lowering::read_slot(Slot slot) {
  inst.src.push_back(slot);
  use_of(slot, false);
}
void Lowering::write_slot(Slot slot) {
  inst.dst.push_back(slot);
  use_of(slot, true);
}

void Lowering::push(std::vector<Slot> rows, OperandRole role) {
  const bool written = role == OperandRole::Written;
  for (const Slot row : rows)
    if (row != kNoSlot) use_of(row, written);
  add_row_operand(program_, inst, role, rows);
}

Slot Lowering::slot_of(File file, unsigned n) {
  return file == File::Uniform ? space_.uniform(n) : space_.general(n);
}
std::vector<Slot> Lowering::rows_of(File file, unsigned n, unsigned words) {
  if (file == File::General && n + words > space_.registers())
    refuse(fmt::format("there is no register R{}", n + words - 1));
  if (file == File::Uniform && n + words > RegisterSpace::kUniformZero)
    refuse(fmt::format("there is no register UR{}", n + words - 1));
  std::vector<Slot> rows;
  for (unsigned i = 0; i < words; ++i) rows.push_back(slot_of(file, n + i));
  return rows;
}
void Lowering::write(File file, unsigned n, unsigned words) {
  if (file == File::Uniform) inst.op.whole_warp = true;
  const bool zero = is_zero(file, n);
  if (words == 1 && zero) return write_slot(space_.discarded());
  const std::vector<Slot> rows = zero ? std::vector<Slot>(words, kNoSlot) : rows_of(file, n, words);
  if (words == 1) return write_slot(rows[0]);
  push(rows, OperandRole::Written);
}
void Lowering::read(File file, unsigned n, unsigned words) {
  if (is_zero(file, n))
    return read_slot(space_.constant(words == 1   ? ScalarType::B32
                                     : words == 2 ? ScalarType::B64
                                                  : ScalarType::B128,
                                     0));
  const std::vector<Slot> rows = rows_of(file, n, words);
  if (words == 1) return read_slot(rows[0]);
  push(rows, OperandRole::Read);
}
void Lowering::write_register(Width width) {
  const unsigned words = width == Width::Pair ? 2 : 1;
  inst.dst_bytes = static_cast<std::uint8_t>(4 * words);
  if (uniform)
    write_uniform(static_cast<unsigned>(word.take(16, 6)), words);
  else
    write_general(static_cast<unsigned>(word.take(16, 8)), words);
}

void Lowering::read_field(Field field, Width width) {
  const unsigned words = width == Width::Pair ? 2 : 1;
  const unsigned first = field == Field::A ? 24 : field == Field::C ? 64 : 32;
  if (field == Field::Wide) {
    if (wide_is_immediate()) {
      const std::uint64_t value = word.take(32, 32);
      // Of a double the upper word.
      return read_slot(space_.constant(words == 1 ? ScalarType::B32 : ScalarType::B64,
                                       words == 1 ? value : value << 32));
    }
    if (form == 3 || form == 5) {
      const auto offset = static_cast<std::uint32_t>(word.take(38, 16));
      const auto bank = static_cast<unsigned>(word.take(54, 5));
      return read_slot(space_.bank(bank_offset(bank, offset, 4 * words), 4 * words));
    }
    if (form == 6 || form == 7) {
      word.ignore(91, 1);
      return read_uniform(static_cast<unsigned>(word.take(32, 6)), words);
    }
  }
  if (uniform) return read_uniform(static_cast<unsigned>(word.take(first, 6)), words);
  read_general(static_cast<unsigned>(word.take(first, 8)), words);
}

void Lowering::signs(Field field, Flag negates, Flag absolute, bool has_absolute) {
  unsigned negative = 72, magnitude = 73;
  if (field == Field::C) {
    negative = 75;
    magnitude = 74;
  } else if (field == Field::Wide) {
    if (wide_is_immediate()) return;  // its sign is its own
    negative = 63;
    magnitude = 62;
  }
  set(negates, word.flag(negative));
  if (has_absolute) set(absolute, word.flag(magnitude));
}

Slot Lowering::predicate_slot(unsigned n) {
  return uniform ? space_.uniform_predicate(n) : space_.predicate(n);
}
void Lowering::write_predicate(unsigned first) {
  const auto n = static_cast<unsigned>(word.take(first, 3));
  write_slot(n == RegisterSpace::kTrue ? kNoSlot : predicate_slot(n));
}
void Lowering::read_predicate(unsigned first, unsigned negation) {
  if (word.flag(negation)) inst.src_negated |= static_cast<std::uint16_t>(1u << inst.src.size());
  read_predicate(first);
}
void Lowering::read_predicate(unsigned first) {
  const auto n = static_cast<unsigned>(word.take(first, 3));
  read_slot(n == RegisterSpace::kTrue ? space_.constant(ScalarType::Pred, 1) : predicate_slot(n));
}
void Lowering::read_true() {
  read_slot(space_.constant(ScalarType::Pred, 1));
}
void Lowering::drop_predicate(unsigned first) {
  if (word.take(first, 3) != RegisterSpace::kTrue) refuse("a predicate result that is not known");
}
void Lowering::expect_true(unsigned first, unsigned negation) {
  if (word.take(first, 3) != RegisterSpace::kTrue || word.flag(negation))
    refuse("a further predicate operand");
}

void Lowering::guard(bool uniform_predicate) {
  const auto n = static_cast<unsigned>(word.take(12, 3));
  const bool negated = word.flag(15);
  if (n == RegisterSpace::kTrue && !negated) return;
  inst.guard = n == RegisterSpace::kTrue ? space_.constant(ScalarType::Pred, 1)
               : uniform_predicate       ? space_.uniform_predicate(n)
                                         : space_.predicate(n);
  inst.guard_negated = negated;
  inst.guard_reg = space_.id_of(inst.guard);
  use_of(inst.guard, false);
}

void Lowering::rounding(unsigned first) {
  constexpr Rounding kModes[] = {Rounding::Nearest, Rounding::Down, Rounding::Up, Rounding::Zero};
  inst.op.mode.rounding = kModes[word.take(first, 2)];
}

}  // namespace simt::machine
