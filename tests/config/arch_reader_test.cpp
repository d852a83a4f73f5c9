// Reading of architecture files: strictness, messages, inheritance, round trip.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "sim/base/nearest_name.h"
#include "sim/config/arch.h"
#include "sim/config/renamed_keys.h"

using namespace simt;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

const std::string kConfigs = std::string(SIMT_SOURCE_DIR) + "/configs";

json h200() {
  return json::parse(print_arch(load_arch("h200", kConfigs)));
}

/// Every problem that the reader reports for a document.
std::string problems(const std::string& text) {
  try {
    parse_arch(text, "x.json");
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "";
}
std::string problems_of(const json& document) {
  return problems(document.dump());
}

}  // namespace

TEST_CASE("a printed configuration reads back to an equal one") {
  for (const ArchListing& listed : list_archs(kConfigs)) {
    INFO(listed.name);
    ArchConfig arch = load_arch(listed.name, kConfigs);
    const std::string text = print_arch(arch);
    arch.file = "x.json";
    const ArchConfig again = parse_arch(text, "x.json");
    CHECK(again == arch);
    CHECK(print_arch(again) == text);
  }
}

TEST_CASE("paths take turns only where a file asks for it") {
  json d = h200();
  CHECK_FALSE(parse_arch(d.dump(), "x.json").control.interleave);
  d["control"]["interleave"] = true;
  const ArchConfig arch = parse_arch(d.dump(), "x.json");
  CHECK(arch.control.interleave);
  CHECK(parse_arch(print_arch(arch), arch.file) == arch);
}

TEST_CASE("an unknown key is reported with its path and the nearest key") {
  json d = h200();
  d["limits"]["max_warps_per_sn"] = 64;
  d["limits"].erase("max_warps_per_sm");
  d["op"] = json::object();
  CHECK_THAT(problems_of(d), Contains("x.json: /limits/max_warps_per_sn: unknown key; did you mean "
                                      "max_warps_per_sm?") &&
                                 Contains("x.json: /op: unknown key; did you mean ops?") &&
                                 Contains("x.json: /limits/max_warps_per_sm: missing"));
}

TEST_CASE("a key that resembles nothing gets no hint") {
  json d = h200();
  d["wombat"] = 1;
  CHECK(problems_of(d) == "x.json: /wombat: unknown key");
}

TEST_CASE("a key by its former name is told the name of today") {
  json d = h200();
  d["control"]["rejoin_cycles"] = 14;
  d["l2"]["sides"] = 2;
  CHECK(problems_of(d) ==
        "x.json: /control/rejoin_cycles: unknown key; it is called reconvergence_cycles now\n"
        "x.json: /l2/sides: unknown key; it is called partitions now");
}

TEST_CASE("every former name of a key leads to a key") {
  const json d = h200();
  for (const RenamedKey& key : kRenamedKeys) {
    INFO(key.path);
    const json::json_pointer old{std::string(key.path)};
    CHECK_FALSE(d.contains(old));
    CHECK(d.at(old.parent_pointer()).contains(std::string(key.name)));
  }
}

TEST_CASE("all wrong values are reported at once") {
  json d = h200();
  d["sm"]["count"] = 0;
  d["l1"]["latency"] = -1;
  d["control"]["divergence"] = "stck";
  d["control"]["first_side"] = 3;
  d["dram"]["efficiency"] = "high";
  d["limits"]["barrier_limit_applies"] = 1;
  d["limits"]["shared_carveouts"] = {0, "8192"};
  d["shared"]["banks"] = 32.5;
  d["compute_capability"] = "9";
  d["name"] = 7;
  const std::string text = problems_of(d);
  CHECK_THAT(text, Contains("/sm/count: 0 is out of range; it must be from 1 to 4096"));
  CHECK_THAT(text, Contains("/l1/latency: -1 is out of range; it must be from 0 to"));
  CHECK_THAT(text,
             Contains("/control/divergence: expected one of stack, its; did you mean stack?"));
  CHECK_THAT(text, Contains("/control/first_side: expected one of fall-through, taken, "
                            "fewer-lanes, more-lanes"));
  CHECK_THAT(text, Contains("/dram/efficiency: expected a number, found string"));
  CHECK_THAT(text, Contains("/limits/barrier_limit_applies: expected true or false, found number"));
  CHECK_THAT(text, Contains("/limits/shared_carveouts/1: expected a whole number, found string"));
  CHECK_THAT(text,
             Contains("/shared/banks: expected a whole number, found a number with a fraction"));
  CHECK_THAT(text, Contains("/compute_capability: expected a string such as \"8.9\""));
  CHECK_THAT(text, Contains("/name: expected a string, found number"));
}

TEST_CASE("the ends of a range are inside it") {
  json d = h200();
  d["dram"]["efficiency"] = 1;
  d["sm"]["count"] = 4096;
  d["sm"]["gpcs"] = std::vector<unsigned>(64, 64);
  CHECK(problems_of(d).empty());
  d["dram"]["efficiency"] = 1.001;
  d["sm"]["count"] = 4097;
  CHECK_THAT(problems_of(d), Contains("/dram/efficiency: 1.001") && Contains("/sm/count: 4097"));
}

TEST_CASE("contradictions between figures are reported") {
  json d = h200();
  SECTION("carveout larger than the array") {
    d["limits"]["unified_l1_shared"] = 128 * 1024;
    CHECK(problems_of(d) ==
          "x.json: /limits/shared_carveouts: 233472 exceeds unified_l1_shared (131072)");
  }
  SECTION("pieces that L2 fetches and that are no sectors of a line") {
    d["l2"]["fetch_bytes"] = 96;
    CHECK_THAT(problems_of(d), Contains("/l2/fetch_bytes: 96 is no power of two from a sector"));
    d["l2"]["fetch_bytes"] = 128;
    CHECK(problems_of(d).empty());
  }
  SECTION("carveouts that do not ascend, or miss the largest") {
    d["limits"]["shared_carveouts"] = {8192, 8192};
    CHECK_THAT(problems_of(d), Contains("must ascend") && Contains("is not shared_per_sm"));
    d["limits"]["shared_carveouts"] = json::array();
    CHECK_THAT(problems_of(d), Contains("needs at least one size"));
  }
  SECTION("warps that do not make the threads") {
    d["limits"]["max_warps_per_sm"] = 48;
    CHECK_THAT(problems_of(d), Contains("/limits/max_warps_per_sm: 48 warps of 32 lanes"));
    d["limits"]["max_warps_per_sm"] = 64;
    d["limits"]["max_threads_per_sm"] = 2048;
    d["sm"]["sub_partitions"] = 1;
    CHECK_THAT(problems_of(d), Contains("64 warps in 1 sub-partitions are more than 32 for each"));
  }
  SECTION("a way that the SMs of a GPC share, and no GPCs") {
    d["sm"]["gpcs"] = json::array();
    CHECK(problems_of(d) == "x.json: /gpc_port: what the SMs of a GPC share needs /sm/gpcs");
    d["gpc_port"]["read_bytes_per_clock"] = 0;
    CHECK_THAT(problems_of(d), Contains("/gpc_port"));
    d["gpc_port"]["write_bytes_per_clock"] = 0;
    CHECK(problems_of(d).empty());
  }
  SECTION("a channel of memory without a slice of L2") {
    d["dram"]["channels"] = 95;
    CHECK(problems_of(d) == "x.json: /dram/channels: 95 exceeds l2.slices, which feed them (94)");
  }
  SECTION("a way that is as good as closed") {
    d["gpc_port"]["read_bytes_per_clock"] = 1e-300;
    CHECK_THAT(problems_of(d), Contains("/gpc_port/read_bytes_per_clock: 1e-300 is neither 0"));
    d["gpc_port"]["read_bytes_per_clock"] = 0.001;
    CHECK(problems_of(d).empty());
  }
  SECTION("warp size") {
    d["sm"]["warp_size"] = 24;
    CHECK_THAT(problems_of(d), Contains("/sm/warp_size: 24 is not a power of two"));
  }
  SECTION("a far half of L2 that would be reached before the near one answers") {
    d["l2"]["far_cycles"] = 1000;
    CHECK_THAT(problems_of(d), Contains("/l2/far_cycles: 500 exceeds latency"));
  }
  SECTION("more ways than the cache has lines") {
    d["l1"]["bytes"] = 1024;
    d["l1"]["ways"] = 16;
    CHECK_THAT(problems_of(d), Contains("/l1/ways"));
  }
}

TEST_CASE("figures come plain or with a source, and nothing else") {
  json d = h200();
  d["sm"]["count"] = json{{"value", 4}};
  d["sm"]["clock_mhz"] = json{{"value", 4}, {"source", ""}};
  d["sm"]["warp_size"] = json{{"vlaue", 32}, {"source", "x"}};
  d["l1"]["latency"] = 40;
  const std::string text = problems_of(d);
  CHECK_THAT(text, Contains("/sm/count: its \"source\" must say where the figure comes from"));
  CHECK_THAT(text, Contains("/sm/clock_mhz: its \"source\" must say"));
  CHECK_THAT(text, Contains("/sm/warp_size/vlaue: unknown key"));
  CHECK_THAT(text, Contains("/sm/warp_size: has no \"value\""));
  CHECK_THAT(text, !Contains("/l1/latency"));
}

TEST_CASE("broken JSON gives line and column") {
  CHECK_THAT(problems("{\n  \"name\": \"x\",\n  oops\n}"), Contains("x.json:3:3: "));
  CHECK_THAT(problems(""), Contains("x.json:1:1: "));
  CHECK_THAT(problems("{\"a\": 1e999}"), Contains("x.json"));
  CHECK(problems("[1, 2]").find("x.json: /: expected an object") == 0);
  CHECK_THAT(problems("{\"name\": \"\xff\"}"), Contains("x.json:1:"));
}

TEST_CASE("a key that stands twice is reported") {
  CHECK_THAT(problems(R"({"name": "a", "sm": {"count": 1, "count": 2}, "name": "b"})"),
             Contains("x.json: /sm/count: the key stands twice") &&
                 Contains("x.json: /name: the key stands twice"));
}

TEST_CASE("deep nesting neither crashes nor hangs") {
  CHECK(!problems(std::string(200000, '[')).empty());
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "{\"a\":";
  CHECK(!problems(deep + "1" + std::string(100000, '}')).empty());
}

TEST_CASE("a file can extend another and change single figures") {
  const auto dir = std::filesystem::temp_directory_path() / "simt_config_test";
  std::filesystem::create_directories(dir);
  const std::string file = dir / "half.json";
  std::ofstream(file) << R"({"extends": ")" << kConfigs << R"(/h200.json", "name": "half",
    "sm": {"count": 66}})";
  const ArchConfig half = load_arch(file, kConfigs), whole = load_arch("h200", kConfigs);
  CHECK(half.sm.count == 66);
  CHECK(half.name == "half");
  CHECK(half.aliases.empty());
  CHECK(half.limits == whole.limits);
  CHECK(half.sm.gpcs.size() == whole.sm.gpcs.size());  // of equal sizes
  CHECK(std::accumulate(half.sm.gpcs.begin(), half.sm.gpcs.end(), 0u) == 66);
  std::ofstream(file) << R"({"extends": "h200", "name": "half", "sm": {"count": 66}})";
  ArchConfig by_name = load_arch(file, kConfigs);
  CHECK(by_name == half);
  CHECK(parse_arch(print_arch(by_name), file) == by_name);
  std::ofstream(file) << R"({"extends": "h201", "name": "half"})";
  CHECK_THROWS_WITH(load_arch(file, kConfigs), Contains("half.json: /extends: cannot read"));
  CHECK(half.sources.count("/sm/count") == 0);  // the base's source does not vouch for 66
  CHECK(half.sources.at("/sm/clock_mhz") == whole.sources.at("/sm/clock_mhz"));

  std::ofstream(file) << R"({"extends": "half.json", "name": "half"})";
  CHECK_THROWS_WITH(load_arch(file, kConfigs), Contains("extends itself"));
  std::ofstream(file) << R"({"extends": "no_such.json", "name": "half"})";
  CHECK_THROWS_WITH(load_arch(file, kConfigs), Contains("half.json: /extends: cannot read"));
  std::ofstream(dir / "base.json") << R"({"sm": {"count": -1}})";
  std::ofstream(file) << R"({"extends": "base.json", "sm": {"clock_mhz": 0}})";
  CHECK_THROWS_WITH(load_arch(file, kConfigs), Contains("base.json: /sm/count") &&
                                                   Contains("half.json: /sm/clock_mhz") &&
                                                   Contains("half.json: /name: missing"));
  std::filesystem::remove_all(dir);
}

TEST_CASE("GPCs that a file gives must hold its SMs") {
  json d = h200();
  d["sm"]["gpcs"] = {16, 16};
  CHECK_THAT(problems_of(d), Contains("x.json: /sm/gpcs: they hold 32 SMs, /sm/count is 132"));
}

TEST_CASE("a fraction is told from a whole number") {
  json d = h200();
  d["sm"]["count"] = 1.5;
  CHECK_THAT(problems_of(d),
             Contains("/sm/count: expected a whole number, found a number with a fraction"));
}

TEST_CASE("a missing file and a folder are errors") {
  CHECK_THROWS_WITH(load_arch("no_such.json", kConfigs), Contains("cannot read no_such.json"));
  CHECK_THROWS_WITH(load_arch(kConfigs + "/cc/../../configs/.json", kConfigs),
                    Contains("cannot read"));
  CHECK_THROWS_AS(list_archs("/no/such/folder"), ConfigError);
}

TEST_CASE("nearest name") {
  const std::vector<std::string> names = {"volta", "v100", "hopper"};
  CHECK(nearest_name("vlota", names) == "volta");
  CHECK(nearest_name("v10", names) == "v100");
  CHECK(nearest_name("am", {"volta", "ampere"}) == "ampere");
  CHECK(nearest_name("girdd", {"block", "grid"}) == "grid");
  CHECK(nearest_name("bogus", {"focus", "block"}).empty());
  CHECK(nearest_name("fobus", {"focus"}) == "focus");
  CHECK(nearest_name("arc", {"arg", "arch"}) == "arch");
  CHECK(nearest_name("m", {"a", "n"}).empty());
  CHECK(nearest_name("on", {"in", "n"}).empty());
  CHECK(nearest_name("int", {"in"}).empty());
  CHECK(nearest_name("hoper", names) == "hopper");
  CHECK(nearest_name("", names).empty());
  CHECK(nearest_name("kepler", names).empty());
  CHECK(nearest_hint("volt", names) == "; did you mean volta?");
}
