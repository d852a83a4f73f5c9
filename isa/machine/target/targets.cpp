#include "isa/machine/target/targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "isa/core/shared_layout.h"

namespace simt::machine {
namespace {

struct PlaceOfTargets {
  DriverConstantPlace place;
  unsigned first_target = kFirstTarget, last_target = kLastTarget;
};

constexpr auto places_of_targets() {
  using enum DriverConstant;
  return std::to_array<PlaceOfTargets>({
      {{BlockShape, 0x00, 12}},
      {{GridShape, 0x0c, 12}},
      {{SharedWindow, 0x18, 8}},
      {{LocalWindow, 0x20, 8}},
      {{StackTop, 0x28, 4}},
      {{DynamicSharedBytes, 0x2c, 4}},
      {{ReservedSharedEnd, 0x68, 4}, 90},
      {{ReservedSharedPart, 0x6c, 4}, 90},
      {{ReservedSharedEnd, 0x120, 4}, 80, 89},
      {{ReservedSharedPart, 0x124, 4}, 80, 89},
      {{GridWorkspace, 0x8c, 8}, 75, 89},
      {{GridWorkspace, 0x44, 8}, 90},
      {{UserConstants, 0x50, 8}, 75, 89},
      {{UserConstants, 0xd0, 8}, 90},
      {{ConstantBank0, 0x40, 8}, 75, 89},
      {{Parameters, 0x198, 8}, 90},
      {{SmCount, 0x10c, 4}},
      {{ReservedShared, 0x114, 4}, 80},
      {{GlobalDescriptor, 0x118, 8}, 75, 89},
      {{ReservedShared, 0x13c, 4}, 90},
      {{ClusterLaunch, 0x140, 4}, 90},
      {{ClusterShape, 0x144, 12}, 90},
      {{ClusterReciprocals, 0x150, 12}, 90},
      {{ClustersInGrid, 0x15c, 12}, 90},
      {{SharedWindow, 0x170, 8}, 90},
      {{ClusterBlocks, 0x188, 4}, 90},
      {{GlobalDescriptor, 0x208, 8}, 90},
  });
}

}  // namespace

const Target& target_of(unsigned sm) {
  const auto* const found = std::ranges::find(kTargetTable, sm, &Target::sm);
  if (found == kTargetTable.end()) throw std::out_of_range(no_table_text(sm));
  return *found;
}

bool is_known_target(unsigned sm) {
  return std::ranges::find(kTargets, sm) != kTargets.end();
}

std::string known_targets_text() {
  std::string out;
  for (const unsigned t : kTargets) out += (out.empty() ? "sm_" : ", sm_") + std::to_string(t);
  return out;
}

std::string no_table_text(unsigned sm) {
  return fmt::format("no opcode table for sm_{}; there are {}", sm, known_targets_text());
}

std::uint32_t reserved_shared_bytes(const Target& target) {
  return target.reserves_shared ? SharedLayout::kReserved : 0;
}
std::uint32_t first_shared_address(const Target& target) {
  return target.reserved_first ? SharedLayout::kReserved : 0;
}

std::vector<DriverConstantPlace> driver_constants(unsigned sm) {
  std::vector<DriverConstantPlace> out;
  static constexpr auto kAll = places_of_targets();
  for (const PlaceOfTargets& p : kAll)
    if (p.first_target <= sm && sm <= p.last_target) out.push_back(p.place);
  return out;
}

}  // namespace simt::machine
