// Fat binaries of our own: what isa/container/fatbin.h reads, of one PTX text, not compressed.
#pragma once

#include <string>
#include <string_view>

namespace simt {

struct PtxOfTarget {
  std::string_view text;
  unsigned target = 0;  ///< compute capability: 75 for sm_75
};
/// The bytes of a fat binary that holds it.
std::string fatbin_of(const PtxOfTarget& ptx);

}  // namespace simt
