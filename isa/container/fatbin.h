// Fat binaries: what nvcc puts into an executable for the devices that it may run on, PTX and
// machine code, compressed or not. Layout as measured on nvcc 12 and 13 (docs/PROGRAMS.md, "What is
// in the file"); PTX is a zstd frame by default, an LZ4 block with -Xfatbin -compress-mode=speed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// A container that does not hold what it says.
struct ContainerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct FatbinEntry {
  enum class Kind : std::uint8_t { Ptx, MachineCode, Other };
  enum class Compression : std::uint8_t { None, Lz4, Zstd };
  Kind kind = Kind::Other;
  Compression compression = Compression::None;
  unsigned target = 0;                ///< compute capability: 75 for sm_75
  std::uint64_t bytes = 0;            ///< of the contents, uncompressed
  std::span<const std::byte> stored;  ///< as it lies in the file
  std::string_view name;              ///< of the compiler's input; often ""
};

/// Bytes of the fat binary that begins at `data`, its header included, from the header alone.
/// Throws ContainerError when none begins there.
std::uint64_t fatbin_bytes(std::span<const std::byte> header);
/// Bytes of `data` that fatbin_bytes() reads.
inline constexpr std::size_t kFatbinHeaderBytes = 16;

/// The entries of `data`, which begins with one or several fat binaries, in order. They point into
/// it. Throws ContainerError.
std::vector<FatbinEntry> fatbin_entries(std::span<const std::byte> data);

/// Its contents, uncompressed; PTX without the zero bytes at its end. Throws ContainerError.
std::string contents(const FatbinEntry& entry);

/// The PTX that a device of compute capability `device` (75) would compile: of the entries that it
/// can run, the one for the newest target, the first of several. nullptr: there is none.
const FatbinEntry* best_ptx(std::span<const FatbinEntry> entries, unsigned device);

/// Code of one major version runs on later minor ones: does a device of compute capability `device`
/// execute code that was made for `target`?
bool executes_code_for(unsigned device, unsigned target);
/// Of the entries with machine code that it executes the one for the newest target. nullptr: none.
const FatbinEntry* best_machine_code(std::span<const FatbinEntry> entries, unsigned device);

/// "PTX for sm_75, machine code for sm_75 and sm_90", for messages; "nothing" for no entries.
std::string describe(std::span<const FatbinEntry> entries);

}  // namespace simt
