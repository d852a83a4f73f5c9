// Pointers within a structure, pointers to structures, arrays of two dimensions, a bool.
#define ROWS 4
constexpr int kColumns = 8;

struct Body {
  float mass;
  int id;
  float at[2];
};
struct Bodies {
  const float* pos_x;
  const Body* list;
  int n;
};
__constant__ int table[ROWS][kColumns];

__global__ void gather(Bodies p, const Body* r, float* out, bool twice) {
  __shared__ float tile[ROWS][kColumns + 1];
  const int i = threadIdx.x;
  const int y = i / kColumns, x = i % kColumns;
  tile[y][x] = p.pos_x[i] + r[i].at[1];
  __syncthreads();
  float sum = tile[ROWS - 1 - y][x];
  if (twice) sum *= 2;
  if (i < p.n) sum += p.list[i].mass + table[y][x];
  out[i] = sum;
}
