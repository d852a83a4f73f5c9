#include "sim/exec/address_fault.h"

#include <fmt/format.h>

#include <cstring>

#include "isa/base/address_space.h"
#include "isa/core/pointer_parameters.h"
#include "isa/core/print.h"
#include "sim/exec/addressing.h"

namespace simt {
namespace {

/// Addresses below this are taken for members and elements reached through a null pointer.
constexpr std::uint64_t kNullPage = 64 * 1024;

std::string access_text(const Step& s, unsigned lane) {
  return fmt::format("{}-byte {} by lane {}", s.inst.memory.bytes(), access_name(s.inst.kind),
                     lane);
}

struct Place {
  StateSpace space;
  std::uint64_t offset;
};
Place place(const Step& s, std::uint64_t address) {
  if (s.inst.memory.space != StateSpace::Generic) return {s.inst.memory.space, address};
  const Located located = locate_generic(address);
  return {located.space, located.offset};
}

std::string overrun(std::uint64_t past) {
  return past == 0 ? std::string("just past the end of")
                   : fmt::format("{} byte{} past the end of", past, past == 1 ? "" : "s");
}

// The shared variable that the access overran: the last one that starts at or below the address;
// the array that is declared .extern is the last of all.
std::string near_shared(const Step& s, std::uint64_t offset) {
  const Program& program = s.context.program;
  const std::uint64_t begin = program.shared.dynamic_offset, size = s.warp.cta->shared.size();
  if (program.shared.uses_dynamic && begin < size && offset >= size)
    return fmt::format(", {} the dynamic shared memory ({} bytes at {:#x})", overrun(offset - size),
                       size - begin, begin);
  const SharedVariable* below = nullptr;
  for (const SharedVariable& v : program.shared.variables)
    if (v.bytes > 0 && v.offset + v.bytes <= offset &&
        (below == nullptr || v.offset > below->offset))
      below = &v;
  if (below == nullptr) return "";
  return fmt::format(", {} '{}' ({} bytes at {:#x})",
                     overrun(offset - below->offset - below->bytes), below->name, below->bytes,
                     below->offset);
}

// A generic address in an instruction that names a space is a forgotten cvta.to.
std::string generic_hint(const Step& s, std::uint64_t address) {
  if (s.inst.memory.space == StateSpace::Generic) return "";
  const Located located = locate_generic(address);
  if (located.space == StateSpace::Global) return "";
  return fmt::format("; this is a generic address of {} memory", name_of(located.space));
}

// An array that is declared .extern has the size that the launch gives it.
std::string dynamic_hint(const Step& s) {
  // A cubin does not say whether a kernel that has static arrays has such a one, too.
  const SharedLayout& shared = s.context.program.shared;
  if (!shared.uses_dynamic || s.context.launch.dynamic_shared_bytes > 0 ||
      (s.context.program.machine && shared.static_bytes > 0))
    return "";
  return "; the kernel's .extern .shared array has no bytes: its size is the launch's, in a "
         "program "
         "the third of <<<grid, block, BYTES>>>, for a kernel alone --shared BYTES or a line '//! "
         "shared BYTES'";
}

// The buffer whose pointer the access goes by; null where that is not certain.
const Allocation* buffer_of(const Step& s) {
  const Allocation* out = nullptr;
  const auto& params = s.context.launch.params;
  for (const std::uint64_t offset : pointer_parameters(s.context.program, s.inst)) {
    std::uint64_t pointer = 0;
    if (offset + sizeof pointer > params.size()) return nullptr;
    std::memcpy(&pointer, params.data() + offset, sizeof pointer);
    const Allocation* const buffer = s.port.memory().allocation(pointer);
    if (buffer != nullptr && out != nullptr && buffer != out) return nullptr;
    if (buffer != nullptr) out = buffer;
  }
  return out;
}

bool writes(Kind kind) {
  return kind == Kind::Store || kind == Kind::Atomic || kind == Kind::Reduction;
}

// The nearest buffer need not be the one that is overrun: that is told first.
std::string global_text(const Step& s, std::uint64_t address) {
  const std::string nearest = s.port.memory().describe(address);
  const Allocation* const buffer = buffer_of(s);
  if (buffer == nullptr || nearest.find(fmt::format("'{}' (", buffer->name)) != std::string::npos)
    return nearest;
  std::string text = GlobalMemory::describe(address, *buffer);
  const unsigned each = s.inst.memory.bytes();
  const std::uint64_t past = address - buffer->address - buffer->bytes;
  if (const auto at = text.find(" past the end"); at != std::string::npos && past % each == 0)
    text.replace(0, at,
                 fmt::format("{} element{} of {} byte{}", past / each, past == each ? "" : "s",
                             each, each == 1 ? "" : "s"));
  return fmt::format("{}, from whose address it is computed; {}", text, nearest);
}

// The stack of machine code counts down to 0.
std::string stack_hint(const Step& s, Place where) {
  if (!s.context.program.machine || where.offset < 0x8000'0000) return "";
  return "; its stack is full: calls go deeper than a thread has room for (cudaLimitStackSize)";
}

std::string has(std::string_view owner, std::uint64_t bytes, std::string_view what) {
  return bytes == 0 ? fmt::format("{} has no {}", owner, what)
                    : fmt::format("{} has {} bytes of {}", owner, bytes, what);
}

// Of sm_90 machine code the first bytes are the driver's.
std::string shared_from(const Step& s) {
  const std::uint32_t start = shared_start(s.context.program);
  return start == 0 ? "" : fmt::format(", from {:#x} on", start);
}

std::string constant_extent(const Step& s) {
  const std::uint8_t bank = s.inst.memory.bank;
  if (bank == MemoryForm::kNoBank)
    return has("the module", s.context.constants().size(), "constant memory");
  const MachineForm::Bank& its = s.context.program.machine->banks[bank];
  if (bank == 0)
    return has("the kernel", its.bytes, "parameters") + fmt::format(", from {:#x} on", its.start);
  return has(fmt::format("constant bank {}", bank), its.bytes, "constants") +
         fmt::format(", from {:#x} on", its.start);
}

std::string extent_text(const Step& s, Place where) {
  switch (where.space) {
    case StateSpace::Shared:
      return has("the block", s.warp.cta->shared.size(), "shared memory") + shared_from(s) +
             near_shared(s, where.offset) + dynamic_hint(s);
    case StateSpace::Local:
      return has("the thread", s.warp.local_bytes_per_lane, "local memory") + stack_hint(s, where);
    case StateSpace::Const:
      return constant_extent(s);
    case StateSpace::Param:
      return has("the kernel", s.context.launch.params.size(), "parameters");
    default:
      return global_text(s, where.offset);
  }
}

}  // namespace

void fault_misaligned(const Step& s, unsigned lane, std::uint64_t address) {
  const Place where = place(s, address);
  s.fault(
      lane,
      fmt::format("misaligned {} at {} address {:#x}: it must be a multiple of {}",
                  access_text(s, lane), name_of(where.space), where.offset, s.inst.memory.bytes()),
      FaultKind::Misaligned);
}

void fault_out_of_bounds(const Step& s, unsigned lane, std::uint64_t address) {
  const Place where = place(s, address);
  const bool global = where.space == StateSpace::Global;
  if (global && where.offset < kNullPage)
    s.fault(lane,
            fmt::format("{} through a null pointer (address {:#x})", access_text(s, lane),
                        where.offset),
            FaultKind::IllegalAddress);
  KernelFault fault(fmt::format("out-of-bounds {} at {} address {:#x}: {}{}", access_text(s, lane),
                                name_of(where.space), where.offset, extent_text(s, where),
                                generic_hint(s, address)),
                    s.pc, lane, global ? FaultKind::IllegalAddress : FaultKind::Other);
  const Allocation* const buffer = global ? buffer_of(s) : nullptr;
  fault.out_of_bounds = OutOfBounds{where.space, where.offset, s.inst.memory.bytes(),
                                    writes(s.inst.kind), buffer ? buffer->address : 0};
  throw fault;
}

void fault_wrong_space(const Step& s, unsigned lane, StateSpace space, std::uint64_t address) {
  s.fault(lane, fmt::format("{} at generic address {:#x}, which is in {} memory",
                            access_text(s, lane), address, name_of(space)));
}

}  // namespace simt
