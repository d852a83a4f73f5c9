#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "isa/machine/numbers.h"

namespace simt::machine {
namespace {

struct Named {
  unsigned number;
  std::string_view name;
};

constexpr std::array kNames{Named{0x00, "SR_LANEID"},
                            Named{0x01, "SR_CLOCK"},
                            Named{0x02, "SR_VIRTCFG"},
                            Named{0x03, "SR_VIRTID"},
                            Named{0x18, "SR_SW_SCRATCH"},
                            Named{0x19, "SR_MACHINE_ID_1"},
                            Named{0x1a, "SR_MACHINE_ID_2"},
                            Named{0x1b, "SR_MACHINE_ID_3"},
                            Named{0x20, "SR_TID"},
                            Named{0x21, "SR_TID.X"},
                            Named{0x22, "SR_TID.Y"},
                            Named{0x23, "SR_TID.Z"},
                            Named{0x25, "SR_CTAID.X"},
                            Named{0x26, "SR_CTAID.Y"},
                            Named{0x27, "SR_CTAID.Z"},
                            Named{0x28, "SR_NTID"},
                            Named{0x29, "SR_CirQueueIncrMinusOne"},
                            Named{0x2a, "SR_NLATC"},
                            Named{0x2c, "SR_SM_SPA_VERSION"},
                            Named{0x2d, "SR_MULTIPASSSHADERINFO"},
                            Named{0x2e, "SR_LWINHI"},
                            Named{0x2f, "SR_SWINHI"},
                            Named{0x30, "SR_SWINLO"},
                            Named{0x31, "SR_SWINSZ"},
                            Named{0x32, "SR_SMEMSZ"},
                            Named{0x33, "SR_SMEMBANKS"},
                            Named{0x34, "SR_LWINLO"},
                            Named{0x35, "SR_LWINSZ"},
                            Named{0x36, "SR_LMEMLOSZ"},
                            Named{0x37, "SR_LMEMHIOFF"},
                            Named{0x38, "SR_EQMASK"},
                            Named{0x39, "SR_LTMASK"},
                            Named{0x3a, "SR_LEMASK"},
                            Named{0x3b, "SR_GTMASK"},
                            Named{0x3c, "SR_GEMASK"},
                            Named{0x3d, "SR_REGALLOC"},
                            Named{0x3e, "SR_BARRIERALLOC"},
                            Named{0x40, "SR_GLOBALERRORSTATUS"},
                            Named{0x41, "SR_CGAERRORSTATUS"},
                            Named{0x42, "SR_WARPERRORSTATUS"},
                            Named{0x43, "SR_VIRTUALSMID"},
                            Named{0x44, "SR_VIRTUALENGINEID"},
                            Named{0x50, "SR_CLOCKLO"},
                            Named{0x51, "SR_CLOCKHI"},
                            Named{0x52, "SR_GLOBALTIMERLO"},
                            Named{0x53, "SR_GLOBALTIMERHI"},
                            Named{0x54, "SR_ESR_PC"},
                            Named{0x55, "SR_ESR_PC_HI"},
                            Named{0x60, "SR_HWTASKID"},
                            Named{0x64, "SR_PM0"},
                            Named{0x84, "SR_VARIABLE_RATE"},
                            Named{0x86, "SR_WARPGROUP_INFO"},
                            Named{0x87, "SR_WARPGROUPID"},
                            Named{0x88, "SR_CgaCtaId"},
                            Named{0x89, "SR_GpcLocalCgaId"},
                            Named{0x8b, "SR_CTARegPoolSz"},
                            Named{0xff, "SRZ"}};

}  // namespace

std::string special_register_name(unsigned number) {
  const auto found = std::ranges::find(kNames, number, &Named::number);
  return found == kNames.end() ? fmt::format("SR{}", number) : std::string(found->name);
}

}  // namespace simt::machine
