// decode_kernel(): one kernel of a module to a Program (isa/ptx/frontend.h).
#include <fmt/format.h>

#include <algorithm>

#include "isa/ptx/decode/function_decoder.h"
#include "isa/ptx/decode/kernel.h"
#include "isa/ptx/decode/requirements.h"
#include "isa/ptx/frontend.h"

namespace simt {
namespace decode {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The first of the blank and comment lines that lead up to `line`; launch lines are not among
/// them.
std::uint32_t with_comments_above(const std::vector<std::string>& lines, std::uint32_t line) {
  for (; line > 1; --line) {
    const std::string& above = lines[line - 2];
    const std::size_t text = std::min(above.find_first_not_of(" \t"), above.size());
    const bool comment = above.compare(text, 2, "//") == 0 && above.compare(text, 3, "//!") != 0;
    if (text != above.size() && !comment) break;
  }
  return line;
}

void mark_unreached(const ast::Module& module, const Reachable& reachable, Program& program) {
  for (const auto& function : module.functions)
    if (function->has_body && reachable.index.count(function.get()) == 0)
      program.text.unreached.push_back(
          {with_comments_above(program.text.lines, function->first_line), function->last_line});
}

void copy_bounds(const ast::Function& kernel, LaunchBounds& bounds) {
  const auto copy = [](const std::vector<std::uint32_t>& from, std::array<std::uint32_t, 3>& to) {
    if (!from.empty()) to = {1, 1, 1};
    std::copy_n(from.begin(), std::min<std::size_t>(from.size(), 3), to.begin());
  };
  copy(kernel.max_ntid, bounds.max_ntid);
  copy(kernel.req_ntid, bounds.req_ntid);
  bounds.min_ctas_per_sm = kernel.min_ctas_per_sm;
  bounds.max_registers = kernel.max_registers;
}

/// Fills in what calls could not know before their callees were decoded.
void link_calls(const Context& context) {
  Program& program = context.program;
  for (const PendingCall& call : context.pending_calls) {
    Inst& inst = program.code[call.pc];
    inst.target = program.functions[call.callee].entry;
    CallSite& site = program.call_sites[static_cast<std::size_t>(inst.imm)];
    const FunctionInfo& callee = program.functions[call.callee];
    for (const RegisterLink& link : call.links) {
      const RegId reg = link.is_result ? callee.result_registers[link.formal]
                                       : callee.parameter_registers[link.formal];
      if (reg == kNoReg) continue;  // reported where the function is declared
      const RegisterInfo& formal = program.registers[reg];
      const auto bytes = static_cast<std::uint8_t>(size_of(formal.type));
      if (link.is_result)
        site.out_regs.push_back({formal.slot, link.actual.slot, bytes});
      else
        site.in_regs.push_back({link.actual.slot, formal.slot, bytes});
    }
  }
}

void describe_functions(const Reachable& reachable, Program& program) {
  const std::vector<bool> recursive = reachable.recursive();
  for (std::size_t i = 0; i < reachable.functions.size(); ++i) {
    FunctionInfo info;
    info.name = reachable.functions[i].function->name.text;
    info.recursive = recursive[i];
    program.functions.push_back(std::move(info));
  }
}

void decode_functions(Context& context) {
  Program& program = context.program;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) FunctionDecoder(context, i).run();
  link_calls(context);
  context.slots.finish();
  // Calls round a frame up to 16; a stricter variable needs every frame rounded to its alignment.
  for (FunctionInfo& f : program.functions)
    if (context.frame_alignment > 16)
      f.frame_bytes = static_cast<std::uint32_t>(round_up(f.frame_bytes, context.frame_alignment));
}

}  // namespace
}  // namespace decode

std::optional<Program> decode_kernel(const ast::Module& module, const std::string& name,
                                     Diagnostics& diags, const ModulePlace& place) {
  const std::size_t errors = diags.error_count();
  const ast::Function* kernel = decode::choose_kernel(module, name, diags);
  if (kernel == nullptr) return std::nullopt;
  if (module.address_size != 64)
    diags.error({}, ".address_size 32 is not supported: the modelled device has 64-bit addresses");

  if (const ast::Name& cluster = kernel->cluster; !cluster.text.empty())
    diags.error(cluster.loc, fmt::format("clusters ('{}') are not supported", cluster.text));

  Program program;
  program.kernel = kernel->name.text;
  program.target = module.target;
  program.text.name = diags.file_name();
  program.text.lines = decode::lines_of(diags.text());
  for (const ast::File& file : module.files)
    program.debug.files.push_back({file.id, file.path, {}});
  decode::copy_bounds(*kernel, program.bounds);

  const auto scope = decode::module_scope(module, diags);
  const decode::Reachable reachable =
      decode::find_reachable(*kernel, *scope, place.any_callee ? &module : nullptr, diags);
  decode::describe_functions(reachable, program);
  decode::mark_unreached(module, reachable, program);
  const decode::Layout layout(module, place, *scope, reachable, diags, program);
  for (std::size_t i = 0; i < program.functions.size(); ++i)
    program.functions[i].address = layout.function_address(*reachable.functions[i].function);
  decode::SlotAllocator slots(program);
  decode::DebugLines debug_lines(module.debug_strings, program);
  decode::Spellings spellings(program);
  decode::Context context{reachable, layout, diags, program, slots, debug_lines, spellings, {}, 1};
  decode::decode_functions(context);
  if (diags.error_count() != errors) return std::nullopt;
  decode::check_requirements(module, program, spellings, diags);
  return program;
}

std::vector<Variable> module_variables(const ast::Module& module, Diagnostics& diags,
                                       const ModulePlace& place) {
  Program program;
  const auto scope = decode::module_scope(module, diags);
  const decode::Reachable nothing;
  const decode::Layout layout(module, place, *scope, nothing, diags, program);
  return std::move(program.variables);
}

}  // namespace simt
