// The uniform datapath.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

constexpr std::array kUniformRows{
    Row{"090/14", "UIADD3", "UR@16, UP@81?, UP@84?, ua-, ub-:s32, uc-",
        "74=0 ~77-80 ~87-90 91=1 uniform"},
    Row{"090/14", "UIADD3.X", "UR@16, UP@81?, UP@84?, ua~, ub~:s32, uc~, UP@87!90, UP@77!80",
        "74=1 91=1 uniform"},
    Row{"0a4/124", "UIMAD{73:.U32|}{74:.X}", "UR@16, ua, ub:s32, uc-:s32, UP@87!90(74)",
        "91=1 81-83=7 uniform"},
    Row{"0a5/124", "UIMAD.WIDE{73:.U32|}{74:.X}",
        "UR@16, UP@81?, ua, ub:s32, uc-:s32, UP@87!90(74)", "91=1 uniform"},
    Row{"08c/14", "UISETP$icompare{73:.U32|}$boolean{72:.EX}",
        "UP@81, UP@84, ua, ub:s32, UP@87!90, UP@68!71(72)", "91=1 uniform"},
    Row{"092/14", "ULOP3.LUT{80:.PAND}", "UP@81?, UR@16, ua, ub:u32, uc, u@72-79, UP@87!90",
        "91=1 uniform"},
    Row{"091/14", "ULEA", "UR@16, UP@81?, ua-, ub-:u32, u@75-79",
        "73-74=0 80=0 ~64-71 ~87-90 91=1 uniform"},
    Row{"091/14", "ULEA.X", "UR@16, UP@81?, ua~, ub~:u32, u@75-79, UP@87!90",
        "73=0 74=1 80=0 ~64-71 91=1 uniform"},
    Row{"091/14", "ULEA.HI{73:.SX32}", "UR@16, UP@81?, ua-, ub-:u32, uc(!73), u@75-79",
        "74=0 80=1 ~87-90 91=1 uniform"},
    Row{"091/14", "ULEA.HI.X{73:.SX32}", "UR@16, UP@81?, ua~, ub~:u32, uc(!73), u@75-79, UP@87!90",
        "74=1 80=1 91=1 uniform"},
    Row{"099/14", "USHF{76:.L|.R}{75:.W}{73-74:.S64|.U64|.S32|.U32}{80:.HI}",
        "UR@16, ua, ub:u32, uc", "91=1 uniform"},
    Row{"087/14", "USEL", "UR@16, ua, ub:u32, UP@87!90", "91=1 uniform"},
    Row{"082/46", "UMOV", "UR@16, ub:u32", "uniform"},
    Row{"096/14", "UPRMT", "UR@16, ua, ub:u32, uc", "91=1 uniform"},
    Row{"09b/14", "UBMSK{75:.W}", "UR@16, ua, ub:u32", "91=1 uniform"},
    Row{"0bd/1", "UFLO{73:.U32|}{74:.SH}", "UR@16, UP@81?, ub~", "91=1 uniform"},
    Row{"0be/1", "UBREV", "UR@16, ub", "91=1 uniform"},
    Row{"0bf/1", "UPOPC", "UR@16, ub~", "91=1 uniform"},
    Row{"89c", "UPLOP3.LUT", "UP@81, UP@84, UP@87!90, UP@77!80, UP@68!71, u@64-66,72-76, u@16-23",
        "uniform"},
    Row{"883", "UP2UR{76-77:|.B1|.B2|.B3}", "UR@16, 'UPR', UR@24, u@32-63", "91=1 uniform", 90},
    Row{"884", "UR2UP", "'UPR', UR@24{76-77:|.B1|.B2|.B3}, u@32-63?255", "91=1 uniform", 90},
};

}  // namespace

std::span<const Row> uniform_rows() {
  return kUniformRows;
}

}  // namespace simt::machine
