// The kernels of the documents against tests/hardware/h200.
#include <stdexcept>

#include "sim/views/metrics.h"
#include "tests/accuracy/comparisons.h"
#include "tests/accuracy/machine.h"
#include "tests/accuracy/measured.h"

namespace simt::accuracy {
namespace {

void add_rate(std::vector<Row>& rows, const std::string& kernel, const char* quantity,
              const std::optional<double>& measured, double simulated) {
  if (measured)
    rows.push_back({"kernel", kernel, quantity, simulated, *measured, *measured, *measured});
}

double l2_rate(const Measured& m) {
  const double hits = value_of("lts__t_sectors_srcunit_tex_lookup_hit.sum", m);
  const double misses = value_of("lts__t_sectors_srcunit_tex_lookup_miss.sum", m);
  return hits + misses > 0 ? 100 * hits / (hits + misses) : 0;
}

}  // namespace

std::vector<Row> compare_kernels() {
  const auto cycles = repeated_cycles();
  std::vector<Row> rows;
  for (const auto& [kernel, rates] : hit_rates()) {
    Session session(options_of("h200", "kernels/" + kernel + ".ir"));
    const RunResult result = finished(session, kernel);
    const Measured m{result, session.arch(), &session.program()};
    const Measurement& c = cycles.at(kernel);
    rows.push_back(
        {"kernel", kernel, "cycles", value_of("sm__cycles_active.avg", m), c.value, c.low, c.high});
    add_rate(rows, kernel, "l1", rates.l1, value_of("l1tex__t_sector_hit_rate.pct", m));
    add_rate(rows, kernel, "l2", rates.l2, l2_rate(m));
  }
  return rows;
}

}  // namespace simt::accuracy
