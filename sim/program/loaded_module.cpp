#include "sim/program/loaded_module.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "isa/core/debug_sources.h"
#include "isa/ptx/ast.h"
#include "sim/assembler/pipeline.h"
#include "sim/program/status.h"

namespace simt::program {
namespace {

constexpr std::uint64_t kGap = 4096;  ///< between the variables of two modules

}  // namespace

LoadedModule::LoadedModule(std::string name, std::string text, const ModulePlace& place,
                           const ArchConfig& arch, GlobalMemory& memory,
                           const ModuleOptions& options)
    : name_(std::move(name)),
      text_(std::move(text)),
      place_(place),
      arch_(arch),
      memory_(memory),
      options_(options) {
  place_.any_callee = true;
  Diagnostics diags(name_, text_);
  module_ = parse_module(diags);
  if (!module_) throw CallError(Status::InvalidPtx, diags.render(false));
  place_variables(memory);
  functions_end_ = place_.first_function + static_cast<std::uint32_t>(module_->functions.size());
}

LoadedModule::~LoadedModule() {
  for (const auto& [name, symbol] : symbols_) memory_.release(symbol.address);
}

void LoadedModule::place(const Variable& variable, std::byte* bytes) {
  std::copy_n(variable.initial.begin(),
              std::min<std::uint64_t>(variable.initial.size(), variable.bytes), bytes);
}

// Constants have an address, too: programs copy to it (cudaGetSymbolAddress).
void LoadedModule::place_variables(GlobalMemory& memory) {
  Diagnostics diags(name_, text_);
  const std::vector<Variable> variables = module_variables(*module_, diags, place_);
  if (diags.error_count() != 0) throw CallError(Status::InvalidPtx, diags.render(false));
  std::uint64_t end = place_.globals, constants = 0;
  for (const Variable& v : variables) {
    if (v.space == StateSpace::Const)
      constants = std::max(constants, v.address + v.bytes);
    else
      end = std::max(end, v.address + v.bytes);
  }
  constants_.resize(constants);
  constants_address_ = (end + kGap) / 256 * 256;
  globals_end_ = constants_address_ + constants + kGap;
  for (const Variable& v : variables) {
    if (v.bytes == 0) continue;
    const bool constant = v.space == StateSpace::Const;
    const std::uint64_t address = constant ? constants_address_ + v.address : v.address;
    if (constant)
      memory.attach(address, constants_.data() + v.address, v.bytes, v.name);
    else
      memory.map(address, v.bytes, v.name);
    place(v, memory.find(address, v.bytes));
    symbols_[v.name] = {address, v.bytes};
  }
}

void LoadedModule::rebind(const std::string& name, std::byte* host) {
  const Symbol at = symbols_.at(name);
  std::copy_n(memory_.find(at.address, at.bytes), at.bytes, host);
  memory_.release(at.address);
  memory_.attach(at.address, host, at.bytes, name);
}

LoadedKernel* LoadedModule::kernel(const std::string& name) {
  if (const auto it = kernels_.find(name); it != kernels_.end()) return it->second.get();
  const std::vector<std::string> known = kernels();
  if (std::ranges::find(known, name) == known.end()) return nullptr;
  Diagnostics diags(name_, text_);
  std::optional<Program> program = decode_kernel(*module_, name, diags, place_);
  if (!program) throw CallError(Status::InvalidPtx, diags.render(false));
  assemble(*program, {.as_compiled = options_.as_compiled,
                      .redux = arch_.cc.major >= 8,
                      .hide_registers = !options_.keep_registers});
  read_debug_sources(*program);
  auto loaded = std::make_unique<LoadedKernel>(*this, std::move(*program), arch_);
  return kernels_.emplace(name, std::move(loaded)).first->second.get();
}

std::vector<std::string> LoadedModule::kernels() const {
  return kernel_names(*module_);
}

unsigned LoadedModule::target() const {
  const std::size_t digit = module_->target.find_first_of("0123456789");
  return digit == std::string::npos
             ? 0
             : static_cast<unsigned>(std::strtoul(module_->target.c_str() + digit, nullptr, 10));
}

LoadedModule::Symbol LoadedModule::symbol(const std::string& name) const {
  const auto it = symbols_.find(name);
  return it == symbols_.end() ? Symbol{} : it->second;
}

}  // namespace simt::program
