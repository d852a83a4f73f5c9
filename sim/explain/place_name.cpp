#include "sim/explain/place_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "isa/core/print.h"

namespace simt {
namespace {

std::string value_text(const std::byte* at, unsigned bytes, ScalarType type) {
  std::uint64_t value = 0;
  std::memcpy(&value, at, std::min<std::size_t>(bytes, sizeof value));
  if (!is_signed(type) || bytes >= sizeof value) return fmt::format("{}", value);
  const unsigned unused = 64 - 8 * bytes;
  return fmt::format("{}", static_cast<std::int64_t>(value << unused) >> unused);
}

}  // namespace

std::string PlaceNames::value(StateSpace space, std::uint64_t address, unsigned bytes,
                              ScalarType type) const {
  const std::byte* at = nullptr;
  if (space == StateSpace::Global)
    at = memory_.find(address, bytes);
  else if (cta_ != nullptr && address + bytes <= cta_->shared.size())
    at = cta_->shared.data() + address;
  return at != nullptr ? value_text(at, bytes, type) : "unmapped";
}

std::string PlaceNames::name(StateSpace space, std::uint64_t address) const {
  if (space != StateSpace::Shared) {
    const Allocation* const a = memory_.allocation(address);
    return a != nullptr ? place_text(a->name, address - a->address)
                        : fmt::format("0x{:x}", address);
  }
  for (const SharedVariable& v : program_.shared.variables)
    if (address - v.offset < v.bytes) return place_text(v.name, address - v.offset);
  return fmt::format("shared+{}", address);
}

}  // namespace simt
