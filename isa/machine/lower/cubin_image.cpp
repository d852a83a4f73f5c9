#include "isa/machine/lower/cubin_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

#include "isa/base/machine_code.h"
#include "isa/machine/lower/code_lines.h"
#include "isa/machine/lower/link.h"
#include "isa/machine/lower/rules.h"

namespace simt::machine {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  std::vector<std::byte> bytes(text.size());
  std::ranges::transform(text, bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
  return bytes;
}

/// Does the code load from local memory or store to it?
bool uses_stack(std::span<const std::byte> code) {
  for (std::size_t at = 0; at + kInstructionBytes <= code.size(); at += kInstructionBytes) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, code.data() + at, sizeof bits);
    if (accesses_local(bits & ((1U << kRuleOpcodeBits) - 1))) return true;
  }
  return false;
}

/// Of recursion, where nvlink has linked it.
constexpr std::uint32_t kStackNotKnown = 0xffff'ffff;

class Builder {
 public:
  Builder(const Cubin& cubin, const CubinCode& code, std::uint64_t globals)
      : cubin_(cubin), code_(code) {
    image_.name = code.name;
    image_.sm = cubin.target;
    check();
    read_banks();
    Link link(cubin, code, globals, image_);
    for (unsigned bank = 1; bank < image_.banks.size(); ++bank)
      link.relocate(section_of(bank), image_.banks[bank].data(), image_.banks[bank].size());
    read_launch();
    image_.lines = code_lines(cubin, image_.parts, image_.code.size() / kInstructionBytes);
  }
  KernelImage take() { return std::move(image_); }

 private:
  bool has_own(unsigned bank) const { return code_.constants.contains(bank); }
  std::string section_of(unsigned bank) const {
    return fmt::format(".nv.constant{}{}", bank, has_own(bank) ? "." + code_.name : "");
  }
  void read_banks() {
    for (unsigned bank = 1; bank < image_.banks.size(); ++bank) {
      const auto& from = has_own(bank) ? code_.constants : cubin_.constants;
      const auto found = from.find(bank);
      if (found != from.end()) image_.banks[bank] = bytes_of(found->second);
    }
    const auto bank0 = code_.constants.find(0);
    if (bank0 == code_.constants.end())
      throw ContainerError(fmt::format("kernel {} has no constant bank 0", code_.name));
    image_.bank0_bytes = static_cast<std::uint32_t>(bank0->second.size());
  }

  [[noreturn]] void broken(const std::string& what) const {
    throw ContainerError(fmt::format("kernel {} {}", code_.name, what));
  }
  // What no GPU that is modelled here has: CUDA C++ Programming Guide, "Technical Specifications
  // per Compute Capability".
  void check() const {
    constexpr unsigned kMostRegisters = 255;
    constexpr std::uint64_t kMostLocal = 512 << 10, kMostShared = 228 << 10;
    if (code_.bytes.empty()) broken("has no code");
    if (code_.registers == 0) broken("does not say how many registers it needs");
    for (const CubinCode& code : cubin_.code)
      if (code.registers > kMostRegisters)
        broken(fmt::format("or a function of its file has {} registers a thread of {} at most",
                           code.registers, kMostRegisters));
    if (code_.stack_bytes > kMostLocal && code_.stack_bytes != kStackNotKnown)
      broken(fmt::format("has a stack of {} bytes a thread of {} at most", code_.stack_bytes,
                         kMostLocal));
    if (code_.shared_bytes > kMostShared)
      broken(fmt::format("has {} bytes of shared memory of {} at most", code_.shared_bytes,
                         kMostShared));
  }
  void check_parameters() const {
    const std::uint64_t end = std::uint64_t{image_.params_at} + image_.param_bytes;
    if (end > image_.bank0_bytes)
      broken(fmt::format("has parameters up to byte {} of {} of constant bank 0", end,
                         image_.bank0_bytes));
    for (const Param& p : image_.params)
      if (std::uint64_t{p.offset} + p.bytes > image_.param_bytes)
        broken(fmt::format("has a parameter up to byte {} of {}", p.offset + p.bytes,
                           image_.param_bytes));
  }

  void read_launch() {
    // Of one block alone nothing differs.
    if (const auto cluster = code_.cluster; cluster && *cluster != std::array{1u, 1u, 1u})
      throw ContainerError(
          fmt::format("kernel {}: clusters, here of {} x {} x {} blocks, are not "
                      "simulated",
                      code_.name, (*cluster)[0], (*cluster)[1], (*cluster)[2]));
    image_.is_cluster = code_.cluster.has_value();
    image_.barriers = code_.barriers;
    image_.stack_bytes = static_cast<std::uint32_t>(code_.stack_bytes);
    // How deep calls go is not known (of recursion a cubin says 0 bytes, or all ones where nvlink
    // has linked it), nor what alloca takes where there is no frame: a thread has what
    // cudaLimitStackSize is unless it is set.
    constexpr std::uint32_t kStackLimit = 1024;
    if (image_.stack_bytes == kStackNotKnown) image_.stack_bytes = 0;
    const bool calls = code_.functions.size() > 1 || image_.parts.size() > 1;
    image_.open_stack = image_.stack_bytes > 0 ? calls : uses_stack(image_.code);
    if (image_.open_stack) image_.stack_bytes = std::max(image_.stack_bytes, kStackLimit);
    image_.shared_bytes = static_cast<std::uint32_t>(code_.shared_bytes);
    image_.dynamic_shared = code_.dynamic_shared;
    image_.params_at = code_.parameters_offset;
    if (image_.params_at == 0) image_.params_at = image_.bank0_bytes;
    image_.param_bytes = code_.parameters_bytes;
    for (const CubinParameter& parameter : code_.parameters) add_parameter(parameter);
    std::ranges::sort(image_.params, {}, &Param::offset);
    check_parameters();
    if (code_.max_threads) std::ranges::copy(*code_.max_threads, image_.max_threads.begin());
    if (code_.required_threads)
      std::ranges::copy(*code_.required_threads, image_.required_threads.begin());
  }
  void add_parameter(const CubinParameter& parameter) {
    const unsigned bytes = parameter.bytes;
    Param p;
    p.name = fmt::format("p{}", parameter.ordinal);
    p.offset = parameter.offset;
    p.bytes = bytes;
    p.type = bytes == 8   ? ScalarType::B64
             : bytes == 4 ? ScalarType::B32
             : bytes == 2 ? ScalarType::B16
                          : ScalarType::B8;
    p.count = bytes == 8 || bytes == 4 || bytes == 2 ? 1 : bytes;
    p.align = p.count == 1 ? bytes : 1;
    image_.params.push_back(std::move(p));
  }

  const Cubin& cubin_;
  const CubinCode& code_;
  KernelImage image_;
};

}  // namespace

KernelImage image_of(const Cubin& cubin, const CubinCode& code, std::uint64_t globals) {
  return Builder(cubin, code, globals).take();
}

}  // namespace simt::machine
