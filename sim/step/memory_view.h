// Device and shared memory as one SM sees it at a stop: with the stores that it still holds back
// until its window ends (sim/exec/global_port.h).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "sim/step/lane_values.h"
#include "sim/step/subject.h"

namespace simt {

class MemoryView {
 public:
  MemoryView(const Machine& machine, unsigned sm) : machine_(machine), sm_(machine.gpu.sm(sm)) {}

  /// The element at an address of device memory, at most 8 bytes; nothing when it is not mapped.
  std::optional<std::uint64_t> global(std::uint64_t address, unsigned bytes) const;
  /// The same at an offset of a CTA's shared memory.
  static std::optional<std::uint64_t> shared(const CtaState& cta, std::uint64_t offset,
                                             unsigned bytes);
  /// "out+16"; the address itself where nothing is mapped.
  std::string name(std::uint64_t address) const;
  /// The same, empty where nothing with a name is.
  std::string name_if_any(std::uint64_t address) const;
  /// For values_text(): "<out+16>", as gdb writes addresses.
  AddressName address_name() const;

 private:
  const Machine& machine_;
  Sm& sm_;
};

/// At most 8 bytes at `offset` of `memory`; nothing where they do not lie in it.
std::optional<std::uint64_t> bits_at(std::span<const std::byte> memory, std::uint64_t offset,
                                     unsigned bytes);

/// "data+16" by the kernel's variables, else "shared+16".
std::string shared_name(const Program& program, std::uint64_t offset);

}  // namespace simt
