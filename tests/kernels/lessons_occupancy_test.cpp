// docs/lessons, performance guidelines: registers and occupancy.
#include "tests/kernels/run_kernel.h"

using namespace simt;
using simt::test::finish;

TEST_CASE("CC 6.x, 512 threads: 64 registers allow two blocks, 65 one") {
  for (const char* arch : {"p100", "gtx1080"}) {
    const RunResult two = finish({"occupancy_64", arch}), one = finish({"occupancy_65", arch});
    CHECK(two.launch.registers_per_thread == 64);
    CHECK(two.launch.occupancy.ctas_per_sm == 2);
    CHECK(two.launch.occupancy.fraction == Approx(0.5));
    CHECK(one.launch.registers_per_thread == 65);
    CHECK(one.launch.occupancy.ctas_per_sm == 1);
    CHECK(one.launch.occupancy.fraction == Approx(0.25));
    CHECK(one.launch.occupancy.limiters == std::vector<std::string>{"registers"});
  }
}

TEST_CASE("sine: small arguments stay out of local memory, large ones pay for it") {
  const RunResult r = finish({"sine"});
  CHECK(r.counters[Counter::local_st_requests] == 7);  // warp 1 only: seven words of the product
  CHECK(r.counters[Counter::local_ld_requests] == 3);
}
