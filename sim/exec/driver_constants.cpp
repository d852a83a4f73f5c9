// What the driver writes to constant bank 0 before a kernel of machine code starts
// (isa/core/driver_constants.h).
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "isa/base/machine_code.h"
#include "sim/exec/step.h"

namespace simt {
namespace {

using ConstantWords = std::array<std::uint32_t, 3>;

ConstantWords words_of(Dim3 d) {
  return {d.x, d.y, d.z};
}
ConstantWords words_of(std::uint64_t value) {
  return {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
}

/// Of the constant bank of variables, in the generic address space.
std::uint64_t constants_address(const Program& program) {
  const auto& banks = program.machine->bank_variables;
  const auto found = banks.find(kVariableBank);
  return found == banks.end() ? 0 : kConstWindow.base + program.variables[found->second].address;
}

/// Where the part begins of shared memory that is kept for libraries. On an H100 that is at 0,
/// below a block's own; here it lies behind the rest.
std::uint32_t reserved_for_libraries(const Program& program, const LaunchState& launch) {
  return program.machine->shared_base + program.shared.reserved_offset(launch.dynamic_shared_bytes);
}

/// Without clusters a block is one of its own.
ConstantWords constant_words(DriverConstant what, const Program& program, const LaunchState& launch,
                             std::uint32_t local_bytes) {
  switch (what) {
    case DriverConstant::BlockShape:
      return words_of(launch.block);
    case DriverConstant::GridShape:
    case DriverConstant::ClustersInGrid:
      return words_of(launch.grid);
    case DriverConstant::SharedWindow:
      return words_of(kSharedWindow.base);
    case DriverConstant::LocalWindow:
      return words_of(kLocalWindow.base);
    case DriverConstant::StackTop:
      return {local_bytes};
    case DriverConstant::DynamicSharedBytes:
      return {launch.dynamic_shared_bytes};
    case DriverConstant::GridWorkspace:
      return words_of(std::rotl(launch.grid_workspace, 32));
    case DriverConstant::UserConstants:
      return words_of(constants_address(program));
    case DriverConstant::ConstantBank0:
      return words_of(kConstWindow.base);
    case DriverConstant::Parameters:
      return words_of(kConstWindow.base + program.machine->params_at);
    case DriverConstant::SmCount:
      return {launch.num_sms};
    case DriverConstant::ReservedShared:
      return {SharedLayout::kReserved};
    case DriverConstant::ReservedSharedPart:
      return {reserved_for_libraries(program, launch)};
    case DriverConstant::ReservedSharedEnd:
      return {reserved_for_libraries(program, launch) + SharedLayout::kReservedForLibraries};
    case DriverConstant::ClusterShape:
      return {1, 1, 1};
    case DriverConstant::ClusterReciprocals: {
      constexpr auto kOne = std::bit_cast<std::uint32_t>(1.0f);
      return {kOne, kOne, kOne};
    }
    case DriverConstant::ClusterBlocks:
      return {1};
    case DriverConstant::ClusterLaunch:
    case DriverConstant::GlobalDescriptor:
      return {};
  }
  return {};
}

}  // namespace

std::vector<std::byte> driver_constants(const Program& program, const LaunchState& launch,
                                        std::uint32_t local_bytes) {
  const MachineForm& form = *program.machine;
  std::vector<std::byte> out = launch.constants;
  out.resize(std::max<std::size_t>(out.size(), form.bank0_bytes));
  for (const DriverConstantPlace& place : form.driver_constants) {
    const ConstantWords words = constant_words(place.what, program, launch, local_bytes);
    if (place.offset + place.bytes <= out.size())
      std::memcpy(out.data() + place.offset, words.data(), place.bytes);
  }
  const std::size_t bytes = std::min<std::size_t>(launch.params.size(), program.param_bytes);
  std::copy_n(launch.params.begin(), bytes, out.begin() + form.params_at);
  return out;
}

}  // namespace simt
