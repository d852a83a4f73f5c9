// A 64-bit ELF file in memory: what executables, objects and cubins are. Nothing outside the file
// is read, whatever its tables say. The structures are the C library's: LLVM's object reader would
// bring its bitcode reader and assembler parser into every program for these few tables.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt {

class ElfImage {
 public:
  explicit ElfImage(std::string bytes);

  /// Whether it begins as a 64-bit ELF file.
  bool is_elf64() const;
  /// All zero where there is none.
  Elf64_Ehdr header() const;
  const std::vector<Elf64_Shdr>& sections() const { return sections_; }
  std::string section_name(const Elf64_Shdr& section) const;
  /// Of the string table that `table` is linked to; "" where there is no such place.
  std::string name(const Elf64_Shdr& table, std::uint64_t at) const;
  /// The file ends before the section does.
  bool is_cut_off(const Elf64_Shdr& section) const;
  /// "" for a section without contents in the file, or that is cut off.
  std::string_view contents(const Elf64_Shdr& section) const;
  template <class T>
  std::vector<T> entries(const Elf64_Shdr& section) const {
    return objects<T>(section.sh_offset, section.sh_size / sizeof(T));
  }

 private:
  /// None where the file is shorter.
  template <class T>
  std::vector<T> objects(std::uint64_t offset, std::uint64_t count) const {
    if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(T)) return {};
    std::vector<T> out(count);
    if (count > 0) std::memcpy(out.data(), bytes_.data() + offset, count * sizeof(T));
    return out;
  }

  std::string bytes_;
  std::vector<Elf64_Shdr> sections_;
};

}  // namespace simt
