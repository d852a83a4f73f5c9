// What calls that copy, and nodes of graphs that copy, have in common.
#pragma once

#include "sim/program/runtime/state.h"

namespace simt::cudart {

/// Throws CallError: a direction that is none, a pitch that is too short, or memory of the host
/// where the direction says "device".
void check_copy(const program::CopyWork& work, int kind);
/// Before a copy for which the host waits: whatever other devices do with its memory has ended.
void settle(const program::CopyRequest& request);
/// Throws CallError: what is no array, or does not lie within one.
program::CopyWork copy3d_work(const cuda_abi::Memcpy3DParms& params);
/// Throws CallError: there is no such variable, or not so much of it.
void* symbol_address(const void* symbol, std::size_t bytes, std::size_t offset);

}  // namespace simt::cudart
