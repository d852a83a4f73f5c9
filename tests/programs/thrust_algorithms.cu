// Thrust as its quick start teaches it: generate, copy, sort, reduce, transform, scan, unique.
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

#include <iostream>

struct square {
  __host__ __device__ long long operator()(int x) const { return static_cast<long long>(x) * x; }
};

struct saxpy {
  const int a;
  __host__ __device__ int operator()(int x, int y) const { return a * x + y; }
};

struct is_odd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};

int main() {
  const int n = 3000;
  thrust::host_vector<int> h(n);
  unsigned seed = 99;
  for (int& v : h) v = static_cast<int>((seed = seed * 1664525u + 1013904223u) >> 12) % 10007;

  thrust::device_vector<int> d = h;
  std::cout << "size " << d.size() << ", first " << d[0] << ", last " << d.back() << '\n';
  std::cout << "sum " << thrust::reduce(d.begin(), d.end()) << '\n';
  std::cout << "max " << thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>()) << '\n';
  std::cout << "odd " << thrust::count_if(d.begin(), d.end(), is_odd()) << '\n';
  std::cout << "sum of squares "
            << thrust::transform_reduce(d.begin(), d.end(), square(), 0LL,
                                        thrust::plus<long long>())
            << '\n';
  std::cout << "place of the smallest " << thrust::min_element(d.begin(), d.end()) - d.begin()
            << '\n';

  thrust::device_vector<int> x(n), y(n, 7);
  thrust::sequence(x.begin(), x.end());
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy{3});
  std::cout << "saxpy " << y[0] << ' ' << y[1] << ' ' << y[n - 1] << '\n';
  thrust::inclusive_scan(y.begin(), y.end(), x.begin());
  std::cout << "scan " << x[0] << ' ' << x[1] << ' ' << x[n - 1] << '\n';
  thrust::exclusive_scan(thrust::make_counting_iterator(1), thrust::make_counting_iterator(11),
                         x.begin(), 1, thrust::multiplies<int>());
  std::cout << "factorials";
  for (int i = 0; i < 10; ++i) std::cout << ' ' << x[i];
  std::cout << '\n';

  thrust::sequence(x.begin(), x.end());
  thrust::device_vector<int> keys = d;
  thrust::stable_sort_by_key(keys.begin(), keys.end(), x.begin());
  thrust::sort(d.begin(), d.end());
  std::cout << "sorted " << thrust::is_sorted(d.begin(), d.end()) << ", same keys " << (d == keys)
            << ", places " << x[0] << ' ' << x[1] << ' ' << x[n - 1] << '\n';
  thrust::host_vector<int> expected = h;
  thrust::sort(expected.begin(), expected.end());
  std::cout << "as on the host " << (expected == thrust::host_vector<int>(d)) << '\n';
  const auto end = thrust::unique(d.begin(), d.end());
  std::cout << "distinct " << end - d.begin() << '\n';
  thrust::sort(d.begin(), end, thrust::greater<int>());
  std::cout << "largest " << d[0] << ' ' << d[1] << ' ' << d[2] << '\n';

  thrust::fill(y.begin(), y.begin() + 10, 42);
  thrust::copy_if(y.begin(), y.begin() + 20, x.begin(), is_odd());
  std::cout << "copied " << x[0] << ' ' << x[1] << ' ' << x[2] << '\n';

  try {
    thrust::device_vector<char> huge(size_t(1) << 50);
    std::cout << "allocated a pebibyte\n";
  } catch (const std::bad_alloc&) {
    std::cout << "caught std::bad_alloc\n";
  }
  std::cout << "afterwards " << thrust::reduce(y.begin(), y.begin() + 10) << '\n';
  return 0;
}
