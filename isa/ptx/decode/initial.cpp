#include "isa/ptx/decode/initial.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "isa/ptx/decode/error.h"
#include "isa/ptx/decode/immediate.h"

namespace simt::decode {
namespace {

class Filler {
 public:
  Filler(const ast::Variable& variable, const AddressOf& address_of)
      : variable_(variable), address_of_(address_of), extents_(variable.dims) {
    if (variable.vector > 1) extents_.push_back(variable.vector);
  }

  std::vector<std::byte> run() {
    fill(*variable_.initial, 0, 0);
    return std::move(bytes_);
  }

 private:
  std::uint64_t elements_below(std::size_t depth) const {
    std::uint64_t n = 1;
    for (std::size_t i = depth; i < extents_.size(); ++i) n *= extents_[i];
    return n;
  }

  /// Braces nest as the extents do, outermost first.
  void fill(const ast::Initialiser& element, std::size_t depth, std::uint64_t at) {
    const bool is_list = !element.nested.empty();
    if (is_list != (depth < extents_.size()))
      fail(variable_.name,
           fmt::format("the braces in the initialiser of '{}' do not match its {}",
                       variable_.name.text, extents_.empty() ? "scalar type" : "extents"));
    if (!is_list) return store(element, at);
    if (extents_[depth] != 0 && element.nested.size() > extents_[depth])  // 0: an open extent
      fail(variable_.name,
           fmt::format("{} values in the initialiser of '{}' where {} fit", element.nested.size(),
                       variable_.name.text, extents_[depth]));
    const std::uint64_t step = elements_below(depth + 1);
    for (const ast::Initialiser& nested : element.nested) {
      fill(nested, depth + 1, at);
      at += step;
    }
  }

  void store(const ast::Initialiser& element, std::uint64_t at) {
    const unsigned size = size_of(variable_.type);
    const std::uint64_t value = value_of(element, size);
    const std::size_t offset = at * size;
    if (bytes_.size() < offset + size) bytes_.resize(offset + size);
    std::memcpy(bytes_.data() + offset, &value, std::min<std::size_t>(size, sizeof value));
  }

  std::uint64_t value_of(const ast::Initialiser& element, unsigned size) {
    if (const auto* literal = std::get_if<ast::Literal>(&element.value))
      return immediate_bits(*literal, variable_.type, Strictness::Initialiser).bits;
    const auto& name = std::get<ast::Name>(element.value);
    const std::uint64_t address =
        address_of_(name, element.generic) + static_cast<std::uint64_t>(element.offset);
    if (element.mask != 0) return (address & element.mask) >> std::countr_zero(element.mask);
    if (is_float(variable_.type) || (size < 8 && address >> (8 * size) != 0))
      fail(name,
           fmt::format("the address of '{}' does not fit in a .{} element", name.text,
                       simt::name_of(variable_.type)),
           "use .u64 elements");
    return address;
  }

  const ast::Variable& variable_;
  const AddressOf& address_of_;
  std::vector<std::uint64_t> extents_;
  std::vector<std::byte> bytes_;
};

}  // namespace

std::vector<std::byte> initial_bytes(const ast::Variable& variable, const AddressOf& address_of) {
  return Filler(variable, address_of).run();
}

}  // namespace simt::decode
