// Merges two sorted arrays: each thread finds where its eight outputs begin by bisection.
//! grid 66
//! block 128
//! arg a   u32[33792] = iota(0,2)
//! arg b   u32[33792] = iota(1,2)
//! arg out u32[67584] = zero
//! arg n   s32 = 33792
//! check all out[i] == i for i in 0..67584
extern "C" __global__ void merge_sorted(const unsigned* a, const unsigned* b, unsigned* out, int n) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  int low = max(0, first - n), high = min(first, n);
  while (low < high) {
    const int middle = (low + high) / 2;
    if (a[middle] < b[first - 1 - middle]) low = middle + 1;
    else high = middle;
  }
  int i = low, j = first - low;
  for (int k = 0; k < 8; ++k) {
    const bool from_a = j >= n || (i < n && a[i] <= b[j]);
    out[first + k] = from_a ? a[i++] : b[j++];
  }
}
