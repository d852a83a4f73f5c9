#include "sim/views/narrowed_loads.h"

#include <algorithm>

#include "sim/input/element.h"
#include "sim/input/launch_spec.h"
#include "sim/views/report.h"

namespace simt {
namespace {

const BoundArg* buffer_at(const BoundLaunch& launch, std::uint64_t address) {
  const auto holds = [&](const BoundArg& a) {
    return a.spec.is_buffer && a.space == StateSpace::Global && address - a.address < a.bytes;
  };
  const auto found = std::ranges::find_if(launch.args, holds);
  return found == launch.args.end() ? nullptr : &*found;
}

/// Bytes of an element of the array of numbers that it is in; 0: not known, or of a structure or a
/// vector, whose fields may be loaded one by one.
unsigned declared_bytes(const Subject& s, std::uint64_t address) {
  if (s.signature == nullptr || s.launch == nullptr) return 0;
  const BoundArg* const buffer = buffer_at(*s.launch, address);
  const ParameterInfo* const p = buffer ? s.signature->find(buffer->spec.name) : nullptr;
  if (p == nullptr || p->type.pointers != 1 || p->elements.count != 1) return 0;
  return size_of(p->elements.type);
}

unsigned times(const Subject& s, Pc pc) {
  const unsigned bytes = s.run.worst[pc].access.bytes;
  return bytes == 0 ? 1 : std::max(element_bytes(s, pc) / bytes, 1u);
}

}  // namespace

unsigned element_bytes(const Subject& s, Pc pc) {
  const MemoryAccess& access = s.run.worst[pc].access;
  const bool one = access.kind == Kind::Load && access.space == StateSpace::Global &&
                   access.lanes != 0 && !access.several();
  if (!one) return access.bytes;
  return std::max<unsigned>(access.bytes,
                            declared_bytes(s, access.address[first_lane(access.lanes)]));
}

unsigned ideal_of_worst(const Subject& s, Pc pc) {
  const WorstAccess& worst = s.run.worst[pc];
  return std::min(worst.cost, worst.ideal * times(s, pc));
}

std::uint64_t ideal_sectors(const Subject& s, Pc pc) {
  const LineCounters& line = s.run.lines[pc];
  return std::max(line.sectors_ideal,
                  std::min<std::uint64_t>(line.sectors, line.sectors_ideal * times(s, pc)));
}

}  // namespace simt
