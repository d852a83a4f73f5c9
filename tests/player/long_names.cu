// Two kernels with long names, and a line that goes on further in than a column is wide.
// long_names.ptx is what `nvcc -ptx -lineinfo -arch=compute_75 long_names.cu` made of it.
namespace very_long_namespace_name::detail {
template <typename ValueType, int ItemsPerThread, bool UseSharedMemoryStaging>
struct BlockLoadTransformPolicy {};
template <typename Policy, typename ValueType>
__global__ void transform_elements_with_shared_memory_staging_and_padding(const ValueType* input, ValueType* output,
                                                                          int n) {
  __shared__ ValueType tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x * 2 % 64] = input[i];
  __syncthreads();
  if (i < n)
    output[i] = tile[threadIdx.x] *
                                                                tile[threadIdx.x / 2] +
                                                                1.0f;
}
template <typename Policy, typename ValueType>
__global__ void another_transform_of_elements_with_shared_memory_staging_and_padding(const ValueType* input,
                                                                                     ValueType* output, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) output[i] = input[i];
}
using Policy = BlockLoadTransformPolicy<float, 4, true>;
template __global__ void transform_elements_with_shared_memory_staging_and_padding<Policy, float>(const float*, float*,
                                                                                                  int);
template __global__ void another_transform_of_elements_with_shared_memory_staging_and_padding<Policy, float>(
    const float*, float*, int);
}  // namespace very_long_namespace_name::detail
