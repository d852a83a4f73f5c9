// Loads, stores, copies, fences.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

constexpr std::array kMemoryRows{
    Row{"381", "LDG{72:.E}$evict$ltc$size$loadorder", "P@81?, R@16, [R@24+s@40-63]", "91=0"},
    Row{"981", "LDG{72:.E}$evict$ltc$size$loadorder",
        "P@81?, R@16, [R@24{90:.U32|.64}+UR@32+s@40-63]", "91=1", 75, 75},
    Row{"981", "LDG{72:!|.E}$evict$ltc$size$loadorder{101:|}", "P@81?, R@16, $loadaddress",
        "76=1 91=1", 80},
    Row{"386", "STG{72:.E}$evict$size$order", "[R@24+s@40-63], R@32", "91=0"},
    Row{"986", "STG{72:.E}$evict$size$order", "[R@24{90:.U32|.64}+UR@64+s@40-63], R@32", "91=1", 75,
        75},
    Row{"986", "STG{72:!|.E}$evict$size$order{101:|}", "$storeaddress, R@32", "76=1 91=1", 80},
    Row{"980", "LD{72:.E}$evict$ltc$size$loadorder", "R@16, [R@24+s@32-63]", "91=0"},
    Row{"980", "LD{72:!|.E}$evict$ltc$size$loadorder{101:|}", "R@16, $loadaddress", "76=1 91=1",
        80},
    Row{"980", "LD{72:.E}$evict$ltc$size$loadorder", "R@16, [R@24{90:.U32|.64}+UR@32+s@40-63]",
        "91=1", 75, 75},
    Row{"980", "LD{72:!|.E}$evict$ltc$size$loadorder", "R@16, [R@24{90:.U32|.64}+UR@32+s@40-63]",
        "76=0 91=1", 80},
    Row{"985", "ST{72:.E}$evict$size$order", "[R@24{90:.U32|.64}+UR@64+s@40-63], R@32", "91=1", 75,
        75},
    Row{"985", "ST{72:!|.E}$evict$size$order", "[R@24{90:.U32|.64}+UR@64+s@40-63], R@32",
        "76=0 91=1", 80},
    Row{"385", "ST{72:.E}$evict$size$order", "[R@24+s@32-63], R@64", "91=0"},
    Row{"985", "ST{72:!|.E}$evict$size$order{101:|}", "$storeaddress, R@32", "76=1 91=1", 80},
    Row{"984", "LDS{76:.U}$size{91:|}", "R@16, [R@24$scale+UR@32(91)+s@40-63]", "", 75, 75},
    Row{"984", "LDS$size{91:|}", "R@16, [R@24$scale+UR@32(91)+s@40-63]", "", 80},
    Row{"388", "STS$size", "[R@24$scale+s@40-63], R@32"},
    Row{"988", "STS$size", "[R@24$scale+UR@64+s@40-63], R@32", "91=1"},
    Row{"983", "LDL$evict$size{91:|}", "R@16, [R@24+UR@32(91)+s@40-63]"},
    Row{"387", "STL$evict$size", "[R@24+s@40-63], R@32"},
    Row{"987", "STL$evict$size", "[R@24+UR@64+s@40-63], R@32", "91=1"},
    Row{"b82", "LDC{78-79:|.IL|.IS|.ISL}$csize", "R@16, c[R@24]"},
    Row{"ab9", "ULDC$csize", "UR@16, c[]", "uniform"},
    Row{"abb", "ULDC$csize", "UR@16, c[UR@24]", "91=1 uniform"},
    Row{"83b", "LDSM.16{78-79:.M88|.MT88|.M816|.M832}{72-73:|.2|.4|!}{91:|}",
        "R@16, [R@24+UR@32(91)+s@40-63]"},
    Row{"844", "STSM.16{78-79:.M88|.MT88|!|!}{72-73:|.2|.4|!}{91:|}",
        "[R@24+UR@64(91)+s@40-63], R@32", "", 90},
    Row{"fae",
        "LDGSTS.E{81:.BYPASS|}$evict{71-72:|.LTC64B|.LTC128B|.LTC256B}{73-75:!|!|!|!||.64|.128|!}{"
        "82:.ZFILL}{101:|}",
        "[R@16+s@44-63], desc[UR@64(101)][R@24{.64}+s@32-43], P@87!90?", "70=1 76=1 91=1", 80, 89},
    Row{"fae",
        "LDGSTS.E{81:.BYPASS|}$evict{71-72:|.LTC64B|.LTC128B|.LTC256B}{73-75:!|!|!|!||.64|.128|!}{"
        "82:.ZFILL}",
        "[R@16+s@44-63], desc[UR@64][R@24{.64}+s@32-43], P@87!90?", "70=1 76=1 91=1", 90},
    Row{"9af", "LDGDEPBAR", "", "", 80},
    Row{"91a", "DEPBAR.LE", "SB@44, u@38-43, set@32-37?", "47=1"},
    Row{"91a", "DEPBAR", "set@32-37", "47=0"},
    Row{"98f", "CCTL{72:.E}{87-90:.PF1|.PF2|.WB|.IV|!|!|!|!|!|.PML2|.DML2|.RML2}", "[R@24+s@32-63]",
        "89=0"},
    Row{"98f", "CCTL{87-90:!|!|!|!|.IVALL|!|.IVALLP|.WBALL}", "", "24-31=255 89=1"},
    Row{"992", "MEMBAR{79-80:.SC|.ALL||.MMIO}{76-78:.CTA|.SM|.GPU|.SYS|!|.VC|!|!}", ""},
    Row{"9ab", "ERRBAR", ""},
    Row{"5ab", "CGAERRBAR", "", "", 90},
    Row{"3c6", "FENCE.VIEW.ASYNC{72:.S|.G}", "", "", 90},
    Row{"3aa", "QSPC{72:.E}{73-74:.G|.L|.S|.D}", "P@81, R@16, [R@24+s@40-63]"},
    Row{"9aa", "QSPC{72:.E}{73-74:.G|.L|.S|.D}", "P@81, R@16, [R@24{90:.U32|.64}+UR@32+s@40-63]",
        "91=1"},
};

}  // namespace

std::span<const Row> memory_rows() {
  return kMemoryRows;
}

}  // namespace simt::machine
