// The committed table (tests/hardware/h200/accuracy.txt) is the limit: no error may grow by more
// than two points of percent, and a goal that was reached stays reached. tools/hardware/accuracy.sh
// writes the table anew after an intended change.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <iostream>
#include <map>

#include "tests/accuracy/comparisons.h"
#include "tests/accuracy/measured.h"

using namespace simt::accuracy;

namespace {

constexpr double kSlack = 2;

struct Goal {
  const char *kind, *quantity;
  double mean, worst;
};
constexpr Goal kGoals[] = {
    {"kernel", "cycles", 15, 35}, {"kernel", "l1", 5, 5},       {"kernel", "l2", 5, 5},
    {"micro", "cycles", 15, 35},  {"article", "ratio", 20, 20}, {"article", "dram", 10, 10},
};

std::vector<Row> committed(const std::string& kind) {
  std::vector<Row> out;
  for (const Row& r : read_rows(hardware_file("accuracy.txt")))
    if (r.kind == kind) out.push_back(r);
  return out;
}

void compare_rows(const std::vector<Row>& now, const std::vector<Row>& before) {
  std::map<std::string, Row> limits;
  for (const Row& r : before) limits[r.key()] = r;
  CHECK(now.size() == before.size());
  for (const Row& r : now) {
    INFO(fmt::format("{}: simulated {:.2f}, measured {:.2f}", r.key(), r.simulated, r.measured));
    const auto limit = limits.find(r.key());
    REQUIRE(limit != limits.end());
    CHECK(r.measured == Approx(limit->second.measured).epsilon(1e-3).margin(0.01));
    CHECK(r.error() <= limit->second.error() + kSlack);
  }
}

void compare_summaries(const std::vector<Row>& now, const std::vector<Row>& before,
                       const std::string& kind) {
  for (const std::string quantity : {"cycles", "l1", "l2", "ratio", "dram", "stalls", "largest"}) {
    const Summary is = summary(now, kind, quantity), was = summary(before, kind, quantity);
    INFO(quantity << ": mean error " << is.mean << " (was " << was.mean << "), worst " << is.worst
                  << " (was " << was.worst << ")");
    CHECK(is.mean <= was.mean + kSlack);
    CHECK(is.worst <= was.worst + kSlack);
    for (const Goal& g : kGoals) {
      if (g.kind != kind || g.quantity != quantity) continue;
      if (was.mean <= g.mean) CHECK(is.mean <= g.mean);
      if (was.worst <= g.worst) CHECK(is.worst <= g.worst);
    }
  }
}

void compare(const std::string& kind, const std::vector<Row>& now) {
  const std::vector<Row> before = committed(kind);
  write_rows(std::cout, now);
  compare_rows(now, before);
  compare_summaries(now, before, kind);
}

}  // namespace

TEST_CASE("kernels are as close to an H200 as the committed table says") {
  const std::vector<Row> now = compare_kernels();
  REQUIRE(now.size() >= 100);
  compare("kernel", now);
}

TEST_CASE("kernels that the model had not seen are as close as the committed table says") {
  const std::vector<Row> now = compare_unseen();
  REQUIRE(now.size() >= 120);
  compare("unseen", now);
}

TEST_CASE("kernels measured on an H100 later are as close as the committed table says") {
  const std::vector<Row> now = compare_held_out();
  REQUIRE(now.size() >= 60);
  compare("held_out", now);
}

TEST_CASE("kernels measured on an H100 last are as close as the committed table says") {
  const std::vector<Row> now = compare_held_out_2();
  REQUIRE(now.size() >= 60);
  compare("held_out_2", now);
}

TEST_CASE("microbenchmarks are as close to an H200 as the committed table says") {
  const std::vector<Row> now = compare_micro(micro_selection());
  REQUIRE(now.size() >= 60);
  compare("micro", now);
}

TEST_CASE("machine code of unseen kernels is as close as the committed table says") {
  compare("machine_unseen", compare_machine_unseen());
}

TEST_CASE("machine code of the originals of kernels/ is as close as the committed table says") {
  compare("machine_cuda", compare_machine_cuda());
}

TEST_CASE(
    "machine code of kernels measured on an H100 later is as close as the committed table says") {
  compare("machine_held_out", compare_machine_held_out());
}

TEST_CASE(
    "machine code of kernels measured on an H100 last is as close as the committed table says") {
  compare("machine_held_out_2", compare_machine_held_out_2());
}

TEST_CASE("microbenchmarks as machine code are as close as the committed table says") {
  compare("machine_micro", compare_machine_micro(micro_selection()));
}

TEST_CASE("the reduce article's table comes out as the committed table says") {
  compare("article", compare_article());
}
