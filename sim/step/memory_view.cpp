#include "sim/step/memory_view.h"

#include <fmt/format.h>

#include <cstring>

#include "isa/core/print.h"

namespace simt {

std::optional<std::uint64_t> MemoryView::global(std::uint64_t address, unsigned bytes) const {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < bytes; ++i) {  // an element may straddle what the port holds
    Allocation* const a = machine_.memory.allocation(address + i);
    if (a == nullptr) return {};
    const auto byte = std::to_integer<std::uint64_t>(*sm_.port().readable(*a, address + i));
    bits |= byte << (8 * i);
  }
  return bits;
}

std::optional<std::uint64_t> MemoryView::shared(const CtaState& cta, std::uint64_t offset,
                                                unsigned bytes) {
  return bits_at(cta.shared, offset, bytes);
}

std::optional<std::uint64_t> bits_at(std::span<const std::byte> memory, std::uint64_t offset,
                                     unsigned bytes) {
  if (offset > memory.size() || memory.size() - offset < bytes) return {};
  std::uint64_t bits = 0;
  std::memcpy(&bits, memory.data() + offset, bytes);
  return bits;
}

std::string MemoryView::name_if_any(std::uint64_t address) const {
  const Allocation* const a = machine_.memory.allocation(address);
  return a == nullptr || a->name.empty() ? "" : place_text(a->name, address - a->address);
}

AddressName MemoryView::address_name() const {
  return [view = *this](std::uint64_t address) {
    const std::string name = view.name_if_any(address);
    return name.empty() ? "" : "<" + name + ">";
  };
}

std::string MemoryView::name(std::uint64_t address) const {
  const std::string known = name_if_any(address);
  return known.empty() ? fmt::format("0x{:x}", address) : known;
}

std::string shared_name(const Program& program, std::uint64_t offset) {
  for (const SharedVariable& v : program.shared.variables)
    if (offset >= v.offset && (v.bytes == 0 || offset - v.offset < v.bytes))
      return place_text(v.name, offset - v.offset);
  return fmt::format("shared+{}", offset);
}

}  // namespace simt
