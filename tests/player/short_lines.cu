// Short lines.
__global__
void twice(float* a) {
  int i = threadIdx.x;
  float x = a[i];
  if (i > 7)
    x = 2 * x + 1;
  a[i] = x;
}
