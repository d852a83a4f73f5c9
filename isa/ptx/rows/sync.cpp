// Barriers, fences and warp-level operations (PTX ISA 9.7.9.8 shfl, 9.7.13). Executed by sim/exec.
// The ISA's two orders ("vote.sync.ballot", "vote.ballot.sync") are both in use.
// The barrier of a cluster of one block is what ptxas makes of it where a launch has no clusters:
// nothing for the arrival, BAR.SYNC 0 for the wait (13.0, sm_90). Without launches that depend on
// each other griddepcontrol does nothing.
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace sync_rows {

using enum Kind;

// clang-format off
constexpr OpInfo kRows[] = {
    {"bar[{.cta}.sync]", "a:u32, b:u32?", BarSync, OpClass::Barrier, nullptr, "bar"},
    {"bar[{.cta}.arrive]", "a:u32, b:u32", BarArrive, OpClass::Barrier, nullptr, "bar"},
    {"bar[{.cta}.red.popc].u32", "d, a:u32, b:u32?, c:pred", BarReduce, OpClass::Barrier, nullptr, "bar"},
    {"bar[{.cta}.red(.and|.or)].pred", "d, a:u32, b:u32?, c:pred", BarReduce, OpClass::Barrier, nullptr, "bar"},
    {"barrier[{.cta}.sync{.aligned}]", "a:u32, b:u32?", BarSync, OpClass::Barrier, nullptr, "barrier"},
    {"barrier[{.cta}.arrive{.aligned}]", "a:u32, b:u32", BarArrive, OpClass::Barrier, nullptr, "barrier"},
    {"barrier[{.cta}.red.popc{.aligned}].u32", "d, a:u32, b:u32?, c:pred", BarReduce, OpClass::Barrier, nullptr, "barrier"},
    {"barrier[{.cta}.red(.and|.or){.aligned}].pred", "d, a:u32, b:u32?, c:pred", BarReduce, OpClass::Barrier, nullptr, "barrier"},
    {"barrier.cluster.arrive[{.release|.relaxed}{.aligned}]", "", Nop, OpClass::Misc, nullptr, "barrier.cluster"},
    {"barrier.cluster.wait[{.acquire}{.aligned}]", "", BarSync, OpClass::Barrier, nullptr, "barrier.cluster"},
    {"bar.warp.sync", "m:b32", WarpSync, OpClass::Misc, nullptr, "bar.warp.sync"},

    {"membar(.cta|.gl|.sys)", "", Fence, OpClass::Misc, nullptr, "membar"},
    {"fence[{.sc|.acq_rel|.acquire|.release}(.cta|.cluster|.gpu|.sys)]", "", Fence, OpClass::Misc, nullptr, "fence"},
    {"fence.mbarrier_init.release.cluster", "", Nop, OpClass::Misc, nullptr, "fence"},
    {"fence.proxy(.alias|.async){.global|.shared::cta}", "", Fence, OpClass::Misc, nullptr, "fence"},

    {"shfl[.sync(.up|.down|.bfly|.idx)].b32", "d|p, a, b:u32, c:u32, m:u32", Shuffle, OpClass::Shuffle, nullptr, "shfl.sync"},
    {"shfl(.up|.down|.bfly|.idx).b32", "d|p, a, b:u32, c:u32", Shuffle, OpClass::Shuffle, nullptr, "shfl"},
    {"vote[.sync(.all|.any|.uni)].pred", "d, a:pred, m:b32", Vote, OpClass::Vote, nullptr, "vote.sync"},
    {"vote[.sync.ballot].b32", "d, a:pred, m:b32", Vote, OpClass::Vote, nullptr, "vote.sync"},
    {"vote(.all|.any|.uni).pred", "d, a:pred", Vote, OpClass::Vote, nullptr, "vote"},
    {"vote.ballot.b32", "d, a:pred", Vote, OpClass::Vote, nullptr, "vote"},
    {"elect[.sync]", "d|p:b32, m:b32", Vote, OpClass::Vote, nullptr, "elect.sync"},
    {"match[.sync.any](.b32|.b64)", "d:b32, a, m:b32", Match, OpClass::Vote, nullptr, "match.sync"},
    {"match[.sync.all](.b32|.b64)", "d|p:b32, a, m:b32", Match, OpClass::Vote, nullptr, "match.sync"},
    {"activemask.b32", "d", ActiveMask, OpClass::Vote, nullptr, "activemask"},
    {"redux[.sync(.add|.min|.max)](.u32|.s32)", "d, a, m:b32", Redux, OpClass::Redux, nullptr, "redux.sync"},
    {"redux[.sync(.and|.or|.xor)].b32", "d, a, m:b32", Redux, OpClass::Redux, nullptr, "redux.sync"},

    {"nanosleep.u32", "a", Sleep, OpClass::Misc, nullptr, "nanosleep"},
    {"griddepcontrol.launch_dependents", "", Nop, OpClass::Misc, nullptr, "griddepcontrol"},
    {"griddepcontrol.wait", "", Nop, OpClass::Misc, nullptr, "griddepcontrol"},
    {"pmevent{.mask}", "#a", Nop, OpClass::Misc, nullptr, "pmevent"},
};
// clang-format on

}  // namespace sync_rows
}  // namespace

std::span<const OpInfo> sync_ops() {
  return sync_rows::kRows;
}

}  // namespace simt
