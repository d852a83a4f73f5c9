// Integer arithmetic and logic.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

constexpr std::array kIntegerRows{
    Row{"010/1456", "IADD3", "R@16, P@81?, P@84?, a-, b-:s32, c-", "74=0 ~77-80 ~87-90"},
    Row{"010/1456", "IADD3.X", "R@16, P@81?, P@84?, a~, b~:s32, c~, P@87!90, P@77!80", "74=1"},
    Row{"024/1234567", "IMAD{=imad}{73:.U32|}", "R@16, a, b:s32, c-:s32", "74=0 81-83=7 ~87-90"},
    Row{"024/1234567", "IMAD{73:.U32|}.X", "R@16, a, b:s32, c~:s32, P@87!90", "74=1 81-83=7"},
    Row{"025/1234567", "IMAD.WIDE{73:.U32|}", "R@16, P@81?, a, b:s32, c-:s32", "74=0 ~87-90"},
    Row{"025/1234567", "IMAD.WIDE{73:.U32|}.X", "R@16, P@81?, a, b:s32, c~:s32, P@87!90", "74=1"},
    Row{"027/1234567", "IMAD.HI{73:.U32|}", "R@16, P@81?, a, b:s32, c-:s32", "74=0 ~87-90"},
    Row{"027/1234567", "IMAD.HI{73:.U32|}.X", "R@16, P@81?, a, b:s32, c~:s32, P@87!90", "74=1"},
    Row{"026/1456", "IDP.4A{73:.U8|.S8}{74:.U8|.S8}", "R@16, a, b:s32, c-", "76-77=0"},
    Row{"026/1456", "IDP.2A{77:.LO|.HI}{73:.U16|.S16}{74:.U8|.S8}", "R@16, a, b:s32, c-", "76=1"},
    Row{"00c/1456", "ISETP$icompare{73:.U32|}$boolean{72:.EX}",
        "P@81, P@84, a, b:s32, P@87!90, P@68!71(72)"},
    Row{"012/1456", "LOP3.LUT{80:.PAND}", "P@81?, R@16, a, b:u32, c, u@72-79, P@87!90"},
    Row{"011/1456", "LEA", "R@16, P@81?, a-, b-:u32, u@75-79", "73-74=0 80=0 ~64-71 ~87-90"},
    Row{"011/1456", "LEA.HI{73:.SX32}", "R@16, P@81?, a-, b-:u32, c(!73), u@75-79",
        "74=0 80=1 ~87-90"},
    Row{"011/1456", "LEA.HI.X{73:.SX32}", "R@16, P@81?, a~, b~:u32, c(!73), u@75-79, P@87!90",
        "74=1 80=1"},
    Row{"019/123456", "SHF{76:.L|.R}{75:.W}{73-74:.S64|.U64|.S32|.U32}{80:.HI}",
        "R@16, a, b:u32, c:u32"},
    Row{"007/1456", "SEL", "R@16, a, b:u32, P@87!90"},
    Row{"017/1456", "IMNMX{73:.U32|}", "R@16, a, b:s32, P@87!90", "", 75, 89},
    Row{"048/1456", "VIMNMX$minmax", "R@16, a, b:s32, P@87!90", "81-86=63", 90},
    Row{"00f/14", "VIMNMX3$minmax", "R@16, a, b:s32, c:s32, P@87!90", "", 90},
    Row{"046/124567", "VIADDMNMX$minmax", "R@16, a, b-:u32, c-:u32, P@87!90", "", 90},
    Row{"036/146", "VIADD{73:.16x2}", "R@16, a, b-:u32", "", 90},
    Row{"013/156", "IABS", "R@16, b"},
    Row{"016/12456", "PRMT{72-74:|.F4E|.B4E|.RC8|.ECL|.ECR|.RC16|!}", "R@16, a, b:u32, c:u32"},
    Row{"01a/14", "SGXT{75:.W}{73:.U32|}", "R@16, a, b:u32"},
    Row{"01b/14", "BMSK{75:.W}", "R@16, a, b:u32"},
    Row{"014/12345", "VABSDIFF{73:.U32|}", "R@16, a, b:s32, c:s32", "81-83=7"},
    Row{"015/14", "VABSDIFF4{73:.U8|}{75:.ACC}", "R@16, a, b:s32, c", "81-83=7"},
    Row{"100/156", "FLO{73:.U32|}{74:.SH}", "R@16, P@81?, b~"},
    Row{"101/156", "BREV", "R@16, b"},
    Row{"109/156", "POPC", "R@16, b~"},
};

}  // namespace

std::span<const Row> integer_rows() {
  return kIntegerRows;
}

}  // namespace simt::machine
