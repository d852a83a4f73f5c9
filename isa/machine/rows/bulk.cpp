// Bulk copies, tensor copies, barriers in memory: sm_90.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

constexpr std::array kBulkRows{
    Row{"9a7",
        "SYNCS.ARRIVE.TRANS64{73-75:|.TMASK|.RED|!|.OPTOUT|.TMASK.OPTOUT|.RED.OPTOUT|!}"
        "{84-86:|.A1T0|.A0T1|.A0TR|.A0TX|.ART0|!|!}",
        "R@16, [R@24+UR@64+s@40-63], R@32", "91=1", 90},
    Row{"5a7", "SYNCS.PHASECHK.TRANS64{72:.TRYWAIT}", "P@81, [R@24+UR@64+s@40-63], R@32",
        "70-71=1 91=1", 90},
    Row{"5b2", "SYNCS.EXCH.64", "UR@16, [UR@24+s@40-63], UR@32", "72=1 91=1 uniform", 90},
    Row{"9b1", "SYNCS.CCTL.IV", "[R@24+UR@64+s@40-63]", "91=1", 90},
    Row{"9b0", "ARRIVES.LDGSTSBAR.64{70-71:|.ARVCNT|.TRANSCNT|!}", "[R@24+UR@64+s@40-63]",
        "73=1 75=1 91=1", 80},
    Row{"5b4", "UTMALDG$dimensions", "[UR@32], [UR@24]", "91=1", 90},
    Row{"3b4", "UTMALDG$dimensions{82:.IM2COL}{75:.MULTICAST}", "[UR@32], [UR@24], UR@64", "91=1",
        90},
    Row{"3b5", "UTMASTG$dimensions{82:.IM2COL}", "[UR@32], [UR@24]", "91=1", 90},
    Row{"3b6", "UTMAREDG$dimensions{82:.IM2COL}$redop", "[UR@32], [UR@24]", "91=1", 90},
    Row{"5b8", "UTMAPF.L2$dimensions", "[UR@32], [UR@24]", "91=1", 90},
    Row{"3ba",
        "UBLKCP{73:.G|.S}{74:.G|.S}{75:.MULTICAST}{81-82:|.LTC64B|.LTC128B|.LTC256B}{83:."
        "SEQUENCED}",
        "[UR@32], [UR@24], UR@64", "91=1", 90},
    Row{"3bb", "UBLKRED{73:.G|.S}{74:!|.S}$redop", "[UR@32], [UR@24], UR@64", "91=1", 90},
    Row{"3bc", "UBLKPF.L2", "[UR@24], UR@64", "91=1", 90},
    Row{"9b7", "UTMACMDFLUSH", "", "", 90},
    Row{"9b9", "UTMACCTL{82:.IV|.PF}", "[UR@24]", "91=1", 90},
};

}  // namespace

std::span<const Row> bulk_rows() {
  return kBulkRows;
}

}  // namespace simt::machine
