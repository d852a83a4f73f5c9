#include "isa/container/fatbin_writer.h"

#include <cstring>

#include "isa/container/fatbin_format.h"

namespace simt {
namespace {

namespace format = fatbin_format;

template <class T>
void put(std::string& to, std::size_t at, T value) {
  std::memcpy(to.data() + at, &value, sizeof value);
}

std::string entry_of(const PtxOfTarget& ptx) {
  std::string entry(format::field::kEnd, '\0');
  // A zero byte ends the text; entries are whole words of 8 bytes.
  const std::size_t padded = (ptx.text.size() + 1 + 7) / 8 * 8;
  put(entry, format::field::kKind, format::kPtx);
  put(entry, format::field::kHeaderBytes, static_cast<std::uint32_t>(format::field::kEnd));
  put(entry, format::field::kPaddedBytes, static_cast<std::uint64_t>(padded));
  put(entry, format::field::kTarget, static_cast<std::uint32_t>(ptx.target));
  entry.append(ptx.text);
  entry.resize(format::field::kEnd + padded);
  return entry;
}

}  // namespace

std::string fatbin_of(const PtxOfTarget& ptx) {
  const std::string entry = entry_of(ptx);
  std::string out(format::kHeaderBytes, '\0');
  put(out, 0, format::kMagic);
  put(out, 4, format::kVersion);
  put(out, 6, format::kHeaderBytes);
  put(out, 8, static_cast<std::uint64_t>(entry.size()));
  return out + entry;
}

}  // namespace simt
