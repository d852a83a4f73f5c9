// nvcc: --extended-lambda
// Thrust with device lambdas, zip and permutation iterators: grouped sums, particles, raw pointers.
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>

#include <cstdio>
#include <vector>

int main() {
  const int n = 1000, groups = 7;

  // Sums by group: sort by key, then reduce by key.
  thrust::device_vector<int> group(n), amount(n);
  thrust::tabulate(group.begin(), group.end(), [] __device__(int i) { return i * i % groups; });
  thrust::tabulate(amount.begin(), amount.end(), [] __device__(int i) { return i % 100; });
  thrust::sort_by_key(group.begin(), group.end(), amount.begin());
  thrust::device_vector<int> names(groups), sums(groups);
  const auto ends = thrust::reduce_by_key(group.begin(), group.end(), amount.begin(), names.begin(),
                                          sums.begin());
  const int found = static_cast<int>(ends.first - names.begin());
  for (int g = 0; g < found; ++g) {
    const int name = names[g], sum = sums[g];
    std::printf("group %d: %d\n", name, sum);
  }

  // Particles as three arrays, moved through a zip iterator.
  thrust::device_vector<float> x(n), v(n);
  thrust::device_vector<int> bounces(n, 0);
  thrust::tabulate(x.begin(), x.end(), [] __device__(int i) { return static_cast<float>(i % 10); });
  thrust::tabulate(v.begin(), v.end(), [] __device__(int i) { return 0.25f * (i % 8) - 0.75f; });
  const auto first =
      thrust::make_zip_iterator(thrust::make_tuple(x.begin(), v.begin(), bounces.begin()));
  for (int step = 0; step < 12; ++step) {
    thrust::for_each(first, first + n, [] __device__(thrust::tuple<float&, float&, int&> p) {
      float& place = thrust::get<0>(p);
      float& speed = thrust::get<1>(p);
      place += speed;
      if (place < 0.0f || place > 9.0f) {
        speed = -speed;
        place += 2 * speed;
        ++thrust::get<2>(p);
      }
    });
  }
  const float x17 = x[17], v17 = v[17];
  std::printf("particle 17: %.2f %.2f, bounces %d\n", x17, v17,
              thrust::reduce(bounces.begin(), bounces.end()));
  const auto still = thrust::count_if(
      first, first + n,
      [] __device__(thrust::tuple<float, float, int> p) { return thrust::get<1>(p) == 0.0f; });
  std::printf("at rest: %d\n", static_cast<int>(still));

  // Permutation and transformation without a temporary.
  const auto squares = thrust::make_transform_iterator(
      thrust::make_counting_iterator(0), [] __host__ __device__(int i) { return i * i; });
  std::vector<int> pick = {3, 1, 4, 1, 5, 9, 2, 6};
  thrust::device_vector<int> places = pick;
  const auto picked = thrust::make_permutation_iterator(squares, places.begin());
  std::printf("picked squares: %d\n", thrust::reduce(picked, picked + places.size()));
  std::printf("inner product: %d\n",
              thrust::inner_product(places.begin(), places.end(), squares, 0));

  // Raw memory, a policy with a stream, the pointer wrapped.
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* raw;
  cudaMalloc(&raw, n * sizeof(int));
  thrust::device_ptr<int> wrapped(raw);
  thrust::tabulate(thrust::cuda::par.on(stream), wrapped, wrapped + n,
                   [] __device__(int i) { return (i * 617) % 1000; });
  const auto middle = thrust::stable_partition(thrust::cuda::par.on(stream), wrapped, wrapped + n,
                                               [] __device__(int value) { return value < 500; });
  thrust::sort(thrust::cuda::par.on(stream), wrapped, middle);
  cudaStreamSynchronize(stream);
  std::vector<int> host(n);
  cudaMemcpy(host.data(), raw, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("partition at %d: %d %d %d | %d %d\n", static_cast<int>(middle - wrapped), host[0],
              host[1], host[499], host[500], host[999]);
  cudaFree(raw);
  cudaStreamDestroy(stream);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return found == 4 ? 0 : 1;
}
