// SIMD video instructions (PTX ISA 9.7.20) on all parts of whole registers: without masks of the
// destination and without selectors of the operands, which are refused. The third operand is the
// addend of .add; else its parts stand where a mask leaves the destination out, so nowhere.
//
// machine_insts is what ptxas 13.0 makes of them for sm_90; a row for several types has the figure
// of signed ones, which is the largest. Of the parts (sign extensions, selections) most is integer
// and logic; .multiply counts IMAD and IDP, .special I2I.
#include "isa/core/lanes/video_lanes.h"
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {

using enum OpClass;
constexpr Kind Alu = Kind::Alu;
constexpr std::string_view kOperands = "d:b32, a:b32, b:b32, c:b32";

struct Sum {
  constexpr int operator()(int a, int b) const { return a + b; }
};
struct Difference {
  constexpr int operator()(int a, int b) const { return a - b; }
};
struct Distance {
  constexpr int operator()(int a, int b) const { return a < b ? b - a : a - b; }
};
struct Smaller {
  constexpr int operator()(int a, int b) const { return a < b ? a : b; }
};
struct Larger {
  constexpr int operator()(int a, int b) const { return a < b ? b : a; }
};
struct Mean {
  constexpr int operator()(int a, int b) const { return mean(a, b); }
};

// clang-format off
constexpr OpInfo kRows[] = {
    {"vadd2.u32.u32.u32", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Word, Sum>>(), "vadd2", 4, false, {.multiply = 2}},
    {"vadd2(.u32|.s32)(.u32|.s32)(.u32|.s32)", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Word, Sum>>(), "vadd2", 19, false, {.multiply = 6}},
    {"vadd2.u32.u32.u32.sat", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Saturated, Sum>>(), "vadd2", 13, false, {.multiply = 1, .special = 2}},
    {"vadd2(.u32|.s32)(.u32|.s32)(.u32|.s32).sat", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Saturated, Sum>>(), "vadd2", 23, false, {.multiply = 6, .special = 2}},
    {"vadd2.u32.u32.u32.add", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Sum, Sum>>(), "vadd2", 7, false, {.multiply = 1}},
    {"vadd2(.u32|.s32)(.u32|.s32)(.u32|.s32).add", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Sum, Sum>>(), "vadd2", 16, false, {.multiply = 4}},
    {"vsub2.u32.u32.u32", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Word, Difference>>(), "vsub2", 4, false, {.multiply = 2}},
    {"vsub2(.u32|.s32)(.u32|.s32)(.u32|.s32)", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Word, Difference>>(), "vsub2", 19, false, {.multiply = 6}},
    {"vsub2.u32.u32.u32.sat", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Saturated, Difference>>(), "vsub2", 13, false, {.multiply = 1, .special = 2}},
    {"vsub2(.u32|.s32)(.u32|.s32)(.u32|.s32).sat", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Saturated, Difference>>(), "vsub2", 23, false, {.multiply = 6, .special = 2}},
    {"vsub2.u32.u32.u32.add", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Sum, Difference>>(), "vsub2", 7, false, {.multiply = 1}},
    {"vsub2(.u32|.s32)(.u32|.s32)(.u32|.s32).add", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Sum, Difference>>(), "vsub2", 16, false, {.multiply = 4}},
    {"vavrg2.u32.u32.u32", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Word, Mean>>(), "vavrg2", 4, false, {.multiply = 1}},
    {"vavrg2(.u32|.s32)(.u32|.s32)(.u32|.s32)", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Word, Mean>>(), "vavrg2", 25, false, {.multiply = 6}},
    {"vavrg2.u32.u32.u32.sat", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Saturated, Mean>>(), "vavrg2", 19, false, {.multiply = 1, .special = 2}},
    {"vavrg2(.u32|.s32)(.u32|.s32)(.u32|.s32).sat", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Saturated, Mean>>(), "vavrg2", 29, false, {.multiply = 6, .special = 2}},
    {"vavrg2.u32.u32.u32.add", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Sum, Mean>>(), "vavrg2", 12, false, {.multiply = 1}},
    {"vavrg2(.u32|.s32)(.u32|.s32)(.u32|.s32).add", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Sum, Mean>>(), "vavrg2", 22, false, {.multiply = 6}},
    {"vabsdiff2.u32.u32.u32", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Word, Distance>>(), "vabsdiff2", 12, false, {.multiply = 2}},
    {"vabsdiff2(.u32|.s32)(.u32|.s32)(.u32|.s32)", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Word, Distance>>(), "vabsdiff2", 23, false, {.multiply = 8}},
    {"vabsdiff2.u32.u32.u32.sat", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Saturated, Distance>>(), "vabsdiff2", 18, false, {.multiply = 1}},
    {"vabsdiff2(.u32|.s32)(.u32|.s32)(.u32|.s32).sat", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Saturated, Distance>>(), "vabsdiff2", 28, false, {.multiply = 7}},
    {"vabsdiff2.u32.u32.u32.add", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Sum, Distance>>(), "vabsdiff2", 10, false, {.multiply = 2}},
    {"vabsdiff2(.u32|.s32)(.u32|.s32)(.u32|.s32).add", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Sum, Distance>>(), "vabsdiff2", 20, false, {.multiply = 7}},
    {"vmin2.u32.u32.u32", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Word, Smaller>>(), "vmin2", 5},
    {"vmin2(.u32|.s32)(.u32|.s32)(.u32|.s32)", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Word, Smaller>>(), "vmin2", 6, false, {.multiply = 1}},
    {"vmin2.u32.u32.u32.sat", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Saturated, Smaller>>(), "vmin2", 14, false, {.special = 2}},
    {"vmin2(.u32|.s32)(.u32|.s32)(.u32|.s32).sat", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Saturated, Smaller>>(), "vmin2", 23, false, {.multiply = 4, .special = 2}},
    {"vmin2.u32.u32.u32.add", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Sum, Smaller>>(), "vmin2", 8},
    {"vmin2(.u32|.s32)(.u32|.s32)(.u32|.s32).add", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Sum, Smaller>>(), "vmin2", 17, false, {.multiply = 4}},
    {"vmax2.u32.u32.u32", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Word, Larger>>(), "vmax2", 5, false, {.multiply = 1}},
    {"vmax2(.u32|.s32)(.u32|.s32)(.u32|.s32)", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Word, Larger>>(), "vmax2", 6, false, {.multiply = 1}},
    {"vmax2.u32.u32.u32.sat", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Saturated, Larger>>(), "vmax2", 14, false, {.special = 2}},
    {"vmax2(.u32|.s32)(.u32|.s32)(.u32|.s32).sat", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Saturated, Larger>>(), "vmax2", 23, false, {.multiply = 4, .special = 2}},
    {"vmax2.u32.u32.u32.add", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Sum, Larger>>(), "vmax2", 8},
    {"vmax2(.u32|.s32)(.u32|.s32)(.u32|.s32).add", kOperands, Alu, IntAdd, whole<VideoBody<2, PartsTo::Sum, Larger>>(), "vmax2", 17, false, {.multiply = 4}},
    {"vset2.u32.u32(.eq|.ne|.lt|.le|.gt|.ge)", kOperands, Alu, IntAdd, whole<VideoCompareBody<2, PartsTo::Word>>(), "vset2", 14},
    {"vset2(.u32|.s32)(.u32|.s32)(.eq|.ne|.lt|.le|.gt|.ge)", kOperands, Alu, IntAdd, whole<VideoCompareBody<2, PartsTo::Word>>(), "vset2", 23, false, {.multiply = 4}},
    {"vset2.u32.u32(.eq|.ne|.lt|.le|.gt|.ge).add", kOperands, Alu, IntAdd, whole<VideoCompareBody<2, PartsTo::Sum>>(), "vset2", 12},
    {"vset2(.u32|.s32)(.u32|.s32)(.eq|.ne|.lt|.le|.gt|.ge).add", kOperands, Alu, IntAdd, whole<VideoCompareBody<2, PartsTo::Sum>>(), "vset2", 21, false, {.multiply = 4}},
    {"vadd4.u32.u32.u32", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Word, Sum>>(), "vadd4", 4, false, {.multiply = 1}},
    {"vadd4(.u32|.s32)(.u32|.s32)(.u32|.s32)", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Word, Sum>>(), "vadd4", 32, false, {.multiply = 9}},
    {"vadd4.u32.u32.u32.sat", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Saturated, Sum>>(), "vadd4", 27, false, {.multiply = 4, .special = 4}},
    {"vadd4(.u32|.s32)(.u32|.s32)(.u32|.s32).sat", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Saturated, Sum>>(), "vadd4", 43, false, {.multiply = 12, .special = 4}},
    {"vadd4.u32.u32.u32.add", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Sum, Sum>>(), "vadd4", 2, false, {.multiply = 1}},
    {"vadd4(.u32|.s32)(.u32|.s32)(.u32|.s32).add", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Sum, Sum>>(), "vadd4", 24, false, {.multiply = 2}},
    {"vsub4.u32.u32.u32", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Word, Difference>>(), "vsub4", 4, false, {.multiply = 1}},
    {"vsub4(.u32|.s32)(.u32|.s32)(.u32|.s32)", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Word, Difference>>(), "vsub4", 32, false, {.multiply = 9}},
    {"vsub4.u32.u32.u32.sat", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Saturated, Difference>>(), "vsub4", 27, false, {.multiply = 4, .special = 4}},
    {"vsub4(.u32|.s32)(.u32|.s32)(.u32|.s32).sat", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Saturated, Difference>>(), "vsub4", 43, false, {.multiply = 12, .special = 4}},
    {"vsub4.u32.u32.u32.add", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Sum, Difference>>(), "vsub4", 2, false, {.multiply = 1}},
    {"vsub4(.u32|.s32)(.u32|.s32)(.u32|.s32).add", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Sum, Difference>>(), "vsub4", 24, false, {.multiply = 2}},
    {"vavrg4.u32.u32.u32", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Word, Mean>>(), "vavrg4", 31, false, {.multiply = 4}},
    {"vavrg4(.u32|.s32)(.u32|.s32)(.u32|.s32)", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Word, Mean>>(), "vavrg4", 43, false, {.multiply = 8}},
    {"vavrg4.u32.u32.u32.sat", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Saturated, Mean>>(), "vavrg4", 39, false, {.multiply = 4, .special = 4}},
    {"vavrg4(.u32|.s32)(.u32|.s32)(.u32|.s32).sat", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Saturated, Mean>>(), "vavrg4", 54, false, {.multiply = 11, .special = 4}},
    {"vavrg4.u32.u32.u32.add", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Sum, Mean>>(), "vavrg4", 26, false, {.multiply = 4}},
    {"vavrg4(.u32|.s32)(.u32|.s32)(.u32|.s32).add", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Sum, Mean>>(), "vavrg4", 40, false, {.multiply = 10}},
    {"vabsdiff4.u32.u32.u32", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Word, Distance>>(), "vabsdiff4"},
    {"vabsdiff4(.u32|.s32)(.u32|.s32)(.u32|.s32)", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Word, Distance>>(), "vabsdiff4", 38, false, {.multiply = 11}},
    {"vabsdiff4.u32.u32.u32.sat", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Saturated, Distance>>(), "vabsdiff4", 35, false, {.multiply = 4}},
    {"vabsdiff4(.u32|.s32)(.u32|.s32)(.u32|.s32).sat", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Saturated, Distance>>(), "vabsdiff4", 51, false, {.multiply = 12}},
    {"vabsdiff4.u32.u32.u32.add", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Sum, Distance>>(), "vabsdiff4"},
    {"vabsdiff4(.u32|.s32)(.u32|.s32)(.u32|.s32).add", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Sum, Distance>>(), "vabsdiff4", 35, false, {.multiply = 11}},
    {"vmin4.u32.u32.u32", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Word, Smaller>>(), "vmin4", 19},
    {"vmin4(.u32|.s32)(.u32|.s32)(.u32|.s32)", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Word, Smaller>>(), "vmin4", 32, false, {.multiply = 5}},
    {"vmin4.u32.u32.u32.sat", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Saturated, Smaller>>(), "vmin4", 27, false, {.special = 4}},
    {"vmin4(.u32|.s32)(.u32|.s32)(.u32|.s32).sat", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Saturated, Smaller>>(), "vmin4", 43, false, {.multiply = 8, .special = 4}},
    {"vmin4.u32.u32.u32.add", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Sum, Smaller>>(), "vmin4", 16},
    {"vmin4(.u32|.s32)(.u32|.s32)(.u32|.s32).add", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Sum, Smaller>>(), "vmin4", 30, false, {.multiply = 6}},
    {"vmax4.u32.u32.u32", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Word, Larger>>(), "vmax4", 19},
    {"vmax4(.u32|.s32)(.u32|.s32)(.u32|.s32)", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Word, Larger>>(), "vmax4", 32, false, {.multiply = 5}},
    {"vmax4.u32.u32.u32.sat", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Saturated, Larger>>(), "vmax4", 27, false, {.special = 4}},
    {"vmax4(.u32|.s32)(.u32|.s32)(.u32|.s32).sat", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Saturated, Larger>>(), "vmax4", 43, false, {.multiply = 8, .special = 4}},
    {"vmax4.u32.u32.u32.add", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Sum, Larger>>(), "vmax4", 16},
    {"vmax4(.u32|.s32)(.u32|.s32)(.u32|.s32).add", kOperands, Alu, IntAdd, whole<VideoBody<4, PartsTo::Sum, Larger>>(), "vmax4", 30, false, {.multiply = 6}},
    {"vset4.u32.u32(.eq|.ne|.lt|.le|.gt|.ge)", kOperands, Alu, IntAdd, whole<VideoCompareBody<4, PartsTo::Word>>(), "vset4", 27},
    {"vset4(.u32|.s32)(.u32|.s32)(.eq|.ne|.lt|.le|.gt|.ge)", kOperands, Alu, IntAdd, whole<VideoCompareBody<4, PartsTo::Word>>(), "vset4", 39, false, {.multiply = 4}},
    {"vset4.u32.u32(.eq|.ne|.lt|.le|.gt|.ge).add", kOperands, Alu, IntAdd, whole<VideoCompareBody<4, PartsTo::Sum>>(), "vset4", 24},
    {"vset4(.u32|.s32)(.u32|.s32)(.eq|.ne|.lt|.le|.gt|.ge).add", kOperands, Alu, IntAdd, whole<VideoCompareBody<4, PartsTo::Sum>>(), "vset4", 38, false, {.multiply = 6}},
};
// clang-format on

}  // namespace

std::span<const OpInfo> video_ops() {
  return kRows;
}

}  // namespace simt
