#include "isa/core/made.h"

#include "isa/core/lanes/logic_lanes.h"
#include "isa/core/lanes/predicates.h"

namespace simt {
namespace {

void make_logic(Inst& inst, Operation operation, ScalarType type, LaneSelect lanes) {
  inst.op = Semantics{};
  inst.op.type = type;
  inst.op.operation = operation;
  inst.kind = Kind::Alu;
  inst.op_class = OpClass::Logic;
  inst.expansion.insts = 1;
  inst.expansion.others = OtherInsts{};
  inst.lanes = lanes(inst.op);
}

}  // namespace

void make_and_of_predicates(Inst& inst) {
  make_logic(inst, Operation::And, ScalarType::Pred,
             on_predicates([](auto a, auto b) { return a & b; }));
}
void make_logic_table(Inst& inst) {
  make_logic(inst, Operation::LogicTable, ScalarType::B32, whole<Lop3>());
}

void make_copy_for_host(Inst& inst) {
  inst.lanes = map_lanes<u32, u32>([](u32 a) { return a; });
}

}  // namespace simt
