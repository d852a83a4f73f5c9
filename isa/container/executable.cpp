#include "isa/container/executable.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "isa/container/elf_image.h"

namespace simt {

bool Executable::needs(const std::string& library) const {
  return std::ranges::any_of(needed, [&](const std::string& n) { return n.starts_with(library); });
}

std::optional<Executable> read_executable(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const ElfImage image(std::string(std::istreambuf_iterator<char>(in), {}));
  if (!image.is_elf64()) return std::nullopt;
  Executable out;
  for (const Elf64_Shdr& section : image.sections()) {
    if (const std::string name = image.section_name(section);
        name == ".nv_fatbin" || name == "__nv_relfatbin") {
      out.fatbin += image.contents(section);
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
