// Textures and surfaces.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

constexpr std::array kTextureRows{
    Row{"b60", "TEX{60:.SCR}{87-89:|.LZ|.LB|.LL|.LC|.LB.LC|.LC.FDV|!}{90:.NODEP}",
        "R@64, R@16, R@24, R@32?, u@54-58, u@40-53, $dimension, u@72-75?15", "81-84=15 quiet"},
    Row{"f60", "TEX{60:.SCR}{87-89:|.LZ|.LB|.LL|.LC|.LB.LC|.LC.FDV|!}{90:.NODEP}",
        "R@64, R@16, R@24, R@32?, UR@40, u@46-53, $dimension, u@72-75?15", "81-84=15 91=1 quiet",
        90},
    Row{"b63", "TLD4{60:.SCR}{87-88:.R|.G|.B|.A}{90:.NODEP}",
        "R@64, R@16, R@24, R@32?, u@54-58, u@40-53, $dimension, u@72-75?15", "81-84=15 quiet"},
    Row{"f63", "TLD4{60:.SCR}{87-88:.R|.G|.B|.A}{90:.NODEP}",
        "R@64, R@16, R@24, R@32?, UR@40, u@46-53, $dimension, u@72-75?15", "81-84=15 91=1 quiet",
        90},
    Row{"b66", "TLD{60:.SCR}{87-89:!|.LZ|!|.LL|!|!|!|!}{76:.AOFFI}{90:.NODEP}",
        "R@64, R@16, R@24, R@32?, u@54-58, u@40-53, $dimension, u@72-75?15", "81-84=15 quiet"},
    Row{"f66", "TLD{60:.SCR}{87-89:!|.LZ|!|.LL|!|!|!|!}{76:.AOFFI}{90:.NODEP}",
        "R@64, R@16, R@24, R@32?, UR@40, u@46-53, $dimension, u@72-75?15", "81-84=15 91=1 quiet",
        90},
    Row{"b6c", "TXD{90:.NODEP}", "R@64, R@16, R@24, R@32, u@54-58, u@40-53, $dimension, u@72-75?15",
        "81-84=15 quiet"},
    Row{"f6c", "TXD{90:.NODEP}", "R@64, R@16, R@24, R@32, UR@40, u@46-53, $dimension, u@72-75?15",
        "81-84=15 91=1 quiet", 90},
    Row{"b99", "SULD.D.BA$surface$size$loadorder{59-60:.IGN||.TRAP|!}",
        "R@16, [R@24], u@54-58, u@40-53", "72=1 81-84=15"},
    Row{"f99", "SULD.D.BA$surface$size$loadorder{59-60:.IGN||.TRAP|!}",
        "R@16, [R@24], UR@40, u@46-53", "72=1 81-84=15 91=1", 90},
    Row{"b9d", "SUST.D.BA$surface$size$order{59-60:.IGN||.TRAP|!}",
        "[R@24], R@32, u@54-58, u@40-53", "72=1 84=1"},
    Row{"f9d", "SUST.D.BA$surface$size$order{59-60:.IGN||.TRAP|!}", "[R@24], R@32, UR@40, u@46-53",
        "72=1 84=1 91=1", 90},
};

}  // namespace

std::span<const Row> texture_rows() {
  return kTextureRows;
}

}  // namespace simt::machine
