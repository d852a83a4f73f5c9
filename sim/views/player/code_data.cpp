#include "sim/views/player/code_data.h"

#include "isa/analysis/cfg.h"
#include "isa/core/element_type.h"
#include "sim/trace/names.h"

namespace simt::player {
namespace {

/// What the page tells apart; the others have no name.
std::string_view kind_of(const Inst& inst) {
  switch (inst.kind) {
    case Kind::Branch:
      return "branch";
    case Kind::BranchIndexed:
      return "table";
    case Kind::Call:
      return "call";
    case Kind::Ret:
      return "return";
    case Kind::Exit:
      return "exit";
    case Kind::Trap:
      return "trap";
    case Kind::BarSync:
    case Kind::BarReduce:
      return "barrier";
    case Kind::BarArrive:
      return "arrive";
    case Kind::WarpSync:
    case Kind::Shuffle:
    case Kind::Vote:
    case Kind::Match:
    case Kind::Redux:
      return "warp";
    default:
      return "";
  }
}

Json named(const Program& program, std::span<const RegId> registers) {
  Json out = Json::array();
  for (const RegId r : registers)
    if (program.registers[r].name.starts_with('%')) out.push_back(r);
  return out;
}

Json function_json(const Program& program, const FunctionInfo& f) {
  const Cfg cfg = build_cfg(program, f);
  Json edges = Json::array();
  for (Node n = 0; n < cfg.blocks.size(); ++n)
    for (const Node to : cfg.graph[n])
      if (to != cfg.exit) edges.push_back({n, to});
  return {{"name", f.name},
          {"from", column(cfg.blocks, [](const BasicBlock& b) { return b.begin; })},
          {"to", column(cfg.blocks, [](const BasicBlock& b) { return b.end; })},
          {"edges", edges}};
}

Json buffer_json(const BoundArg& a) {
  return {{"name", a.spec.name},
          {"type", std::string(name_of(a.spec.type))},
          {"element", std::max(1u, size_of(a.spec.type))},
          {"address", a.address},
          {"bytes", a.bytes}};
}

}  // namespace

void write_code(const Program& program, Json& out) {
  const auto& code = program.code;
  out["code"] = {
      {"line", column(code, [](const Inst& i) { return i.loc.line; })},
      {"text", trace::instruction_names(program)},
      {"kind", column(code, [](const Inst& i) { return std::string(kind_of(i)); })},
      {"guarded", column(code, [](const Inst& i) { return int{i.guard != kNoSlot}; })},
      {"target", column(code, [](const Inst& i) { return place(i.target); })},
      {"join", column(code, [](const Inst& i) { return place(i.flow.reconverge); })},
      {"reads", column(code, [&](const Inst& i) { return named(program, i.reads.view()); })},
      {"writes", column(code, [&](const Inst& i) { return named(program, i.writes.view()); })}};
  out["functions"] =
      column(program.functions, [&](const FunctionInfo& f) { return function_json(program, f); });
  const auto& registers = program.registers;
  out["registers"] = {
      {"name", column(registers, [](const RegisterInfo& r) { return r.name; })},
      {"type", column(registers, [](const auto& r) { return std::string(name_of(r.type)); })}};
  out["sharedVariables"] = column(program.shared.variables, [&](const SharedVariable& v) -> Json {
    const ScalarType type = element_type(program, v);
    return {{"name", v.name},
            {"type", std::string(name_of(type))},
            {"element", std::max(1u, size_of(type))},
            {"offset", v.offset},
            {"bytes", v.bytes}};
  });
}

void write_launch(const Subject& s, const BoundLaunch& launch, Json& out) {
  Json buffers = Json::array();
  for (const auto* all : {&launch.args, &launch.variables})
    for (const BoundArg& a : *all)
      if (a.space == StateSpace::Global && a.bytes > 0 &&
          (all == &launch.variables || a.spec.is_buffer))
        buffers.push_back(buffer_json(a));
  out["buffers"] = std::move(buffers);
  const LaunchInfo& l = s.run.launch;
  const Occupancy& o = l.occupancy;
  out["launch"] = {{"blocks", l.grid.count()},
                   {"blockSize", {l.block.x, l.block.y, l.block.z}},
                   {"gridSize", {l.grid.x, l.grid.y, l.grid.z}},
                   {"blocksPerSm", o.ctas_per_sm},
                   {"warpsPerBlock", o.warps_per_cta},
                   {"warpSlots", s.arch.limits.max_warps_per_sm},
                   {"sharedBytes", l.static_shared + l.dynamic_shared},
                   {"sharedPerSm", o.carveout},
                   {"registers", l.registers_per_thread},
                   {"sms", s.arch.sm.count},
                   {"smsUsed", s.run.sms_used()},
                   {"limiters", o.limiters}};
}

}  // namespace simt::player
