#include "isa/container/fatbin.h"

#include <fmt/format.h>
#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "isa/container/fatbin_format.h"

namespace simt {
namespace {

using namespace fatbin_format;

template <class T>
T read(std::span<const std::byte> from, std::size_t at) {
  T value;
  if (at + sizeof value > from.size()) throw ContainerError("a fat binary is cut off");
  std::memcpy(&value, from.data() + at, sizeof value);
  return value;
}

std::span<const std::byte> part(std::span<const std::byte> of, std::uint64_t at,
                                std::uint64_t bytes) {
  if (at > of.size() || bytes > of.size() - at) throw ContainerError("a fat binary is cut off");
  return of.subspan(at, bytes);
}

FatbinEntry::Kind kind_of(std::uint16_t number) {
  if (number == kPtx) return FatbinEntry::Kind::Ptx;
  return number == kElf ? FatbinEntry::Kind::MachineCode : FatbinEntry::Kind::Other;
}

FatbinEntry::Compression compression_of(std::uint64_t flags) {
  if ((flags & kZstdFlag) != 0) return FatbinEntry::Compression::Zstd;
  return (flags & kLz4Flag) != 0 ? FatbinEntry::Compression::Lz4 : FatbinEntry::Compression::None;
}

/// What the stored bytes can be expanded to: more is a broken header, not a reason to allocate.
std::uint64_t most_bytes(const FatbinEntry& entry) {
  // LZ4 (block format): a byte of a length stands for 255 bytes at most.
  constexpr std::uint64_t kLz4Ratio = 255;
  if (entry.compression == FatbinEntry::Compression::Lz4)
    return std::min<std::uint64_t>(kLz4Ratio * entry.stored.size(), LZ4_MAX_INPUT_SIZE);
  const unsigned long long said =
      ZSTD_getFrameContentSize(entry.stored.data(), entry.stored.size());
  if (said == ZSTD_CONTENTSIZE_ERROR) throw ContainerError("a fat binary's zstd frame is broken");
  // A block of zstd is 128 KiB at most, and needs three bytes and one at least.
  constexpr std::uint64_t kBlockBytes = std::uint64_t{1} << 17, kLeastStored = 4;
  const std::uint64_t most = (entry.stored.size() / kLeastStored + 1) * kBlockBytes;
  return said == ZSTD_CONTENTSIZE_UNKNOWN ? most : std::min<std::uint64_t>(said, most);
}

/// The entry that `from` begins with; `taken`: its bytes, with its header.
FatbinEntry entry_at(std::span<const std::byte> from, std::uint64_t& taken) {
  const auto header = read<std::uint32_t>(from, field::kHeaderBytes);
  const auto padded = read<std::uint64_t>(from, field::kPaddedBytes);
  if (header < field::kEnd) throw ContainerError("a fat binary has an entry without a header");
  const std::span<const std::byte> payload = part(from, header, padded);
  FatbinEntry entry;
  entry.kind = kind_of(read<std::uint16_t>(from, field::kKind));
  entry.compression = compression_of(read<std::uint64_t>(from, field::kFlags));
  entry.target = read<std::uint32_t>(from, field::kTarget);
  const bool compressed = entry.compression != FatbinEntry::Compression::None;
  entry.stored =
      compressed ? part(payload, 0, read<std::uint32_t>(from, field::kStoredBytes)) : payload;
  entry.bytes = compressed ? read<std::uint64_t>(from, field::kBytes) : padded;
  if (compressed && entry.bytes > most_bytes(entry))
    throw ContainerError("a fat binary has an entry of absurd size");
  const auto name = part(from, read<std::uint32_t>(from, field::kNameOffset),
                         read<std::uint32_t>(from, field::kNameBytes));
  entry.name = {reinterpret_cast<const char*>(name.data()), name.size()};
  taken = header + padded;
  return entry;
}

void expand(const FatbinEntry& entry, std::string& to) {
  if (entry.compression == FatbinEntry::Compression::Zstd) {
    const std::size_t got =
        ZSTD_decompress(to.data(), to.size(), entry.stored.data(), entry.stored.size());
    if (ZSTD_isError(got) != 0)
      throw ContainerError(fmt::format("zstd: {}", ZSTD_getErrorName(got)));
    to.resize(got);
    return;
  }
  const int got =
      LZ4_decompress_safe(reinterpret_cast<const char*>(entry.stored.data()), to.data(),
                          static_cast<int>(entry.stored.size()), static_cast<int>(to.size()));
  if (got < 0) throw ContainerError("an LZ4 block is broken");
  to.resize(static_cast<std::size_t>(got));
}

}  // namespace

std::uint64_t fatbin_bytes(std::span<const std::byte> header) {
  if (read<std::uint32_t>(header, 0) != kMagic) throw ContainerError("this is no fat binary");
  return read<std::uint16_t>(header, 6) + read<std::uint64_t>(header, 8);
}

std::vector<FatbinEntry> fatbin_entries(std::span<const std::byte> data) {
  std::vector<FatbinEntry> out;
  while (data.size() >= kFatbinHeaderBytes && read<std::uint32_t>(data, 0) == kMagic) {
    const std::span<const std::byte> binary = part(data, 0, fatbin_bytes(data));
    std::uint64_t at = read<std::uint16_t>(binary, 6), taken = 0;
    for (; at < binary.size(); at += taken) out.push_back(entry_at(binary.subspan(at), taken));
    data = data.subspan(binary.size());
  }
  if (out.empty() && (data.size() < 4 || read<std::uint32_t>(data, 0) != kMagic))
    throw ContainerError("this is no fat binary");
  return out;
}

std::string contents(const FatbinEntry& entry) {
  std::string out;
  if (entry.compression == FatbinEntry::Compression::None) {
    out.assign(reinterpret_cast<const char*>(entry.stored.data()), entry.stored.size());
  } else {
    out.resize(entry.bytes);
    expand(entry, out);
  }
  if (entry.kind == FatbinEntry::Kind::Ptx) out.resize(out.find_last_not_of('\0') + 1);
  return out;
}

const FatbinEntry* best_ptx(std::span<const FatbinEntry> entries, unsigned device) {
  const FatbinEntry* best = nullptr;
  for (const FatbinEntry& entry : entries)
    if (entry.kind == FatbinEntry::Kind::Ptx && entry.target <= device &&
        (best == nullptr || entry.target > best->target))
      best = &entry;
  return best;
}

bool executes_code_for(unsigned device, unsigned target) {
  return target / 10 == device / 10 && target <= device;
}

const FatbinEntry* best_machine_code(std::span<const FatbinEntry> entries, unsigned device) {
  const FatbinEntry* best = nullptr;
  for (const FatbinEntry& entry : entries)
    if (entry.kind == FatbinEntry::Kind::MachineCode && executes_code_for(device, entry.target) &&
        (best == nullptr || entry.target > best->target))
      best = &entry;
  return best;
}

std::string describe(std::span<const FatbinEntry> entries) {
  std::string out;
  for (const FatbinEntry& entry : entries) {
    if (entry.kind == FatbinEntry::Kind::Other) continue;
    const bool ptx = entry.kind == FatbinEntry::Kind::Ptx;
    out += fmt::format("{}{} for sm_{}", out.empty() ? "" : ", ", ptx ? "PTX" : "machine code",
                       entry.target);
  }
  return out.empty() ? "nothing" : out;
}

}  // namespace simt
