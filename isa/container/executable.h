// What a program for Linux says of itself: the libraries that it needs, the names of its functions.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace simt {

struct Executable {
  std::vector<std::string> needed;  ///< DT_NEEDED: "libcudart.so.13"
  std::set<std::string> functions;  ///< that it defines; none where it is stripped
  bool dynamic = false;             ///< loaded by ld.so
  std::string
      fatbin;  ///< contents of .nv_fatbin and __nv_relfatbin: of all modules, one after another
  bool needs(const std::string& library) const;  ///< whose name begins so
};

/// nullopt: the file is no 64-bit ELF program, or cannot be read.
std::optional<Executable> read_executable(const std::string& path);

}  // namespace simt
