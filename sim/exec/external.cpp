// The functions that the CUDA run-time library provides to kernels: printf, malloc, free and the
// end of a failed assertion. Source: CUDA C++ Programming Guide, "Formatted Output", "Dynamic
// Global Memory Allocation" and "Assertion". Arguments lie in the caller's local frame, those of
// machine code in registers.
#include <fmt/format.h>

#include <array>

#include "isa/base/address_space.h"
#include "sim/exec/addressing.h"
#include "sim/exec/printf.h"

namespace simt {
namespace {

constexpr std::uint64_t kMaxString = 64 * 1024;
constexpr const char* kHeapBlock = "device malloc";

/// One lane's call: its arguments and its result, which lie in `frame` where the site says.
class LaneCall {
 public:
  LaneCall(Step& s, const CallSite& site, unsigned lane, std::byte* frame)
      : s_(s), site_(site), lane_(lane), frame_(frame) {}

  unsigned lane() const { return lane_; }
  std::uint64_t argument(std::size_t index) const {
    if (index >= site_.in.size())
      s_.fault(lane_,
               fmt::format("{} is called with {} arguments", site_.external, site_.in.size()));
    const ParamCopy& copy = site_.in[index];
    std::uint64_t value = 0;
    std::memcpy(&value, frame_ + copy.caller, std::min<std::size_t>(copy.bytes, sizeof value));
    return value;
  }
  void result(std::uint64_t value) const {
    if (site_.out.empty()) return;
    const ParamCopy& copy = site_.out[0];
    std::byte* const to = frame_ + copy.caller;
    const auto bytes = std::min<std::size_t>(copy.bytes, sizeof value);
    s_.out.memory_changed |= std::memcmp(to, &value, bytes) != 0;
    std::memcpy(to, &value, bytes);
  }
  /// The call changed what other lanes can see, whatever its result.
  void changed_memory() const { s_.out.memory_changed = true; }

  /// `bytes` bytes of the thread's memory, at most 8.
  std::uint64_t read(std::uint64_t address, unsigned bytes) const {
    std::uint64_t value = 0;
    const std::byte* const from = find_generic(s_, lane_, address, bytes);
    if (from == nullptr)
      s_.fault(lane_,
               fmt::format("{} of lane {} reads {} bytes at address {:#x}: {}", site_.external,
                           lane_, bytes, address, s_.port.memory().describe(address)));
    std::memcpy(&value, from, bytes);
    return value;
  }
  std::string string(std::uint64_t address) const {
    if (address == 0) return "(null)";
    std::string text;
    for (; text.size() < kMaxString; ++address) {
      const auto c = static_cast<char>(read(address, 1));
      if (c == '\0') return text;
      text += c;
    }
    s_.fault(lane_,
             fmt::format("{} of lane {} reads a string without an end", site_.external, lane_));
  }
  [[noreturn]] void fault(const std::string& message, FaultKind kind = FaultKind::Other) const {
    s_.fault(lane_, message, kind);
  }

 private:
  Step& s_;
  const CallSite& site_;
  unsigned lane_;
  std::byte* frame_;
};

std::byte* local_frame(const Step& s, unsigned lane) {
  const Slot sp = s.context.program.slots.stack_pointer;
  const std::uint64_t base = sp == kNoSlot ? 0 : lane_value<std::uint64_t>(s.regs, sp, lane);
  return s.warp.local.data() + std::size_t{lane} * s.warp.local_bytes_per_lane + base;
}

// int vprintf(const char* format, void* arguments): the arguments lie packed at their natural
// alignment. Returns their number; -1 for a null format.
void call_vprintf(const LaneCall& call, GlobalPort& port) {
  const std::uint64_t format = call.argument(0);
  if (format == 0) return call.result(static_cast<std::uint64_t>(-1));
  std::uint64_t at = call.argument(1);
  PrintfArguments arguments;
  arguments.next = [&](unsigned bytes) {
    at = (at + bytes - 1) / bytes * bytes;
    const std::uint64_t value = call.read(at, bytes);
    at += bytes;
    return value;
  };
  arguments.string = [&](std::uint64_t address) { return call.string(address); };
  try {
    const Printed printed = format_printf(call.string(format), arguments);
    port.printed += printed.text;
    call.result(static_cast<std::uint64_t>(printed.arguments));
  } catch (const PrintfError& error) {
    call.fault(error.what());
  }
}

void call_malloc(const LaneCall& call, GlobalMemory& memory) {
  const std::uint64_t bytes = call.argument(0);
  if (bytes == 0 || !memory.heap().fits(bytes)) return call.result(0);
  std::uint64_t address = 0;
  try {
    address = memory.allocate(bytes, kHeapBlock);
  } catch (const MemoryExhausted&) {
    return call.result(0);
  }
  call.changed_memory();
  memory.heap().used += bytes;
  call.result(address);
}

void call_free(const LaneCall& call, GlobalMemory& memory) {
  const std::uint64_t address = call.argument(0);
  if (address == 0) return;
  const Allocation* block = memory.allocation(address);
  if (block == nullptr || block->address != address || block->name != kHeapBlock)
    call.fault(fmt::format("lane {} frees address {:#x}, which is not a block from malloc: {}",
                           call.lane(), address, memory.describe(address)));
  call.changed_memory();
  memory.heap().used -= block->bytes;
  memory.release(address);
}

// void __assertfail(const char* expression, const char* file, unsigned line, const char* function,
//                   size_t character_size)
void call_assertfail(const LaneCall& call) {
  const std::string function = call.string(call.argument(3));
  call.fault(fmt::format("assertion `{}` failed at {}:{}{}", call.string(call.argument(0)),
                         call.string(call.argument(1)), call.argument(2) & 0xffff'ffff,
                         function.empty() ? "" : ", in " + function),
             FaultKind::Assertion);
}

void call_lane(Step& s, const CallSite& site, unsigned lane, std::byte* frame) {
  const LaneCall call(s, site, lane, frame);
  if (site.external == "vprintf")
    call_vprintf(call, s.port);
  else if (site.external == "malloc")
    call_malloc(call, s.port.memory());
  else if (site.external == "free")
    call_free(call, s.port.memory());
  else if (site.external == "__assertfail")
    call_assertfail(call);
  else
    call.fault(fmt::format("external function '{}' is not provided", site.external));
}

/// Registers of arguments (src[1] to src[3]) of one lane, then those of the result.
using SystemFrame = std::array<std::byte, 48>;
constexpr unsigned kArgumentBytes[] = {16, 16, 8}, kResultBytes = 8;

SystemFrame system_frame(const Step& s, unsigned lane) {
  SystemFrame frame{};
  std::byte* at = frame.data();
  std::size_t source = 1;
  for (const unsigned bytes : kArgumentBytes) {
    std::memcpy(at, s.regs + s.inst.src[source++] + std::size_t{lane} * bytes, bytes);
    at += bytes;
  }
  std::memcpy(at, s.regs + s.inst.dst[0] + std::size_t{lane} * kResultBytes, kResultBytes);
  return frame;
}

const CallSite& system_site(const Step& s, unsigned lane) {
  const auto address = lane_value<std::uint64_t>(s.regs, s.inst.src[0], lane);
  const std::vector<CallSite>& sites = s.context.program.call_sites;
  const std::uint64_t index = (address - kFunctionWindow.base) / kFunctionStep;
  if (!kFunctionWindow.contains(address) || index >= sites.size())
    s.fault(lane,
            fmt::format("lane {} calls address {:#x}, which is not a function", lane, address));
  return sites[index];
}

}  // namespace

void call_external(Step& s, const CallSite& site) {
  for_each_lane(s.active, [&](unsigned lane) { call_lane(s, site, lane, local_frame(s, lane)); });
}

void call_system(Step& s, unsigned lane) {
  SystemFrame frame = system_frame(s, lane);
  call_lane(s, system_site(s, lane), lane, frame.data());
  std::memcpy(s.regs + s.inst.dst[0] + std::size_t{lane} * kResultBytes,
              frame.data() + frame.size() - kResultBytes, kResultBytes);
}

}  // namespace simt
