#include "isa/machine/lower/cubin_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>

#include "isa/base/address_space.h"

namespace simt::machine {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  std::vector<std::byte> bytes(text.size());
  std::ranges::transform(text, bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
  return bytes;
}

class Builder {
 public:
  Builder(const Cubin& cubin, const CubinCode& code) : cubin_(cubin), code_(code) {
    image_.name = code.name;
    image_.sm = cubin.target;
    image_.code = bytes_of(code.bytes);
    place_globals();
    read_banks();
    name_variables();
    read_launch();
  }
  KernelImage take() { return std::move(image_); }

 private:
  void place_globals() {
    std::uint64_t next = kModuleGlobals.base;
    const auto place = [&](std::string_view section, std::uint64_t bytes, std::string_view data) {
      if (bytes == 0) return;
      starts_[section] = next;
      image_.variables.push_back({.name = std::string(section),
                                  .space = StateSpace::Global,
                                  .address = next,
                                  .bytes = bytes,
                                  .initial = bytes_of(data)});
      next += (bytes + 511) / 256 * 256;
    };
    place(kCubinInitialised, cubin_.global_data.size(), cubin_.global_data);
    place(kCubinZeroed, cubin_.global_bytes, {});
  }

  void read_banks() {
    for (unsigned bank = 1; bank < image_.banks.size(); ++bank) {
      const bool own = code_.constants.contains(bank);
      const auto& from = own ? code_.constants : cubin_.constants;
      const auto found = from.find(bank);
      if (found == from.end()) continue;
      image_.banks[bank] = bytes_of(found->second);
      relocate(fmt::format(".nv.constant{}{}", bank, own ? "." + code_.name : ""),
               image_.banks[bank]);
    }
    const auto bank0 = code_.constants.find(0);
    if (bank0 == code_.constants.end())
      throw ContainerError(fmt::format("kernel {} has no constant bank 0", code_.name));
    image_.bank0_bytes = static_cast<std::uint32_t>(bank0->second.size());
  }
  // Addresses in constant bank 4 are those of variables.
  void relocate(const std::string& section, std::vector<std::byte>& bytes) {
    for (const CubinRelocation& r : cubin_.relocations) {
      if (r.section != section) continue;
      std::uint64_t value = 0;
      if (r.offset > bytes.size() || bytes.size() - r.offset < sizeof value)
        throw ContainerError("a relocation lies outside of its section");
      std::memcpy(&value, bytes.data() + r.offset, sizeof value);
      if (r.addend) value = static_cast<std::uint64_t>(*r.addend);
      if (const auto start = starts_.find(r.target); start != starts_.end())
        value += start->second + r.target_offset;
      std::memcpy(bytes.data() + r.offset, &value, sizeof value);
    }
  }

  /// The objects of the source, beside the sections that hold them.
  void name_variables() {
    for (const CubinVariable& v : cubin_.variables) {
      if (v.bytes == 0) continue;
      const bool constant = v.section == kCubinConstants;
      if (!constant && !starts_.contains(v.section)) continue;
      Variable out;
      out.name = v.name;
      out.space = constant ? StateSpace::Const : StateSpace::Global;
      out.address = v.offset + (constant ? 0 : starts_.at(v.section));
      out.bytes = v.bytes;
      out.initial = bytes_of(initial(v));
      image_.variables.push_back(std::move(out));
    }
  }
  std::string_view initial(const CubinVariable& v) const {
    const auto bank3 = cubin_.constants.find(3);
    std::string_view data;
    if (v.section == kCubinInitialised) data = cubin_.global_data;
    if (v.section == kCubinConstants && bank3 != cubin_.constants.end()) data = bank3->second;
    const bool inside = v.offset <= data.size() && v.bytes <= data.size() - v.offset;
    return inside ? data.substr(v.offset, v.bytes) : std::string_view();
  }

  void read_launch() {
    if (code_.registers == 0)
      throw ContainerError(
          fmt::format("kernel {} does not say how many registers it needs", code_.name));
    image_.registers = code_.registers;
    image_.barriers = code_.barriers;
    image_.stack_bytes = static_cast<std::uint32_t>(code_.stack_bytes);
    image_.shared_bytes = static_cast<std::uint32_t>(code_.shared_bytes);
    image_.dynamic_shared = code_.dynamic_shared;
    image_.params_at = code_.parameters_offset;
    if (image_.params_at == 0) image_.params_at = image_.bank0_bytes;
    image_.param_bytes = code_.parameters_bytes;
    for (const CubinParameter& parameter : code_.parameters) add_parameter(parameter);
    std::ranges::sort(image_.params, {}, &Param::offset);
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
  std::map<std::string_view, std::uint64_t> starts_;  ///< addresses of sections with variables
};

}  // namespace

KernelImage image_of(const Cubin& cubin, const CubinCode& code) {
  return Builder(cubin, code).take();
}

}  // namespace simt::machine
