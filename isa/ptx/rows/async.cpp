// Asynchronous copies and barriers in shared memory (PTX ISA 9.7.9.25, 9.7.13.15). Executed by
// sim/exec. Not modelled: bulk copies (cp.async.bulk), barriers of other blocks of a cluster.
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace async_rows {

using enum Kind;
constexpr OpClass kMemory = OpClass::Memory;

// clang-format off
#define COPY "cp.async(.ca|.cg)(.shared|.shared::cta).global"
#define FETCHED "{.L2::64B|.L2::128B|.L2::256B}"
#define SHARED "{.shared|.shared::cta}"
#define RELEASE "{.release|.relaxed}{.cta|.cluster}"
#define ACQUIRE "{.acquire|.relaxed}{.cta|.cluster}"

constexpr OpInfo kRows[] = {
    {COPY FETCHED, "[a], [b], #c, e:u32?", AsyncCopy, kMemory, nullptr, "cp.async"},
    {COPY ".L2::cache_hint" FETCHED, "[a], [b], #c, e:u32?, f:b64", AsyncCopy, kMemory, nullptr, "cp.async"},
    {"cp.async.commit_group", "", AsyncCommit, OpClass::Misc, nullptr, "cp.async.commit_group"},
    {"cp.async.wait_group", "#a", AsyncWait, OpClass::Misc, nullptr, "cp.async.wait_group"},
    {"cp.async.wait_all", "", AsyncWait, OpClass::Misc, nullptr, "cp.async.wait_group", 2},
    {"cp.async.mbarrier.arrive{.noinc}" SHARED ".b64", "[a]", Mbarrier, kMemory, nullptr, "cp.async.mbarrier.arrive"},

    {"mbarrier.init" SHARED ".b64", "[a], b:u32", Mbarrier, kMemory, nullptr, "mbarrier.init"},
    {"mbarrier.inval" SHARED ".b64", "[a]", Mbarrier, kMemory, nullptr, "mbarrier.inval"},
    {"mbarrier.expect_tx{.relaxed}{.cta|.cluster}" SHARED ".b64", "[a], b:u32", Mbarrier, kMemory, nullptr, "mbarrier.expect_tx"},
    {"mbarrier.complete_tx{.relaxed}{.cta|.cluster}" SHARED ".b64", "[a], b:u32", Mbarrier, kMemory, nullptr, "mbarrier.complete_tx"},
    {"mbarrier.arrive.expect_tx" RELEASE SHARED ".b64", "d, [a], b:u32", Mbarrier, kMemory, nullptr, "mbarrier.arrive"},
    {"mbarrier.arrive.noComplete{.release}{.cta}" SHARED ".b64", "d, [a], b:u32", Mbarrier, kMemory, nullptr, "mbarrier.arrive"},
    {"mbarrier.arrive" RELEASE SHARED ".b64", "d, [a], b:u32?", Mbarrier, kMemory, nullptr, "mbarrier.arrive"},
    {"mbarrier.arrive_drop.expect_tx" RELEASE SHARED ".b64", "d, [a], b:u32", Mbarrier, kMemory, nullptr, "mbarrier.arrive_drop"},
    {"mbarrier.arrive_drop.noComplete{.release}{.cta}" SHARED ".b64", "d, [a], b:u32", Mbarrier, kMemory, nullptr, "mbarrier.arrive_drop"},
    {"mbarrier.arrive_drop" RELEASE SHARED ".b64", "d, [a], b:u32?", Mbarrier, kMemory, nullptr, "mbarrier.arrive_drop"},
    {"mbarrier.test_wait.parity" ACQUIRE SHARED ".b64", "d:pred, [a], b:u32", Mbarrier, kMemory, nullptr, "mbarrier.test_wait"},
    {"mbarrier.test_wait" ACQUIRE SHARED ".b64", "d:pred, [a], b:b64", Mbarrier, kMemory, nullptr, "mbarrier.test_wait"},
    {"mbarrier.try_wait.parity" ACQUIRE SHARED ".b64", "d:pred, [a], b:u32, c:u32?", Mbarrier, kMemory, nullptr, "mbarrier.try_wait"},
    {"mbarrier.try_wait" ACQUIRE SHARED ".b64", "d:pred, [a], b:b64, c:u32?", Mbarrier, kMemory, nullptr, "mbarrier.try_wait"},
    {"mbarrier.pending_count.b64", "d:u32, a:b64", Mbarrier, OpClass::Logic, nullptr, "mbarrier.pending_count", 3},
};
// clang-format on

}  // namespace async_rows
}  // namespace

std::span<const OpInfo> async_ops() {
  return async_rows::kRows;
}

}  // namespace simt
