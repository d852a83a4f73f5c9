// Each counter is written in one place: what happens on an SM by Tally, in L2 and device memory by
// L2Memory, what follows from the sums at the end of a launch by grid_result.cpp.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace fs = std::filesystem;

namespace {

// File -> whose it is.
const std::map<std::string, std::string> kWriters{{"sim/sm/count/tally.h", "Tally"},
                                                  {"sim/sm/count/tally.cpp", "Tally"},
                                                  {"sim/mem/l2_memory.cpp", "L2Memory"},
                                                  {"sim/mem/l2_lookup.cpp", "L2Memory"},
                                                  {"sim/launch/grid_result.cpp", "add_grid()"}};

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream all;
  all << in.rdbuf();
  return all.str();
}

std::set<std::string> counters() {
  const std::string table = text_of(fs::path(SIMT_SOURCE_DIR) / "sim/base/counters.def");
  const std::regex row(R"((?:^|\n)COUNTER\((\w+))");
  std::set<std::string> out;
  for (std::sregex_iterator it(table.begin(), table.end(), row), end; it != end; ++it)
    out.insert((*it)[1]);
  return out;
}

}  // namespace

TEST_CASE("counters are written where they belong, and nowhere else") {
  const fs::path root = SIMT_SOURCE_DIR;
  const std::regex write(
      R"((\+\+|--)[^;=?&|]*\[[^\]]*Counter::|\[[^\]]*Counter::[^\]]*\]\s*[-+|]?=[^=])");
  std::size_t writers = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root / "sim")) {
    const std::string ext = entry.path().extension();
    if (ext != ".h" && ext != ".cpp") continue;
    const std::string file = fs::relative(entry.path(), root).string();
    const bool writes = std::regex_search(text_of(entry.path()), write);
    INFO(file);
    CHECK((!writes || kWriters.count(file) == 1));
    writers += writes ? 1 : 0;
  }
  CHECK(writers == kWriters.size());
}

TEST_CASE("each counter has one writer") {
  const std::set<std::string> all = counters();
  REQUIRE(all.size() > 50);
  std::map<std::string, std::set<std::string>> named_by;
  const std::regex name(R"(Counter::(\w+))");
  for (const auto& [file, owner] : kWriters) {
    const std::string text = text_of(fs::path(SIMT_SOURCE_DIR) / file);
    for (std::sregex_iterator it(text.begin(), text.end(), name), end; it != end; ++it)
      named_by[(*it)[1]].insert(owner);
  }
  for (const std::string& counter : all) {
    INFO(counter);
    CHECK(named_by[counter].size() == 1);
  }
}
