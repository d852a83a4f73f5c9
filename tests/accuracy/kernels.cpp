// The kernels of the documents, and those that the model had not seen, against tests/hardware/h200
// and h100.
#include <algorithm>
#include <stdexcept>

#include "sim/views/metrics.h"
#include "tests/accuracy/comparisons.h"
#include "tests/accuracy/machine.h"
#include "tests/accuracy/machine_code.h"
#include "tests/accuracy/measured.h"

namespace simt::accuracy {
namespace {

// What rows are called.
struct Name {
  std::string kind, kernel;
};

void add_rate(std::vector<Row>& rows, const Name& name, const char* quantity,
              const std::optional<double>& measured, double simulated) {
  if (measured)
    rows.push_back({name.kind, name.kernel, quantity, simulated, *measured, *measured, *measured});
}

double l2_rate(const Measured& m) {
  const double hits = value_of("lts__t_sectors_srcunit_tex_lookup_hit.sum", m);
  const double misses = value_of("lts__t_sectors_srcunit_tex_lookup_miss.sum", m);
  return hits + misses > 0 ? 100 * hits / (hits + misses) : 0;
}

bool same_requests(const Profile& profile, const Measured& m) {
  return std::all_of(profile.requests.begin(), profile.requests.end(),
                     [&](const auto& r) { return value_of(r.first.c_str(), m) == r.second; });
}

void add_rates(std::vector<Row>& rows, const Name& name, const Profile& profile,
               const Measured& m) {
  add_rate(rows, name, "l1", profile.l1, value_of("l1tex__t_sector_hit_rate.pct", m));
  add_rate(rows, name, "l2", profile.l2, l2_rate(m));
}

/// The kernel as it is written, where that makes the requests that the device counted at level 0.
bool add_rates_as_written(std::vector<Row>& rows, const std::string& kernel,
                          const std::map<std::string, Profile>& profiles) {
  const auto profile = profiles.find(kernel);
  if (profile == profiles.end()) return false;
  SessionOptions options = options_of("h200", "kernels/" + kernel + ".ir");
  options.as_compiled = false;
  Session session(options);
  const RunResult result = finished(session, kernel);
  const Measured m{result, session.arch(), &session.program()};
  if (!same_requests(profile->second, m)) return false;
  add_rates(rows, {"kernel", kernel}, profile->second, m);
  return true;
}

}  // namespace

// Where the assembler changed which accesses there are, hit rates are those of another program:
// they are compared at level 0.
std::vector<Row> compare_kernels() {
  const auto cycles = repeated_cycles();
  const auto as_written = profiles("opt0.csv.gz");
  std::vector<Row> rows;
  for (const auto& [kernel, profile] : profiles("opt3.csv.gz")) {
    Session session(options_of("h200", "kernels/" + kernel + ".ir"));
    const RunResult result = finished(session, kernel);
    const Measured m{result, session.arch(), &session.program()};
    const Measurement& c = cycles.at(kernel);
    rows.push_back(
        {"kernel", kernel, "cycles", value_of("sm__cycles_active.avg", m), c.value, c.low, c.high});
    if (same_requests(profile, m) || !add_rates_as_written(rows, kernel, as_written))
      add_rates(rows, {"kernel", kernel}, profile, m);
  }
  return rows;
}

namespace {

// nvcc's PTX of a set, on the device that it was measured on.
std::vector<Row> compare_ptx(const MachineSet& set) {
  std::vector<Row> rows;
  for (const auto& [kernel, profile] : profiles(set.measured, set.device)) {
    Session session(options_of(set.device, set.file_of(kernel)));
    const RunResult result = finished(session, kernel);
    const Measured m{result, session.arch(), &session.program()};
    const double cycles = profile.cycles;
    rows.push_back(
        {set.name, kernel, "cycles", value_of("sm__cycles_active.avg", m), cycles, cycles, cycles});
    add_rates(rows, {set.name, kernel}, profile, m);
  }
  return rows;
}

}  // namespace

std::vector<Row> compare_unseen() {
  return compare_ptx(kUnseenSet);
}

std::vector<Row> compare_held_out() {
  return compare_ptx(kHeldOutSet);
}

std::vector<Row> compare_held_out_2() {
  return compare_ptx(kHeldOutSet2);
}

}  // namespace simt::accuracy
