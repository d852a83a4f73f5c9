#include "isa/container/line_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "isa/container/fatbin.h"

namespace simt {
namespace {

// DWARF 2, 7.21.
enum StandardOpcode : unsigned {
  kCopy = 1,
  kAdvancePc,
  kAdvanceLine,
  kSetFile,
  kSetColumn,
  kNegateStatement,
  kBasicBlock,
  kConstAddPc,
  kFixedAdvancePc
};
enum ExtendedOpcode : unsigned { kEndSequence = 1, kSetAddress, kDefineFile };
/// Not of the standard: two numbers, the row of the call and the place of the function's name.
constexpr unsigned kInlinedCall = 0x90;

class Bytes {
 public:
  explicit Bytes(std::string_view all) : all_(all) {}
  std::size_t at() const { return at_; }
  bool done() const { return at_ >= all_.size(); }
  void go_to(std::size_t at) {
    if (at > all_.size()) cut_off();
    at_ = at;
  }
  template <class T>
  T number() {
    T value;
    if (sizeof value > all_.size() - at_) cut_off();
    std::memcpy(&value, all_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::uint64_t unsigned_number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = number<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7fU} << shift;
      if ((byte & 0x80) == 0) return value;
    }
  }
  std::int64_t signed_number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;;) {
      const auto byte = number<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7fU} << shift;
      shift += 7;
      if ((byte & 0x80) != 0) continue;
      if ((byte & 0x40) != 0 && shift < 64) value |= ~std::uint64_t{0} << shift;
      return static_cast<std::int64_t>(value);
    }
  }
  std::string text() {
    const std::size_t end = all_.find('\0', at_);
    if (end == std::string_view::npos) cut_off();
    std::string out(all_.substr(at_, end - at_));
    at_ = end + 1;
    return out;
  }

 private:
  [[noreturn]] static void cut_off() { throw ContainerError("a line table is cut off"); }

  std::string_view all_;
  std::size_t at_ = 0;
};

class LineProgram {
 public:
  /// One unit of a section that begins at `start`.
  LineProgram(std::string_view unit, std::size_t start, std::string_view names)
      : in_(unit), start_(start), names_(names) {}

  LineTable read() {
    header();
    while (!in_.done()) step();
    return std::move(out_);
  }

 private:
  void header() {
    in_.number<std::uint32_t>();
    const auto version = in_.number<std::uint16_t>();
    if (version < 2 || version > 4)
      throw ContainerError(fmt::format("a line table of version {}", version));
    const auto header_bytes = in_.number<std::uint32_t>();
    const std::size_t program = in_.at() + header_bytes;
    least_instruction_ = in_.number<std::uint8_t>();
    if (version >= 4) in_.number<std::uint8_t>();
    in_.number<std::uint8_t>();
    line_base_ = in_.number<std::int8_t>();
    line_range_ = std::max<unsigned>(1, in_.number<std::uint8_t>());
    opcode_base_ = in_.number<std::uint8_t>();
    for (unsigned i = 1; i < opcode_base_; ++i) lengths_.push_back(in_.number<std::uint8_t>());
    for (std::string folder = in_.text(); !folder.empty(); folder = in_.text())
      folders_.push_back(std::move(folder));
    for (std::string name = in_.text(); !name.empty(); name = in_.text()) add_file(name);
    in_.go_to(program);
  }
  void add_file(const std::string& name) {
    const std::uint64_t folder = in_.unsigned_number();
    in_.unsigned_number();  // when it was changed
    in_.unsigned_number();  // its size
    const bool within = folder >= 1 && folder <= folders_.size() && name[0] != '/';
    out_.files.push_back(within ? folders_[folder - 1] + "/" + name : name);
  }

  void step() {
    const unsigned opcode = in_.number<std::uint8_t>();
    if (opcode >= opcode_base_) return special(opcode - opcode_base_);
    switch (opcode) {
      case 0:
        return extended();
      case kCopy:
        return add_row();
      case kAdvancePc:
        row_.address += in_.unsigned_number() * least_instruction_;
        return;
      case kAdvanceLine:
        row_.line += static_cast<std::uint32_t>(in_.signed_number());
        return;
      case kSetFile:
        row_.file = static_cast<std::uint32_t>(in_.unsigned_number());
        return;
      case kSetColumn:
        row_.column = static_cast<std::uint32_t>(in_.unsigned_number());
        return;
      case kConstAddPc:
        row_.address += std::uint64_t{(255 - opcode_base_) / line_range_} * least_instruction_;
        return;
      case kFixedAdvancePc:
        row_.address += in_.number<std::uint16_t>();
        return;
      default:
        for (unsigned i = 0; i < lengths_[opcode - 1]; ++i) in_.unsigned_number();
    }
  }
  void special(unsigned n) {
    row_.address += std::uint64_t{n / line_range_} * least_instruction_;
    row_.line += static_cast<std::uint32_t>(line_base_ + static_cast<int>(n % line_range_));
    add_row();
  }
  // The length that these state counts the opcode; of kInlinedCall it is only that of the numbers.
  void extended() {
    const std::uint64_t bytes = in_.unsigned_number();
    const std::size_t from = in_.at();
    switch (in_.number<std::uint8_t>()) {
      case kEndSequence:
        sequence_.end = row_.address;
        out_.sequences.push_back(std::move(sequence_));
        sequence_ = {};
        depths_.clear();
        row_ = first();
        return;
      case kSetAddress:
        sequence_.address_at = start_ + in_.at();
        row_.address = in_.number<std::uint64_t>();
        return;
      case kInlinedCall:
        inlined();
        return;
      default:
        in_.go_to(from + bytes);
    }
  }
  void inlined() {
    const std::uint64_t call = in_.unsigned_number(), name = in_.unsigned_number();
    row_.inlined_at = call <= sequence_.rows.size() ? static_cast<std::uint32_t>(call) : 0;
    row_.function.clear();
    if (row_.inlined_at == 0 || name >= names_.size()) return;
    row_.function = names_.substr(name, names_.find('\0', name) - name);
  }
  void add_row() {
    constexpr std::uint32_t kDeepest = 1000;  // no compiler inlines calls so deep
    depths_.push_back(row_.inlined_at == 0 ? 0 : depths_[row_.inlined_at - 1] + 1);
    if (depths_.back() > kDeepest)
      throw ContainerError(
          fmt::format("a line table has calls inlined more than {} deep", kDeepest));
    sequence_.rows.push_back(row_);
  }
  static LineRow first() {
    LineRow row;
    row.file = row.line = 1;
    return row;
  }

  Bytes in_;
  std::size_t start_;
  std::string_view names_;
  unsigned least_instruction_ = 1, line_range_ = 1, opcode_base_ = 1;
  int line_base_ = 0;
  std::vector<unsigned> lengths_;
  std::vector<std::string> folders_;
  LineRow row_ = first();
  LineSequence sequence_;
  std::vector<std::uint32_t> depths_;  ///< of the calls that its rows are inlined in
  LineTable out_;
};

}  // namespace

std::vector<LineTable> read_line_tables(std::string_view section, std::string_view names) {
  std::vector<LineTable> out;
  for (std::size_t at = 0; section.size() - at >= sizeof(std::uint32_t);) {
    const std::size_t bytes =
        std::size_t{Bytes(section.substr(at)).number<std::uint32_t>()} + sizeof(std::uint32_t);
    if (bytes > section.size() - at) throw ContainerError("a line table is cut off");
    out.push_back(LineProgram(section.substr(at, bytes), at, names).read());
    at += bytes;
  }
  return out;
}

std::uint32_t row_at(const LineSequence& sequence, std::uint64_t address) {
  if (address >= sequence.end) return 0;
  const auto next = std::ranges::upper_bound(sequence.rows, address, {}, &LineRow::address);
  return static_cast<std::uint32_t>(next - sequence.rows.begin());
}

}  // namespace simt
