// Branches, convergence, barriers.
#include <array>

#include "isa/machine/rows/rows.h"

namespace simt::machine {
namespace {

constexpr std::array kControlRows{
    Row{"947", "BRA{32:.U}{84:.ANY}{85-86:|.INC|.DEC|!}", "P@87!90?, $rel", "33=0 91=0"},
    Row{"947", "BRA{32:.DIV|.CONV}{85-86:|.INC|.DEC|!}", "UR@24~30, $rel", "33=1 87-90=7 91=1"},
    Row{"947", "BRA{32:.DIV|.CONV}{85-86:|.INC|.DEC|!}", "$rel", "33=1 87-90=7 91=0", 75, 75},
    Row{"547", "BRA.U{84:.ANY}{85-86:|.INC|.DEC|!}", "P@87!90?, UP@24!27, $rel", "32-33=1 91=1",
        90},
    Row{"945", "BSSY", "P@87!90?, B@16, rel@34-63"},
    Row{"941", "BSYNC", "P@87!90?, B@16"},
    Row{"942", "BREAK", "P@87!90?, B@16"},
    Row{"944", "CALL.REL{86:|.NOINC}", "P@87!90?, $rel"},
    Row{"344", "CALL.REL{86:|.NOINC}", "P@87!90?, R@24 $rel"},
    Row{"343", "CALL.ABS{86:|.NOINC}", "P@87!90?, R@24"},
    Row{"943", "CALL.ABS{86:|.NOINC}", "P@87!90?, u@34-81"},
    Row{"950", "RET{85:.REL|.ABS}{86:|.NODEC}", "P@87!90?, R@24 $rel"},
    Row{"949", "BRX{85-86:|.INC|.DEC|!}", "P@87!90?, R@24 $off"},
    Row{"958", "BRXU{85-86:|.INC|.DEC|!}", "P@87!90?, UR@24 $off", "91=1"},
    Row{"94d", "EXIT{84:.KEEPREFCOUNT}{85:.PREEMPTED}{86:.NO_ATEXIT}", "P@87!90?"},
    Row{"918", "NOP", ""},
    Row{"946", "YIELD", "P@87!90?"},
    Row{"348", "WARPSYNC{86:.EXCLUSIVE}", "P@87!90?, R@32", "", 75, 89},
    Row{"348", "WARPSYNC{85:.EXCLUSIVE}", "P@87!90?, R@24", "86=0", 90},
    Row{"348", "WARPSYNC.COLLECTIVE", "P@87!90?, R@24, $rel", "86=1", 90},
    Row{"948", "WARPSYNC", "P@87!90?, u@32-63", "", 75, 89},
    Row{"948", "WARPSYNC.ALL", "P@87!90?", "86=0", 90},
    Row{"948", "WARPSYNC.COLLECTIVE.ALL", "P@87!90?, $rel", "86=1", 90},
    Row{"91b", "ENDCOLLECTIVE", "P@87!90?", "", 90},
    Row{"95c", "BPT.TRAP", "u@34-36", "84-86=3"},
    Row{"35d", "NANOSLEEP{86:.RAND}{85:.WARP}{84:.SYNCS}", "P@87!90?, R@32"},
    Row{"95d", "NANOSLEEP{86:.RAND}{85:.WARP}{84:.SYNCS}", "P@87!90?, u@32-63"},
    Row{"b5d", "NANOSLEEP{86:.RAND}{85:.WARP}{84:.SYNCS}", "P@87!90?, c[]"},
    Row{"b1d", "BAR.RED{74-75:.POPC|.AND|.OR|!}{80:.DEFER_BLOCKING}", "u@54-57, u@42-53?, P@87!90",
        "77-78=2"},
    Row{"31d", "BAR.RED{74-75:.POPC|.AND|.OR|!}{80:.DEFER_BLOCKING}", "R@32, R@32, P@87!90",
        "77-78=2"},
    Row{"51d", "BAR.RED{74-75:.POPC|.AND|.OR|!}{80:.DEFER_BLOCKING}", "R@32, u@42-53?, P@87!90",
        "77-78=2"},
    Row{"91d", "BAR.RED{74-75:.POPC|.AND|.OR|!}{80:.DEFER_BLOCKING}", "u@54-57, R@32, P@87!90",
        "77-78=2"},
    Row{"b1d", "BAR{77-78:.SYNC|.ARV|!|.SCAN}{80:.DEFER_BLOCKING}", "u@54-57, u@42-53?"},
    Row{"31d", "BAR{77-78:.SYNC|.ARV|!|.SCAN}{80:.DEFER_BLOCKING}", "R@32, R@32"},
    Row{"51d", "BAR{77-78:.SYNC|.ARV|!|.SCAN}{80:.DEFER_BLOCKING}", "R@32, u@42-53?"},
    Row{"91d", "BAR{77-78:.SYNC|.ARV|!|.SCAN}{80:.DEFER_BLOCKING}", "u@54-57, R@32"},
    Row{"82d", "PREEXIT", "", "", 90},
    Row{"82e", "ACQBULK", "", "", 90},
    Row{"9c7", "UCGABAR_ARV", "", "91=1", 90},
    Row{"dc7", "UCGABAR_WAIT", "", "91=1", 90},
};

}  // namespace

std::span<const Row> control_rows() {
  return kControlRows;
}

}  // namespace simt::machine
