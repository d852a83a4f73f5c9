// A module on a device: its code, its variables in memory, and its kernels, decoded when they are
// first asked for and kept.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/assembler/kernel.h"
#include "sim/config/arch.h"
#include "sim/exec/executor.h"
#include "sim/exec/global_memory.h"
#include "sim/program/export.h"
#include "sim/program/module_code.h"

namespace simt::program {

class LoadedModule;

/// A kernel of a module, ready to be launched as often as one likes.
struct LoadedKernel {
  LoadedKernel(LoadedModule& its_module, Program its_program, const ArchConfig& arch,
               bool has_open_stack, LibraryUse its_library)
      : module(its_module),
        program(std::move(its_program)),
        kernel(program, arch),
        open_stack(has_open_stack),
        library(its_library),
        local_bytes(local_bytes_per_lane(program)),
        own_stack(program.functions.empty() ? 0 : program.functions[0].frame_bytes) {}
  /// Launches that begin after this have it.
  void set_stack(std::uint32_t limit);

  LoadedModule& module;
  Program program;  ///< changes by set_stack() alone
  const Kernel kernel;
  const bool open_stack;  ///< of machine code: a thread has the stack that the host asks for
  const LibraryUse library;
  std::uint32_t local_bytes;  ///< of a thread's stack
  const std::uint32_t own_stack;
  /// What cudaFuncSetAttribute allows it beyond 48 KiB; bytes.
  unsigned max_dynamic_shared = 0;
};

class SIMT_PROGRAM_API LoadedModule {
 public:
  /// Places the variables of `code` in `memory` at `place`. Throws CallError. `arch`, `memory` and
  /// `texels`, what handles of textures and surfaces name, outlive the module.
  LoadedModule(std::unique_ptr<ModuleCode> code, const ModulePlace& place, const ArchConfig& arch,
               GlobalMemory& memory, const TexelTable* texels);
  ~LoadedModule();
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;

  /// By the linker's name; nullptr: the module has none of that name. Throws CallError when it
  /// holds what is not supported.
  LoadedKernel* kernel(const std::string& name);
  std::vector<std::string> kernels() const;
  /// Of its kernels whose calls may go as deep as the host says; bytes of a thread.
  void set_stack(std::uint32_t limit);
  const TexelTable* texels() const { return texels_; }
  unsigned target() const { return code_->target(); }

  struct Symbol {
    std::uint64_t address = 0, bytes = 0;
  };
  /// A variable's; address 0: there is none.
  Symbol symbol(const std::string& name) const;
  /// A variable's bytes lie at `host` from now on, which begins with what they are.
  void rebind(const std::string& name, std::byte* host);
  /// The bytes of its .const variables, as a launch begins with.
  const std::vector<std::byte>& constants() const { return constants_; }
  /// After its last variable and its last function: where those of the next module may lie.
  std::uint64_t globals_end() const { return globals_end_; }
  std::uint32_t functions_end() const { return functions_end_; }

 private:
  void place_variables(GlobalMemory& memory);
  void place(const Variable& variable, std::byte* bytes);

  std::unique_ptr<ModuleCode> code_;
  ModulePlace place_;
  const ArchConfig& arch_;
  GlobalMemory& memory_;
  const TexelTable* texels_;
  std::vector<std::byte> constants_;
  std::map<std::string, Symbol, std::less<>> symbols_;
  std::uint64_t globals_end_ = 0, constants_address_ = 0;
  std::uint32_t functions_end_ = 0, stack_ = 0;  ///< stack_ 0: nobody has asked for one
  std::map<std::string, std::unique_ptr<LoadedKernel>, std::less<>> kernels_;
};

}  // namespace simt::program
