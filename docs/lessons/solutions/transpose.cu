// Transposes 32 x 32 words through shared memory: rows are stored, columns are loaded, so that both
// accesses of global memory are coalesced. But a column lies in one bank. Remove all conflicts.
//! grid 1
//! block 32,32
//! arg in  u32[1024] = iota(0,1)
//! arg out u32[1024] = zero
//! check all out[32 * y + x] == in[32 * x + y] for y in 0..32, x in 0..32
//! goal l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum == 0
//! goal l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio == 4

extern "C" __global__ void transpose(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[32][33];  // a word more in each row moves it to the next bank
  unsigned x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[32 * y + x];
  __syncthreads();
  out[32 * y + x] = tile[x][y];
}
