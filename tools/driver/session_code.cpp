// Which code of a kernel is executed: its PTX as it stands or as compiled, or machine code.
#include "sim/assembler/pipeline.h"
#include "tools/driver/kernel_text.h"
#include "tools/driver/machine_code.h"
#include "tools/driver/session.h"

namespace simt {
namespace {

constexpr unsigned kLanesOfMachineCode = 32;
// What of the options machine code does not do: a sentence without its end.
std::string for_ptx_alone(const SessionOptions& options, const ArchConfig& arch) {
  if (options.divergence)
    return "--divergence is for PTX: machine code says itself where lanes wait for each other";
  if (arch.sm.warp_size != kLanesOfMachineCode) return "machine code is made for warps of 32 lanes";
  return "";
}

}  // namespace

bool runs_compiled(const SessionOptions& options) {
  return options.as_compiled.value_or(is_cuda(options.file));
}

bool prefers_machine_code(const SessionOptions& options) {
  return is_cuda(options.file) && !options.machine_code && !options.ptx_code &&
         !options.as_compiled;
}

void Session::load_code(Program as_ptx, const PtxText& ptx) {
  MaybeMachineCode machine;
  if (options_.machine_code) machine.program = assembled_program(as_ptx, ptx, arch_);
  if (prefers_machine_code(options_)) {
    machine.refusal = for_ptx_alone(options_, arch_);
    if (machine.refusal.empty()) machine = machine_code_if_possible(as_ptx, ptx, arch_);
  }
  no_machine_code_ = std::move(machine.refusal);
  if (machine.program) {
    program_ = std::move(*machine.program);
    if (!options_.keep_registers) hide_registers(program_);
    ptx_ = std::move(as_ptx);
    return;
  }
  program_ = std::move(as_ptx);
  assemble(program_, {.as_compiled = runs_compiled(options_),
                      .redux = arch_.cc.major >= 8,
                      .hide_registers = !options_.keep_registers});
}

}  // namespace simt
