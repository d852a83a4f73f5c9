// Use of the SM's pipes, estimated from the timing class of each instruction.
#include "sim/views/metric_rollups.h"
#include "sim/views/opcode_counts.h"

namespace simt {
namespace {

using enum OpClass;

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
       return is_class(i, {Fp32, IntMul, IntMulHigh, Fp16});
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

// Fast conversions are on the integer pipe where their latency is fixed (sim/sm/pipes.h).
bool converts(const Measured& m, const Pipe& pipe) {
  return pipe.peak_class == (m.arch.timing(ConvertFast).variable_latency ? Sfu : IntAdd);
}

// Machine instructions that the pipe gets, estimated from the timing class.
double pipe_instructions(const Measured& m, const Pipe& pipe) {
  const auto others = [&](const Executions& l, const Inst& i) {
    return static_cast<double>(l.executed) * (i.machine_insts - i.special_insts());
  };
  double sum = over_lines(m, pipe.chosen, others);
  if (converts(m, pipe))
    sum += over_lines(
        m, [](const Inst& i) { return is_class(i, {ConvertFast}); }, others);
  if (pipe.peak_class == Sfu)
    sum += over_lines(
        m, [](const Inst&) { return true; },
        [&](const Executions& l, const Inst& i) {
          return static_cast<double>(l.executed) * i.special_insts();
        });
  return sum;
}

}  // namespace

void add_pipe_metrics(MetricList& list) {
  const std::vector<std::string_view> shares{".sum", ".avg.pct_of_peak_sustained_elapsed",
                                             ".avg.pct_of_peak_sustained_active"};
  for (const Pipe& p : kPipes) {
    BaseCounter base{std::string("sm__inst_executed_pipe_") + p.name, "inst",
                     std::string("machine instructions of the ") + p.text + " pipe (estimate)",
                     CounterClass::Modelled,
                     [p](const Measured& m) { return pipe_instructions(m, p); }};
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
                     CounterClass::Modelled, [p](const Measured& m) {
                       return ratio(pipe_instructions(m, p) * kMaxWarpSize,
                                    rate(m.arch, p.peak_class));
                     }};
    base.peak = [](const ArchConfig&) { return 1.0; };
    base.listed = {".avg.pct_of_peak_sustained_elapsed", ".avg.pct_of_peak_sustained_active"};
    add_counter(list, base);
  }
}

}  // namespace simt
