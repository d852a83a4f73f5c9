// nvcc: -arch=sm_90
// Instructions of sm_90 that C++ has no function for: a warp's elected lane, atomics of 128 bits and on
// vectors, arrivals that do not complete a phase, sizes of shared memory. A line for each group: its words.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define CHECK(x)                                                             \
  do {                                                                       \
    cudaError_t status = (x);                                                \
    if (status != cudaSuccess) {                                             \
      printf("line %d: %s: %s\n", __LINE__, #x, cudaGetErrorString(status)); \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

using u16 = unsigned short;
using u32 = uint32_t;
using u64 = unsigned long long;

__host__ __device__ u32 mix(u32 x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

__global__ void elects(u32* out) {
  const u32 lane = threadIdx.x % 32;
  const auto elected = [&](u32 mask) {
    u32 who, is;
    asm volatile("{ .reg .pred p; elect.sync %0|p, %2; selp.u32 %1, 1, 0, p; }" : "=r"(who), "=r"(is) : "r"(mask));
    return is << 8 | who;
  };
  out[threadIdx.x] = elected(0xffffffffu);
  out += 64;
  if (lane >= 5)
    out[threadIdx.x] = elected(0xffffffe0u);
  else
    out[threadIdx.x] = elected(0x0000001fu);
  out += 64;
  if (lane % 3 == 1) out[threadIdx.x] = elected(0x92492492u);
  out += 64;
  if (lane == 17) out[threadIdx.x] = elected(1u << 17);
}

struct alignas(16) Wide {
  u64 low, high;
};
#define CAS(space, into)                                                                                        \
  asm volatile("{ .reg .b128 d, b, c; mov.b128 b, {%3, %4}; mov.b128 c, {%5, %6};\n"                            \
               "atom" space ".cas.b128 d, [%2], b, c; mov.b128 {%0, %1}, d; }"                                  \
               : "=l"(into.low), "=l"(into.high) : "l"(at), "l"(was.low), "l"(was.high), "l"(now.low), "l"(now.high) \
               : "memory")
#define EXCHANGE(space, into)                                                                                   \
  asm volatile("{ .reg .b128 d, b; mov.b128 b, {%3, %4}; atom" space ".exch.b128 d, [%2], b;\n"                 \
               "mov.b128 {%0, %1}, d; }"                                                                        \
               : "=l"(into.low), "=l"(into.high) : "l"(at), "l"(now.low), "l"(now.high) : "memory")

__global__ void wide_atomics(Wide* memory, Wide* out) {
  __shared__ Wide shared[32];
  const u32 t = threadIdx.x;
  shared[t] = {mix(t), t};
  __syncthreads();
  // Odd lanes expect what is there; of the others one half is wrong, the low or the high one.
  const auto expected = [&](const Wide& is) {
    return t % 2 ? is : t % 4 ? Wide{is.low + 1, is.high} : Wide{is.low, is.high + 1};
  };
  {
    const Wide* at = memory + t;
    Wide now{0x1111000000000000ull + t, ~u64{t}}, was = expected(memory[t]);
    CAS(".global", out[t]);
    now.high = 5;
    if (t % 4 < 3) EXCHANGE(".global", out[t + 32]);
    was = {0x1111000000000000ull + t, ~u64{t}};
    now.low = 77;
    CAS("", out[t + 64]);
    EXCHANGE("", out[t + 96]);
  }
  {
    const u64 at = __cvta_generic_to_shared(shared + t);
    Wide now{0x2222000000000000ull + t, ~u64{t}}, was = expected(shared[t]);
    CAS(".shared", out[t + 128]);
    now.high = 9;
    if (t % 4 < 3) EXCHANGE(".shared", out[t + 160]);
  }
  {
    const Wide* at = shared + t;
    Wide now{3, t}, was = expected(shared[t]);
    CAS("", out[t + 192]);
    now.low = 4;
    EXCHANGE("", out[t + 224]);
  }
  __syncthreads();
  out[t + 256] = memory[t];
  out[t + 288] = shared[31 - t];
}
// All lanes of all warps on one element: each sees another one's.
__global__ void wide_turns(Wide* memory, u64* sums) {
  __shared__ Wide shared;
  if (threadIdx.x == 0) shared = {0, 0};
  __syncthreads();
  const u64 id = blockIdx.x * blockDim.x + threadIdx.x + 1;
  Wide now{id, id * id}, was{0, 0}, is;
  {
    const Wide* at = memory;
    EXCHANGE(".global", is);
    atomicAdd(sums, is.low);
    atomicAdd(sums + 1, is.high == is.low * is.low);
  }
  {
    const u64 at = __cvta_generic_to_shared(&shared);
    for (was = shared;; was = is) {  // counts
      now = {was.low + 1, was.high + id};
      CAS(".shared", is);
      if (is.low == was.low && is.high == was.high) break;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(sums + 2, shared.low);
    atomicAdd(sums + 3, shared.high);
  }
}

// Values near 1, tiny and special ones, also as pairs of halves.
__device__ u32 some_single(u32 i) {
  const u32 specials[] = {0x7fc00000u, 0x7f800000u, 0xff800000u, 0x00000001u, 0x80000003u, 0x007fffffu, 0x80000000u, 0};
  const u32 r = mix(i);
  return i % 5 == 0 ? specials[r % 8] : i % 5 == 1 ? r & 0x80ffffffu : (r & 0x80ffffffu) | 0x3f000000u;
}
__device__ u32 some_halves(u32 i) { return i % 3 == 0 ? mix(i) : (mix(i) & 0x83ff83ffu) | 0x3c003800u; }

__global__ void vector_atomics(u32* memory, u32* out) {
  const u32 t = threadIdx.x;
  u32* at = memory + 64 * t;
  const u32* from = at + 32;
  for (u32 i = 0; i < 16; ++i) {
    at[i] = some_single(t * 64 + i);
    at[i + 16] = some_halves(t * 64 + i);
    at[i + 32] = some_single(t * 64 + i + 9999);
    at[i + 48] = some_halves(t * 64 + i + 9999);
  }
  __threadfence();
  u32* d = out + 32 * t;
  asm volatile("{ .reg .f32 a, b, c, d; mov.b32 c, %3; mov.b32 d, %4;\n"
               "atom.global.add.v2.f32 {a, b}, [%2], {c, d}; mov.b32 %0, a; mov.b32 %1, b; }"
               : "=r"(d[0]), "=r"(d[1]) : "l"(at), "r"(from[0]), "r"(from[1]) : "memory");
  asm volatile("{ .reg .f32 a, b, c, d, e, f, g, h; mov.b32 e, %5; mov.b32 f, %6; mov.b32 g, %7; mov.b32 h, %8;\n"
               "atom.global.add.v4.f32 {a, b, c, d}, [%4], {e, f, g, h};\n"
               "mov.b32 %0, a; mov.b32 %1, b; mov.b32 %2, c; mov.b32 %3, d; }"
               : "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5])
               : "l"(at + 4), "r"(from[4]), "r"(from[5]), "r"(from[6]), "r"(from[7]) : "memory");
  asm volatile("{ .reg .f32 a, b; mov.b32 a, %1; mov.b32 b, %2; red.global.add.v2.f32 [%0], {a, b}; }"
               :: "l"(at + 2), "r"(from[2]), "r"(from[3]) : "memory");
  asm volatile("{ .reg .f32 a, b, c, d; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; mov.b32 d, %4;\n"
               "red.global.add.v4.f32 [%0], {a, b, c, d}; }"
               :: "l"(at + 8), "r"(from[8]), "r"(from[9]), "r"(from[10]), "r"(from[11]) : "memory");
  asm volatile("atom.global.add.noftz.v2.f16x2 {%0, %1}, [%2], {%3, %4};"
               : "=r"(d[6]), "=r"(d[7]) : "l"(at + 16), "r"(from[16]), "r"(from[17]) : "memory");
  asm volatile("atom.global.add.noftz.v4.f16x2 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"
               : "=r"(d[8]), "=r"(d[9]), "=r"(d[10]), "=r"(d[11])
               : "l"(at + 20), "r"(from[20]), "r"(from[21]), "r"(from[22]), "r"(from[23]) : "memory");
  asm volatile("atom.global.add.noftz.v4.bf16x2 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"
               : "=r"(d[12]), "=r"(d[13]), "=r"(d[14]), "=r"(d[15])
               : "l"(at + 24), "r"(from[24]), "r"(from[25]), "r"(from[26]), "r"(from[27]) : "memory");
  asm volatile("red.global.add.noftz.v2.bf16x2 [%0], {%1, %2};"
               :: "l"(at + 28), "r"(from[28]), "r"(from[29]) : "memory");
  asm volatile("red.global.add.noftz.v4.f16x2 [%0], {%1, %2, %3, %4};"
               :: "l"(at + 16), "r"(from[16]), "r"(from[17]), "r"(from[18]), "r"(from[19]) : "memory");
  __threadfence();
  for (u32 i = 0; i < 16; ++i) d[i + 16] = at[2 * i] ^ mix(at[2 * i + 1]);
}

// Each lane arrives for several threads, at one of two barriers.
__global__ void arrivals(u64* out, u32 barriers, bool counts) {
  __shared__ u64 barrier[2];
  const u32 t = threadIdx.x, at = static_cast<u32>(__cvta_generic_to_shared(barrier + t % barriers));
  if (t < 2)
    asm volatile("mbarrier.init.shared.b64 [%0], 1000;" :: "r"(static_cast<u32>(__cvta_generic_to_shared(barrier + t))));
  __syncthreads();
  u64 state = 0;
  if (counts)
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;" : "=l"(state) : "r"(at), "r"(t % 3 + 1) : "memory");
  else if (t % 5 != 2)
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 2;" : "=l"(state) : "r"(at) : "memory");
  out[t] = state;
  u32 pending;
  asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
  out[t + 32] = pending;
  __syncwarp();
  if (t < 2) {
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state)
                 : "r"(static_cast<u32>(__cvta_generic_to_shared(barrier + t))) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    out[64 + t] = pending;
  }
}

__global__ void places(u32* out) {
  extern __shared__ u32 memory[];
  u32 total, warp, warps, dynamic;
  asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(total));
  asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(dynamic));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm volatile("mov.u32 %0, %%nwarpid;" : "=r"(warps));
  memory[threadIdx.x % 4] = warp;
  if (threadIdx.x == 0) {
    out[0] = total;
    out[1] = dynamic;
    out[2] = warps;
  }
  if (threadIdx.x % 32 == 0) out[3 + threadIdx.x / 32] = 1u << warp % 32;
}
__global__ void one_after_another(u32* out) {
  asm volatile("griddepcontrol.wait;" ::: "memory");
  out[0] += 1;
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

static u32* words;
static void print(const char* what, int count) {
  CHECK(cudaDeviceSynchronize());
  printf("%s:", what);
  for (int i = 0; i < count; ++i) printf(" %x", words[i]);
  printf("\n");
}
int main() {
  CHECK(cudaMallocManaged(&words, 1 << 20));
  Wide* memory;
  CHECK(cudaMallocManaged(&memory, 1 << 16));
  const auto clear = [&] {
    for (int i = 0; i < 1 << 18; ++i) words[i] = 0xffffu;
    for (u32 i = 0; i < 4096; ++i) memory[i] = {mix(i), i};
  };
  clear();
  elects<<<1, 64>>>(words);
  print("elected", 256);
  clear();
  wide_atomics<<<1, 32>>>(memory, memory + 1024);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 320; ++i)
    printf("wide %d: %llx %llx\n", i, memory[1024 + i].low, memory[1024 + i].high);
  clear();
  memory[0] = {0, 0};
  for (int i = 0; i < 8; ++i) words[i] = 0;
  wide_turns<<<4, 96>>>(memory, reinterpret_cast<u64*>(words));
  CHECK(cudaDeviceSynchronize());
  const u64* sums = reinterpret_cast<u64*>(words);
  printf("turns: %llu %llu %llu %llu\n", sums[0] + memory[0].low, sums[1], sums[2], sums[3]);
  clear();
  vector_atomics<<<1, 32>>>(words + 8192, words);
  print("vectors", 1024);
  for (u32 form = 0; form < 4; ++form) {
    clear();
    arrivals<<<1, 32>>>(reinterpret_cast<u64*>(words), form % 2 + 1, form > 1);
    print("arrivals", 132);
  }
  clear();
  for (const int dynamic : {16, 100, 5000, 40000}) {
    clear();
    places<<<1, 128, dynamic>>>(words);
    print("places", 3);
  }
  words[0] = 0;
  for (int i = 0; i < 3; ++i) one_after_another<<<1, 1>>>(words);
  print("launches", 1);
  return 0;
}
