// Kernels for which no size of an array does.
// proposes nothing: 4 bytes before buffer 'a'
__global__ void before(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i - 1] = 1;
}

struct Node {
  Node* next;
  int value;
};
// proposes nothing: through a null pointer
__global__ void follow(Node* nodes, int* out) {
  out[threadIdx.x] = nodes[threadIdx.x].next->value;
}

// proposes nothing: deadlock: every warp that can run comes back to the same state
__global__ void endless(volatile int* flag) {
  while (*flag == 0) {
  }
}

// proposes nothing: rows (float **) takes addresses of other arrays, which no launch line can give
__global__ void sum_rows(float** rows, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = rows[0][i] + rows[1][i];
}
