// Loads, stores, atomics, reductions and cache hints (PTX ISA 9.7.9, 9.7.13). Executed by sim/exec.
// The ISA writes the suffixes in one order; compilers and libraries write others and ptxas takes
// any ("atom.global.sys.add", "atom.add.release.gpu", "ld.volatile.global"), so the rows do too.
// Cache and eviction hints change time only. A block is a cluster of its own. Not modelled: .mmio.
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace memory_rows {

using enum Kind;
constexpr OpClass kMemory = OpClass::Memory;

// clang-format off
#define SCOPE "{.cta|.cluster|.gpu|.sys}"
#define HINTS "{.L1::evict_normal|.L1::evict_unchanged|.L1::evict_first|.L1::evict_last" \
              "|.L1::no_allocate}{.L2::cache_hint}"
#define TYPES "(.b8|.b16|.b32|.b64|.b128|.u8|.u16|.u32|.u64|.s8|.s16|.s32|.s64|.f32|.f64)"
#define ATOM(op) "atom[{.relaxed|.acquire|.release|.acq_rel}" SCOPE \
                 "{.global|.shared|.shared::cta|.shared::cluster}" op "{.L2::cache_hint}]"
#define RED(op) "red[{.relaxed|.release}" SCOPE "{.global|.shared|.shared::cta|.shared::cluster}" op "{.L2::cache_hint}]"

constexpr OpInfo kRows[] = {
    {"ld[{.weak|.volatile|.relaxed|.acquire}" SCOPE
     "{.global|.shared|.shared::cta|.shared::cluster|.local|.const|.param|.param::entry|.param::func}"
     "{.ca|.cg|.cs|.lu|.cv}{.nc}" HINTS "{.L2::64B|.L2::128B|.L2::256B}{.v2|.v4}]" TYPES,
     "dv, [a], c:b64?", Load, kMemory, nullptr, "ld"},
    {"ldu[{.global}{.v2|.v4}]" TYPES, "dv, [a]", Load, kMemory, nullptr, "ldu"},
    {"st[{.weak|.volatile|.relaxed|.release}" SCOPE
     "{.global|.shared|.shared::cta|.shared::cluster|.local|.param|.param::func}"
     "{.wb|.cg|.cs|.wt}" HINTS "{.v2|.v4}]" TYPES,
     "[a], bv, c:b64?", Store, kMemory, nullptr, "st"},

    {ATOM("(.and|.or|.xor)") "(.b32|.b64)", "d, [a], b, c:b64?", Atomic, kMemory, nullptr, "atom"},
    {ATOM(".exch") "(.b32|.b64|.b128)", "d, [a], b, c:b64?", Atomic, kMemory, nullptr, "atom"},
    {ATOM(".cas") "(.b16|.b32|.b64|.b128)", "d, [a], b, c, e:b64?", Atomic, kMemory, nullptr, "atom"},
    {ATOM(".add") "(.u32|.s32|.u64|.f32|.f64)", "d, [a], b, c:b64?", Atomic, kMemory, nullptr, "atom"},
    {ATOM(".add.noftz") "(.f16|.bf16|.f16x2|.bf16x2)", "d, [a], b, c:b64?", Atomic, kMemory, half_sum, "atom"},
    {ATOM(".add(.v2|.v4)") ".f32", "dv, [a], bv, c:b64?", Atomic, kMemory, nullptr, "atom"},
    {ATOM(".add.noftz(.v2|.v4)") "(.f16x2|.bf16x2)", "dv, [a], bv, c:b64?", Atomic, kMemory, half_sum, "atom"},
    {ATOM("(.inc|.dec)") ".u32", "d, [a], b, c:b64?", Atomic, kMemory, nullptr, "atom"},
    {ATOM("(.min|.max)") "(.u32|.s32|.u64|.s64)", "d, [a], b, c:b64?", Atomic, kMemory, nullptr, "atom"},

    {RED("(.and|.or|.xor)") "(.b32|.b64)", "[a], b, c:b64?", Reduction, kMemory, nullptr, "red"},
    {RED(".add") "(.u32|.s32|.u64|.f32|.f64)", "[a], b, c:b64?", Reduction, kMemory, nullptr, "red"},
    {RED(".add.noftz") "(.f16|.bf16|.f16x2|.bf16x2)", "[a], b, c:b64?", Reduction, kMemory, half_sum, "red"},
    {RED(".add(.v2|.v4)") ".f32", "[a], bv, c:b64?", Reduction, kMemory, nullptr, "red"},
    {RED(".add.noftz(.v2|.v4)") "(.f16x2|.bf16x2)", "[a], bv, c:b64?", Reduction, kMemory, half_sum, "red"},
    {RED("(.inc|.dec)") ".u32", "[a], b, c:b64?", Reduction, kMemory, nullptr, "red"},
    {RED("(.min|.max)") "(.u32|.s32|.u64|.s64)", "[a], b, c:b64?", Reduction, kMemory, nullptr, "red"},

    // Hints without a result: they cost an issue slot, caches ignore them.
    {"prefetch[{.global|.local}(.L1|.L2|.L2::evict_last|.L2::evict_normal)]", "[a]", Nop, OpClass::Misc, nullptr, "prefetch"},
    {"prefetchu.L1", "[a]", Nop, OpClass::Misc, nullptr, "prefetchu"},
    {"discard{.global}.L2", "[a], #b", Nop, OpClass::Misc, nullptr, "discard"},
    {"applypriority{.global}.L2::evict_normal", "[a], #b", Nop, OpClass::Misc, nullptr, "applypriority"},
};
// clang-format on

}  // namespace memory_rows
}  // namespace

std::span<const OpInfo> memory_ops() {
  return memory_rows::kRows;
}

}  // namespace simt
