// Single and double precision.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

constexpr std::array kFloatRows{
    Row{"020/1456", "FMUL{84-86:!|.D8|.D4|.D2||.M2|.M4|.M8}$ftz$round{77:.SAT}",
        "R@16, a-|, b-|:f32"},
    Row{"021/1237", "FADD{80:.FTZ}$round{77:.SAT}", "R@16, a-|, w-|:f32"},
    Row{"022/4", "FSWZADD{80:.FTZ}$round{77:.NDV}", "R@16, a, c, $quad"},
    Row{"023/1234567", "FFMA$ftz$round{77:.SAT}", "R@16, a-|, b-|:f32, c-|:f32"},
    Row{"008/1456", "FSEL{80:.FTZ}", "R@16, a-|, b-|:f32, P@87!90"},
    Row{"009/1456", "FMNMX{80:.FTZ}{81:.NAN}{82:.XORSIGN}", "R@16, a-|, b-|:f32, P@87!90"},
    Row{"00a/1456", "FSET.BF$compare{80:.FTZ}$boolean", "R@16, a-|, b-|:f32, P@87!90"},
    Row{"00b/1456", "FSETP$compare{80:.FTZ}$boolean", "P@81, P@84, a-|, b-|:f32, P@87!90"},
    Row{"102/1456", "FCHK", "P@81, a-|, b-|:f32"},
    Row{"028/1456", "DMUL$round", "R@16, a-|, b-|:f64"},
    Row{"029/1", "DADD$round", "R@16, a-|, c-|"},
    Row{"029/237", "DADD$round", "R@16, a-|, w-|:f64"},
    Row{"02b/1234567", "DFMA$round", "R@16, a-|, b-|:f64, c-|:f64"},
    Row{"02a/1237",
        "DSETP{76-79:.MIN|.LT|.EQ|.LE|.GT|.NE|.GE|.NUM|.NAN|.LTU|.EQU|.LEU|.GTU|.NEU|.GEU|.MAX}$"
        "boolean",
        "P@81, P@84, a-|, w-|:f64, P@87!90"},
    Row{"108/4", "MUFU{74-79:!|!|!|!|!|!|.RCP64H|.RSQ64H}", "R@16, b:f64", "75-79=3"},
    Row{"108/4", "MUFU{74-79:.COS|.SIN|.EX2|.LG2|.RCP|.RSQ|!|!|.SQRT|.TANH}", "R@16, b:f32"},
    Row{"108/156", "MUFU{74-79:.COS|.SIN|.EX2|.LG2|.RCP|.RSQ|.RCP64H|.RSQ64H|.SQRT|.TANH}{73:.F16}",
        "R@16, b-|{60-61:|.H1}", "", 75, 89},
    Row{"108/156",
        "MUFU{74-79:.COS|.SIN|.EX2|.LG2|.RCP|.RSQ|.RCP64H|.RSQ64H|.SQRT|.TANH}{72-73:|.F16|.BF16|!"
        "}",
        "R@16, b-|{60-61:|.H1}", "", 90},
};

}  // namespace

std::span<const Row> float_rows() {
  return kFloatRows;
}

}  // namespace simt::machine
