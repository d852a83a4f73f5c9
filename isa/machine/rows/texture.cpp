// Textures and surfaces.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

// Modifiers in the order in which they are written, then the operands. The handle stands in
// constant memory (b60), in a uniform register (f60), or in a register (361, .B).
#define HALVES "{79-80:|.F16.RN|.F16.RZ|!}"
#define LEVEL "{87-89:|.LZ|.LB|.LL|.LC|.LB.LC|.LC.FDV|!}"
#define TEX(b) "TEX{60:.SCR}" b HALVES LEVEL "{76:.AOFFI}{78:.DC}{77:.NDV}{90:.NODEP}"
#define TLD4(b) \
  "TLD4{60:.SCR}{87-88:.R|.G|.B|.A}" b HALVES "{76:.AOFFI}{77:.PTP}{78:.DC}{90:.NODEP}"
#define TLD(b) "TLD{60:.SCR}" b "{87-89:!|.LZ|!|.LL|!|!|!|!}{76:.AOFFI}{77:.CL}{78:.MS}{90:.NODEP}"
#define TXD(b) "TXD" b HALVES "{76:.AOFFI}{90:.NODEP}"
#define TXQ(b) "TXQ" b "{90:.NODEP}"
#define PLACE "P@81?, R@64, R@16, R@24, R@32?, "
#define BANK "u@54-58, u@40-53, "
#define UNIFORM "UR@40, u@46-53, "
#define SHAPE "$dimension, u@72-75?15"
#define QUERY          \
  "R@64, R@16, R@24, " \
  "{62-63:TEX_HEADER_DIMENSION|TEX_HEADER_TEXTURE_TYPE|TEX_HEADER_SAMPLER_POS|!}, "

constexpr std::array kTextureRows{
    Row{"b60", TEX(""), PLACE BANK SHAPE, "84=1 quiet"},
    Row{"f60", TEX(""), PLACE UNIFORM SHAPE, "84=1 91=1 quiet", 90},
    Row{"361", TEX(".B"), PLACE SHAPE, "59=1 84=1 quiet"},
    Row{"b63", TLD4(""), PLACE BANK SHAPE, "84=1 quiet"},
    Row{"f63", TLD4(""), PLACE UNIFORM SHAPE, "84=1 91=1 quiet", 90},
    Row{"364", TLD4(".B"), PLACE SHAPE, "59=1 84=1 quiet"},
    Row{"b66", TLD(""), PLACE BANK SHAPE, "84=1 quiet"},
    Row{"f66", TLD(""), PLACE UNIFORM SHAPE, "84=1 91=1 quiet", 90},
    Row{"367", TLD(".B"), PLACE SHAPE, "59=1 84=1 quiet"},
    Row{"b6c", TXD(""), PLACE BANK SHAPE, "84=1 quiet"},
    Row{"f6c", TXD(""), PLACE UNIFORM SHAPE, "84=1 91=1 quiet", 90},
    Row{"36d", TXD(".B"), PLACE SHAPE, "59=1 84=1 quiet"},
    Row{"b6f", TXQ(""), QUERY BANK "u@72-75", "quiet"},
    Row{"f6f", TXQ(""), QUERY UNIFORM "u@72-75", "91=1 quiet", 90},
    Row{"370", TXQ(".B"), QUERY "u@72-75", "59=1 quiet"},
    Row{"b99", "SULD.D.BA$surface$size$loadorder{59-60:.IGN||.TRAP|!}",
        "R@16, [R@24], u@54-58, u@40-53", "72=1 81-84=15"},
    Row{"f99", "SULD.D.BA$surface$size$loadorder{59-60:.IGN||.TRAP|!}",
        "R@16, [R@24], UR@40, u@46-53", "72=1 81-84=15 91=1", 90},
    Row{"99a", "SULD.D.BA$surface$size$loadorder{59-60:.IGN||.TRAP|!}", "R@16, [R@24], R@64",
        "72=1 81-84=15"},
    Row{"b9d", "SUST.D.BA$surface$size$order{59-60:.IGN||.TRAP|!}",
        "[R@24], R@32, u@54-58, u@40-53", "72=1 84=1"},
    Row{"f9d", "SUST.D.BA$surface$size$order{59-60:.IGN||.TRAP|!}", "[R@24], R@32, UR@40, u@46-53",
        "72=1 84=1 91=1", 90},
    Row{"99e", "SUST.D.BA$surface$size$order{59-60:.IGN||.TRAP|!}", "[R@24], R@32, R@64",
        "72=1 84=1"},
};
#undef HALVES
#undef LEVEL
#undef TEX
#undef TLD4
#undef TLD
#undef TXD
#undef TXQ
#undef PLACE
#undef BANK
#undef UNIFORM
#undef SHAPE
#undef QUERY

}  // namespace

std::span<const Row> texture_rows() {
  return kTextureRows;
}

}  // namespace simt::machine
