#include "sim/program/gpu.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "isa/container/fatbin.h"
#include "isa/machine/target/targets.h"
#include "sim/launch/occupancy.h"
#include "sim/program/link.h"

namespace simt::program {
namespace {

std::uint64_t capacity_of(const ArchConfig& arch) {
  return arch.dram.bytes > 0 ? static_cast<std::uint64_t>(arch.dram.bytes) : std::uint64_t{1} << 34;
}

/// What gives machine code for the device, as a sentence without its full stop.
std::string machine_code_for(unsigned device) {
  if (machine::is_known_target(device))
    return fmt::format("Compile it with nvcc -arch=sm_{}", device);
  return fmt::format("Machine code is executed for {}: run its PTX with --code compiled",
                     machine::known_targets_text());
}

}  // namespace

Gpu::Gpu(unsigned number, const ExecOptions& options, std::function<void(LaunchRecord&&)> launched,
         std::shared_ptr<LaunchOrder> order)
    : number_(number),
      options_(options),
      arch_(arch_of(options)),
      launched_(std::move(launched)),
      order_(order ? std::move(order) : std::make_shared<LaunchOrder>(options)),
      memory_(number, capacity_of(arch_)) {
  if (!options.timeline_file.empty())
    timeline_ = std::make_unique<TimelineRecorder>(number, arch_.name);
  reset();
}

Gpu::~Gpu() = default;

void Gpu::reset() {
  processor_.reset();
  modules_.clear();
  texels_.clear();
  streams_.clear();
  captures_.clear();
  default_ = {};
  failed_ = seen_ = Status::Success;
  limits_ = {};
  memory_.image().heap() = {};
  next_module_ = {variables_of(number_).base, 0, true};
  ProcessorOptions processor;
  processor.threads = options_.threads;
  processor.max_cycles = options_.max_cycles;
  if (options_.empty_caches) processor.caches = Device::Caches::Empty;
  processor.print = [this](std::string_view text) { printed_ += text; };
  processor.ended = [this](Command& command, RunResult* result) { finished(command, result); };
  if (options_.watches())
    processor.run_alone = [this](Command& command) { return run_watched(command); };
  processor_ = std::make_unique<CommandProcessor>(arch_, memory_, processor);
}

// An observer looks at them.
static bool keeps_registers(const ExecOptions& options) {
  return options.sanitize || !options.html_file.empty();
}

LoadedModule& Gpu::load(const std::string& name, std::string ptx, KernelRegisters registers) {
  return load(ptx_code(name, std::move(ptx), next_module_,
                       {.as_compiled = options_.code.as_compiled,
                        .redux = arch_.cc.major >= 8,
                        .keep_registers = keeps_registers(options_),
                        .registers = std::move(registers)}));
}

static Cubin readable_cubin(std::string bytes) {
  try {
    return read_cubin(std::move(bytes));
  } catch (const ContainerError& e) {
    throw CallError(Status::InvalidKernelImage, e.what());
  }
}

LoadedModule& Gpu::load_cubin(std::string bytes) {
  Cubin cubin = readable_cubin(std::move(bytes));
  const unsigned device = 10 * arch_.cc.major + arch_.cc.minor;
  if (!executes_code_for(device, cubin.target))
    throw CallError(Status::NoKernelImageForDevice,
                    fmt::format("machine code for sm_{} does not run on {} (sm_{})", cubin.target,
                                arch_.name, device));
  std::string name = fmt::format("machine code for sm_{}", cubin.target);
  return load(machine_code(name, std::move(cubin), next_module_, keeps_registers(options_)));
}

LoadedModule& Gpu::load(std::unique_ptr<ModuleCode> code) {
  auto module = std::make_unique<LoadedModule>(std::move(code), next_module_, arch_,
                                               memory_.image(), &texels_.table());
  next_module_.globals = module->globals_end();
  next_module_.first_function = module->functions_end();
  module->set_stack(static_cast<std::uint32_t>(limits_[Limit::Stack]));
  modules_.push_back(std::move(module));
  return *modules_.back();
}

// The entry of the fat binary that suits the device.
std::string Gpu::ptx_of(const std::byte* fatbin, unsigned* target) const {
  const unsigned device = 10 * arch_.cc.major + arch_.cc.minor;
  const std::vector<FatbinEntry> entries =
      fatbin_entries({fatbin, fatbin_bytes({fatbin, kFatbinHeaderBytes})});
  const FatbinEntry* const best = best_ptx(entries, device);
  if (best == nullptr)
    throw CallError(
        Status::NoKernelImageForDevice,
        fmt::format("the program has no PTX that {} (sm_{}) can run: it holds {}.\n"
                    "Compile it with nvcc -gencode arch=compute_{},code=compute_{} (nvcc 13 "
                    "begins at compute_75, nvcc 12 at compute_50), or choose a newer device "
                    "with --arch",
                    arch_.name, device, describe(entries), device, device));
  if (options_.verbose)
    fmt::print(stderr, "simt-sim: PTX for sm_{} taken, of {}\n", best->target, describe(entries));
  if (target != nullptr) *target = best->target;
  return contents(*best);
}

bool Gpu::has_ptx(const std::byte* fatbin) const {
  const std::vector<FatbinEntry> entries =
      fatbin_entries({fatbin, fatbin_bytes({fatbin, kFatbinHeaderBytes})});
  return best_ptx(entries, 10 * arch_.cc.major + arch_.cc.minor) != nullptr;
}

// What ptxas says of the machine code for this very device, which stands beside the PTX.
KernelRegisters Gpu::registers_of(const std::byte* fatbin) const {
  const unsigned device = 10 * arch_.cc.major + arch_.cc.minor;
  const std::vector<FatbinEntry> entries =
      fatbin_entries({fatbin, fatbin_bytes({fatbin, kFatbinHeaderBytes})});
  const FatbinEntry* const best = best_machine_code(entries, device);
  if (best == nullptr || best->target != device) return {};
  KernelRegisters out;
  for (const CubinCode& code : read_cubin(contents(*best)).code)
    if (code.has_kernel()) out[code.name] = code.registers;
  return out;
}

// A device without PTX to compile takes the machine code.
bool Gpu::only_machine_code(const std::byte* fatbin) const {
  const unsigned device = 10 * arch_.cc.major + arch_.cc.minor;
  const std::vector<FatbinEntry> entries =
      fatbin_entries({fatbin, fatbin_bytes({fatbin, kFatbinHeaderBytes})});
  return best_ptx(entries, device) == nullptr && best_machine_code(entries, device) != nullptr;
}

// The entry with machine code that the device executes.
LoadedModule& Gpu::load_machine_code(const std::byte* fatbin) {
  const unsigned device = 10 * arch_.cc.major + arch_.cc.minor;
  const std::vector<FatbinEntry> entries =
      fatbin_entries({fatbin, fatbin_bytes({fatbin, kFatbinHeaderBytes})});
  const FatbinEntry* const best = best_machine_code(entries, device);
  if (best == nullptr)
    throw CallError(Status::NoKernelImageForDevice,
                    fmt::format("--code machine: the program has no machine code that {} (sm_{}) "
                                "executes: it holds {}.\n{}, or choose another device with --arch",
                                arch_.name, device, describe(entries), machine_code_for(device)));
  if (options_.verbose)
    fmt::print(stderr, "simt-sim: machine code for sm_{} taken, of {}\n", best->target,
               describe(entries));
  return load_cubin(contents(*best));
}

LoadedModule& Gpu::load_linked(const std::vector<const std::byte*>& fatbins) {
  try {
    if (options_.code.machine || only_machine_code(fatbins.at(0)))
      return load_machine_code(fatbins.at(0));
    unsigned target = 0;
    std::vector<std::string> texts;
    // Of a library of machine code (cudadevrt) what is called is told when a kernel calls it.
    for (const std::byte* fatbin : fatbins)
      if (fatbins.size() == 1 || has_ptx(fatbin)) texts.push_back(ptx_of(fatbin, &target));
    if (texts.empty()) ptx_of(fatbins.front(), &target);  // throws
    std::string name = fmt::format("PTX for sm_{}", target);
    if (texts.size() > 1) name += fmt::format(", linked from {} files", texts.size());
    // Of several files the linker counts.
    KernelRegisters registers;
    if (fatbins.size() == 1) registers = registers_of(fatbins.front());
    return load(name, linked(std::move(texts)), std::move(registers));
  } catch (const ContainerError& e) {
    throw CallError(Status::InvalidKernelImage, e.what());
  }
}

unsigned Gpu::blocks_per_sm(const LoadedKernel& kernel, unsigned threads,
                            std::uint64_t shared) const {
  if (threads == 0 || threads > arch_.limits.max_threads_per_cta) return 0;
  return occupancy(arch_, occupancy_input(kernel.program, threads, static_cast<unsigned>(shared)))
      .ctas_per_sm;
}

void Gpu::set_limit(Limit limit, std::uint64_t bytes) {
  bytes = limits_.set(limit, bytes);
  if (limit == Limit::Heap) memory_.image().heap().limit = bytes;
  if (limit != Limit::Stack) return;
  synchronize();
  for (const auto& module : modules_) module->set_stack(static_cast<std::uint32_t>(bytes));
}

void Gpu::unload(LoadedModule& module) {
  synchronize();
  std::erase_if(modules_, [&](const auto& m) { return m.get() == &module; });
}

}  // namespace simt::program
