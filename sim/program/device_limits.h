// Limits of a device that programs set (CUlimit, cudaLimit), and what has used them: some stay as
// they are from then on.
#pragma once

#include <array>
#include <cstdint>

namespace simt::program {

enum class Limit : std::uint8_t { Stack, Printf, Heap };

class DeviceLimits {
 public:
  std::uint64_t operator[](Limit limit) const { return bytes_[index(limit)]; }
  /// Throws CallError (InvalidValue): a kernel that needs it has been launched. Gives what it is
  /// then.
  std::uint64_t set(Limit limit, std::uint64_t bytes);
  /// A kernel that needs it is launched.
  void use(Limit limit) { used_[index(limit)] = true; }

 private:
  static std::size_t index(Limit limit) { return static_cast<std::size_t>(limit); }

  /// As they begin: driver 580 on an H100.
  std::array<std::uint64_t, 3> bytes_{1024, 8650752, 8 * 1024 * 1024};
  std::array<bool, 3> used_{};
};

}  // namespace simt::program
