#include "tests/accuracy/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <ostream>
#include <sstream>
#include <stdexcept>

namespace simt::accuracy {

double Row::error() const {
  if (!relative()) return std::abs(simulated - measured);
  return 100 * std::abs(simulated / measured - 1);
}

std::vector<Row> read_rows(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream cells(line);
    Row r;
    if (!(cells >> r.kind >> r.name >> r.quantity >> r.simulated >> r.measured >> r.low >> r.high))
      throw std::runtime_error(path + ": no row: " + line);
    rows.push_back(r);
  }
  return rows;
}

void write_rows(std::ostream& out, const std::vector<Row>& rows) {
  out << "# kind name quantity simulated measured low high (tools/hardware/accuracy.sh writes "
         "this)\n";
  for (const Row& r : rows)
    out << fmt::format("{} {:.2f} {:.2f} {:.2f} {:.2f}\n", r.key(), r.simulated, r.measured, r.low,
                       r.high);
}

Summary summary(const std::vector<Row>& rows, const std::string& kind,
                const std::string& quantity) {
  Summary s;
  unsigned n = 0;
  for (const Row& r : rows) {
    if (r.kind != kind || r.quantity != quantity) continue;
    ++n;
    s.mean += r.error();
    s.worst = std::max(s.worst, r.error());
  }
  if (n > 0) s.mean /= n;
  return s;
}

}  // namespace simt::accuracy
