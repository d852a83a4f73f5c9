// Instructions by what they do, from the figures of each instruction of the program: thread
// instructions by kind (as in the roofline) and accesses by width.
// Matrix products count by their operands: HMMA as fp16 on an H100, whatever the type of its sums
// (tests/programs/matmul_wmma.cu under ncu); that IMMA and DMMA follow it is inferred.
// A PTX instruction counts as what its operation is, not as what an assembler makes of it.
#include <algorithm>
#include <initializer_list>

#include "sim/views/metric_groups.h"
#include "sim/views/metric_rollups.h"
#include "sim/views/opcode_counts.h"

namespace simt {
namespace {

using Of = OpClass;

struct ThreadKind {
  const char *name, *text;
  Chosen chosen;
  OpClass peak_class = Of::Misc;  ///< whose throughput is its peak; Misc: none
};

constexpr ThreadKind kThreadKinds[] = {
    {"fadd", "single-precision additions",
     [](const Inst& i) {
       return is_of(i, {Operation::Add, Operation::Subtract}, {ScalarType::F32});
     },
     Of::Fp32},
    {"fmul", "single-precision multiplications",
     [](const Inst& i) { return is_of(i, {Operation::Multiply}, {ScalarType::F32}); }, Of::Fp32},
    {"ffma", "single-precision fused multiply-adds",
     [](const Inst& i) { return is_of(i, {Operation::MultiplyAdd}, {ScalarType::F32}); }, Of::Fp32},
    {"dadd", "double-precision additions",
     [](const Inst& i) {
       return is_of(i, {Operation::Add, Operation::Subtract}, {ScalarType::F64});
     },
     Of::Fp64},
    {"dmul", "double-precision multiplications",
     [](const Inst& i) { return is_of(i, {Operation::Multiply}, {ScalarType::F64}); }, Of::Fp64},
    {"dfma", "double-precision fused multiply-adds",
     [](const Inst& i) { return is_of(i, {Operation::MultiplyAdd}, {ScalarType::F64}); }, Of::Fp64},
    {"hadd", "half-precision additions",
     [](const Inst& i) {
       return is_of(i, {Operation::Add, Operation::Subtract}, {ScalarType::F16, ScalarType::F16x2});
     },
     Of::Fp16},
    {"hmul", "half-precision multiplications",
     [](const Inst& i) {
       return is_of(i, {Operation::Multiply}, {ScalarType::F16, ScalarType::F16x2});
     },
     Of::Fp16},
    {"hfma", "half-precision fused multiply-adds",
     [](const Inst& i) {
       return is_of(i, {Operation::MultiplyAdd}, {ScalarType::F16, ScalarType::F16x2});
     },
     Of::Fp16},
    {"fp32", "single-precision instructions",
     [](const Inst& i) {
       return is_class(i, {Of::Fp32, Of::Sfu});
     }},
    {"fp64", "double-precision instructions",
     [](const Inst& i) {
       return is_class(i, {Of::Fp64, Of::MatrixF64});
     }},
    {"fp16", "half-precision instructions",
     [](const Inst& i) {
       return is_class(
           i, {Of::Fp16, Of::MatrixF16Small, Of::MatrixF16, Of::MatrixF32Small, Of::MatrixF32});
     }},
    {"integer", "integer instructions",
     [](const Inst& i) {
       return is_class(i, {Of::IntAdd, Of::IntMul, Of::IntMulHigh, Of::Sad, Of::Compare,
                           Of::MatrixIntSmall, Of::MatrixInt});
     }},
    {"bit", "bit instructions",
     [](const Inst& i) {
       return is_class(i, {Of::Logic, Of::Shift, Of::BitField, Of::Popc});
     }},
    {"conversion", "conversions",
     [](const Inst& i) {
       return is_class(i, {Of::Convert, Of::ConvertFast, Of::Convert64});
     }},
    {"control", "branches, calls and exits",
     [](const Inst& i) { return is_class(i, {Of::Control}); }},
    {"memory", "loads, stores and atomics",
     [](const Inst& i) { return is_class(i, {Of::Memory}); }},
    {"inter_thread_communication", "shuffles, votes and warp-wide reductions",
     [](const Inst& i) {
       return is_class(i, {Of::Shuffle, Of::Vote, Of::Redux});
     }},
    {"misc", "moves, barriers and others",
     [](const Inst& i) {
       return is_class(i, {Of::Move, Of::Barrier, Of::Misc});
     }},
};

void add_thread_kinds(MetricList& list) {
  for (const ThreadKind& k : kThreadKinds)
    for (const bool of_sm : {false, true}) {
      BaseCounter base{std::string(of_sm ? "sm" : "smsp") + "__sass_thread_inst_executed_op_" +
                           k.name + "_pred_on",
                       "inst", std::string("lanes that executed ") + k.text, CounterClass::Exact,
                       [chosen = k.chosen](const Measured& m) {
                         return over_lines(m, chosen, [](const Executions& l, const Inst&) {
                           return static_cast<double>(l.thread_pred_on);
                         });
                       }};
      if (k.peak_class != Of::Misc)
        base.peak = [c = k.peak_class, of_sm](const ArchConfig& a) {
          return rate(a, c) / (of_sm ? 1 : a.sm.sub_partitions);
        };
      if (of_sm) base.listed = {};
      add_counter(list, base);
    }
}

template <unsigned Bytes>
bool moves(const Inst& i) {
  return is_class(i, {Of::Memory}) && i.memory.bytes() == Bytes;
}

void add_widths(MetricList& list) {
  struct Width {
    const char* name;
    Chosen chosen;
  };
  for (const Width& w : {Width{"8b", moves<1>}, Width{"16b", moves<2>}, Width{"32b", moves<4>},
                         Width{"64b", moves<8>}, Width{"128b", moves<16>}})
    add_counter(list, {std::string("smsp__sass_inst_executed_op_memory_") + w.name, "inst",
                       std::string("memory instructions that move ") + w.name + "its a lane",
                       CounterClass::Exact, [chosen = w.chosen](const Measured& m) {
                         return over_lines(m, chosen, [](const Executions& l, const Inst&) {
                           return static_cast<double>(l.executed);
                         });
                       }});
}

// What ncu computes for its roofline: operations, two for a fused multiply-add.
void add_operations(MetricList& list) {
  struct Operation {
    const char *name, *of;
    double times;
  };
  for (const Operation& o :
       {Operation{"ffma_pred_on_x2", "ffma", 2}, Operation{"dfma_pred_on_x2", "dfma", 2}}) {
    const std::string counted = std::string("__sass_thread_inst_executed_op_") + o.of + "_pred_on";
    const std::string name = std::string("__sass_thread_inst_executed_op_") + o.name;
    list.push_back({"derived__smsp" + name, "thread",
                    std::string("operations of ") + o.of + " in an elapsed cycle",
                    CounterClass::Modelled, false, false,
                    [n = "smsp" + counted + ".sum.per_cycle_elapsed",
                     t = o.times](const Measured& m) { return t * value_of(n, m); }});
    list.push_back({"derived__sm" + name, "thread",
                    std::string("most operations of ") + o.of + " in a cycle", CounterClass::Exact,
                    false, false,
                    [n = "sm" + counted + ".sum.peak_sustained", t = o.times](const Measured& m) {
                      return t * value_of(n, m);
                    }});
  }
}

}  // namespace

void add_opcode_metrics(MetricList& list) {
  add_thread_kinds(list);
  add_widths(list);
  add_operations(list);
}

}  // namespace simt
