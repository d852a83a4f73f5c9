// Programs with the static runtime (nvcc's default) have its functions inside. Where their names
// are still in the program (it is not stripped), each function that this library has as well is
// made to jump here before anything of the program runs. NVIDIA's driver is not needed then, nor
// its tables.
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <span>
#include <string_view>

#include "sim/program/runtime/state.h"

namespace simt::cudart {
namespace {

/// movabs $target, %rax; jmp *%rax
constexpr std::size_t kJumpBytes = 12;

/// The program's file, mapped; empty where it cannot be read.
class ProgramFile {
 public:
  ProgramFile() {
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat about = {};
    if (file < 0) return;
    if (fstat(file, &about) == 0) {
      bytes_ = static_cast<std::size_t>(about.st_size);
      void* const data = mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, file, 0);
      data_ = data == MAP_FAILED ? nullptr : static_cast<const std::byte*>(data);
    }
    close(file);
  }
  ~ProgramFile() {
    if (data_ != nullptr) munmap(const_cast<std::byte*>(data_), bytes_);
  }
  ProgramFile(const ProgramFile&) = delete;
  ProgramFile& operator=(const ProgramFile&) = delete;

  /// `count` objects at `offset`; none where the file is shorter.
  template <class T>
  std::span<const T> objects(std::uint64_t offset, std::size_t count) const {
    if (data_ == nullptr || offset > bytes_ || count > (bytes_ - offset) / sizeof(T)) return {};
    return {reinterpret_cast<const T*>(data_ + offset), count};
  }

 private:
  const std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

std::uint64_t load_address() {
  std::uint64_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        *static_cast<std::uint64_t*>(to) = info->dlpi_addr;
        return 1;  // the first one is the program
      },
      &base);
  return base;
}

bool make_writable(std::uint64_t address) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t first = address / page * page;
  const std::uint64_t end = (address + kJumpBytes + page - 1) / page * page;
  return mprotect(reinterpret_cast<void*>(first), end - first,
                  PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
}

void jump(std::uint64_t from, const void* to) {
  if (!make_writable(from)) return;
  unsigned char code[kJumpBytes] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0};
  std::memcpy(code + 2, &to, sizeof to);
  std::memcpy(reinterpret_cast<void*>(from), code, sizeof code);
}

/// The library's own function of this name; nullptr: it has none.
const void* own(const char* name) {
  static void* const library = [] {
    Dl_info info = {};
    dladdr(reinterpret_cast<void*>(&cudart::call), &info);
    return dlopen(info.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  }();
  return library == nullptr ? nullptr : dlsym(library, name);
}

bool is_runtime(std::string_view name) {
  return name.starts_with("cuda") || name.starts_with("__cuda");
}

void redirect(const ProgramFile& file, const Elf64_Shdr& table,
              std::span<const Elf64_Shdr> sections, std::uint64_t base) {
  if (table.sh_link >= sections.size()) return;
  const Elf64_Shdr& strings = sections[table.sh_link];
  const auto names = file.objects<char>(strings.sh_offset, strings.sh_size);
  for (const Elf64_Sym& symbol :
       file.objects<Elf64_Sym>(table.sh_offset, table.sh_size / sizeof(Elf64_Sym))) {
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF) continue;
    if (symbol.st_name >= names.size() || symbol.st_size < kJumpBytes) continue;
    const char* const name = names.data() + symbol.st_name;
    if (!is_runtime(name)) continue;
    const void* const target = own(name);
    if (target != nullptr) jump(base + symbol.st_value, target);
  }
}

// As a library that is preloaded: before the program's own constructors, which register kernels.
__attribute__((constructor)) void redirect_static_runtime() {
  const ProgramFile file;
  const auto header = file.objects<Elf64_Ehdr>(0, 1);
  if (header.empty() || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0) return;
  const auto sections = file.objects<Elf64_Shdr>(header[0].e_shoff, header[0].e_shnum);
  const std::uint64_t base = load_address();
  for (const Elf64_Shdr& section : sections)
    if (section.sh_type == SHT_SYMTAB) redirect(file, section, sections, base);
}

}  // namespace
}  // namespace simt::cudart
