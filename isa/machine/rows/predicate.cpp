// Predicates and votes.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

constexpr std::array kPredicateRows{
    Row{"81c", "PLOP3.LUT{67:|}",
        "P@81, P@84, P@87!90, P@77!80, P@68!71(!67), UP@68!71(67), u@64-66,72-76, u@16-23"},
    Row{"21f", "PLOP3.LUT", "P@81, P@84, R@24{.SIGN}, R@32{.SIGN}, R@64{.SIGN}, u@72-79, u@16-23"},
    Row{"803", "P2R{76-77:|.B1|.B2|.B3}", "R@16, 'PR', R@24, u@32-63"},
    Row{"804", "R2P", "'PR', R@24{76-77:|.B1|.B2|.B3}, u@32-63?255"},
    Row{"806", "VOTE{72-73:.ALL|.ANY|.EQ|!}", "R@16?, P@81, P@87!90"},
    Row{"886", "VOTEU{72-73:.ALL|.ANY|.EQ|!}", "UR@16?, UP@81, P@87!90"},
    Row{"3a1", "MATCH{79:.ALL|.ANY}{73:.U64}", "P@81(!79), R@16, R@24"},
    Row{"82f", "ELECT", "P@81, UR@16, P@87!90", "", 90},
};

}  // namespace

std::span<const Row> predicate_rows() {
  return kPredicateRows;
}

}  // namespace simt::machine
