// What the assembler makes of each instruction: how many machine instructions of which timing
// class. The costs of the model and the metrics by pipe are both sums over these.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "isa/core/inst.h"
#include "sim/config/pipe.h"

namespace simt {

class FlowGraphs;
struct Program;
struct ParameterUse;

struct ClassInsts {
  OpClass op_class = OpClass::Misc;
  std::uint8_t insts = 0;
};

/// Of one instruction; the class of its row comes first.
class MachineInsts {
 public:
  void add(OpClass c, unsigned insts);
  /// Those of the first class, which add() began with, become of class `c`, `insts` of them.
  void change_first(OpClass c, unsigned insts);
  std::span<const ClassInsts> parts() const { return {parts_.data(), count_}; }
  OpClass first() const { return parts_[0].op_class; }
  unsigned on(Pipe pipe, const ArchConfig& arch) const;
  unsigned of(OpClass c) const;

 private:
  // A row's own class and those of OtherInsts.
  std::array<ClassInsts, 6> parts_{};
  std::uint8_t count_ = 0;
};

/// By pipe: as many as sm__inst_executed_pipe_* would count for one execution.
using PipeInsts = std::array<std::uint8_t, kPipes>;
PipeInsts by_pipe(const MachineInsts& insts, const ArchConfig& arch);

/// Where an instruction's operand comes from that is a constant of the launch or of the warp:
/// parameters and launch dimensions lie in the constant bank, the other special registers are read
/// through a slow path of their own.
enum class Source : std::uint8_t { Registers, ConstantBank, SpecialRegister };
Source source_of(const Inst& inst, const Program& program);
/// Issue to result of what is not in registers.
unsigned latency_of(Source source, const ArchConfig& arch);
/// As an operand of an instruction; else it is loaded.
bool reads_in_order(Source source, const ArchConfig& arch, const ParameterUse& parameter);

/// By program counter. Additions and copies are on the pipe that pipe_choice.h says; parameters and
/// special registers are moves where they are operands, else loads.
std::vector<MachineInsts> machine_insts(const Program& program, const ArchConfig& arch,
                                        FlowGraphs& flow,
                                        const std::vector<ParameterUse>& parameters);

}  // namespace simt
