#include <catch2/catch.hpp>
#include <map>
#include <sstream>

#include "sim/trace/writers.h"
#include "tests/trace/recorded.h"

using namespace simt;
using simt::test::record;
using simt::test::Recorded;

namespace {

/// Reads a Kanata file as its format demands it; what it holds.
struct Kanata {
  explicit Kanata(std::istream& in) {
    std::string line;
    REQUIRE(std::getline(in, line));
    REQUIRE(line == "Kanata\t0004");
    while (std::getline(in, line)) {
      std::istringstream fields(line);
      std::vector<std::string> f;
      for (std::string field; std::getline(fields, field, '\t');) f.push_back(field);
      read(f);
    }
    CHECK(open.empty());
  }

  void read(const std::vector<std::string>& f) {
    const std::string& c = f.at(0);
    if (c == "C=") {
      cycle = std::stoull(f.at(1));
    } else if (c == "C") {
      const long step = std::stol(f.at(1));
      REQUIRE(step > 0);
      cycle += static_cast<std::uint64_t>(step);
    } else if (c == "I") {
      REQUIRE(std::stoull(f.at(1)) == rows++);  // ids are given in order
      open[f.at(1)];
    } else {
      REQUIRE(open.count(f.at(1)) == 1);  // of a row that is there
      auto& stages = open[f.at(1)];
      if (c == "S") {
        REQUIRE(stages.emplace(f.at(3), cycle).second);
      } else if (c == "E") {
        REQUIRE(stages.count(f.at(3)) == 1);
        cycles[f.at(3)] += cycle - stages[f.at(3)];
        stages.erase(f.at(3));
      } else if (c == "R") {
        CHECK(stages.empty());
        open.erase(f.at(1));
        if (f.at(3) == "0") CHECK(std::stoull(f.at(2)) == retired);
        ++(f.at(3) == "0" ? retired : flushed);
      } else if (c == "W") {
        CHECK(std::stoull(f.at(2)) < std::stoull(f.at(1)));
        ++arrows;
      } else {
        REQUIRE(c == "L");
      }
    }
  }

  std::uint64_t cycle = 0, rows = 0, retired = 0, flushed = 0, arrows = 0;
  std::map<std::string, std::map<std::string, std::uint64_t>> open;
  std::map<std::string, std::uint64_t> cycles;  ///< of each stage
};

Kanata kanata_of(const Recorded& r) {
  std::stringstream text;
  trace::write_kanata({r.recording, r.session.program(), r.session.arch(), ""}, text);
  return Kanata(text);
}

}  // namespace

TEST_CASE("Kanata: every row that begins ends, and stages sum up to the counters") {
  const char* kernel = GENERATE("if_else.ir", "bank_column.ir", "reduce_naive.ir", "spin_lock.ir");
  CAPTURE(kernel);
  const Recorded r =
      record(kernel, "volta", test::whole_run(), std::string(kernel) == "reduce_naive.ir" ? 2 : 0);
  const Kanata k = kanata_of(r);
  CHECK(k.retired == r.run.counters[Counter::inst_executed]);
  CHECK(k.flushed == 0);
  CHECK(k.arrows > 0);
  for (std::size_t i = 0; i < kNumStalls; ++i) {
    const auto stall = static_cast<Stall>(i);
    const std::string stage(stall == Stall::selected ? "Is" : info(stall).name);
    const auto found = k.cycles.find(stage);
    CHECK((found == k.cycles.end() ? 0 : found->second) == r.run.counters[stall]);
  }
}

TEST_CASE("Kanata: instructions that a window cuts off are flushed") {
  const Recorded r = record("reduce_naive.ir", "volta", trace::Window{600, 1000, {0}, 0}, 2);
  const Kanata k = kanata_of(r);
  CHECK(k.retired == r.recording.issues.size());
  CHECK(k.flushed > 0);
}
