#include "sim/input/proposed_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "sim/input/element.h"

namespace simt {
namespace {

using enum ScalarType;

struct Size {
  Dim3 grid, block;
};
constexpr std::array<Size, ProposalChanges::kSizes> kFlat{{{{4, 1, 1}, {256, 1, 1}},
                                                           {{1, 1, 1}, {256, 1, 1}},
                                                           {{1, 1, 1}, {64, 1, 1}},
                                                           {{1, 1, 1}, {32, 1, 1}}}};
constexpr std::array<Size, ProposalChanges::kSizes> kSquare{{{{4, 4, 1}, {16, 16, 1}},
                                                             {{2, 2, 1}, {16, 16, 1}},
                                                             {{1, 1, 1}, {16, 16, 1}},
                                                             {{1, 1, 1}, {8, 8, 1}}}};

bool one_block_in_x(const Program& program) {
  return reads(program, SpecialReg::tid_x) && !reads(program, SpecialReg::ctaid_x);
}

/// Of the shortest buffer that is given; 0: none is.
std::uint64_t shortest_given(const GivenLaunch& launch) {
  std::uint64_t out = 0;
  for (const auto& arg : launch.arguments)
    if (arg && arg->is_buffer && arg->count.value_or(0) != 0)
      out = out == 0 ? *arg->count : std::min(out, *arg->count);
  return out;
}

std::string number(ScalarType type, const ProposedShape& shape, const std::string& name = "") {
  if (is_float(type)) return "1";
  const auto changed = shape.changes.numbers.find(name);
  if (changed != shape.changes.numbers.end()) return std::to_string(changed->second);
  const std::uint64_t n = shape.flat ? shape.elements : shape.side;
  return std::to_string(size_of(type) < 4 ? 1 : n);
}

// What is only read, and known, gets values to tell apart.
std::string_view fill(bool reads_only, ScalarType type, const ProposedShape& shape) {
  if (!reads_only || type == None) return "zero";
  if (is_float(type)) return "random(1,0,1)";
  return shape.changes.zeros ? "zero" : "iota(0,1)";
}

ProposalChanges::Count count_of(const std::string& name, std::uint64_t usual,
                                const ProposedShape& shape) {
  const auto changed = shape.changes.counts.find(name);
  return changed == shape.changes.counts.end() ? ProposalChanges::Count{usual} : changed->second;
}

std::string text_of(const ProposalChanges::Count& count) {
  return count.text.empty() ? std::to_string(count.value) : count.text;
}

/// So many of what has `each` numbers.
std::string numbers_text(const ProposalChanges::Count& count, std::uint64_t each) {
  if (each == 1) return text_of(count);
  return count.text.empty() ? std::to_string(count.value * each)
                            : fmt::format("({})*{}", count.text, each);
}

// "{in[1024]=random(1,0,1), out[1024]=zero, n=1024}": a count of zero would start a kernel that
// does nothing. Of a long structure the first fields; the others are zero.
ProposedValue by_fields(const ParameterInfo& info, const ProposedShape& shape) {
  constexpr std::size_t kMost = 12;
  ProposedValue out{"", "", "", true, true};
  std::vector<std::string> fields;
  for (const Field& f : info.fields) {
    const bool known = f.points_to.type != None || f.structure != nullptr;
    if (!f.is_pointer && (f.type == None || fields.size() >= kMost)) continue;
    if (!f.is_pointer) {
      fields.push_back(fmt::format("{}={}", f.name, number(f.type, shape)));
      continue;
    }
    const std::string name = info.name + "." + f.name;
    const std::uint64_t count =
        count_of(name, known ? shape.threads : 64 * shape.threads, shape).value;
    out.counts[name] = count;
    fields.push_back(fmt::format(
        "{}{}[{}]={}", f.name, known ? "" : " b8", count,
        fill(f.reads_only || shape.changes.data.contains(name), f.points_to.type, shape)));
  }
  out.value = fmt::format("{{{}}}", fmt::join(fields, ", "));
  return out;
}

// "{1024,1024}" for an int2.
std::string by_elements(const CElements& elements, const ProposedShape& shape) {
  const std::vector<std::string> all(elements.count, number(elements.type, shape));
  return fmt::format("{{{}}}", fmt::join(all, ","));
}

ProposedValue buffer(const ParameterInfo& info, const ProposedShape& shape) {
  const bool known = !info.type.base.empty();
  ScalarType type = info.type.pointers > 1 ? U64 : info.elements.type;
  const bool by_name = type != None;
  if (!by_name) type = known ? B8 : F32;
  const std::uint64_t bytes = known && !by_name ? 64 : 1;  // of what is not known
  const std::uint64_t each = by_name && info.type.pointers == 1 ? info.elements.count : 1;
  const auto count = count_of(info.name, shape.threads * bytes, shape);
  const std::string_view values =
      fill((info.type.is_const || shape.changes.data.contains(info.name)) &&
               info.type.pointers == 1 && by_name,
           type, shape);
  return {fmt::format("{}[{}]", name_of(type), numbers_text(count, each)),
          fmt::format("[{}]", text_of(count)),
          std::string(values),
          by_name,
          false,
          by_name && each > 1,
          {{info.name, count.value}}};
}

}  // namespace

bool reads(const Program& program, SpecialReg reg) {
  return std::ranges::find(program.specials, reg, &SpecialSlot::reg) != program.specials.end();
}

bool is_flat(const Program& program) {
  // All of a thread's place in its block: its number, as thread_rank() of a cooperative group.
  const bool numbers = reads(program, SpecialReg::tid_z) && reads(program, SpecialReg::ntid_y);
  return !reads(program, SpecialReg::ctaid_y) && (!reads(program, SpecialReg::tid_y) || numbers);
}

ProposedShape proposed_shape(const GivenLaunch& given, const ProposalChanges& changes) {
  ProposedShape out;
  out.changes = changes;
  out.flat = is_flat(given.program);
  const Size& size = (out.flat ? kFlat : kSquare).at(changes.size);
  out.grid = changes.grid.value_or(size.grid);
  out.block = changes.block.value_or(size.block);
  // Threads and blocks in a direction that the kernel does not look at would do the same again.
  if (!reads(given.program, SpecialReg::tid_y) && !out.flat)
    out.block = {static_cast<std::uint32_t>(out.block.count()), 1, 1};
  if (one_block_in_x(given.program)) out.grid.x = 1;
  if (!reads(given.program, SpecialReg::ctaid_y)) out.grid.y = 1;
  const auto& required = given.program.bounds.req_ntid;
  const auto& most = given.program.bounds.max_ntid;
  if (most[0] != 0 &&
      std::uint64_t{out.block.x} * out.block.y > std::uint64_t{most[0]} * most[1] * most[2])
    out.block = {most[0], most[1], most[2]};
  if (required[0] != 0) out.block = {required[0], required[1], required[2]};
  out.grid = given.spec.grid.value_or(out.grid);
  out.block = given.spec.block.value_or(out.block);
  const std::uint64_t shortest = out.flat ? shortest_given(given) : 0;
  if (!given.spec.grid && shortest != 0 && !one_block_in_x(given.program) &&
      out.block.y * out.block.z == 1)
    out.grid.x = static_cast<unsigned>(
        std::min<std::uint64_t>((shortest + out.block.x - 1) / out.block.x, 65535));
  out.side = std::uint64_t{out.grid.x} * out.block.x;
  out.threads = out.side * out.grid.y * out.block.y * out.grid.z * out.block.z;
  out.elements = shortest == 0 ? out.threads : std::min(shortest, out.threads);
  if (changes.size != 0) {  // also of a shape that is given
    out.elements = std::min(out.elements, size.grid.count() * size.block.count());
    out.side = std::min<std::uint64_t>(out.side, size.grid.x * size.block.x);
  }
  if (changes.number) out.side = out.elements = *changes.number;
  return out;
}

ProposedValue proposed_value(const GivenLaunch& given, std::size_t parameter,
                             const ProposedShape& shape) {
  const Param& param = given.program.params[parameter];
  const ParameterInfo& info = given.signature.parameters[parameter];
  const bool known = !info.type.base.empty();
  const bool pointer = known ? info.type.pointers > 0 : param.bytes == 8 && !is_float(param.type);
  if (pointer && info.type.pointers == 1 && info.structure_bytes != 0) {
    const auto count = count_of(info.name, shape.threads, shape);
    return {"",    fmt::format("[{}]", text_of(count)), "zero", true, true,
            false, {{info.name, count.value}}};
  }
  if (!pointer && !info.fields.empty() && !info.fields.front().name.empty())
    return by_fields(info, shape);
  if (pointer) return buffer(info, shape);
  const bool is_value = info.elements.type != None && info.elements.count == 1;
  if (param.count > 1 && !is_value && info.elements.type != None)
    return {"", "", by_elements(info.elements, shape), true, true};
  if (param.count > 1 && !is_value)
    return {fmt::format("b8[{}]", param.bytes), "", known ? "{0}" : "zero", true, known};
  const ScalarType type = is_value ? info.elements.type : param.type;
  return {std::string(name_of(type)), "", number(type, shape, info.name),
          is_value || is_float(type)};
}

std::string proposed_constant(const Variable& variable, ScalarType type) {
  const unsigned width = size_of(type);
  if (width == 0 || variable.bytes % width != 0) return "";
  const bool array = variable.bytes > width;
  if (is_float(type)) return array ? "random(1,0,1)" : "1";
  return array ? "iota(0,1)" : "4";
}

}  // namespace simt
