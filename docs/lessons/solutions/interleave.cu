// out[i] = in[i] + 1. A block has 1,024 elements, a thread four of them, side by side: lane 0 takes 0, 1,
// 2, 3, lane 1 takes 4, 5, 6, 7. Let neighbouring lanes take neighbouring elements.
//! grid 512
//! block 256
//! arg in  u32[524288] = iota(0,1)
//! arg out u32[524288] = zero
//! check all out[i] == i + 1 for i in 0..524288
//! goal l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio == 4
//! goal l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio == 4
//! goal smsp__warps_launched.sum == 4096

extern "C" __global__ void interleave(const unsigned* in, unsigned* out) {
  unsigned first = 1024 * blockIdx.x + threadIdx.x;  // the thread's first element
  for (unsigned k = 0; k < 4; ++k) {
    unsigned i = first + 256 * k;  // its next one is a block further on
    out[i] = in[i] + 1;
  }
}
