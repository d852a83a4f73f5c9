// Use of the SM's pipes: executions times the machine instructions that the model charges for one
// (RunResult::pipe_insts). An estimate, as the assembler's choices are.
#include <span>

#include "sim/views/metric_rollups.h"
#include "sim/views/opcode_counts.h"

namespace simt {
namespace {

struct PipeMetric {
  const char *name, *text;
  std::span<const Pipe> pipes;
  OpClass peak_class;  ///< whose throughput is the pipe's; Misc: not established
};

// ncu counts half precision with the multiply-add pipe, which does both.
constexpr Pipe kAlu[] = {Pipe::Alu}, kFma[] = {Pipe::Fma, Pipe::Fp16}, kFp64[] = {Pipe::Fp64},
               kXu[] = {Pipe::Xu}, kTensor[] = {Pipe::Tensor}, kLsu[] = {Pipe::Lsu},
               kCbu[] = {Pipe::Branch}, kAdu[] = {Pipe::Barrier};

constexpr PipeMetric kMetrics[] = {
    {"alu", "integer and logic", kAlu, OpClass::IntAdd},
    {"fma", "single-precision and integer multiply", kFma, OpClass::Fp32},
    {"fp64", "double-precision", kFp64, OpClass::Fp64},
    {"xu", "special function, conversion and population count", kXu, OpClass::Sfu},
    {"tensor", "matrix product", kTensor, OpClass::Misc},
    {"lsu", "load, store and shuffle", kLsu, OpClass::Shuffle},
    {"cbu", "branch", kCbu, OpClass::Misc},
    {"adu", "barrier", kAdu, OpClass::Misc},
};

double pipe_instructions(const Measured& m, const PipeMetric& metric) {
  const auto sum_of = [&](const auto& lines) {
    const std::size_t n = std::min(lines.size(), m.run.pipe_insts.size());
    double sum = 0;
    for (std::size_t pc = 0; pc < n; ++pc)
      for (const Pipe pipe : metric.pipes)
        sum += static_cast<double>(lines[pc].executed) *
               m.run.pipe_insts[pc][static_cast<std::size_t>(pipe)];
    return sum;
  };
  return m.sm == nullptr ? sum_of(m.run.lines) : sum_of(m.sm->lines);
}

/// By the classes of its instructions, which take it for different times.
double tensor_cycles(const Measured& m) {
  const auto multiplies = [](const Inst& inst) {
    return inst.kind == Kind::Matrix && inst.memory.matrix.m != 0;
  };
  return over_lines(m, multiplies, [&](const auto& line, const Inst& inst) {
    return static_cast<double>(line.executed) * inst.expansion.insts * kMaxWarpSize *
           m.arch.sm.sub_partitions / rate(m.arch, inst.op_class);
  });
}

void add_tensor_cycles(MetricList& list) {
  BaseCounter base{"sm__pipe_tensor_cycles_active", "cycle",
                   "cycles in which the matrix product pipes of the schedulers were busy, added up "
                   "(estimate)",
                   CounterClass::Modelled, tensor_cycles};
  base.peak = [](const ArchConfig& a) { return a.sm.sub_partitions; };
  base.listed = {".sum", ".avg.pct_of_peak_sustained_elapsed", ".avg.pct_of_peak_sustained_active"};
  add_counter(list, base);
}

}  // namespace

void add_pipe_metrics(MetricList& list) {
  const std::vector<std::string_view> shares{".sum", ".avg.pct_of_peak_sustained_elapsed",
                                             ".avg.pct_of_peak_sustained_active"};
  for (const PipeMetric& p : kMetrics) {
    BaseCounter base{std::string("sm__inst_executed_pipe_") + p.name, "inst",
                     std::string("machine instructions of the ") + p.text + " pipe (estimate)",
                     CounterClass::Modelled,
                     [p](const Measured& m) { return pipe_instructions(m, p); }};
    if (p.peak_class != OpClass::Misc) {
      base.peak = [c = p.peak_class](const ArchConfig& a) { return rate(a, c) / kMaxWarpSize; };
      base.listed = shares;
    }
    add_counter(list, base);
  }
  for (const PipeMetric& p : kMetrics) {
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
  add_tensor_cycles(list);
}

}  // namespace simt
