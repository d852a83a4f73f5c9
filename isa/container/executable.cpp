#include "isa/container/executable.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>

namespace simt {
namespace {

class Image {
 public:
  explicit Image(std::string bytes) : bytes_(std::move(bytes)) {}

  /// None where the file is shorter.
  template <class T>
  std::span<const T> objects(std::uint64_t offset, std::uint64_t count) const {
    if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(T)) return {};
    return {reinterpret_cast<const T*>(bytes_.data() + offset), count};
  }
  std::span<const Elf64_Shdr> sections() const {
    const auto header = objects<Elf64_Ehdr>(0, 1);
    return header.empty() ? std::span<const Elf64_Shdr>()
                          : objects<Elf64_Shdr>(header[0].e_shoff, header[0].e_shnum);
  }
  template <class T>
  std::span<const T> entries(const Elf64_Shdr& section) const {
    return objects<T>(section.sh_offset, section.sh_size / sizeof(T));
  }
  /// "" where the table has no such place.
  std::string name(const Elf64_Shdr& table, std::uint64_t at) const {
    const auto linked = sections();
    if (table.sh_link >= linked.size()) return "";
    const auto text = entries<char>(linked[table.sh_link]);
    if (at >= text.size()) return "";
    return {text.data() + at, strnlen(text.data() + at, text.size() - at)};
  }

  std::string section_name(const Elf64_Shdr& section) const {
    const auto all = sections();
    const unsigned names = objects<Elf64_Ehdr>(0, 1)[0].e_shstrndx;
    if (names >= all.size()) return "";
    Elf64_Shdr table = {};
    table.sh_link = names;
    return name(table, section.sh_name);
  }

 private:
  std::string bytes_;
};

}  // namespace

bool Executable::needs(const std::string& library) const {
  return std::ranges::any_of(needed, [&](const std::string& n) { return n.starts_with(library); });
}

std::optional<Executable> read_executable(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const Image image(std::string(std::istreambuf_iterator<char>(in), {}));
  const auto header = image.objects<Elf64_Ehdr>(0, 1);
  if (header.empty() || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0 ||
      header[0].e_ident[EI_CLASS] != ELFCLASS64)
    return std::nullopt;
  Executable out;
  for (const Elf64_Shdr& section : image.sections()) {
    if (const std::string name = image.section_name(section);
        name == ".nv_fatbin" || name == "__nv_relfatbin") {
      const auto bytes = image.entries<char>(section);
      out.fatbin.append(bytes.begin(), bytes.end());
    }
    if (section.sh_type == SHT_DYNAMIC) {
      out.dynamic = true;
      for (const Elf64_Dyn& entry : image.entries<Elf64_Dyn>(section))
        if (entry.d_tag == DT_NEEDED) out.needed.push_back(image.name(section, entry.d_un.d_val));
    } else if (section.sh_type == SHT_SYMTAB) {
      for (const Elf64_Sym& symbol : image.entries<Elf64_Sym>(section))
        if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
          out.functions.insert(image.name(section, symbol.st_name));
    }
  }
  return out;
}

}  // namespace simt
