// Instructions by what they do, from the figures of each instruction of the program: thread
// instructions by kind (as in the roofline), accesses by width, use of the pipes.
// A PTX instruction counts as what its operation is, not as what an assembler makes of it.
#include <algorithm>
#include <initializer_list>

#include "sim/views/metric_groups.h"
#include "sim/views/metric_rollups.h"

namespace simt {
namespace {

using enum OpClass;

std::string_view mnemonic(const Inst& inst) {
  return inst.form.op == nullptr ? std::string_view{} : mnemonic_of(*inst.form.op);
}
bool is_of(const Inst& inst, std::initializer_list<std::string_view> mnemonics,
           std::initializer_list<ScalarType> types) {
  return std::find(types.begin(), types.end(), inst.form.type) != types.end() &&
         std::find(mnemonics.begin(), mnemonics.end(), mnemonic(inst)) != mnemonics.end();
}
bool is_class(const Inst& inst, std::initializer_list<OpClass> classes) {
  return std::find(classes.begin(), classes.end(), inst.op_class) != classes.end();
}

using Chosen = bool (*)(const Inst&);

template <class Figure>
double over_lines(const Measured& m, Chosen chosen, Figure figure) {
  if (m.program == nullptr) return 0;
  double sum = 0;
  const std::size_t n = std::min(m.run.lines.size(), m.program->code.size());
  for (std::size_t pc = 0; pc < n; ++pc)
    if (chosen(m.program->code[pc])) sum += figure(m.run.lines[pc], m.program->code[pc]);
  return sum;
}

struct ThreadKind {
  const char *name, *text;
  Chosen chosen;
  OpClass peak_class = Misc;  ///< whose throughput is its peak; Misc: none
};

constexpr ThreadKind kThreadKinds[] = {
    {"fadd", "single-precision additions",
     [](const Inst& i) {
       return is_of(i, {"add", "sub"}, {ScalarType::F32});
     },
     Fp32},
    {"fmul", "single-precision multiplications",
     [](const Inst& i) { return is_of(i, {"mul"}, {ScalarType::F32}); }, Fp32},
    {"ffma", "single-precision fused multiply-adds",
     [](const Inst& i) {
       return is_of(i, {"fma", "mad"}, {ScalarType::F32});
     },
     Fp32},
    {"dadd", "double-precision additions",
     [](const Inst& i) {
       return is_of(i, {"add", "sub"}, {ScalarType::F64});
     },
     Fp64},
    {"dmul", "double-precision multiplications",
     [](const Inst& i) { return is_of(i, {"mul"}, {ScalarType::F64}); }, Fp64},
    {"dfma", "double-precision fused multiply-adds",
     [](const Inst& i) {
       return is_of(i, {"fma", "mad"}, {ScalarType::F64});
     },
     Fp64},
    {"hadd", "half-precision additions",
     [](const Inst& i) {
       return is_of(i, {"add", "sub"}, {ScalarType::F16, ScalarType::F16x2});
     },
     Fp16},
    {"hmul", "half-precision multiplications",
     [](const Inst& i) {
       return is_of(i, {"mul"}, {ScalarType::F16, ScalarType::F16x2});
     },
     Fp16},
    {"hfma", "half-precision fused multiply-adds",
     [](const Inst& i) {
       return is_of(i, {"fma"}, {ScalarType::F16, ScalarType::F16x2});
     },
     Fp16},
    {"fp32", "single-precision instructions",
     [](const Inst& i) {
       return is_class(i, {Fp32, Sfu});
     }},
    {"fp64", "double-precision instructions", [](const Inst& i) { return is_class(i, {Fp64}); }},
    {"fp16", "half-precision instructions", [](const Inst& i) { return is_class(i, {Fp16}); }},
    {"integer", "integer instructions",
     [](const Inst& i) {
       return is_class(i, {IntAdd, IntMul, Sad, Compare});
     }},
    {"bit", "bit instructions",
     [](const Inst& i) {
       return is_class(i, {Logic, Shift, BitField, Popc});
     }},
    {"conversion", "conversions",
     [](const Inst& i) {
       return is_class(i, {Convert, Convert64});
     }},
    {"control", "branches, calls and exits", [](const Inst& i) { return is_class(i, {Control}); }},
    {"memory", "loads, stores and atomics", [](const Inst& i) { return is_class(i, {Memory}); }},
    {"inter_thread_communication", "shuffles, votes and warp-wide reductions",
     [](const Inst& i) {
       return is_class(i, {Shuffle, Vote, Redux});
     }},
    {"misc", "moves, barriers and others",
     [](const Inst& i) {
       return is_class(i, {Move, Barrier, Misc});
     }},
};

double rate(const ArchConfig& a, OpClass c) {
  return a.timing(c).results_per_clock;
}

void add_thread_kinds(MetricList& list) {
  for (const ThreadKind& k : kThreadKinds)
    for (const bool of_sm : {false, true}) {
      BaseCounter base{std::string(of_sm ? "sm" : "smsp") + "__sass_thread_inst_executed_op_" +
                           k.name + "_pred_on",
                       "inst", std::string("lanes that executed ") + k.text, CounterClass::Exact,
                       [chosen = k.chosen](const Measured& m) {
                         return over_lines(m, chosen, [](const LineCounters& l, const Inst&) {
                           return static_cast<double>(l.thread_pred_on);
                         });
                       }};
      if (k.peak_class != Misc)
        base.peak = [c = k.peak_class, of_sm](const ArchConfig& a) {
          return rate(a, c) / (of_sm ? 1 : a.sub_partitions);
        };
      if (of_sm) base.listed = {};
      add_counter(list, base);
    }
}

template <unsigned Bytes>
bool moves(const Inst& i) {
  return is_class(i, {Memory}) && i.memory.bytes() == Bytes;
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
                         return over_lines(m, chosen, [](const LineCounters& l, const Inst&) {
                           return static_cast<double>(l.executed);
                         });
                       }});
}

struct Pipe {
  const char *name, *text;
  Chosen chosen;
  OpClass peak_class;  ///< whose throughput is the pipe's
};

constexpr Pipe kPipes[] = {
    {"alu", "integer and logic",
     [](const Inst& i) {
       return is_class(i, {IntAdd, Logic, Shift, BitField, Compare, Sad});
     },
     IntAdd},
    {"fma", "single-precision and integer multiply",
     [](const Inst& i) {
       return is_class(i, {Fp32, IntMul, Fp16});
     },
     Fp32},
    {"fp64", "double-precision",
     [](const Inst& i) {
       return is_class(i, {Fp64, Convert64});
     },
     Fp64},
    {"xu", "special function, conversion and population count",
     [](const Inst& i) {
       return is_class(i, {Sfu, Convert, Popc});
     },
     Sfu},
    {"lsu", "load, store and shuffle",
     [](const Inst& i) {
       return is_class(i, {Memory, Shuffle});
     },
     Shuffle},
    {"cbu", "branch", [](const Inst& i) { return is_class(i, {Control}); }, Misc},
    {"adu", "barrier and vote",
     [](const Inst& i) {
       return is_class(i, {Barrier, Vote});
     },
     Misc},
};

// Machine instructions that the pipe gets, estimated from the timing class.
double pipe_instructions(const Measured& m, Chosen chosen) {
  return over_lines(m, chosen, [](const LineCounters& l, const Inst& i) {
    return static_cast<double>(l.executed) * i.machine_insts;
  });
}

void add_pipes(MetricList& list) {
  const std::vector<std::string_view> shares{".sum", ".avg.pct_of_peak_sustained_elapsed",
                                             ".avg.pct_of_peak_sustained_active"};
  for (const Pipe& p : kPipes) {
    BaseCounter base{std::string("sm__inst_executed_pipe_") + p.name, "inst",
                     std::string("machine instructions of the ") + p.text + " pipe (estimate)",
                     CounterClass::Modelled, [chosen = p.chosen](const Measured& m) {
                       return pipe_instructions(m, chosen);
                     }};
    if (p.peak_class != Misc) {
      base.peak = [c = p.peak_class](const ArchConfig& a) { return rate(a, c) / kMaxWarpSize; };
      base.listed = shares;
    }
    add_counter(list, base);
  }
  for (const Pipe& p : kPipes) {
    const std::string_view name = p.name;
    if (name != "alu" && name != "fma" && name != "fp64") continue;
    BaseCounter base{std::string("sm__pipe_") + p.name + "_cycles_active", "cycle",
                     std::string("cycles in which the ") + p.text + " pipe was busy (estimate)",
                     CounterClass::Modelled,
                     [chosen = p.chosen, c = p.peak_class](const Measured& m) {
                       return ratio(pipe_instructions(m, chosen) * kMaxWarpSize, rate(m.arch, c));
                     }};
    base.peak = [](const ArchConfig&) { return 1.0; };
    base.listed = {".avg.pct_of_peak_sustained_elapsed", ".avg.pct_of_peak_sustained_active"};
    add_counter(list, base);
  }
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
  add_pipes(list);
  add_operations(list);
}

}  // namespace simt
