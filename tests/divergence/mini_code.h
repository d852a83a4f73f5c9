// Programs of bare Insts, for divergence models without registers or memory.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "isa/core/inst.h"

namespace simt::mini {

inline constexpr Slot kGuarded = 0;  ///< any slot: the guard is asked of MiniWarp::decide

/// Builds programs; every function returns the Inst so that a test can refine it.
struct Code {
  std::vector<Inst> insts;
  std::vector<std::vector<Pc>> tables;

  Pc here() const { return static_cast<Pc>(insts.size()); }
  Inst& emit(Kind kind, bool guarded = false) {
    Inst inst;
    inst.kind = kind;
    if (guarded) inst.guard = kGuarded;
    insts.push_back(inst);
    return insts.back();
  }
  Inst& work() { return emit(Kind::Nop); }
  Inst& branch(Pc target, Pc reconverge = kNoPc) {
    Inst& inst = emit(Kind::Branch, true);
    inst.target = target;
    inst.flow.reconverge = reconverge;
    return inst;
  }
  Inst& jump(Pc target) {
    Inst& inst = emit(Kind::Branch);
    inst.target = target;
    return inst;
  }
  Inst& call(Pc target) {
    Inst& inst = emit(Kind::Call);
    inst.target = target;
    inst.flow.reconverge = here();
    return inst;
  }
  /// A table branch or an indirect call: decide() gives each lane's index.
  Inst& indexed(Kind kind, std::vector<Pc> table, Pc reconverge) {
    Inst& inst = emit(kind);
    inst.imm = static_cast<std::int64_t>(tables.size());
    inst.flow.reconverge = reconverge;
    tables.push_back(std::move(table));
    return inst;
  }
};

/// A call whose lanes go to the function at 3 or the one at 5, and come back to 1.
inline Code call_of_two() {
  Code code;
  code.indexed(Kind::Call, {3, 5}, 1);
  code.work();
  code.emit(Kind::Exit);
  code.work();
  code.emit(Kind::Ret);
  code.work();
  code.emit(Kind::Ret);
  return code;
}

}  // namespace simt::mini
