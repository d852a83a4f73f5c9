// Moves between registers of all kinds, and between threads.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

constexpr std::array kMoveRows{
    Row{"002/1456", "MOV", "R@16, b:u32, u@72-75?15"},
    Row{"919", "S2R", "R@16, SR@72"},
    Row{"9c3", "S2UR", "UR@16, SR@72", "uniform"},
    Row{"805", "CS2R{80:.32|}", "R@16, SR@72"},
    Row{"31c", "B2R.RESULT", "R@16, P@81?", "78=1"},
    Row{"389", "SHFL{58-59:.IDX|.UP|.DOWN|.BFLY}", "P@81, R@16, R@24, R@32, R@64"},
    Row{"589", "SHFL{58-59:.IDX|.UP|.DOWN|.BFLY}", "P@81, R@16, R@24, R@32, u@40-52"},
    Row{"989", "SHFL{58-59:.IDX|.UP|.DOWN|.BFLY}", "P@81, R@16, R@24, u@53-57, R@64"},
    Row{"f89", "SHFL{58-59:.IDX|.UP|.DOWN|.BFLY}", "P@81, R@16, R@24, u@53-57, u@40-52"},
    Row{"3c2", "R2UR{84:.OR}", "P@81?, UR@16, R@24", "", 75, 89},
    Row{"2ca", "R2UR{84:.OR}", "P@81?, UR@16, R@24", "", 90},
    Row{"3c4", "REDUX{78-80:|.OR|.XOR|.SUM|.MIN|.MAX|!|!}{73:.S32}", "UR@16, R@24", "", 80},
    Row{"23a", "MOVM.16{78-79:.MT88|.M832|.M864|!}", "R@16, R@24"},
    Row{"34e", "LEPC", "R@16", "", 75, 89},
    Row{"94e", "LEPC", "R@16, byterel@24-81", "", 90},
    Row{"355", "BMOV.32{84:.CLEAR}", "R@16, B@24"},
    Row{"356", "BMOV.32{84:.PQUAD}", "B@24, R@32"},
    Row{"f55", "BMOV.32", "B@16, 'MACTIVE'", "24-31=26"},
    Row{"f56", "BMOV.32{84:.PQUAD}", "'MACTIVE', B@16", "24-31=26"},
    Row{"352", "RPCMOV.32", "'Rpc'{31:.LO|.HI}, R@32", "", 90},
    Row{"353", "RPCMOV.32", "R@16, 'Rpc'{31:.LO|.HI}", "", 90},
    Row{"801", "PMTRIG", "u@32-47, P@87!90?"},
};

}  // namespace

std::span<const Row> move_rows() {
  return kMoveRows;
}

}  // namespace simt::machine
