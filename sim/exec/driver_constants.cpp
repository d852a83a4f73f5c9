// What the driver writes to constant bank 0 before a kernel of machine code starts. The places were
// read back on an H200; those of earlier architectures are the ones that their code reads.
#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/exec/step.h"

namespace simt {
namespace {

class Bank0 {
 public:
  explicit Bank0(std::vector<std::byte>& bytes) : bytes_(bytes) {}
  template <class T>
  void put(std::uint32_t at, T value) {
    if (at + sizeof value <= bytes_.size()) std::memcpy(bytes_.data() + at, &value, sizeof value);
  }
  void put(std::uint32_t at, Dim3 d) {
    put(at, d.x);
    put(at + 4, d.y);
    put(at + 8, d.z);
  }

 private:
  std::vector<std::byte>& bytes_;
};

// Without clusters a block is one of its own.
void put_cluster(Bank0& bank, const MachineForm& form, const LaunchState& launch) {
  constexpr Dim3 kOne{1, 1, 1};
  bank.put(0x13c, form.shared_base);
  bank.put(0x144, kOne);
  for (const std::uint32_t at : {0x150u, 0x154u, 0x158u}) bank.put(at, 1.0f);
  bank.put(0x15c, launch.grid);
  bank.put(0x170, kSharedWindow.base);
  bank.put(0x188, 1u);
}

// Where the shared memory that is kept for libraries ends, and where its second part begins
// (%reserved_smem_offset_end, _1). On an H100 that is at 288 and 0; here it lies behind the rest.
void put_reserved(Bank0& bank, const Program& program, const LaunchState& launch) {
  const MachineForm& form = *program.machine;
  const std::uint32_t at =
      form.shared_base + program.shared.reserved_offset(launch.dynamic_shared_bytes);
  const std::uint32_t end = form.sm >= 90 ? 0x68 : 0x120;
  bank.put(end, at + SharedLayout::kReservedForLibraries);
  bank.put(end + 4, at);
  bank.put(0x114, SharedLayout::kReserved);
}

/// Of the constant bank of variables, in the generic address space.
std::uint64_t constants_address(const Program& program) {
  for (const Variable& v : program.variables)
    if (v.name == "$bank3") return kConstWindow.base + v.address;
  return 0;
}

}  // namespace

std::vector<std::byte> driver_constants(const Program& program, const LaunchState& launch,
                                        std::uint32_t local_bytes) {
  const MachineForm& form = *program.machine;
  std::vector<std::byte> out = launch.constants;
  out.resize(std::max<std::size_t>(out.size(), form.bank0_bytes));
  Bank0 bank(out);
  bank.put(0x00, launch.block);
  bank.put(0x0c, launch.grid);
  bank.put(0x18, kSharedWindow.base);
  bank.put(0x20, kLocalWindow.base);
  bank.put(0x28, local_bytes);
  bank.put(form.sm >= 90 ? 0xd0 : 0x50, constants_address(program));
  bank.put(0x2c, launch.dynamic_shared_bytes);
  const std::uint32_t envreg1 = form.sm >= 90 ? 0x44 : 0x8c;
  bank.put(envreg1, static_cast<std::uint32_t>(launch.grid_workspace >> 32));
  bank.put(envreg1 + 4, static_cast<std::uint32_t>(launch.grid_workspace));
  bank.put(0x10c, launch.num_sms);
  if (form.sm >= 80) put_reserved(bank, program, launch);
  if (form.sm >= 90) put_cluster(bank, form, launch);
  const std::size_t bytes = std::min<std::size_t>(launch.params.size(), program.param_bytes);
  std::copy_n(launch.params.begin(), bytes, out.begin() + form.params_at);
  return out;
}

}  // namespace simt
