#include "sim/program/loaded_module.h"

#include <algorithm>
#include <utility>

#include "isa/core/debug_sources.h"

namespace simt::program {
namespace {

constexpr std::uint64_t kGap = 4096;  ///< between the variables of two modules

}  // namespace

// A function's frame is as large as what it reserves; the stack of machine code counts down in it.
void LoadedKernel::set_stack(std::uint32_t limit) {
  if (!open_stack) return;
  program.functions[0].frame_bytes = std::min(std::max(limit, own_stack), kMaxLocalBytes);
  local_bytes = local_bytes_per_lane(program);
}

LoadedModule::LoadedModule(std::unique_ptr<ModuleCode> code, const ModulePlace& place,
                           const ArchConfig& arch, GlobalMemory& memory, const TexelTable* texels)
    : code_(std::move(code)), place_(place), arch_(arch), memory_(memory), texels_(texels) {
  place_variables(memory);
  functions_end_ = place_.first_function + code_->functions();
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
  const std::vector<Variable> variables = code_->variables();
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
  Program program = code_->program(name);
  read_debug_sources(program);
  const LibraryUse library = code_->library_use(name, program);
  auto loaded = std::make_unique<LoadedKernel>(*this, std::move(program), arch_,
                                               code_->open_stack(name), library);
  if (stack_ != 0) loaded->set_stack(stack_);
  return kernels_.emplace(name, std::move(loaded)).first->second.get();
}

void LoadedModule::set_stack(std::uint32_t limit) {
  stack_ = limit;
  for (const auto& [name, kernel] : kernels_) kernel->set_stack(limit);
}

std::vector<std::string> LoadedModule::kernels() const {
  return code_->kernels();
}

LoadedModule::Symbol LoadedModule::symbol(const std::string& name) const {
  const auto it = symbols_.find(name);
  return it == symbols_.end() ? Symbol{} : it->second;
}

}  // namespace simt::program
