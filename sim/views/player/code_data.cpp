#include "sim/views/player/code_data.h"

#include "isa/analysis/cfg.h"
#include "isa/analysis/joins.h"
#include "sim/input/shared_content.h"
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
    if (has_name(program, r)) out.push_back(r);
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

std::string type_name(ScalarType type, bool is_bool) {
  return is_bool ? "bool" : std::string(name_of(type));
}

Json fields_json(const std::vector<Field>& fields) {
  return column(fields, [](const Field& f) -> Json {
    return {{"name", f.name},
            {"type", type_name(f.type, f.is_bool)},
            {"offset", f.offset},
            {"bytes", size_of(f.type)}};
  });
}

/// Elements, or structures with fields.
Json holding(ScalarType type, bool is_bool, const std::vector<Field>& fields, unsigned bytes) {
  return {{"type", type_name(type, is_bool)},
          {"element", fields.empty() ? std::max(1u, size_of(type)) : bytes},
          {"fields", fields_json(fields)}};
}

Json buffer_json(const BoundArg& a) {
  Json out = holding(a.spec.type, false, a.spec.fields, a.spec.structure_bytes);
  out["name"] = a.spec.name;
  out["address"] = a.address;
  out["bytes"] = a.bytes;
  return out;
}

Json shared_json(const Program& program, const Signature& signature, std::size_t index) {
  const SharedVariable& v = program.shared.variables[index];
  const HeldType held = shared_content(program, signature, index);
  Json out = holding(held.type, held.is_bool, held.structure.fields, held.structure.bytes);
  out["name"] = v.name;
  out["offset"] = v.offset;
  out["bytes"] = v.bytes;
  return out;
}

/// Where the lanes of each branch meet again; -1: no branch, or not before the end.
Json joins_json(const Program& program) {
  const Joins joins(program);
  Json out = Json::array();
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const bool parts = !program.machine ||
                       (program.code[pc].kind == Kind::Branch && program.code[pc].guard != kNoSlot);
    out.push_back(place(parts ? joins.of(pc).place : kNoPc));
  }
  return out;
}

}  // namespace

void write_code(const Program& program, const Signature& signature, Json& out) {
  const auto& code = program.code;
  out["code"] = {
      {"line", column(code, [](const Inst& i) { return i.loc.line; })},
      {"text", trace::instruction_names(program)},
      {"kind", column(code, [](const Inst& i) { return std::string(kind_of(i)); })},
      {"guarded", column(code, [](const Inst& i) { return int{i.guard != kNoSlot}; })},
      {"target", column(code, [](const Inst& i) { return place(i.target); })},
      {"join", joins_json(program)},
      {"reads", column(code, [&](const Inst& i) { return named(program, i.reads.view()); })},
      {"writes", column(code, [&](const Inst& i) { return named(program, i.writes.view()); })}};
  out["functions"] =
      column(program.functions, [&](const FunctionInfo& f) { return function_json(program, f); });
  const auto& registers = program.registers;
  out["registers"] = {
      {"name", column(registers, [](const RegisterInfo& r) { return r.name; })},
      {"type", column(registers, [](const auto& r) { return std::string(name_of(r.type)); })}};
  Json shared = Json::array();
  for (std::size_t i = 0; i < program.shared.variables.size(); ++i)
    shared.push_back(shared_json(program, signature, i));
  out["sharedVariables"] = std::move(shared);
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
