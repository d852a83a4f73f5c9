// What counts as work of a lane, for findings on threads that should be elsewhere.
#pragma once

#include "sim/exec/warp_members.h"

namespace simt {

/// Not on the way to somewhere else, and no meeting of lanes.
inline bool is_work(const Inst& inst) {
  switch (inst.kind) {
    case Kind::Branch:
    case Kind::BranchIndexed:
    case Kind::Call:
    case Kind::Ret:
    case Kind::Exit:
    case Kind::BranchTo:
    case Kind::BranchIf:
    case Kind::BranchApart:
    case Kind::ConvergeAt:
    case Kind::ConvergeWait:
    case Kind::ConvergeLeave:
    case Kind::Yield:
      return false;
    default:
      return member_mask_slot(inst) == kNoSlot;
  }
}

}  // namespace simt
