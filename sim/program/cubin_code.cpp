#include <fmt/format.h>

#include <algorithm>

#include "isa/base/machine_code.h"
#include "isa/machine/lower/code_lines.h"
#include "isa/machine/lower/cubin_image.h"
#include "isa/machine/lower/lower.h"
#include "sim/assembler/pipeline.h"
#include "sim/program/module_code.h"
#include "sim/program/status.h"

namespace simt::program {
namespace {

class MachineModule : public ModuleCode {
 public:
  MachineModule(const std::string& name, Cubin cubin, const ModulePlace& place, bool keep_registers)
      : name_(name), cubin_(std::move(cubin)), place_(place), keep_registers_(keep_registers) {}

  std::vector<std::string> kernels() const override {
    std::vector<std::string> out;
    for (const CubinCode& code : cubin_.code)
      if (code.has_kernel()) out.push_back(code.name);
    return out;
  }
  unsigned target() const override { return cubin_.target; }
  bool open_stack(const std::string& kernel) const override {
    return image(*std::ranges::find(cubin_.code, kernel, &CubinCode::name)).open_stack;
  }
  LibraryUse library_use(const std::string& kernel, const Program& /*program*/) const override {
    return {calls(cubin_, kernel, "malloc") || calls(cubin_, kernel, "free"),
            calls(cubin_, kernel, "vprintf")};
  }
  // The sections that hold them are left out: what a kernel reaches beyond a variable is a fault.
  std::vector<Variable> variables() const override {
    const auto kernel = std::ranges::find_if(cubin_.code, &CubinCode::has_kernel);
    if (kernel == cubin_.code.end()) return {};
    std::vector<Variable> out = image(*kernel).variables;
    std::erase_if(out, [](const Variable& v) {
      return v.name == kCubinInitialised || v.name == kCubinZeroed;
    });
    return out;
  }
  Program program(const std::string& kernel) const override {
    const auto code = std::ranges::find(cubin_.code, kernel, &CubinCode::name);
    const machine::KernelImage kernel_image = image(*code);
    const std::string ptx = name_ + " (PTX)";
    try {
      Program out = machine::lower(kernel_image);
      out.text.name = name_;
      machine::take_ptx_as_source(out, ptx);
      if (!keep_registers_) hide_registers(out);
      return out;
    } catch (const machine::LoweringError& e) {
      const std::string place = machine::place_of(kernel_image, e.pc, ptx);
      throw CallError(Status::InvalidKernelImage,
                      fmt::format("{}: {}{}\n--code compiled runs the PTX of the program, where it "
                                  "has some",
                                  name_, place.empty() ? "" : place + ": ", e.what()));
    }
  }

 private:
  machine::KernelImage image(const CubinCode& code) const {
    try {
      return machine::image_of(cubin_, code, place_.globals);
    } catch (const ContainerError& e) {
      throw CallError(Status::InvalidKernelImage, fmt::format("{}: {}", name_, e.what()));
    }
  }

  std::string name_;
  Cubin cubin_;
  ModulePlace place_;
  bool keep_registers_;
};

}  // namespace

std::unique_ptr<ModuleCode> machine_code(const std::string& name, Cubin cubin,
                                         const ModulePlace& place, bool keep_registers) {
  return std::make_unique<MachineModule>(name, std::move(cubin), place, keep_registers);
}

std::vector<std::byte> launch_constants(const Program& program, const std::vector<std::byte>& own) {
  if (!program.machine) return own;
  std::vector<std::byte> out;
  for (const auto& [bank, index] : program.machine->bank_variables) {
    const Variable& v = program.variables[index];
    const std::vector<std::byte>& bytes = bank == kVariableBank ? own : v.initial;
    if (out.size() < v.address + v.bytes) out.resize(v.address + v.bytes);
    std::copy_n(bytes.begin(), std::min<std::uint64_t>(bytes.size(), v.bytes),
                out.begin() + static_cast<std::ptrdiff_t>(v.address));
  }
  return out;
}

}  // namespace simt::program
