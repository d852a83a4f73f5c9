// Atomics and reductions.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

constexpr std::array kAtomicRows{
    Row{"38a", "ATOM{72:.E}$atomop$evict$atomtype$order", "P@81, R@16, [R@24+s@40-63], R@32",
        "~64-71"},
    Row{"98a", "ATOM{72:.E}$atomop$evict$atomtype$order",
        "P@81, R@16, [R@24{70:.U32|.64}+UR@64+s@40-63], R@32", "91=1", 75, 75},
    Row{"98a", "ATOM{72:!|.E}$atomop$evict$atomtype$order{101:|}", "P@81, R@16, $atomaddress, R@32",
        "70-71=3 91=1", 80},
    Row{"3a8", "ATOMG{72:.E}$atomop$evict$atomtype$order", "P@81, R@16, [R@24+s@40-63], R@32",
        "~64-71"},
    Row{"9a8", "ATOMG{72:.E}$atomop$evict$atomtype$order",
        "P@81, R@16, [R@24{70:.U32|.64}+UR@64+s@40-63], R@32", "91=1", 75, 75},
    Row{"9a8", "ATOMG{72:!|.E}$atomop$evict$atomtype$order{101:|}",
        "P@81, R@16, $atomaddress, R@32", "70-71=3 91=1", 80},
    Row{"38b", "ATOM{72:.E}{87-88:.CAS|.CAST|!|.CAST.SPIN}$evict$castype$order",
        "P@81, R@16, [R@24+s@40-63], R@32, R@64"},
    Row{"3a9", "ATOMG{72:.E}.CAS$evict$castype$order", "P@81, R@16, [R@24+s@40-63], R@32, R@64"},
    Row{"98e", "RED{72:.E}$redop$evict$atomtype$order", "[R@24+s@40-63], R@32", "91=0", 75, 75},
    Row{"98e", "RED{72:.E}$redop$evict$atomtype$order", "[R@24{90:.U32|.64}+UR@64+s@40-63], R@32",
        "91=1", 75, 75},
    Row{"98e", "RED{72:!|.E}$redop$evict$atomtype$order{101:|}", "$storeaddress, R@32",
        "70-71=2 91=1", 80, 89},
    Row{"98e", "REDG{72:!|.E}$redop$evict$atomtype$order", "$storeaddress, R@32", "70-71=2 91=1",
        90},
    Row{"9a2", "ATOM{72:!|.E}{88-89:.ADD|.MIN|.MAX|!}$evict$floattype$order",
        "P@81, R@16, $atomaddress, R@32", "70-71=3 91=1", 90},
    Row{"9a3", "ATOMG{72:!|.E}{88-89:.ADD|.MIN|.MAX|!}$evict$floattype$order",
        "P@81, R@16, $atomaddress, R@32", "70-71=3 91=1", 90},
    Row{"9a6", "REDG{72:!|.E}{88-89:.ADD|.MIN|.MAX|!}$evict$floattype$order", "$storeaddress, R@32",
        "70-71=2 91=1", 90},
    Row{"38c", "ATOMS$atomop$castype", "R@16, [R@24$scale+s@40-63], R@32", "~64-71"},
    Row{"98c", "ATOMS$atomop$castype", "R@16, [R@24$scale+UR@64+s@40-63], R@32", "91=1"},
    Row{"38d", "ATOMS{87-88:.CAS|.CAST|!|.CAST.SPIN}$castype",
        "R@16, [R@24$scale+s@40-63], R@32, R@64"},
    Row{"f8c", "ATOMS.POPC.INC.32", "R@16, [R@24$scale+UR@64+s@40-63]", "88=1 90-91=3 ~87"},
    Row{"f8c", "ATOMS.ARRIVE.64", "R@16, [R@24$scale+UR@64+s@40-63]", "73-75=2 87-88=1 90-91=3"},
    Row{"9a4",
        "LDGMC.E{87-89:.ADD|.MIN|.MAX|!|!|.AND|.OR|.XOR}{73-75:.32|.S32|.64|.S64|!|!|!|!}.STRONG."
        "SYS",
        "R@16, [R@24{.64}+UR@64+s@40-63]", "70=1 72=1 78=1 80=1 91=1", 90},
    Row{"9a5", "LDGMC.E{88-89:.ADD|.MIN|.MAX|.F32ADD}$floattype.STRONG.SYS",
        "R@16, [R@24{.64}+UR@64+s@40-63]", "70=1 72=1 78=1 80=1 91=1", 90},
    Row{"dbd", "STAS{73-75:!|!|!|!||.64|.128|!}", "[R@24{.64}+s@40-63], R@32", "64-69=63 90-91=3",
        90},
    Row{"dbe", "REDAS$redop{73-75:|.S32|.64|!|!|!|!|!}", "[R@24{.64}+s@40-63], R@32",
        "64-69=63 72=1 91=1", 90},
};

}  // namespace

std::span<const Row> atomic_rows() {
  return kAtomicRows;
}

}  // namespace simt::machine
