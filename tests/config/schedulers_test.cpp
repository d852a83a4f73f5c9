// The command line lists the schedulers of sim/config/schedulers.def.
#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "sim/config/arch.h"

using namespace simt;

TEST_CASE("the list of schedulers has each by the name that files use") {
  std::stringstream names{std::string(kSchedulerNames)};
  unsigned count = 0;
  for (std::string name; std::getline(names, name, '|'); ++count) {
    const auto kind = scheduler_kind(name);
    REQUIRE(kind.has_value());
    CHECK(name_of(*kind) == name);
  }
  CHECK(count >= 5);
}
