#include "isa/container/elf_image.h"

namespace simt {

ElfImage::ElfImage(std::string bytes) : bytes_(std::move(bytes)) {
  const Elf64_Ehdr h = header();
  std::uint64_t count = h.e_shnum;
  if (count == 0 && h.e_shoff != 0) {  // of 65,280 and more the first section says how many
    const auto first = objects<Elf64_Shdr>(h.e_shoff, 1);
    if (!first.empty()) count = first[0].sh_size;
  }
  sections_ = objects<Elf64_Shdr>(h.e_shoff, count);
}

Elf64_Ehdr ElfImage::header() const {
  const auto found = objects<Elf64_Ehdr>(0, 1);
  return found.empty() ? Elf64_Ehdr{} : found[0];
}

bool ElfImage::is_elf64() const {
  const Elf64_Ehdr h = header();
  return std::memcmp(h.e_ident, ELFMAG, SELFMAG) == 0 && h.e_ident[EI_CLASS] == ELFCLASS64;
}

std::string ElfImage::name(const Elf64_Shdr& table, std::uint64_t at) const {
  if (table.sh_link >= sections_.size()) return "";
  const std::string_view text = contents(sections_[table.sh_link]);
  if (at >= text.size()) return "";
  return {text.data() + at, strnlen(text.data() + at, text.size() - at)};
}

namespace {

/// Sections that have a size and no bytes; those of GPUs for global, local and shared memory stand
/// in objects that nvlink has not linked (llvm's and nvcc's name for them: SHT_CUDA_...).
bool has_no_bytes(const Elf64_Shdr& section) {
  constexpr std::uint32_t kCudaGlobal = 0x70000007, kCudaLocal = 0x70000009,
                          kCudaShared = 0x7000000a;
  return section.sh_type == SHT_NOBITS || section.sh_type == kCudaGlobal ||
         section.sh_type == kCudaLocal || section.sh_type == kCudaShared;
}

}  // namespace

std::string ElfImage::section_name(const Elf64_Shdr& section) const {
  Elf64_Shdr table = {};
  table.sh_link = header().e_shstrndx;
  return name(table, section.sh_name);
}

bool ElfImage::is_cut_off(const Elf64_Shdr& section) const {
  return !has_no_bytes(section) && section.sh_type != SHT_NULL &&
         contents(section).size() != section.sh_size;
}

std::string_view ElfImage::contents(const Elf64_Shdr& section) const {
  if (has_no_bytes(section) || section.sh_offset > bytes_.size() ||
      section.sh_size > bytes_.size() - section.sh_offset)
    return {};
  return std::string_view(bytes_).substr(section.sh_offset, section.sh_size);
}

}  // namespace simt
