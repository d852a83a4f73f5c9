// A tile read by columns: a 32-way bank conflict, in a kernel with several buffers, long names and long lines.
// wide.ptx is what `nvcc -ptx -lineinfo -arch=compute_90 wide.cu` made of it.
extern "C" __global__ void __launch_bounds__(1024) transpose_and_accumulate_with_several_buffers(
    const float* __restrict__ first_input_matrix, const float* __restrict__ second_input_matrix,
    float* __restrict__ output_matrix, float* __restrict__ workspace_of_partial_sums,
    const int* __restrict__ permutation_of_rows, int leading_dimension) {
  __shared__ float tile_of_the_matrix[32][32];
  const int column_of_this_thread = blockIdx.x * 32 + threadIdx.x, row_of_this_thread = blockIdx.y * 32 + threadIdx.y;
  for (int row_within_tile = threadIdx.y; row_within_tile < 32; row_within_tile += blockDim.y)
    tile_of_the_matrix[row_within_tile][threadIdx.x] =
        first_input_matrix[(blockIdx.y * 32 + row_within_tile) * leading_dimension + column_of_this_thread] +
        second_input_matrix[(blockIdx.y * 32 + row_within_tile) * leading_dimension + column_of_this_thread] * 2.5f;
  __syncthreads();
  for (int row_within_tile = threadIdx.y; row_within_tile < 32; row_within_tile += blockDim.y) {
    float value_read_by_column = tile_of_the_matrix[threadIdx.x][row_within_tile];
    if (permutation_of_rows[column_of_this_thread & 31] > 3)
      output_matrix[(blockIdx.x * 32 + row_within_tile) * leading_dimension + row_of_this_thread] =
          value_read_by_column;
    else
      workspace_of_partial_sums[row_of_this_thread * leading_dimension + column_of_this_thread] =
          value_read_by_column * 3.0f + first_input_matrix[row_of_this_thread];
  }
}
