// What the driver does when it loads a cubin: sections get addresses, and what refers to symbols is
// filled in. The code of a kernel is its section, and behind it the functions that it may call: of
// programs that nvlink has linked (-rdc) they have sections of their own.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "isa/container/cubin.h"
#include "isa/machine/lower/kernel_image.h"

namespace simt::machine {

/// Where the functions of a linked cubin begin, whichever kernel calls them: variables hold their
/// addresses.
constexpr std::uint64_t kFunctionsAddress = 0x0000'0600'0000'0000;

class Link {
 public:
  /// Variables in global memory lie from `globals` on. Fills in the code of `image`, its variables
  /// and its system calls; the sizes of its constant banks are known.
  Link(const Cubin& cubin, const CubinCode& code, std::uint64_t globals, KernelImage& image);

  /// What `section` refers to is written to `bytes`, which are those of it.
  void relocate(std::string_view section, std::byte* bytes, std::size_t size);

 private:
  void place_globals(std::uint64_t globals);
  void place_code();
  void append_code(const CubinCode& code);
  bool is_other_name(const CubinVariable& variable) const;
  void check_place(const CubinVariable& variable) const;
  std::vector<std::byte> relocated(std::string_view section, std::string_view data);
  void add_variables();
  std::uint64_t address_of(const CubinRelocation& relocation);
  std::uint64_t system_call_address(const std::string& name);
  void write(const CubinRelocation& relocation, std::byte* at, std::size_t room);

  const Cubin& cubin_;
  const CubinCode& code_;
  KernelImage& image_;
  std::map<std::string, std::uint64_t, std::less<>> starts_;  ///< addresses of sections
};

}  // namespace simt::machine
