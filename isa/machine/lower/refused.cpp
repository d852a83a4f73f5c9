#include "isa/machine/lower/refused.h"

#include <algorithm>
#include <iterator>

namespace simt::machine {
namespace {

struct Refused {
  unsigned opcode;
  std::string_view feature;
};
constexpr Refused kRefused[] = {
    {0x1a4, "multicast addresses"},                  // LDGMC
    {0x1a5, "multicast addresses"},                  // LDGMC
    {0x1b4, "tensor copies"},                        // UTMALDG
    {0x1b5, "tensor copies"},                        // UTMASTG
    {0x1b6, "tensor copies"},                        // UTMAREDG
    {0x1b7, "tensor copies"},                        // UTMACMDFLUSH
    {0x1b8, "tensor copies"},                        // UTMAPF
    {0x1b9, "tensor copies"},                        // UTMACCTL
    {0x1ba, "bulk copies"},                          // UBLKCP
    {0x1bb, "bulk copies"},                          // UBLKRED
    {0x1bc, "bulk copies"},                          // UBLKPF
    {0x1bd, "stores to other blocks of a cluster"},  // STAS
    {0x1be, "sums in other blocks of a cluster"},    // REDAS
    {0x1c5, "products of warp groups"},              // WARPGROUP
    {0x1f0, "products of warp groups"},              // HGMMA
    {0x1f1, "products of warp groups"},              // IGMMA
    {0x1f3, "products of warp groups"},              // QGMMA
};

}  // namespace

std::string_view refused_feature(unsigned opcode) {
  const auto* const found = std::ranges::find(kRefused, opcode, &Refused::opcode);
  return found == std::end(kRefused) ? std::string_view() : found->feature;
}

}  // namespace simt::machine
