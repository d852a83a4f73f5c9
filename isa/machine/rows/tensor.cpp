// Matrix instructions.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

constexpr std::array kTensorRows{
    Row{"236", "HMMA.884.F32.F32{79-80:.STEP0|.STEP1|.STEP2|.STEP3}",
        "R@16, R@24{.ROW}, R@32{.COL}, R@64", "74=1 76=1 78=1", 75, 75},
    Row{"23c", "HMMA{75,78:.1688|.16816|.1684|!}{76:.F16|.F32}{82-83:|.BF16|.TF32|!}",
        "R@16, R@24, R@32, R@64", "73=0"},
    Row{"23c", "HMMA.SP{75,78:!|!|.16816|.16832}{76:.F16|.F32}{82-83:|.BF16|.TF32|!}",
        "R@16, R@24, R@32, R@64, R@40, u@48-49", "73=1", 80},
    Row{"27a", "QMMA.16832.F32.E4M3.E5M2", "R@16, R@24{.ROW}, R@32{.COL}, R@64",
        "74-75=3 77=1 79=1", 89, 89},
    Row{"9f0", "HGMMA$columns{58:x16|x8}{75:.F16|.F32}{76-77:|.BF16|.TF32|!}",
        "R@16, gdesc[UR@24], R@64, $accumulate, {84-86:gsb0}", "91=1", 90},
    Row{"df0", "HGMMA$columns{58:x16|x8}{75:.F16|.F32}{76-77:|.BF16|.TF32|!}",
        "R@16, R@24, gdesc[UR@32], R@64, $accumulate, {84-86:gsb0}", "91=1", 90},
    Row{"9f1", "IGMMA.64x8x32{76:.U8|.S8}{82:.U8|.S8}{75:.SAT}",
        "R@16, gdesc[UR@24], R@64, $accumulate, {84-86:gsb0}", "91=1", 90},
    Row{"9f3", "QGMMA$columns{75:x32.F16|x32.F32}{76:.E4M3|.E5M2}{77:.E4M3|.E5M2}",
        "R@16, gdesc[UR@24], R@64, $accumulate, {84-86:gsb0}", "91=1", 90},
    Row{"9c5", "WARPGROUP.DEPBAR.LE", "{84-86:gsb0}, u@72-74", "47=1 79-80=2", 90},
    Row{"9c5", "WARPGROUP{79-80:.ARRIVE|.WAIT|!|!}", "", "", 90},
    Row{"237", "IMMA{75,85-86:.8816|!|!|!|.16816|.16832|!|!}{76:.U8|.S8}{78:.U8|.S8}{82:.SAT}",
        "R@16, R@24{.ROW}, R@32{.COL}, R@64", "74=1 83-84=0"},
    Row{"237", "IMMA{75,85-86:!|!|.8832|!|!|!|.16864|!}{76:.U4|.S4}{78:.U4|.S4}{82:.SAT}",
        "R@16, R@24{.ROW}, R@32{.COL}, R@64", "74=1 83-84=3"},
    Row{"23d", "BMMA{75-76:.88128|.168128|.168256|!}{78:.XOR|.AND}.POPC",
        "R@16, R@24{.ROW}, R@32{.COL}, R@64", "74=1 80=1"},
    Row{"23f", "DMMA.884$round", "R@16, R@24-72|73|, R@32-63|62|, R@64-75|74|", "", 80, 89},
    Row{"23f", "DMMA{76-77:.8x8x4|.16x8x4|.16x8x8|.16x8x16}$round",
        "R@16, R@24-72|73|, R@32-63|62|, R@64-75|74|", "", 90},
};

}  // namespace

std::span<const Row> tensor_rows() {
  return kTensorRows;
}

}  // namespace simt::machine
