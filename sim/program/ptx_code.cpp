#include <algorithm>
#include <cstdlib>

#include "isa/ptx/ast.h"
#include "sim/assembler/pipeline.h"
#include "sim/program/module_code.h"
#include "sim/program/status.h"

namespace simt::program {
namespace {

class PtxCode : public ModuleCode {
 public:
  PtxCode(const std::string& name, std::string text, const ModulePlace& place,
          const CodeOptions& options)
      : name_(name), text_(std::move(text)), place_(place), options_(options) {
    place_.any_callee = true;
    Diagnostics diags(name_, text_);
    module_ = parse_module(diags);
    if (!module_) refuse(diags);
  }

  std::vector<std::string> kernels() const override { return kernel_names(*module_); }
  unsigned target() const override {
    const std::size_t digit = module_->target.find_first_of("0123456789");
    return digit == std::string::npos
               ? 0
               : static_cast<unsigned>(std::strtoul(module_->target.c_str() + digit, nullptr, 10));
  }
  std::vector<Variable> variables() const override {
    Diagnostics diags(name_, text_);
    std::vector<Variable> out = module_variables(*module_, diags, place_);
    if (diags.error_count() != 0) refuse(diags);
    return out;
  }
  std::uint32_t functions() const override {
    return static_cast<std::uint32_t>(module_->functions.size());
  }
  LibraryUse library_use(const std::string& /*kernel*/, const Program& program) const override {
    const auto calls = [&](std::string_view external) {
      return std::ranges::any_of(program.call_sites,
                                 [&](const CallSite& site) { return site.external == external; });
    };
    return {calls("malloc") || calls("free"), calls("vprintf")};
  }
  Program program(const std::string& kernel) const override {
    Diagnostics diags(name_, text_);
    std::optional<Program> out = decode_kernel(*module_, kernel, diags, place_);
    if (!out) refuse(diags);
    assemble(*out, {.as_compiled = options_.as_compiled,
                    .redux = options_.redux,
                    .hide_registers = !options_.keep_registers});
    if (const auto told = options_.registers.find(out->kernel); told != options_.registers.end()) {
      out->registers_per_thread = told->second;
      out->registers_from = RegisterCount::ByPtxas;
    }
    return std::move(*out);
  }

 private:
  [[noreturn]] static void refuse(const Diagnostics& diags) {
    throw CallError(Status::InvalidPtx, diags.render(false));
  }

  std::string name_, text_;
  ModulePlace place_;
  CodeOptions options_;
  std::shared_ptr<ast::Module> module_;
};

}  // namespace

std::unique_ptr<ModuleCode> ptx_code(const std::string& name, std::string text,
                                     const ModulePlace& place, const CodeOptions& options) {
  return std::make_unique<PtxCode>(name, std::move(text), place, options);
}

}  // namespace simt::program
