#include "isa/machine/special_registers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace simt::machine {
namespace {

constexpr auto special_registers() {
  using enum SpecialReading;
  return std::to_array<SpecialRegister>({
      {0x00, "SR_LANEID", Register, SpecialReg::laneid},
      {0x01, "SR_CLOCK"},
      {0x02, "SR_VIRTCFG", FromBit8, SpecialReg::nwarpid},
      {0x03, "SR_VIRTID", FromBit8, SpecialReg::warpid},
      {0x18, "SR_SW_SCRATCH"},
      {0x19, "SR_MACHINE_ID_1"},
      {0x1a, "SR_MACHINE_ID_2"},
      {0x1b, "SR_MACHINE_ID_3"},
      {0x20, "SR_TID"},
      {0x21, "SR_TID.X", Register, SpecialReg::tid_x},
      {0x22, "SR_TID.Y", Register, SpecialReg::tid_y},
      {0x23, "SR_TID.Z", Register, SpecialReg::tid_z},
      {0x25, "SR_CTAID.X", Register, SpecialReg::ctaid_x},
      {0x26, "SR_CTAID.Y", Register, SpecialReg::ctaid_y},
      {0x27, "SR_CTAID.Z", Register, SpecialReg::ctaid_z},
      {0x28, "SR_NTID"},
      {0x29, "SR_CirQueueIncrMinusOne"},
      {0x2a, "SR_NLATC"},
      {0x2c, "SR_SM_SPA_VERSION"},
      {0x2d, "SR_MULTIPASSSHADERINFO"},
      {0x2e, "SR_LWINHI", LocalWindow},
      {0x2f, "SR_SWINHI", SharedWindow},
      {0x30, "SR_SWINLO"},
      {0x31, "SR_SWINSZ"},
      {0x32, "SR_SMEMSZ", SharedBytes, SpecialReg::total_smem_size},
      {0x33, "SR_SMEMBANKS"},
      {0x34, "SR_LWINLO"},
      {0x35, "SR_LWINSZ"},
      {0x36, "SR_LMEMLOSZ"},
      {0x37, "SR_LMEMHIOFF", Zero},
      {0x38, "SR_EQMASK", Register, SpecialReg::lanemask_eq},
      {0x39, "SR_LTMASK", Register, SpecialReg::lanemask_lt},
      {0x3a, "SR_LEMASK", Register, SpecialReg::lanemask_le},
      {0x3b, "SR_GTMASK", Register, SpecialReg::lanemask_gt},
      {0x3c, "SR_GEMASK", Register, SpecialReg::lanemask_ge},
      {0x3d, "SR_REGALLOC"},
      {0x3e, "SR_BARRIERALLOC"},
      {0x40, "SR_GLOBALERRORSTATUS", OfErrors},
      {0x41, "SR_CGAERRORSTATUS", OfErrors},
      {0x42, "SR_WARPERRORSTATUS", OfErrors},
      {0x43, "SR_VIRTUALSMID", Register, SpecialReg::smid},
      {0x44, "SR_VIRTUALENGINEID"},
      {0x50, "SR_CLOCKLO", Register, SpecialReg::clock},
      {0x51, "SR_CLOCKHI", Register, SpecialReg::clock_hi},
      {0x52, "SR_GLOBALTIMERLO", Register, SpecialReg::globaltimer_lo},
      {0x53, "SR_GLOBALTIMERHI", Register, SpecialReg::globaltimer_hi},
      {0x54, "SR_ESR_PC"},
      {0x55, "SR_ESR_PC_HI"},
      {0x60, "SR_HWTASKID"},
      {0x64, "SR_PM0", OfMonitors},
      {0x84, "SR_VARIABLE_RATE"},
      {0x86, "SR_WARPGROUP_INFO"},
      {0x87, "SR_WARPGROUPID"},
      {0x88, "SR_CgaCtaId", Zero},
      {0x89, "SR_GpcLocalCgaId"},
      {0x8b, "SR_CTARegPoolSz"},
      {0xff, "SRZ", Zero},
  });
}
constexpr unsigned kFirstMonitor = 0x64, kLastMonitor = 0x6b;

}  // namespace

SpecialRegister special_register(unsigned number) {
  static constexpr auto kAll = special_registers();
  const auto* const found = std::ranges::find(kAll, number, &SpecialRegister::number);
  if (found != kAll.end()) return *found;
  const bool monitor = number >= kFirstMonitor && number <= kLastMonitor;
  return {number, "", monitor ? SpecialReading::OfMonitors : SpecialReading::NotKnown};
}

std::string special_register_name(unsigned number) {
  const std::string_view name = special_register(number).name;
  return name.empty() ? fmt::format("SR{}", number) : std::string(name);
}

}  // namespace simt::machine
