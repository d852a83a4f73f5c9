// From a spec to memory: parameters, buffers and module variables.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "isa/base/address_space.h"
#include "sim/base/nearest_name.h"
#include "sim/input/element.h"
#include "sim/input/generators.h"
#include "sim/input/launch_spec.h"
#include "sim/input/missing_arguments.h"

namespace simt {
namespace {

// CUDA C++ Programming Guide, technical specifications per compute capability (3.x and later).
constexpr Dim3 kMaxGrid{2147483647, 65535, 65535};
constexpr Dim3 kMaxBlock{1024, 1024, 64};

void check_size(std::string_view what, const Dim3& size, const Dim3& most) {
  if (size.x <= most.x && size.y <= most.y && size.z <= most.z) return;
  throw SpecError(fmt::format("{} {},{},{} is too large: at most {},{},{}", what, size.x, size.y,
                              size.z, most.x, most.y, most.z));
}

// A launch that breaks what the kernel was compiled for fails in CUDA too (PTX ISA 11.4).
void check_bounds(const Dim3& block, const LaunchBounds& bounds) {
  const auto product = [](std::uint64_t x, std::uint64_t y, std::uint64_t z) { return x * y * z; };
  const auto& [rx, ry, rz] = bounds.req_ntid;
  if (rx != 0 && (block.x != rx || block.y != ry || block.z != rz))
    throw SpecError(fmt::format("block {},{},{} does not suit the kernel: its .reqntid is {},{},{}",
                                block.x, block.y, block.z, rx, ry, rz));
  const auto& [mx, my, mz] = bounds.max_ntid;
  const std::uint64_t threads = product(block.x, block.y, block.z), most = product(mx, my, mz);
  if (mx != 0 && threads > most)
    throw SpecError(
        fmt::format("block {},{},{} has {} threads; the kernel allows {} (.maxntid {},{},{})",
                    block.x, block.y, block.z, threads, most, mx, my, mz));
}

std::string resolve(const std::string& path, unsigned line, const Program& program) {
  const std::filesystem::path given(path);
  if (line == 0 || given.is_absolute()) return path;
  return (std::filesystem::path(program.text.name).parent_path() / given).string();
}

class Binder {
 public:
  Binder(const Program& program, GlobalMemory& memory) : program_(program), memory_(memory) {}

  BoundLaunch bind(const LaunchSpec& spec) {
    bind_state(spec);
    if (spec.args.size() != program_.params.size())
      throw wrong_number_of_arguments(program_, spec.args.size());
    for (std::size_t i = 0; i < spec.args.size(); ++i)
      at_line(
          spec.args[i].line, [&] { bind_arg(spec.args[i], program_.params[i], i); },
          spec.args[i].column);
    for (const Variable& v : program_.variables) bind_variable(v);
    for (const SymbolSpec& s : spec.symbols) at_line(s.data.line, [&] { bind_symbol(s); });
    return std::move(out_);
  }

 private:
  template <class F>
  static void at_line(unsigned line, F f, unsigned column = 0) {
    try {
      f();
    } catch (const SpecError& e) {
      throw SpecError(e.what(), line, column);
    }
  }

  void bind_state(const LaunchSpec& spec) {
    if (!spec.grid || !spec.block)
      throw SpecError(
          fmt::format("the {} of the launch is missing; give --{} X[,Y[,Z]] or a line "
                      "'//! {} X[,Y[,Z]]' in the file",
                      spec.grid ? "block size" : "grid size", spec.grid ? "block" : "grid",
                      spec.grid ? "block" : "grid"));
    at_line(spec.grid_line, [&] { check_size("grid", *spec.grid, kMaxGrid); });
    at_line(spec.block_line, [&] {
      check_size("block", *spec.block, kMaxBlock);
      check_bounds(*spec.block, program_.bounds);
    });
    out_.state.grid = *spec.grid;
    out_.state.block = *spec.block;
    out_.state.dynamic_shared_bytes = spec.dynamic_shared.value_or(0);
    if (spec.warp_size) {
      const unsigned w = *spec.warp_size;
      if (w < 2 || w > kMaxWarpSize || (w & (w - 1)) != 0)
        throw SpecError(fmt::format("warp size {}: it must be 2, 4, 8, 16 or 32", w));
      out_.state.warp_size = w;
    }
    out_.state.params.resize(program_.param_bytes);
  }

  void bind_arg(ArgSpec spec, const Param& param, std::size_t position) {
    if (spec.name.empty()) spec.name = param.name;
    BoundArg arg{std::move(spec), StateSpace::Global, 0, 0, 0};
    // Compilers name parameters by the kernel and their place: that says nothing more.
    const bool own_name =
        arg.spec.name != param.name && param.name.ends_with(fmt::format("_param_{}", position));
    const std::string where =
        own_name ? fmt::format("argument '{}' (.{})", arg.spec.name, name_of(param.type))
                 : fmt::format("argument {} (parameter '{}', .{})", position, param.name,
                               name_of(param.type));
    const bool one_value = !arg.spec.is_buffer && size_of(arg.spec.type) == param.bytes;
    if (param.count > 1 && !one_value)
      bind_aggregate(arg, param, where);
    else if (arg.spec.is_buffer)
      bind_buffer(arg, param, where);
    else
      bind_scalar(arg, param, where);
    out_.args.push_back(std::move(arg));
  }

  std::byte* param_bytes(const Param& param) { return out_.state.params.data() + param.offset; }

  // A structure passed by value: the elements are its bytes.
  void bind_aggregate(BoundArg& arg, const Param& param, const std::string& where) {
    if (!arg.spec.is_buffer || prepare(arg.spec, where) != param.bytes)
      throw SpecError(
          fmt::format("{} is a structure of {} bytes passed by value; give all of them, "
                      "such as b8[{}]={{...}}",
                      where, param.bytes, param.bytes));
    generate(arg.spec, {param_bytes(param), param.bytes});
    arg.space = StateSpace::Param;
    arg.address = param.offset;
    arg.bytes = param.bytes;
    for (const ArgSpec& pointed : arg.spec.pointed) {
      BoundArg buffer{pointed, StateSpace::Global, 0, 0, 0};
      allocate(buffer, fmt::format("argument {} ('{}')", out_.args.size(), pointed.name));
      store_bits(param_bytes(param) + pointed.pointer_offset, 8, buffer.address);
      out_.pointed.push_back(std::move(buffer));
    }
  }

  void allocate(BoundArg& arg, const std::string& where) {
    arg.bytes = prepare(arg.spec, where);
    try {
      arg.address = memory_.allocate(arg.bytes, arg.spec.name);
    } catch (const MemoryExhausted& e) {
      throw SpecError(fmt::format("{}: {}", where, e.what()));
    }
    generate(arg.spec, {memory_.find(arg.address, arg.bytes), arg.bytes});
  }

  void bind_buffer(BoundArg& arg, const Param& param, const std::string& where) {
    if (param.bytes != 8 || is_float(param.type))
      throw SpecError(fmt::format("{} cannot hold a buffer's address; give a scalar such as {}:0",
                                  where, name_of(param.type)));
    allocate(arg, where);
    store_bits(param_bytes(param), 8, arg.address);
  }

  // The same value in the parameter's type; where that cannot hold it, an example.
  static std::string suitable_number(const ArgSpec& spec, const Param& param) {
    const std::string_view type = name_of(param.type);
    try {
      element_bits(param.type, spec.value);
      return fmt::format("{}:{}", type, spec.value);
    } catch (const SpecError&) {
      return fmt::format("a whole number such as {}:0", type);
    }
  }

  static void bind_scalar_type(const ArgSpec& spec, const Param& param, const std::string& where) {
    const bool same_size = size_of(spec.type) == param.bytes;
    const bool same_kind = is_float(spec.type) == is_float(param.type) || is_untyped(spec.type) ||
                           is_untyped(param.type);
    if (same_size && same_kind && !(param.pointer_hint && is_float(spec.type))) return;
    const std::string number = suitable_number(spec, param);
    const std::string fix =
        param.pointer_hint || (param.bytes == 8 && !is_float(param.type))
            ? fmt::format("for a pointer give a buffer such as {}[COUNT]=zero, for a number {}",
                          name_of(spec.type), number)
            : fmt::format("write {}", number);
    throw SpecError(
        fmt::format("{} does not take {}:{}; {}", where, name_of(spec.type), spec.value, fix));
  }

  void bind_scalar(BoundArg& arg, const Param& param, const std::string& where) {
    if (param.count == 1) bind_scalar_type(arg.spec, param, where);
    arg.scalar_bits = element_bits(arg.spec.type, arg.spec.value);
    arg.space = StateSpace::Param;
    arg.address = param.offset;
    arg.bytes = param.bytes;
    store_bits(param_bytes(param), param.bytes, arg.scalar_bits);
  }

  // Bytes of the buffer; fills in what the spec left open.
  std::uint64_t prepare(ArgSpec& spec, const std::string& where) const {
    if (spec.generator.kind == ArgSpec::Generator::Kind::File)
      spec.generator.operands[0] = resolve(spec.generator.operands[0], spec.line, program_);
    spec.count = element_count(spec);
    if (*spec.count > kDeviceHeap.size / size_of(spec.type))
      throw SpecError(fmt::format("{}: {} elements are more than the device's memory holds", where,
                                  *spec.count));
    return *spec.count * size_of(spec.type);
  }

  void bind_variable(const Variable& v) {
    BoundArg var;
    var.spec.name = v.name;
    var.spec.is_buffer = true;
    var.spec.type = is_element_type(v.type) ? v.type : ScalarType::B8;
    var.spec.count = v.bytes / size_of(var.spec.type);
    var.space = v.space;
    var.address = v.address;
    var.bytes = v.bytes;
    if (v.space == StateSpace::Const) {
      const std::uint64_t end = v.address + v.bytes;
      if (out_.state.constants.size() < end) out_.state.constants.resize(end);
    } else if (v.bytes > 0) {
      try {
        memory_.map(v.address, v.bytes, v.name);
      } catch (const MemoryExhausted& e) {
        throw SpecError(e.what());
      }
    }
    out_.variables.push_back(std::move(var));
    if (v.bytes > 0)
      std::copy_n(v.initial.begin(), std::min<std::uint64_t>(v.initial.size(), v.bytes),
                  bytes_of(out_.variables.back()));
  }

  std::byte* bytes_of(const BoundArg& variable) {
    if (variable.space == StateSpace::Const) return out_.state.constants.data() + variable.address;
    return memory_.find(variable.address, variable.bytes);
  }

  void bind_symbol(const SymbolSpec& symbol) {
    const auto found = std::find_if(out_.variables.begin(), out_.variables.end(),
                                    [&](const BoundArg& v) { return v.spec.name == symbol.name; });
    if (found == out_.variables.end()) unknown_symbol(symbol.name);
    ArgSpec data = symbol.data;
    if (data.type == ScalarType::None) data.type = found->spec.type;
    if (data.generator.kind == ArgSpec::Generator::Kind::File)
      data.generator.operands[0] = resolve(data.generator.operands[0], data.line, program_);
    if (found->bytes % size_of(data.type) != 0)
      throw SpecError(fmt::format("symbol '{}' has {} bytes, which is no number of {} elements",
                                  symbol.name, found->bytes, name_of(data.type)));
    // A shorter list or file leaves the rest as the module has it.
    const bool own_size = data.generator.kind == ArgSpec::Generator::Kind::List ||
                          data.generator.kind == ArgSpec::Generator::Kind::File;
    const std::uint64_t room = found->bytes / size_of(data.type);
    if (!data.value.empty() && room != 1)
      throw SpecError(
          fmt::format("symbol '{0}' is an array of {1} {2}: write const({3}) for all "
                      "of them, or {{{3},...}}",
                      symbol.name, room, name_of(data.type), data.value));
    data.count = own_size ? std::min(element_count(data), room + 1) : room;
    if (*data.count > room)
      throw SpecError(fmt::format("symbol '{}' has room for {} elements of {}; more are given",
                                  symbol.name, room, name_of(data.type)));
    try {
      generate(data, {bytes_of(*found), *data.count * size_of(data.type)});
    } catch (const SpecError& e) {
      if (symbol.data.type != ScalarType::None || size_of(data.type) > 1) throw;
      // A compiler declares arrays as bytes, whatever they hold.
      throw SpecError(
          fmt::format("{}; '{}' is declared as bytes, so say what it holds: symbol {} f32 = ...",
                      e.what(), symbol.name, symbol.name));
    }
    data.count = room;
    found->spec = std::move(data);
  }

  [[noreturn]] void unknown_symbol(const std::string& name) const {
    if (out_.variables.empty())
      throw SpecError(
          fmt::format("there is no variable '{}': the module has no .global or .const", name));
    std::vector<std::string> known;
    for (const BoundArg& v : out_.variables) known.push_back(v.spec.name);
    throw SpecError(fmt::format("the module has no variable '{}'; it has {}{}", name,
                                fmt::join(known, ", "), nearest_hint(name, known)));
  }

  const Program& program_;
  GlobalMemory& memory_;
  BoundLaunch out_;
};

}  // namespace

BoundLaunch bind(const LaunchSpec& spec, const Program& program, GlobalMemory& memory) {
  return Binder(program, memory).bind(spec);
}

}  // namespace simt
