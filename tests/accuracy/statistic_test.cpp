#include "tests/accuracy/statistic.h"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "tests/accuracy/rows.h"

using namespace simt::accuracy;

TEST_CASE("statistics of a buffer of cycles") {
  const std::vector<double> cycles{10, 30, 0, 20, 4294967290.0, 10, 7, 8};
  CHECK(evaluate({"warps"}, {10, 30, 0, 20}) == 20);
  CHECK(evaluate({"entry", 1}, cycles) == 30);
  CHECK(evaluate({"mean", 0, 4}, cycles) == 15);
  CHECK(evaluate({"first_block"}, cycles) == 20);
  CHECK(evaluate({"blocks"}, cycles) == 18);  // the second block's clock wraps: 16
  CHECK(evaluate({"span"}, {0, 0, 100, 150, 0, 0, 90, 120}) == 60);
  CHECK(evaluate({"span"}, {0, 0, 5, 20, 0, 0, 4294967290.0, 9}) == 26);
  CHECK(evaluate({"life"}, {0, 5, 9, 1, 7, 13}) == 5);
  CHECK_THROWS_AS(evaluate({"entry", 8}, cycles), std::runtime_error);
  CHECK_THROWS_AS(evaluate({"warps"}, {0, 0}), std::runtime_error);
  CHECK_THROWS_AS(evaluate({"median"}, cycles), std::runtime_error);
}

TEST_CASE("errors are relative, those of percentages are points") {
  const std::vector<Row> rows{{"kernel", "a", "cycles", 90, 100, 0, 0},
                              {"kernel", "b", "cycles", 130, 100, 0, 0},
                              {"kernel", "a", "l1", 48, 50, 0, 0},
                              {"micro", "a", "cycles", 1, 100, 0, 0}};
  CHECK(rows[0].error() == Approx(10));
  CHECK(rows[2].error() == Approx(2));
  const Summary s = summary(rows, "kernel", "cycles");
  CHECK(s.mean == Approx(20));
  CHECK(s.worst == Approx(30));
}
