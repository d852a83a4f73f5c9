#include "sim/input/proposed_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "sim/input/element.h"
#include "sim/input/proposed_contents.h"
#include "sim/input/proposed_numbers.h"

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
/// Where it looks at a thread's place in z, too.
constexpr Size kCube{{4, 4, 4}, {8, 8, 4}};
constexpr std::uint32_t kLayers = 4;  ///< blocks in z
constexpr std::array<Size, ProposalChanges::kSizes> kSquare{{{{4, 4, 1}, {16, 16, 1}},
                                                             {{2, 2, 1}, {16, 16, 1}},
                                                             {{1, 1, 1}, {16, 16, 1}},
                                                             {{1, 1, 1}, {8, 8, 1}}}};

/// `half` and `u8` are names as good as others, and types where an argument begins with them.
bool names_type(const std::string& name) {
  return is_element_type(scalar_type(name)) || elements_of(name).type != None;
}

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

/// The kernel looks at what it holds, whatever it writes there.
bool is_looked_at(std::uint32_t at, const ProposedShape& shape) {
  const ArrayUse* const use = shape.changes.uses ? shape.changes.uses->array(at) : nullptr;
  return use != nullptr && must_be_filled(use->all_tests());
}

/// What is only read, and known, gets values to tell apart.
std::string content(bool reads_only, ScalarType type, const std::string& name, std::uint32_t at,
                    const ProposedShape& shape) {
  const bool has_data = reads_only || shape.changes.data.contains(name) ||
                        shape.changes.fills.contains(name) || is_looked_at(at, shape);
  return has_data && type != None ? proposed_content(type, name, at, shape) : "zero";
}

// "{in[1024]=random(1,0,1), out[1024]=zero, n=1024}": a count of zero would start a kernel that
// does nothing. Of a long structure the first fields; the others are zero.
ProposedValue by_fields(const ParameterInfo& info, std::uint32_t at, const ProposedShape& shape) {
  constexpr std::size_t kMost = 12;
  ProposedValue out{"", "", "", true, true};
  std::vector<std::string> fields;
  for (const Field& f : info.fields) {
    const bool known = f.points_to.type != None || f.structure != nullptr;
    if (!f.is_pointer && (f.type == None || fields.size() >= kMost)) continue;
    const std::string name = info.name + "." + f.name;
    if (!f.is_pointer) {
      fields.push_back(
          fmt::format("{}={}", f.name, proposed_number(f.type, name, at + f.offset, shape)));
      continue;
    }
    const std::uint64_t count =
        count_of(name, known ? shape.threads : 64 * shape.threads, shape).value;
    out.counts[name] = count;
    fields.push_back(
        fmt::format("{}{}[{}]={}", f.name, known ? "" : " b8", count,
                    content(f.reads_only, f.points_to.type, name, at + f.offset, shape)));
  }
  out.value = fmt::format("{{{}}}", fmt::join(fields, ", "));
  return out;
}

/// "pos" of "pos.x" and of "pos[2]".
std::string part_of(const std::string& field) {
  return field.substr(0, field.find_first_of(".["));
}

// "{pos=random(1,0,1), id=iota(0,1)}": each structure of an array has values of its own.
std::string of_structures(const ParameterInfo& info, std::uint32_t at, const ProposedShape& shape) {
  const std::vector<Field>& fields = info.fields;
  const ArrayUse* const use = shape.changes.uses ? shape.changes.uses->array(at) : nullptr;
  const auto filled = [&](const Field& f, unsigned seed) {
    const ElementTests tests =
        use == nullptr ? ElementTests{} : use->tests_of(info.structure_bytes, f.offset);
    return proposed_field(f.type, f.name, seed, tests, shape);
  };
  std::vector<std::string> out;
  for (std::size_t i = 0; i < fields.size();) {
    const std::string part = part_of(fields[i].name);
    const auto end = std::find_if(fields.begin() + static_cast<std::ptrdiff_t>(i), fields.end(),
                                  [&](const Field& f) { return part_of(f.name) != part; });
    const auto next = static_cast<std::size_t>(end - fields.begin());
    const bool one_type = std::all_of(fields.begin() + static_cast<std::ptrdiff_t>(i), end,
                                      [&](const Field& f) { return f.type == fields[i].type; });
    for (std::size_t k = i; k < (one_type ? i + 1 : next); ++k)
      if (!fields[k].is_pointer && fields[k].type != None)
        out.push_back(fmt::format("{}={}", one_type ? part : fields[k].name,
                                  filled(fields[k], static_cast<unsigned>(out.size() + 1))));
    i = next;
  }
  return out.empty() ? "zero" : fmt::format("{{{}}}", fmt::join(out, ", "));
}

// "{1024,1024}" for an int2.
std::string by_elements(const ParameterInfo& info, std::uint32_t at, const ProposedShape& shape) {
  std::vector<std::string> all;
  for (unsigned i = 0; i < info.elements.count; ++i)
    all.push_back(proposed_number(info.elements.type, info.name,
                                  at + i * size_of(info.elements.type), shape));
  return fmt::format("{{{}}}", fmt::join(all, ","));
}

ProposedValue buffer(const ParameterInfo& info, std::uint32_t at, const ProposedShape& shape) {
  const bool known = !info.type.base.empty();
  ScalarType type = info.type.pointers > 1 ? U64 : info.elements.type;
  const bool by_name = type != None && !names_type(info.name);
  if (type == None) type = known ? B8 : F32;
  const bool typed = info.type.pointers > 1 || info.elements.type != None;
  const std::uint64_t bytes = known && !typed ? 64 : 1;  // of what is not known
  const std::uint64_t each = typed && info.type.pointers == 1 ? info.elements.count : 1;
  const auto count = count_of(info.name, shape.threads * bytes, shape);
  const std::string values =
      content(info.type.is_const && info.type.pointers == 1,
              info.type.pointers == 1 && typed ? type : None, info.name, at, shape);
  return {fmt::format("{}[{}]", name_of(type), numbers_text(count, each)),
          fmt::format("[{}]", text_of(count)),
          values,
          by_name,
          false,
          by_name && each > 1,
          {{info.name, count.value}}};
}

std::optional<std::uint64_t> whole(const std::string& text) {
  const bool digits = !text.empty() && text.size() < 10 &&
                      text.find_first_not_of("0123456789") == std::string::npos;
  return digits ? std::optional<std::uint64_t>(std::stoull(text)) : std::nullopt;
}

/// Of integers among the parameters and in structures that are passed by value.
std::map<std::uint32_t, std::uint64_t> whole_numbers(const GivenLaunch& given,
                                                     const ProposedShape& shape) {
  std::map<std::uint32_t, std::uint64_t> out;
  const auto add = [&](std::uint32_t at, const std::string& text) {
    if (const auto n = whole(text)) out[at] = *n;
  };
  for (std::size_t i = 0; i < given.program.params.size(); ++i) {
    const Param& param = given.program.params[i];
    const ParameterInfo& info = given.signature.parameters[i];
    if (info.type.pointers != 0) continue;
    if (given.arguments[i]) {
      add(param.offset, given.arguments[i]->value);
    } else if (param.count <= 1 && !is_float(param.type)) {
      add(param.offset, proposed_number(param.type, info.name, param.offset, shape));
    }
    for (const Field& f : info.fields)
      if (!given.arguments[i] && !f.is_pointer && f.type != None && !is_float(f.type))
        add(param.offset + f.offset,
            proposed_number(f.type, info.name + "." + f.name, param.offset + f.offset, shape));
  }
  return out;
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
  const bool cube = !out.flat && reads(given.program, SpecialReg::tid_z) && changes.size == 0;
  out.grid = changes.grid.value_or(cube ? kCube.grid : size.grid);
  out.block = changes.block.value_or(cube ? kCube.block : size.block);
  if (reads(given.program, SpecialReg::ctaid_z) && out.grid.z == 1) out.grid.z = kLayers;
  // Threads and blocks in a direction that the kernel does not look at would do the same again.
  if (!reads(given.program, SpecialReg::tid_y) && !out.flat)
    out.block = {static_cast<std::uint32_t>(out.block.count()), 1, 1};
  if (one_block_in_x(given.program)) out.grid.x = 1;
  if (!reads(given.program, SpecialReg::ctaid_y)) out.grid.y = 1;
  if (!reads(given.program, SpecialReg::ctaid_z)) out.grid.z = 1;
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
  out.numbers = whole_numbers(given, out);
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
    const bool has_data = info.type.is_const || shape.changes.data.contains(info.name) ||
                          is_looked_at(param.offset, shape);
    return {"",
            fmt::format("[{}]", text_of(count)),
            has_data ? of_structures(info, param.offset, shape) : "zero",
            true,
            true,
            false,
            {{info.name, count.value}}};
  }
  if (!pointer && !info.fields.empty() && !info.fields.front().name.empty())
    return by_fields(info, param.offset, shape);
  if (pointer) return buffer(info, param.offset, shape);
  const bool is_value = info.elements.type != None && info.elements.count == 1;
  if (param.count > 1 && !is_value && info.elements.type != None)
    return {"", "", by_elements(info, param.offset, shape), true, true};
  if (param.count > 1 && !is_value)
    return {fmt::format("b8[{}]", param.bytes), "", known ? "{0}" : "zero", true, known};
  const ScalarType type = is_value ? info.elements.type : param.type;
  return {std::string(name_of(type)), "", proposed_number(type, info.name, param.offset, shape),
          (is_value || is_float(type)) && !names_type(info.name)};
}

std::string proposed_constant(const Variable& variable, ScalarType type,
                              const ProposedShape& shape) {
  const unsigned width = size_of(type);
  if (width == 0 || variable.bytes % width != 0) return "";
  const bool array = variable.bytes > width;
  if (is_float(type)) return array ? "random(1,0,1)" : "1";
  if (!array) return "4";
  const auto& uses = shape.changes.uses;
  const ConstantUse* const use = uses ? uses->constant(variable.name) : nullptr;
  return use == nullptr || use->indices ? "iota(0,1)" : table_content(type, 1, use->alike);
}

}  // namespace simt
