// The reduce article's table: four sums of 10^8 integers on a card of compute capability 8.9 with
// 24 SMs and 272 GB/s, as its author's ncu showed them.
#include <fmt/format.h>

#include "sim/views/metrics.h"
#include "tests/accuracy/comparisons.h"
#include "tests/accuracy/machine.h"

namespace simt::accuracy {
namespace {

struct Sum {
  const char* kernel;
  unsigned elements;  ///< here; a launch that lasts many waves of blocks takes time in proportion
  unsigned block, elements_per_block;
  double milliseconds, dram_percent;  ///< in the article, at 10^8 elements
};
constexpr Sum kSums[] = {
    {"reduce_eliminate_divergence", 1u << 20, 8, 8, 14.39, 10.69},
    {"reduce_vectorized", 1u << 21, 32, 32, 4.59, 32.71},  // three blocks of four have no work
    {"reduce_coarsened", 1u << 22, 32, 128, 1.46, 98.05},
    {"reduce_shuffle", 1u << 22, 32, 128, 1.52, 98.04},
};
constexpr double kArticleElements = 1e8;

struct Timed {
  double milliseconds, dram_percent;
};

Timed run(const Sum& s) {
  SessionOptions o = options_of("rtx4060", fmt::format("kernels/{}.ir", s.kernel));
  o.overrides.grid = Dim3{s.elements / s.elements_per_block, 1, 1};
  o.overrides.block = Dim3{s.block, 1, 1};
  for (const std::string& arg : {fmt::format("s32[{}]=iota(0,1)", s.elements),
                                 std::string("s32[1]=zero"), fmt::format("s32:{}", s.elements)})
    o.overrides.args.push_back(parse_arg(arg, false));
  Session session(o);
  const RunResult result = finished(session, s.kernel);
  const Measured m{result, session.arch(), &session.program()};
  return {value_of("gpu__time_duration.sum", m) * 1e-6 * kArticleElements / s.elements,
          value_of("dram__throughput.avg.pct_of_peak_sustained_elapsed", m)};
}

Row exactly(const Sum& s, const char* quantity, double simulated, double measured) {
  return {"article", s.kernel, quantity, simulated, measured, measured, measured};
}

}  // namespace

std::vector<Row> compare_article() {
  std::vector<Timed> timed;
  for (const Sum& s : kSums) timed.push_back(run(s));
  constexpr std::size_t kBase = 2;  // the coarsened kernel is the article's fastest
  std::vector<Row> rows;
  for (std::size_t i = 0; i < timed.size(); ++i) {
    const Sum& s = kSums[i];
    rows.push_back(exactly(s, "milliseconds", timed[i].milliseconds, s.milliseconds));
    if (i != kBase)
      rows.push_back(exactly(s, "ratio", timed[i].milliseconds / timed[kBase].milliseconds,
                             s.milliseconds / kSums[kBase].milliseconds));
    rows.push_back(exactly(s, "dram", timed[i].dram_percent, s.dram_percent));
  }
  return rows;
}

}  // namespace simt::accuracy
