#include "isa/ops/groups.h"

namespace simt {

std::span<const OpInfo> convert_ops() {
  return {};
}

}  // namespace simt
