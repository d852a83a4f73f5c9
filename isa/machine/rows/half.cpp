// Pairs of 16-bit floating-point numbers.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

constexpr std::array kHalfRows{
    Row{"030/1237", "HADD2{85:.BF16_V2}{78:.F32}{80:.FTZ}{77:.SAT}", "R@16, ha-|, hw-|:f16x2/85"},
    Row{"031/1245", "HFMA2{85:.BF16_V2}{78:.F32}$hftz{77:.SAT}{79:.RELU}",
        "R@16, ha-|, hb-|:f16x2/85, hc-|:f16x2/85, P@87!90?(79)"},
    Row{"035/1245", "HFMA2.MMA{85:.BF16_V2}$hftz{77:.SAT}{79:.RELU}",
        "R@16, ma-|, mb-|:f16x2/85, mc-|:f16x2/85, P@87!90?(79)"},
    Row{"032/145", "HMUL2{85:.BF16_V2}{78:.F32}$ftz{77:.SAT}", "R@16, ha-|, hb-|:f16x2/85"},
    Row{"033/123", "HSET2{65:.BF16_V2}{71:.BF}$compare{80:.FTZ}{69-70:.AND|.OR|.XOR|!}",
        "R@16, ha-|, hw-|:f16x2/65, P@87!90"},
    Row{"034/123", "HSETP2{65:.BF16_V2}{71:.H_AND}$compare{80:.FTZ}{69-70:.AND|.OR|.XOR|!}",
        "P@81, P@84, ha-|, hw-|:f16x2/65, P@87!90"},
    Row{"040/145", "HMNMX2{85:.BF16_V2}{80:.FTZ}{81:.NAN}{82:.XORSIGN}",
        "R@16, ha-|, hb-|:f16x2/85, P@87!90", "", 80},
};

}  // namespace

std::span<const Row> half_rows() {
  return kHalfRows;
}

}  // namespace simt::machine
