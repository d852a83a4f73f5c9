// bool in structures: by value, behind a pointer, in variables; a pointer to bool.
struct Flags {
  int n;
  bool on;
  bool each[3];
};
struct Item {
  float x;
  bool alive;
};
struct Bag {
  Flags flags[2];
};
__device__ Item items[4];
__device__ Flags state;

__global__ void flags(Flags p, Bag b, const Item* r, const bool* marks, int* out) {
  __shared__ Item cells[32];
  const unsigned t = threadIdx.x;
  cells[t].x = r[t].x;
  cells[t].alive = r[t].alive;
  __syncthreads();
  if (t == 3) {
    items[1].alive = true;
    state.each[2] = true;
  }
  out[t] = cells[31 - t].alive + marks[t] + p.on + b.flags[t & 1].on + items[t & 3].alive + state.n;
}
