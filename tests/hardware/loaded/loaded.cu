// Latency of one load at a time beside SMs that read, and what SMs read, near and far from their
// half of L2: `loaded > loaded.csv`, `loaded lines > lines.csv`. What the columns say: README.md.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "loaded_kernels.h"

#define CHECK(call)                                                                \
  do {                                                                             \
    const cudaError_t status = (call);                                             \
    if (status != cudaSuccess) {                                                   \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                \
    }                                                                              \
  } while (0)

struct Bench {
  char* data;
  int *place, *lists;
  Role* roles;
  unsigned *trips, *hops, *cycles;
  char* flush;
  std::vector<int> gpc_first, gpc_size, gpc_side;  // by GPC: first place, SMs, partition
  std::vector<int> pages[2], chain[2];             // by partition
  std::vector<int> gpc_of;                         // by place

  int side_of(int place) const { return gpc_side[gpc_of[place]]; }
};

constexpr size_t kChainFirst = kL2Pages, kMemoryFirst = kL2Pages + kChainPages * kChainApart;
constexpr size_t kFlush = size_t{256} << 20;

std::vector<unsigned> sides_from(Bench& b, unsigned sm, size_t first, int pages, int apart) {
  sides<<<kSms, 1024, 0>>>(b.data + first * kPage, pages, apart, sm, b.cycles);
  CHECK(cudaDeviceSynchronize());
  std::vector<unsigned> out(pages);
  CHECK(cudaMemcpy(out.data(), b.cycles, 4 * pages, cudaMemcpyDeviceToHost));
  return out;
}

Bench prepare() {
  Bench b;
  CHECK(cudaMalloc(&b.data, (kMemoryFirst + kMemoryPages) * kPage));
  CHECK(cudaMemset(b.data, 0, (kMemoryFirst + kMemoryPages) * kPage));
  CHECK(cudaMalloc(&b.flush, kFlush));
  CHECK(cudaMalloc(&b.place, 4 * kSms));
  CHECK(cudaMalloc(&b.lists, 4 * 65536));
  CHECK(cudaMalloc(&b.roles, sizeof(Role) * kSms));
  CHECK(cudaMalloc(&b.trips, 4 * kSms));
  CHECK(cudaMalloc(&b.hops, 4 * (kHops + 1)));
  CHECK(cudaMalloc(&b.cycles, 4 * kL2Pages));
  long long* clock;
  CHECK(cudaMalloc(&clock, 8 * kSms));
  for (int i = 0; i < 2; ++i) clocks<<<kSms, kThreads>>>(clock);
  std::vector<long long> c(kSms);
  CHECK(cudaMemcpy(c.data(), clock, 8 * kSms, cudaMemcpyDeviceToHost));
  std::vector<int> order(kSms), place(kSms);
  for (int i = 0; i < kSms; ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](int x, int y) { return c[x] < c[y]; });
  std::vector<long long> gaps;
  for (int i = 1; i < kSms; ++i) gaps.push_back(c[order[i]] - c[order[i - 1]]);
  std::sort(gaps.begin(), gaps.end(), std::greater<>());
  std::printf("# gaps between clocks:");
  for (int i = 0; i < 9; ++i) std::printf(" %lld", gaps[i]);
  std::printf("\n");
  std::vector<std::vector<int>> gpcs;
  for (int i = 0; i < kSms; ++i) {  // eight GPCs
    if (i == 0 || c[order[i]] - c[order[i - 1]] >= gaps[6]) gpcs.emplace_back();
    gpcs.back().push_back(order[i]);
  }
  for (auto& g : gpcs) std::sort(g.begin(), g.end());
  std::sort(gpcs.begin(), gpcs.end(),
            [](auto& x, auto& y) { return x.size() != y.size() ? x.size() < y.size() : x < y; });
  int next = 0;
  std::vector<unsigned> first_sm;
  for (auto& g : gpcs) {
    b.gpc_first.push_back(next);
    b.gpc_size.push_back(int(g.size()));
    first_sm.push_back(g[0]);
    for (int sm : g) {
      place[sm] = next++;
      b.gpc_of.push_back(int(b.gpc_first.size()) - 1);
    }
  }
  CHECK(cudaMemcpy(b.place, place.data(), 4 * kSms, cudaMemcpyHostToDevice));
  const auto middle = [](const std::vector<unsigned>& v) {  // between the two groups
    std::vector<unsigned> s = v;
    std::sort(s.begin(), s.end());
    return (s[s.size() / 10] + s[s.size() * 9 / 10]) / 2;
  };
  const auto all = sides_from(b, first_sm[0], 0, kL2Pages, 1);
  const unsigned m = middle(all);
  for (size_t i = 0; i < kL2Pages; ++i) b.pages[all[i] > m].push_back(int(i));
  const auto chain = sides_from(b, first_sm[0], kChainFirst, kChainPages, kChainApart);
  for (size_t i = 0; i < kChainPages; ++i)
    b.chain[chain[i] > m].push_back(int(kChainFirst + i * kChainApart));
  for (size_t g = 0; g < gpcs.size(); ++g) {
    const auto some = sides_from(b, first_sm[g], 0, 256, 1);
    int same = 0;
    for (int i = 0; i < 256; ++i) same += (some[i] > middle(some)) == (all[i] > m);
    b.gpc_side.push_back(same > 128 ? 0 : 1);
    std::printf("# gpc %zu: %d SMs, half %d (%d of 256 pages agree)\n", g, b.gpc_size[g],
                b.gpc_side[g], same);
  }
  std::printf(
      "# pages: %zu near, %zu far from gpc 0, which of two groups below and above %u cycles; of "
      "the chain %zu and %zu\n",
      b.pages[0].size(), b.pages[1].size(), m, b.chain[0].size(), b.chain[1].size());
  return b;
}

struct Reader {
  int place, threads;
  char where;  // n: near, f: far, m: either, d: device memory
};

// chase: n, f (in L2, near, far), N, F (in memory), - none.
void measure(Bench& b, const char* label, const std::vector<Reader>& readers, char chase,
             int chaser = 2, int beside = 0) {
  constexpr long long kTime = 240'000;
  std::vector<Role> roles(kSms, Role{Idle, 0, 0, 0, 0});
  std::vector<int> lists;
  size_t used[2] = {128, 128};  // pages of the chase come first
  bool flush = chase == 'N' || chase == 'F';
  if (chase != '-') {
    const int side = b.side_of(chaser) ^ (chase == 'f' || chase == 'F');
    const std::vector<int>& from = chase == 'n' || chase == 'f' ? b.pages[side] : b.chain[side];
    const int count = chase == 'n' || chase == 'f' ? 64 : int(std::min<size_t>(from.size(), kHops));
    roles[chaser] = {Hops, chase == 'n' || chase == 'f', 0, count, beside};
    lists.insert(lists.end(), from.begin(), from.begin() + count);
    for (int i = 0; i < 32 && beside; ++i) lists.push_back(b.pages[i % 2][used[i % 2]++]);
  }
  for (const Reader& r : readers) {
    if (r.where == 'd') {
      roles[r.place] = {ReadsMemory, r.threads, int(kMemoryFirst + size_t(r.place) * 2048), 2048,
                        0};
      flush = true;
      continue;
    }
    roles[r.place] = {ReadsL2, r.threads, int(lists.size()), 32, 0};
    for (int i = 0; i < 32; ++i) {
      int side = b.side_of(r.place);
      if (r.where == 'f' || (r.where == 'm' && i % 2)) side ^= 1;
      if (used[side] >= b.pages[side].size()) std::exit((std::printf("pages\n"), 1));
      lists.push_back(b.pages[side][used[side]++]);
    }
  }
  CHECK(cudaMemcpy(b.roles, roles.data(), sizeof(Role) * kSms, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b.lists, lists.data(), 4 * lists.size(), cudaMemcpyHostToDevice));
  std::vector<unsigned> took;
  std::vector<double> rates;
  for (int i = 0; i < 3; ++i) {
    if (flush) CHECK(cudaMemset(b.flush, i, kFlush));
    CHECK(cudaMemset(b.trips, 0, 4 * kSms));
    CHECK(cudaMemset(b.hops, 0, 4 * (kHops + 1)));
    run<<<kSms, kThreads, kPagesBytes>>>(b.data, b.place, b.roles, b.lists, kTime, b.trips, b.hops);
    CHECK(cudaDeviceSynchronize());
    if (i == 0) continue;
    std::vector<unsigned> trips(kSms), hops(kHops + 1);
    CHECK(cudaMemcpy(trips.data(), b.trips, 4 * kSms, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(hops.data(), b.hops, 4 * (kHops + 1), cudaMemcpyDeviceToHost));
    took.insert(took.end(), hops.begin() + 1, hops.begin() + 1 + hops[0]);
    rates.clear();
    for (const Reader& r : readers) rates.push_back(double(trips[r.place]) * 2048 / kTime);
    if (beside) rates.push_back(double(trips[chaser]) * 2048 / kTime);
  }
  std::sort(took.begin(), took.end());
  std::sort(rates.begin(), rates.end());
  double sum = 0, total = 0, outstanding = 0;
  for (unsigned v : took) sum += v;
  for (double v : rates) total += v;
  for (const Reader& r : readers) outstanding += r.threads * 64.0;
  const auto at = [&](int percent) {
    return took.empty() ? 0u : took[(took.size() - 1) * percent / 100];
  };
  std::printf("%s,%zu,%d,%c,%c,%.0f,%.1f,%.1f,%.0f,%zu,%.0f,%u,%u,%u,%u\n", label, readers.size(),
              readers.empty() ? 0 : readers[0].threads, readers.empty() ? '-' : readers[0].where,
              chase, total, rates.empty() ? 0 : rates.front(), rates.empty() ? 0 : rates.back(),
              total > 0 ? outstanding / total : 0, took.size(),
              took.empty() ? 0 : sum / took.size(), at(10), at(50), at(90), at(99));
}

// Mean and median of hops to each of `count` lines alone, from `first` on and `apart`, beside
// readers that are set up.
void lines(Bench& b, const char* label, const std::vector<Reader>& readers, int first, int count,
           int apart, char where) {
  constexpr long long kTime = 100'000;
  std::vector<Role> roles(kSms, Role{Idle, 0, 0, 0, 0});
  std::vector<int> lists;
  size_t used[2] = {0, 0};
  for (const Reader& r : readers) {
    roles[r.place] = {ReadsL2, r.threads, int(lists.size()), 32, 0};
    for (int i = 0; i < 32; ++i) {
      int side = b.side_of(r.place);
      if (where == 'c') {  // side by side
        lists.push_back(4096 + int(lists.size()));
        continue;
      }
      if (where == 'f' || (where == 'm' && i % 2)) side ^= 1;
      lists.push_back(b.pages[side][used[side]++]);
    }
  }
  CHECK(cudaMemcpy(b.lists, lists.data(), 4 * lists.size(), cudaMemcpyHostToDevice));
  for (int i = 0; i < count; ++i) {
    roles[2] = {Hops, 0, first + i * apart, kOneLine, 0};
    CHECK(cudaMemcpy(b.roles, roles.data(), sizeof(Role) * kSms, cudaMemcpyHostToDevice));
    run<<<kSms, kThreads, kPagesBytes>>>(b.data, b.place, b.roles, b.lists, kTime, b.trips, b.hops);
    std::vector<unsigned> hops(kHops + 1);
    CHECK(cudaMemcpy(hops.data(), b.hops, 4 * (kHops + 1), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (unsigned k = 0; k < hops[0]; ++k) sum += hops[1 + k];
    std::sort(hops.begin() + 1, hops.begin() + 1 + hops[0]);
    std::printf("line,%s,%c,%d,%u,%.0f,%u\n", label, where, first + i * apart, hops[0],
                hops[0] ? sum / hops[0] : 0, hops[1 + hops[0] / 2]);
  }
}

// So many SMs of a GPC, first one of each pair.
std::vector<int> of_gpc(const Bench& b, int gpc, int n, int but = -1) {
  std::vector<int> out;
  for (int half = 0; half < 2; ++half)
    for (int i = half; i < b.gpc_size[gpc]; i += 2)
      if (b.gpc_first[gpc] + i != but && int(out.size()) < n) out.push_back(b.gpc_first[gpc] + i);
  return out;
}

std::vector<Reader> readers(const std::vector<int>& places, int threads, char where) {
  std::vector<Reader> out;
  for (int p : places) out.push_back({p, threads, where});
  return out;
}

std::vector<int> of_gpcs(const Bench& b, int each, std::function<bool(int)> which, int but = -1) {
  std::vector<int> out;
  for (int g = 0; g < int(b.gpc_first.size()); ++g)
    if (which(g))
      for (int p : of_gpc(b, g, each, but)) out.push_back(p);
  return out;
}

int main(int argc, char**) {
  cudaDeviceProp p;
  CHECK(cudaGetDeviceProperties(&p, 0));
  std::printf("# %s\n", p.name);
  Bench b = prepare();
  if (argc > 1) {
    for (int p = 0; p < 512; ++p)
      std::printf("page,%d,%d\n", p, int(std::count(b.pages[1].begin(), b.pages[1].end(), p)));
    lines(b, "alone", {}, 0, 2048, 1, 'm');
    for (char w : {'m', 'n', 'f', 'c'})
      lines(b, "own15", readers(of_gpc(b, 0, 15, 2), 1024, w), 0, 2048, 1, w);
    lines(b, "own15", readers(of_gpc(b, 0, 15, 2), 1024, 'c'), 0, 2048, 32 + 1, 'c');
    lines(b, "own8", readers(of_gpc(b, 0, 8, 2), 1024, 'c'), 0, 2048, 1, 'c');
    lines(b, "gpc4",
          readers(of_gpcs(b, 16, [&](int g) { return g != 0 && b.gpc_side[g] == b.gpc_side[0]; }),
                  1024, 'c'),
          0, 2048, 1, 'c');
    lines(b, "own8chain", readers(of_gpc(b, 0, 8, 2), 1024, 'c'), 4096 * 32 + 8 * 1024, 64, 128,
          'c');
    lines(b, "own14chain", readers(of_gpc(b, 0, 14, 2), 1024, 'c'), 4096 * 32 + 14 * 1024, 64, 128,
          'c');
    return 0;
  }
  std::printf(
      "case,readers,threads,where,chase,bytes_cycle,slowest,fastest,outstanding_cycles,hops,mean,"
      "p10,p50,p90,p99\n");
  const int counts[] = {1, 2, 4, 6, 8, 10, 12, 14, 15};
  const int depths[] = {32, 64, 128, 256, 512, 768, 1024};
  for (char c : {'n', 'f', 'N', 'F'}) measure(b, "alone", {}, c);
  for (int n : {1, 2, 4, 6, 8, 12, 16})
    for (char w : {'n', 'f', 'm'}) measure(b, "gpc", readers(of_gpc(b, 1, n), 1024, w), '-');
  for (int n : {1, 2, 4, 6, 8, 12, 18})
    for (char w : {'n', 'f', 'm', 'd'})
      measure(b, "gpcs", readers(of_gpcs(b, n, [](int) { return true; }), 1024, w), '-');
  for (int side : {0, 1})
    for (char w : {'n', 'f', 'm', 'd'})
      measure(b, side ? "half1" : "half0",
              readers(of_gpcs(b, 18, [&](int g) { return b.gpc_side[g] == side; }), 1024, w), '-');
  for (int n : counts)
    for (char c : {'n', 'f'}) measure(b, "own", readers(of_gpc(b, 0, n, 2), 1024, 'm'), c);
  for (char c : {'n', 'f'}) measure(b, "pair", readers({3}, 1024, 'm'), c);
  for (int t : depths)
    for (int n : {0, 1, 7, 15})
      measure(b, ("beside_" + std::to_string(t)).c_str(), readers(of_gpc(b, 0, n, 2), t, 'm'), 'n',
              2, t);
  for (int n : {4, 6, 8, 10, 15})
    for (int t : depths) measure(b, "own", readers(of_gpc(b, 0, n, 2), t, 'm'), 'n');
  const auto not_own = [](int g) { return g != 0; };
  const auto any = [](int) { return true; };
  for (int n : {1, 2, 4, 6, 8, 12, 16})
    for (char c : {'n', 'f', 'N', 'F'})
      measure(b, "others", readers(of_gpcs(b, n, not_own), 1024, 'm'), c);
  for (int n : {4, 8, 16})
    for (int t : depths) measure(b, "others", readers(of_gpcs(b, n, not_own), t, 'm'), 'n');
  for (int n : {4, 6, 8, 16})
    for (int far : {0, 1})
      for (char w : {'n', 'f'})
        for (char c : {'n', 'f'})
          measure(b, far ? "far_half" : "near_half",
                  readers(of_gpcs(b, n,
                                  [&](int g) {
                                    return g != 0 && (b.gpc_side[g] != b.gpc_side[0]) == far;
                                  }),
                          1024, w),
                  c);
  // GPCs of the chase's half, one after the other.
  std::vector<int> near;
  for (int g = 1; g < int(b.gpc_first.size()); ++g)
    if (b.gpc_side[g] == b.gpc_side[0]) near.push_back(g);
  for (int k = 1; k <= int(near.size()); ++k)
    for (int n : {4, 6, 8, 10, 12, 16})
      for (int t : {512, 1024})
        measure(b, ("near_gpcs" + std::to_string(k)).c_str(),
                readers(of_gpcs(b, n,
                                [&](int g) {
                                  return std::find(near.begin(), near.begin() + k, g) <
                                         near.begin() + k;
                                }),
                        t, 'm'),
                'n');
  for (int n : {4, 6, 8, 12, 18})
    for (int t : depths) measure(b, "all", readers(of_gpcs(b, n, any, 2), t, 'm'), 'n');
  for (int n : {1, 2, 4, 8, 12, 16})
    for (int t : {32, 64, 128, 256, 512, 1024})
      for (char c : {'N', 'F'}) measure(b, "others", readers(of_gpcs(b, n, not_own), t, 'd'), c);
  for (int far : {0, 1})
    for (int n : {8, 16})
      for (char c : {'N', 'F'})
        measure(b, far ? "far_half" : "near_half",
                readers(of_gpcs(b, n,
                                [&](int g) {
                                  return g != 0 && (b.gpc_side[g] != b.gpc_side[0]) == far;
                                }),
                        1024, 'd'),
                c);
  for (int n : {1, 2, 4, 8, 15})
    for (char c : {'N', 'F'}) measure(b, "own", readers(of_gpc(b, 0, n, 2), 1024, 'd'), c);
  for (int n : {8, 18})
    for (char c : {'N', 'F'}) measure(b, "all", readers(of_gpcs(b, n, any, 2), 1024, 'd'), c);
  for (char c : {'N', 'F'}) {
    measure(b, "own", readers(of_gpc(b, 0, 8, 2), 1024, 'm'), c);
    measure(b, "own", readers(of_gpc(b, 0, 15, 2), 1024, 'm'), c);
    measure(b, "all", readers(of_gpcs(b, 18, any, 2), 1024, 'm'), c);
  }
  for (int g = 1; g < int(b.gpc_first.size()); ++g) {
    const int chaser = b.gpc_first[g] + 2;
    measure(b, ("own_gpc" + std::to_string(g)).c_str(), readers(of_gpc(b, g, 8, chaser), 1024, 'm'),
            'n', chaser);
    measure(b, ("own_gpc" + std::to_string(g)).c_str(),
            readers(of_gpc(b, g, 15, chaser), 1024, 'm'), 'n', chaser);
    measure(b, ("all_gpc" + std::to_string(g)).c_str(),
            readers(of_gpcs(b, 18, any, chaser), 1024, 'm'), 'n', chaser);
  }
}
