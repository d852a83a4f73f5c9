#include "sim/program/device_facts.h"

#include <algorithm>
#include <bit>

#include "sim/program/status.h"

namespace simt::program {
namespace {

constexpr int kMaxPitch = 2147483647;

int whole(double value) {
  return static_cast<int>(value);
}

/// Bits of the bus that give the bandwidth at the memory's clock, with two transfers a clock, each
/// channel with a power of two: datasheets round bandwidths.
int bus_bits(const ArchConfig& arch) {
  const double bits = arch.dram.bytes_per_second * 8 / (2 * arch.dram.clock_mhz * 1e6);
  const auto of_channel = static_cast<unsigned>(bits / arch.dram.channels * 4 / 3);
  return static_cast<int>(std::bit_floor(of_channel)) * whole(arch.dram.channels);
}

int double_precision_ratio(const ArchConfig& arch) {
  const double of_double = arch.timing(OpClass::Fp64).results_per_clock;
  return of_double > 0 ? whole(arch.timing(OpClass::Fp32).results_per_clock / of_double + 0.5) : 0;
}

}  // namespace

int device_attribute(const Gpu& gpu, int number) {
  const ArchConfig& arch = gpu.arch();
  const OccupancyLimits& l = arch.limits;
  switch (number) {
    case 1:
      return static_cast<int>(l.max_threads_per_cta);
    case 2:
    case 3:
      return 1024;
    case 4:
      return 64;
    case 5:
      return 2147483647;
    case 6:
    case 7:
      return 65535;
    case 8:
      return 48 * 1024;
    case 9:
      return 64 * 1024;
    case 10:
      return static_cast<int>(arch.sm.warp_size);
    case 11:
      return kMaxPitch;
    case 12:
      return static_cast<int>(l.registers_per_cta);
    case 13:
      return whole(arch.sm.clock_mhz * 1000);
    case 14:
    case 30:
      return 512;
    case 15:
    case 19:
    case 31:
    case 32:
    case 41:
      return 1;
    case 16:
      return static_cast<int>(arch.sm.count);
    case 21:
    case 22:
      return 131072;
    case 23:
      return 65536;
    case 24:
    case 25:
    case 26:
      return 16384;
    case 33:
      return static_cast<int>(gpu.number()) + 1;
    case 36:
      return whole(arch.dram.clock_mhz * 1000);
    case 37:
      return bus_bits(arch);
    case 38:
      return static_cast<int>(arch.l2.bytes);
    case 39:
      return static_cast<int>(l.max_threads_per_sm);
    case 40:
      return 2;
    case 51:
      return 32;
    case 75:
      return static_cast<int>(arch.cc.major);
    case 76:
      return static_cast<int>(arch.cc.minor);
    case 78:
    case 79:
    case 80:
    case 83:
    case 91:
    case 99:
    case 102:
    case 115:
      return 1;
    case 81:
      return static_cast<int>(l.shared_per_sm);
    case 82:
      return static_cast<int>(l.registers_per_sm);
    case 87:
      return double_precision_ratio(arch);
    case 89:
    case 90:
    case 95:
      return arch.cc.major >= 6;
    case 97:
      return static_cast<int>(std::max(l.shared_per_cta_optin, l.shared_per_cta));
    case 106:
      return static_cast<int>(l.max_ctas_per_sm);
    case 111:
      return static_cast<int>(l.shared_reserved_per_cta);
    default:
      return 0;
  }
}

int peer_attribute(int number) {
  constexpr int kRank = 1, kAccess = 2, kAtomics = 3, kArrays = 4;
  switch (number) {
    case kRank:
    case kArrays:
      return 0;
    case kAccess:
    case kAtomics:
      return 1;
    default:
      throw CallError(Status::InvalidValue);
  }
}

std::string device_name(const Gpu& gpu) {
  return "simt-sim " + gpu.arch().description;
}

std::array<char, 16> device_uuid(const Gpu& gpu) {
  return {static_cast<char>(gpu.number() + 1)};
}

namespace {

constexpr int kLastLimit = 6, kKeptLimits = 3;

void require_limit(int limit) {
  if (limit < 0 || limit > kLastLimit) throw CallError(Status::InvalidValue);
}

}  // namespace

std::uint64_t device_limit(const Gpu& gpu, int limit) {
  require_limit(limit);
  return limit < kKeptLimits ? gpu.limits()[static_cast<Limit>(limit)] : 0;
}

void set_device_limit(Gpu& gpu, int limit, std::uint64_t value) {
  require_limit(limit);
  if (limit < kKeptLimits) gpu.set_limit(static_cast<Limit>(limit), value);
}

}  // namespace simt::program
