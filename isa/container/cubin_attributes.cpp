#include "isa/container/cubin_attributes.h"

#include <fmt/format.h>

#include <cstring>

#include "isa/container/fatbin.h"

namespace simt::cubin_attributes {
namespace {

// Formats of a record: nothing, a byte, two bytes, a payload behind its length.
constexpr std::uint8_t kNothing = 1, kByte = 2, kHalf = 3, kSized = 4;
constexpr std::size_t kHeadBytes = 4;

ContainerError cut_off() {
  return ContainerError("an attribute of a cubin is cut off");
}

template <class T>
T read(std::string_view from, std::size_t at) {
  T value = 0;
  if (at > from.size() || sizeof value > from.size() - at) throw cut_off();
  std::memcpy(&value, from.data() + at, sizeof value);
  return value;
}

}  // namespace

std::uint32_t Record::word(std::size_t at) const {
  return read<std::uint32_t>(payload, at);
}
std::uint16_t Record::half(std::size_t at) const {
  return read<std::uint16_t>(payload, at);
}

std::vector<Record> records_of(std::string_view section) {
  std::vector<Record> out;
  for (std::size_t at = 0; at < section.size();) {
    if (section.size() - at < kHeadBytes) throw cut_off();
    const auto format = static_cast<std::uint8_t>(section[at]);
    Record& record = out.emplace_back();
    record.attribute = static_cast<std::uint8_t>(section[at + 1]);
    record.small = read<std::uint16_t>(section, at + 2);
    at += kHeadBytes;
    if (format == kByte) record.small &= 0xff;
    if (format < kNothing || format > kSized)
      throw ContainerError(fmt::format("a cubin has an attribute of format {}", format));
    if (format != kSized) continue;
    if (record.small > section.size() - at) throw cut_off();
    record.payload = section.substr(at, record.small);
    at += record.small;
  }
  return out;
}

}  // namespace simt::cubin_attributes
