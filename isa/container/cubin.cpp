#include "isa/container/cubin.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <set>
#include <utility>

#include "isa/base/machine_code.h"
#include "isa/container/cubin_attributes.h"
#include "isa/container/elf_image.h"

namespace simt {
namespace {

using cubin_attributes::Record;

constexpr std::uint16_t kMachineCuda = 190;
constexpr unsigned char kEntry = 0x10;  // st_other of a kernel
constexpr std::string_view kInfo = ".nv.info", kShared = ".nv.shared.", kConstant = ".nv.constant",
                           kLines = ".debug_line", kLineNames = ".debug_str",
                           kPtxLines = ".nv_debug_line_sass", kPtxText = ".nv_debug_ptx_txt",
                           kCallGraph = ".nv.callgraph";
/// Registers in the highest bits of a code section's sh_info, before sm_90.
constexpr unsigned kRegisterShift = 24;

std::array<unsigned, 3> three(const Record& record) {
  return {record.word(0), record.word(4), record.word(8)};
}

/// The architecture, by the version of the ABI (LLVM's BinaryFormat/ELF.h, EF_CUDA_SM_MASK and
/// EF_CUDA_SM_OFFSET): 7 until CUDA 12, 8 of CUDA 13.
unsigned target_of(const Elf64_Ehdr& header) {
  const unsigned version = header.e_ident[EI_ABIVERSION];
  if (version == 7) return header.e_flags & 0xff;
  if (version == 8) return header.e_flags >> 8 & 0xff;
  throw ContainerError(fmt::format("a cubin of ABI version {}: 7 and 8 are known", version));
}

class Reader {
 public:
  explicit Reader(std::string bytes) : image_(std::move(bytes)) {}

  Cubin read() {
    const Elf64_Ehdr header = image_.header();
    if (!image_.is_elf64() || header.e_machine != kMachineCuda)
      throw ContainerError("not a cubin: no ELF file for NVIDIA's GPUs");
    out_.target = target_of(header);
    out_.relocatable = header.e_type == ET_REL;
    sections_ = image_.sections();
    if (sections_.empty()) throw ContainerError("a cubin is cut off: its sections are missing");
    for (const Elf64_Shdr& section : sections_) {
      names_.push_back(image_.section_name(section));
      if (image_.is_cut_off(section))
        throw ContainerError(fmt::format("a cubin is cut off in {}", names_.back()));
    }
    code_sections();
    for (std::size_t i = 0; i < sections_.size(); ++i) part(i);
    symbols();
    for (std::size_t i = 0; i < sections_.size(); ++i) info(i);
    relocations();
    call_graph();
    out_.lines.source = lines(kLines);
    out_.lines.ptx = lines(kPtxLines);
    out_.lines.ptx_text = lines_of(contents(kPtxText));
    return std::move(out_);
  }

 private:
  void code_sections() {
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      if (!names_[i].starts_with(kCodeSection)) continue;
      const std::string_view bytes = image_.contents(sections_[i]);
      if (bytes.size() % kInstructionBytes != 0)
        throw ContainerError(fmt::format("{} is no whole number of instructions: {} bytes",
                                         names_[i], bytes.size()));
      CubinCode& code = out_.code.emplace_back();
      code.name = names_[i].substr(kCodeSection.size());
      code.bytes = bytes;
      code.registers = sections_[i].sh_info >> kRegisterShift;
      code_of_section_[i] = out_.code.size() - 1;
    }
  }
  CubinCode* code_named(std::string_view name) {
    const auto found = std::ranges::find(out_.code, name, &CubinCode::name);
    return found == out_.code.end() ? nullptr : &*found;
  }

  /// Constants, global memory, shared memory.
  void part(std::size_t i) {
    const std::string_view name = names_[i];
    if (name == kCubinInitialised) out_.global_data = image_.contents(sections_[i]);
    if (name == kCubinZeroed) out_.global_bytes = sections_[i].sh_size;
    if (name.starts_with(kShared)) {
      if (CubinCode* code = code_named(name.substr(kShared.size()))) {
        code->shared_bytes = sections_[i].sh_size;
        code->dynamic_shared = true;
      }
    }
    if (name.starts_with(kConstant)) constant(i, name.substr(kConstant.size()));
  }
  /// "0.NAME" for a kernel's own bank 0, "3" for one that all share.
  void constant(std::size_t i, std::string_view rest) {
    unsigned bank = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), bank);
    if (error != std::errc()) return;
    const std::string bytes(image_.contents(sections_[i]));
    if (end == rest.data() + rest.size()) {
      out_.constants[bank] = bytes;
    } else if (CubinCode* code = code_named(rest.substr(rest.find('.') + 1))) {
      code->constants[bank] = bytes;
    }
  }

  void symbols() {
    for (const Elf64_Shdr& table : sections_) {
      if (table.sh_type != SHT_SYMTAB) continue;
      symbols_ = image_.entries<Elf64_Sym>(table);
      for (const Elf64_Sym& symbol : symbols_) {
        symbol_names_.push_back(image_.name(table, symbol.st_name));
        add_symbol(symbol, symbol_names_.back());
      }
      break;
    }
    for (CubinCode& code : out_.code)
      std::ranges::stable_sort(code.functions, {}, &CubinFunction::offset);
  }
  void add_symbol(const Elf64_Sym& symbol, const std::string& name) {
    const auto code = code_of_section_.find(symbol.st_shndx);
    const unsigned type = ELF64_ST_TYPE(symbol.st_info);
    if (type == STT_FUNC && code != code_of_section_.end())
      out_.code[code->second].functions.push_back(
          {name, (symbol.st_other & kEntry) != 0, symbol.st_value, symbol.st_size});
    if (type != STT_OBJECT || symbol.st_shndx >= names_.size()) return;
    const std::string& section = names_[symbol.st_shndx];
    if (section == kCubinZeroed || section == kCubinInitialised || section == kCubinConstants)
      out_.variables.push_back({name, section, symbol.st_value, symbol.st_size});
  }
  /// The section of code that a symbol of the table lies in.
  CubinCode* code_of_symbol(std::uint32_t number) {
    if (number >= symbols_.size()) return nullptr;
    const auto found = code_of_section_.find(symbols_[number].st_shndx);
    return found == code_of_section_.end() ? nullptr : &out_.code[found->second];
  }

  void info(std::size_t i) {
    const std::string_view name = names_[i];
    if (!name.starts_with(kInfo)) return;
    CubinCode* const code =
        name.size() > kInfo.size() ? code_named(name.substr(kInfo.size() + 1)) : nullptr;
    for (const Record& record : cubin_attributes::records_of(image_.contents(sections_[i]))) {
      if (code != nullptr) {
        of_kernel(record, *code);
      } else if (name.size() == kInfo.size()) {
        of_all(record);
      }
    }
    if (code != nullptr) std::ranges::sort(code->parameters, {}, &CubinParameter::ordinal);
  }
  void of_all(const Record& record) {
    const bool registers = record.attribute == cubin_attributes::kRegisters;
    const bool stack = record.attribute == cubin_attributes::kMinStackSize ||
                       record.attribute == cubin_attributes::kFrameSize;
    if (!registers && !stack) return;
    CubinCode* const code = code_of_symbol(record.word(0));
    if (code == nullptr) return;
    const std::uint32_t value = record.word(4);
    if (registers) code->registers = std::max(code->registers, value);
    if (stack) code->stack_bytes = std::max<std::uint64_t>(code->stack_bytes, value);
  }
  /// For each branch its offset, a word of zeros, a count and as many targets.
  static void add_branch_targets(const Record& record, CubinCode& code) {
    const std::size_t end = record.payload.size() / 4;
    for (std::size_t at = 0; at + 3 <= end;) {
      std::vector<std::uint64_t>& targets = code.branch_targets[record.word(4 * at)];
      const std::size_t count = record.word(4 * (at + 2));
      at += 3;
      if (count > end - at) throw ContainerError("the targets of a branch are cut off");
      for (const std::size_t last = at + count; at < last; ++at)
        targets.push_back(record.word(4 * at));
    }
  }
  static void of_kernel(const Record& record, CubinCode& code) {
    switch (record.attribute) {
      case cubin_attributes::kBarriers:
        code.barriers = record.small;
        return;
      case cubin_attributes::kMaxThreads:
        code.max_threads = three(record);
        return;
      case cubin_attributes::kRequiredThreads:
        code.required_threads = three(record);
        return;
      case cubin_attributes::kBlocksOfCluster:
        code.cluster = three(record);
        return;
      case cubin_attributes::kBranchTargets:
        add_branch_targets(record, code);
        return;
      case cubin_attributes::kParameterBank:
        code.parameters_offset = record.half(4);
        return;
      case cubin_attributes::kParameterBytes:
        code.parameters_bytes = record.small;
        return;
      case cubin_attributes::kParameter:
        code.parameters.push_back({record.half(4), record.half(6), record.word(8) >> 18});
        return;
      case cubin_attributes::kParameterLarge:
        code.parameters.push_back({record.half(4), record.half(6), record.word(8)});
        return;
      default:
        return;
    }
  }

  void relocations() {
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_info >= names_.size()) continue;
      const std::string& changed = names_[section.sh_info];
      if (section.sh_type == SHT_REL)
        for (const Elf64_Rel& r : image_.entries<Elf64_Rel>(section))
          add_relocation(changed, r.r_offset, r.r_info, std::nullopt);
      if (section.sh_type == SHT_RELA)
        for (const Elf64_Rela& r : image_.entries<Elf64_Rela>(section))
          add_relocation(changed, r.r_offset, r.r_info, r.r_addend);
    }
  }
  void add_relocation(const std::string& section, std::uint64_t offset, std::uint64_t info,
                      std::optional<std::int64_t> addend) {
    CubinRelocation out;
    out.section = section;
    out.offset = offset;
    out.addend = addend;
    out.type = static_cast<unsigned>(ELF64_R_TYPE(info));
    const std::uint64_t number = ELF64_R_SYM(info);
    if (number != 0 && number >= symbols_.size())
      throw ContainerError(fmt::format("a relocation of {} is of symbol {} of {}", section, number,
                                       symbols_.size()));
    if (number < symbols_.size()) {
      out.symbol = symbol_names_[number];
      out.target_offset = symbols_[number].st_value;
      if (symbols_[number].st_shndx < names_.size()) out.target = names_[symbols_[number].st_shndx];
    }
    out_.relocations.push_back(std::move(out));
  }

  /// Pairs of symbols; other entries, with numbers beyond the table, say what is called by address.
  void call_graph() {
    const std::string_view pairs = contents(kCallGraph);
    for (std::size_t at = 0; at + 8 <= pairs.size(); at += 8) {
      std::uint32_t pair[2];
      std::memcpy(pair, pairs.data() + at, sizeof pair);
      if (pair[0] != 0 && pair[0] < symbols_.size() && pair[1] < symbols_.size())
        out_.calls.push_back({symbol_names_[pair[0]], symbol_names_[pair[1]]});
    }
  }

  /// Of the first section with that name; "" for none.
  std::string_view contents(std::string_view name) const {
    const auto found = std::ranges::find(names_, name);
    return found == names_.end()
               ? std::string_view()
               : image_.contents(sections_[static_cast<std::size_t>(found - names_.begin())]);
  }
  std::vector<LineTable> lines(std::string_view section) const {
    std::vector<LineTable> out = read_line_tables(contents(section), contents(kLineNames));
    for (LineTable& table : out)
      for (LineSequence& sequence : table.sequences) place(sequence, section);
    return out;
  }
  void place(LineSequence& sequence, std::string_view section) const {
    for (const CubinRelocation& r : out_.relocations) {
      if (r.section != section || r.offset != sequence.address_at) continue;
      sequence.section = r.target;
      const std::uint64_t base = r.target_offset + static_cast<std::uint64_t>(r.addend.value_or(0));
      for (LineRow& row : sequence.rows) row.address += base;
      sequence.end += base;
    }
  }
  /// Each ends in a zero.
  static std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
      const std::size_t end = text.find('\0');
      out.emplace_back(text.substr(0, end));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return out;
  }

  ElfImage image_;
  Cubin out_;
  std::vector<Elf64_Shdr> sections_;
  std::vector<std::string> names_;
  std::map<std::size_t, std::size_t> code_of_section_;
  std::vector<Elf64_Sym> symbols_;
  std::vector<std::string> symbol_names_;
};

}  // namespace

bool CubinCode::has_kernel() const {
  return std::ranges::any_of(functions, &CubinFunction::kernel);
}

bool calls(const Cubin& cubin, const std::string& function, const std::string& callee) {
  std::set<std::string> reached{function};
  std::vector<std::string> open{function};
  while (!open.empty()) {
    const std::string from = std::move(open.back());
    open.pop_back();
    for (const CubinCall& call : cubin.calls)
      if (call.caller == from && reached.insert(call.callee).second) open.push_back(call.callee);
  }
  return reached.contains(callee);
}

bool is_cubin(std::string_view bytes) {
  const ElfImage image(std::string(bytes.substr(0, sizeof(Elf64_Ehdr))));
  return image.is_elf64() && image.header().e_machine == kMachineCuda;
}

Cubin read_cubin(std::string bytes) {
  return Reader(std::move(bytes)).read();
}

}  // namespace simt
