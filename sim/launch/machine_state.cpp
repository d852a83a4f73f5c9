#include "sim/launch/machine_state.h"

namespace simt {

void set_machine(LaunchState& state, const ArchConfig& arch) {
  state.warp_size = arch.sm.warp_size;
  state.num_sms = arch.sm.count;
  state.tensor_fraction_bits = arch.tensor.fraction_bits;
  state.tensor_byte_fraction_bits = arch.tensor.byte_fraction_bits;
  state.tensor_bytes_at_once = arch.tensor.bytes_at_once;
  state.max_warps_per_sm = arch.limits.max_warps_per_sm;
}

}  // namespace simt
