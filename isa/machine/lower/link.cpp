#include "isa/machine/lower/link.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "isa/base/address_space.h"
#include "isa/base/kernel_name.h"
#include "isa/base/machine_code.h"
#include "isa/machine/lower/lowering.h"
#include "isa/machine/lower/system_calls.h"
#include "isa/machine/word.h"

namespace simt::machine {
namespace {

// Kinds of relocations, named for what they fill in; found in cubins of ptxas 13.0 and nvlink.
constexpr unsigned kAddress = 2, kGenericAddress = 4, kLowImmediate = 0x38, kHighImmediate = 0x39,
                   kCallTarget = 0x3a, kCallTarget90 = 0x4b;
/// Where an immediate operand and an absolute target stand in an instruction.
constexpr BitRange kImmediate{32, 32}, kTarget{34, 48};

void append(std::vector<std::byte>& to, std::string_view bytes) {
  const auto* const from = reinterpret_cast<const std::byte*>(bytes.data());
  to.insert(to.end(), from, from + bytes.size());
}
bool refers_to_code(const Cubin& cubin) {
  return std::ranges::any_of(cubin.relocations, [](const CubinRelocation& r) {
    return r.section.starts_with(kCodeSection) && r.target.starts_with(kCodeSection);
  });
}

bool is_of_the_driver(const std::string& symbol) {
  return is_system_call(symbol) || symbol.starts_with("__cuda");
}
std::string unlinked(const std::string& symbol) {
  return fmt::format(
      "it uses {}, which it does not have: an object of -rdc=true or -dc that was not linked; link "
      "it with the others (nvcc -dlink -cubin *.o) and give what that makes, or the whole program",
      demangled(symbol));
}

}  // namespace

Link::Link(const Cubin& cubin, const CubinCode& code, std::uint64_t globals, KernelImage& image)
    : cubin_(cubin), code_(code), image_(image) {
  starts_[std::string(kCubinConstants)] = kConstWindow.base + bank_start(image, kVariableBank);
  place_globals(globals);
  place_code();
  add_variables();
}

void Link::place_globals(std::uint64_t globals) {
  const auto place = [&](std::string_view section, std::uint64_t bytes) {
    if (bytes == 0) return;
    starts_[std::string(section)] = globals;
    globals += (bytes + 511) / 256 * 256;
  };
  place(kCubinInitialised, cubin_.global_data.size());
  place(kCubinZeroed, cubin_.global_bytes);
}

void Link::append_code(const CubinCode& code) {
  image_.parts.push_back({code.name, image_.code.size() / kInstructionBytes});
  starts_[std::string(kCodeSection) + code.name] = image_.code_address + image_.code.size();
  const auto first = static_cast<Pc>(image_.code.size() / kInstructionBytes);
  for (const auto& [offset, targets] : code.branch_targets) {
    std::vector<Pc>& out =
        image_.branch_targets[first + static_cast<Pc>(offset / kInstructionBytes)];
    for (const std::uint64_t target : targets)
      out.push_back(first + static_cast<Pc>(target / kInstructionBytes));
  }
  append(image_.code, code.bytes);
  image_.most_registers = std::max(image_.most_registers, code.registers);
}
void Link::place_code() {
  const bool linked = refers_to_code(cubin_);
  if (linked) image_.code_address = kFunctionsAddress - code_.bytes.size();
  append_code(code_);
  image_.registers = code_.registers;  // nvlink has counted those of what it calls
  if (linked)
    for (const CubinCode& code : cubin_.code)
      if (!code.has_kernel()) append_code(code);
  for (const auto& [name, at] : image_.parts)
    relocate(std::string(kCodeSection) + name, image_.code.data() + kInstructionBytes * at,
             image_.code.size() - kInstructionBytes * at);
}

/// Of an object that an earlier one of the list is, too.
bool Link::is_other_name(const CubinVariable& v) const {
  return std::any_of(cubin_.variables.data(), &v, [&](const CubinVariable& other) {
    return other.section == v.section && other.bytes != 0 && v.offset >= other.offset &&
           v.offset < other.offset + other.bytes;
  });
}
void Link::check_place(const CubinVariable& v) const {
  const auto bank3 = cubin_.constants.find(kVariableBank);
  std::uint64_t size = cubin_.global_bytes;
  if (v.section == kCubinInitialised) size = cubin_.global_data.size();
  if (v.section == kCubinConstants)
    size = bank3 == cubin_.constants.end() ? 0 : bank3->second.size();
  if (v.offset > size || v.bytes > size - v.offset)
    throw ContainerError(
        fmt::format("{} lies outside of {}, which has {} bytes", v.name, v.section, size));
}
/// What a section begins with: pointers to functions and variables filled in.
std::vector<std::byte> Link::relocated(std::string_view section, std::string_view data) {
  std::vector<std::byte> out;
  append(out, data);
  relocate(section, out.data(), out.size());
  return out;
}
/// The objects of the source, each alone; a section without any as a whole.
void Link::add_variables() {
  const std::vector<std::byte> initialised = relocated(kCubinInitialised, cubin_.global_data);
  const auto bank3 = cubin_.constants.find(kVariableBank);
  const std::vector<std::byte> constants = relocated(
      kCubinConstants, bank3 == cubin_.constants.end() ? std::string_view() : bank3->second);
  const auto part = [](const std::vector<std::byte>& whole, const CubinVariable& v) {
    const auto from = whole.begin() + static_cast<std::ptrdiff_t>(v.offset);
    return std::vector<std::byte>(from, from + static_cast<std::ptrdiff_t>(v.bytes));
  };
  const auto add = [&](std::string name, StateSpace space, std::uint64_t address,
                       std::uint64_t bytes, std::vector<std::byte> data) {
    Variable out;
    out.name = std::move(name);
    out.space = space;
    out.address = address;
    out.bytes = bytes;
    out.initial = std::move(data);
    image_.variables.push_back(std::move(out));
  };
  for (const auto section : {kCubinInitialised, kCubinZeroed}) {
    const auto start = starts_.find(section);
    const bool named = std::ranges::any_of(cubin_.variables, [&](const CubinVariable& v) {
      return v.section == section && v.bytes != 0;
    });
    if (start == starts_.end() || named) continue;
    if (section == kCubinZeroed)
      add(std::string(section), StateSpace::Global, start->second, cubin_.global_bytes, {});
    else
      add(std::string(section), StateSpace::Global, start->second, initialised.size(), initialised);
  }
  for (const CubinVariable& v : cubin_.variables) {
    if (v.bytes == 0) continue;
    const bool constant = v.section == kCubinConstants;
    if (!constant && !starts_.contains(v.section)) continue;
    if (!constant && is_other_name(v)) continue;
    check_place(v);
    std::vector<std::byte> data;
    if (v.section != kCubinZeroed) data = part(constant ? constants : initialised, v);
    add(v.name, constant ? StateSpace::Const : StateSpace::Global,
        v.offset + (constant ? 0 : starts_.find(v.section)->second), v.bytes, std::move(data));
  }
}

std::uint64_t Link::system_call_address(const std::string& name) {
  auto& names = image_.system_calls;
  const auto found = std::ranges::find(names, name);
  const auto index = static_cast<std::size_t>(found - names.begin());
  if (found == names.end()) names.push_back(name);
  return address_of_system_call(index);
}

std::uint64_t Link::address_of(const CubinRelocation& r) {
  if (r.target.empty()) {
    if (cubin_.relocatable && !is_of_the_driver(r.symbol)) throw ContainerError(unlinked(r.symbol));
    return system_call_address(r.symbol);
  }
  const auto start = starts_.find(r.target);
  if (start != starts_.end()) return start->second + r.target_offset;
  throw ContainerError(fmt::format("{} refers to {} in {}, which has no address here", r.section,
                                   r.symbol, r.target));
}

void Link::write(const CubinRelocation& r, std::byte* at, std::size_t room) {
  const auto value = [&] {
    return address_of(r) + static_cast<std::uint64_t>(r.addend.value_or(0));
  };
  const auto number = [&](std::size_t bytes) {
    if (room < bytes) throw ContainerError("a relocation lies outside of its section");
    std::uint64_t there = 0;
    std::memcpy(&there, at, bytes);
    return there;
  };
  if (r.type == kAddress || r.type == kGenericAddress) {
    const std::uint64_t before = number(8), out = value() + (r.addend ? 0 : before);
    std::memcpy(at, &out, sizeof out);
    return;
  }
  if (room < 16) throw ContainerError("a relocation lies outside of its section");
  std::uint64_t halves[2];
  std::memcpy(halves, at, sizeof halves);
  Word word{halves[0], halves[1]};
  if (r.type == kLowImmediate || r.type == kHighImmediate) {
    const std::uint64_t all = value() + (r.addend ? 0 : word.get(kImmediate));
    word.set(kImmediate, r.type == kLowImmediate ? all & 0xffff'ffff : all >> 32);
  } else if (r.type == kCallTarget || r.type == kCallTarget90) {
    const std::uint64_t target = value() + (r.addend ? 0 : word.get(kTarget));
    if (target >> kTarget.width != 0)
      throw ContainerError(fmt::format("the address of {} does not fit a call", r.symbol));
    word.set(kTarget, target);
  } else {
    throw ContainerError(
        fmt::format("a relocation of kind {:#x} in {}, of {}", r.type, r.section, r.symbol));
  }
  halves[0] = word.low;
  halves[1] = word.high;
  std::memcpy(at, halves, sizeof halves);
}

void Link::relocate(std::string_view section, std::byte* bytes, std::size_t size) {
  for (const CubinRelocation& r : cubin_.relocations) {
    if (r.section != section) continue;
    if (r.offset > size) throw ContainerError("a relocation lies outside of its section");
    write(r, bytes + r.offset, size - r.offset);
  }
}

}  // namespace simt::machine
