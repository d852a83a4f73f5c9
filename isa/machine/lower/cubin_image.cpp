#include "isa/machine/lower/cubin_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "isa/base/address_space.h"

namespace simt::machine {
namespace {

using Bytes = std::span<const std::byte>;

template <class T>
T value_at(Bytes bytes, std::uint64_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T))
    throw CubinError("the cubin ends within a header");
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}
std::string text_at(Bytes bytes, std::uint64_t at) {
  std::string text;
  for (; at < bytes.size() && bytes[at] != std::byte{0}; ++at) text += static_cast<char>(bytes[at]);
  return text;
}

struct Section {
  std::string name;
  std::uint32_t type = 0, link = 0, info = 0;
  std::uint64_t size = 0;
  Bytes bytes;  ///< empty where the file has none
};
struct Symbol {
  std::string name;
  unsigned type = 0, section = 0;
  std::uint64_t value = 0, size = 0;
};

constexpr std::uint32_t kSymbols = 2, kRela = 4, kNoBits = 8, kRel = 9;
constexpr unsigned kObject = 1, kFunction = 2;

class Elf {
 public:
  explicit Elf(Bytes file) : file_(file) {
    const auto headers = value_at<std::uint64_t>(file, 40);
    const auto count = value_at<std::uint16_t>(file, 60), names = value_at<std::uint16_t>(file, 62);
    std::vector<std::uint32_t> name_at;
    for (unsigned i = 0; i < count; ++i) {
      const std::uint64_t at = headers + 64ull * i;
      Section& s = sections.emplace_back();
      name_at.push_back(value_at<std::uint32_t>(file, at));
      s.type = value_at<std::uint32_t>(file, at + 4);
      s.size = value_at<std::uint64_t>(file, at + 32);
      s.link = value_at<std::uint32_t>(file, at + 40);
      s.info = value_at<std::uint32_t>(file, at + 44);
      const auto offset = value_at<std::uint64_t>(file, at + 24);
      if (s.type == kNoBits || s.type == 0) continue;
      if (offset > file.size() || file.size() - offset < s.size)
        throw CubinError("the cubin ends within a section");
      s.bytes = file.subspan(offset, s.size);
    }
    if (names >= sections.size()) throw CubinError("the cubin has no names of sections");
    for (unsigned i = 0; i < count; ++i)
      sections[i].name = text_at(sections[names].bytes, name_at[i]);
    read_symbols();
  }

  unsigned sm() const { return value_at<std::uint32_t>(file_, 48) >> 8 & 0xff; }
  const Section* find(const std::string& name) const {
    const auto at = std::ranges::find(sections, name, &Section::name);
    return at == sections.end() ? nullptr : &*at;
  }
  std::vector<Section> sections;
  std::vector<Symbol> symbols;

 private:
  void read_symbols() {
    const auto table = std::ranges::find(sections, kSymbols, &Section::type);
    if (table == sections.end()) return;
    const Bytes names = sections.at(table->link).bytes;
    for (std::uint64_t at = 0; at + 24 <= table->bytes.size(); at += 24) {
      Symbol& s = symbols.emplace_back();
      s.name = text_at(names, value_at<std::uint32_t>(table->bytes, at));
      s.type = value_at<std::uint8_t>(table->bytes, at + 4) & 15;
      s.section = value_at<std::uint16_t>(table->bytes, at + 6);
      s.value = value_at<std::uint64_t>(table->bytes, at + 8);
      s.size = value_at<std::uint64_t>(table->bytes, at + 16);
    }
  }
  Bytes file_;
};

constexpr std::string_view kText = ".text.";

/// Calls f(attribute, payload) for the records of a .nv.info section.
template <class F>
void for_each_attribute(Bytes info, F f) {
  for (std::uint64_t at = 0; at + 4 <= info.size();) {
    const auto format = value_at<std::uint8_t>(info, at),
               attribute = value_at<std::uint8_t>(info, at + 1);
    const auto half = value_at<std::uint16_t>(info, at + 2);
    if (format != 4) {
      f(attribute, info.subspan(at + 2, 2));
      at += 4;
      continue;
    }
    if (info.size() - at - 4 < half) throw CubinError("the cubin ends within an attribute");
    f(attribute, info.subspan(at + 4, half));
    at += 4u + half;
  }
}

class Reader {
 public:
  Reader(Bytes file, const std::string& kernel) : elf_(file) {
    const Section* const text = elf_.find(std::string(kText) + kernel);
    if (text == nullptr) throw CubinError(fmt::format("the cubin has no kernel {}", kernel));
    image_.name = kernel;
    image_.sm = elf_.sm();
    image_.code.assign(text->bytes.begin(), text->bytes.end());
    place_globals();
    read_banks();
    name_variables();
    read_kernel_info();
    read_module_info();
    read_shared();
  }
  KernelImage take() { return std::move(image_); }

 private:
  void place_globals() {
    std::uint64_t next = kModuleGlobals.base;
    for (const char* const name : {".nv.global.init", ".nv.global"}) {
      const Section* const section = elf_.find(name);
      if (section == nullptr) continue;
      const auto number = static_cast<unsigned>(section - elf_.sections.data());
      starts_[number] = next;
      image_.variables.push_back({.name = name,
                                  .space = StateSpace::Global,
                                  .address = next,
                                  .bytes = section->size,
                                  .initial = {section->bytes.begin(), section->bytes.end()}});
      next += (section->size + 511) / 256 * 256;
    }
  }

  // Addresses in constant bank 4 are those of variables.
  void relocate(const std::string& section, std::vector<std::byte>& bytes) {
    for (const bool with_addend : {true, false}) {
      const Section* const table = elf_.find((with_addend ? ".rela" : ".rel") + section);
      if (table == nullptr) continue;
      const std::uint64_t step = with_addend ? 24 : 16;
      for (std::uint64_t at = 0; at + step <= table->bytes.size(); at += step) {
        const auto place = value_at<std::uint64_t>(table->bytes, at);
        const auto info = value_at<std::uint64_t>(table->bytes, at + 8);
        if (place + 8 > bytes.size()) throw CubinError("a relocation lies outside of its section");
        std::uint64_t value = value_at<std::uint64_t>(bytes, place);
        if (with_addend) value = value_at<std::uint64_t>(table->bytes, at + 16);
        const Symbol& symbol = elf_.symbols.at(info >> 32);
        if (const auto start = starts_.find(symbol.section); start != starts_.end())
          value += start->second + symbol.value;
        std::memcpy(bytes.data() + place, &value, sizeof value);
      }
    }
  }

  void read_banks() {
    for (unsigned bank = 1; bank < image_.banks.size(); ++bank) {
      for (const std::string& suffix : {"." + image_.name, std::string()}) {
        const std::string name = fmt::format(".nv.constant{}{}", bank, suffix);
        const Section* const section = elf_.find(name);
        if (section == nullptr) continue;
        image_.banks[bank].assign(section->bytes.begin(), section->bytes.end());
        relocate(name, image_.banks[bank]);
        break;
      }
    }
    const Section* const bank0 = elf_.find(".nv.constant0." + image_.name);
    if (bank0 == nullptr) throw CubinError("the kernel has no constant bank 0");
    image_.bank0_bytes = static_cast<std::uint32_t>(bank0->size);
  }

  /// The objects of the source, beside the sections that hold them.
  void name_variables() {
    const std::vector<Section>& sections = elf_.sections;
    for (const Symbol& symbol : elf_.symbols) {
      if (symbol.type != kObject || symbol.size == 0 || symbol.section >= sections.size()) continue;
      const Section& section = sections[symbol.section];
      if (section.name == ".nv.constant3")
        add_variable(symbol, StateSpace::Const, symbol.value, section.bytes);
      else if (const auto start = starts_.find(symbol.section); start != starts_.end())
        add_variable(symbol, StateSpace::Global, start->second + symbol.value, section.bytes);
    }
  }
  void add_variable(const Symbol& symbol, StateSpace space, std::uint64_t address, Bytes section) {
    Variable v;
    v.name = symbol.name;
    v.space = space;
    v.address = address;
    v.bytes = symbol.size;
    if (symbol.value + symbol.size <= section.size()) {
      const Bytes initial = section.subspan(symbol.value, symbol.size);
      v.initial.assign(initial.begin(), initial.end());
    }
    image_.variables.push_back(std::move(v));
  }

  void read_kernel_info() {
    const Section* const info = elf_.find(".nv.info." + image_.name);
    if (info == nullptr) throw CubinError("the kernel has no .nv.info");
    for_each_attribute(info->bytes, [&](unsigned attribute, Bytes data) {
      const auto three = [&](std::array<std::uint32_t, 3>& to) {
        for (unsigned i = 0; i < 3; ++i) to[i] = value_at<std::uint32_t>(data, 4 * i);
      };
      switch (attribute) {
        case 0x05:
          return three(image_.max_threads);
        case 0x0a:
          image_.params_at = value_at<std::uint16_t>(data, 4);
          image_.param_bytes = value_at<std::uint16_t>(data, 6);
          return;
        case 0x10:
          return three(image_.required_threads);
        case 0x17:
          return add_parameter(value_at<std::uint16_t>(data, 4), value_at<std::uint16_t>(data, 6),
                               value_at<std::uint32_t>(data, 8) >> 18);
        case 0x45:
          return add_parameter(value_at<std::uint16_t>(data, 4), value_at<std::uint16_t>(data, 6),
                               value_at<std::uint32_t>(data, 8));
        case 0x4c:
          image_.barriers = value_at<std::uint8_t>(data, 0);
          return;
        default:
          return;
      }
    });
    if (image_.params_at == 0) image_.params_at = image_.bank0_bytes;
    std::ranges::sort(image_.params, {}, &Param::offset);
  }
  void add_parameter(unsigned ordinal, std::uint32_t offset, std::uint32_t bytes) {
    Param p;
    p.name = fmt::format("p{}", ordinal);
    p.offset = offset;
    p.bytes = bytes;
    p.type = bytes == 8   ? ScalarType::B64
             : bytes == 4 ? ScalarType::B32
             : bytes == 2 ? ScalarType::B16
                          : ScalarType::B8;
    p.count = bytes == 8 || bytes == 4 || bytes == 2 ? 1 : bytes;
    p.align = p.count == 1 ? bytes : 1;
    image_.params.push_back(std::move(p));
  }

  void read_module_info() {
    const Section* const info = elf_.find(".nv.info");
    if (info == nullptr) throw CubinError("the cubin has no .nv.info");
    for_each_attribute(info->bytes, [&](unsigned attribute, Bytes data) {
      if (attribute != 0x2f && attribute != 0x12 && attribute != 0x11) return;
      const Symbol& symbol = elf_.symbols.at(value_at<std::uint32_t>(data, 0));
      if (symbol.name != image_.name) return;
      const auto value = value_at<std::uint32_t>(data, 4);
      if (attribute == 0x2f) image_.registers = value;
      if (attribute != 0x2f) image_.stack_bytes = std::max(image_.stack_bytes, value);
    });
    if (image_.registers == 0)
      throw CubinError("the cubin does not say how many registers it needs");
  }

  void read_shared() {
    const Section* const shared = elf_.find(".nv.shared." + image_.name);
    if (shared != nullptr) image_.shared_bytes = static_cast<std::uint32_t>(shared->size);
    image_.dynamic_shared = shared != nullptr;
  }

  Elf elf_;
  KernelImage image_;
  std::map<unsigned, std::uint64_t> starts_;  ///< of sections with variables
};

}  // namespace

bool is_cubin(Bytes file) {
  constexpr unsigned kCuda = 190;
  return file.size() >= 64 &&
         text_at(file.first(4), 0)
             .starts_with(
                 "\x7f"
                 "ELF") &&
         value_at<std::uint16_t>(file, 18) == kCuda;
}

std::vector<std::string> kernels_of(Bytes file) {
  std::vector<std::string> names;
  for (const Section& section : Elf(file).sections)
    if (section.name.starts_with(kText)) names.push_back(section.name.substr(kText.size()));
  return names;
}

KernelImage image_of(Bytes file, const std::string& kernel) {
  return Reader(file, kernel).take();
}

}  // namespace simt::machine
