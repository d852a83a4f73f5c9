// The shipped architecture files: complete, sourced, consistent with each other, found by name.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "sim/config/arch.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {
const std::string kConfigs = std::string(SIMT_SOURCE_DIR) + "/configs";

/// Paths of everything in a printed configuration that is a figure.
void collect_figures(const nlohmann::json& node, const std::string& path,
                     std::set<std::string>& figures) {
  static const std::set<std::string> kIdentity = {"/name", "/description", "/aliases",
                                                  "/compute_capability"};
  if (kIdentity.count(path) != 0 || node.is_null()) return;
  if (!node.is_object() || node.contains("value")) {
    figures.insert(path);
    return;
  }
  for (const auto& [key, value] : node.items()) collect_figures(value, path + "/" + key, figures);
}
}  // namespace

TEST_CASE("every figure of every shipped file carries a source with its confidence") {
  for (const ArchListing& listed : list_archs(kConfigs)) {
    INFO(listed.name);
    const ArchConfig arch = load_arch(listed.name, kConfigs);
    std::set<std::string> figures;
    collect_figures(nlohmann::json::parse(print_arch(arch)), "", figures);
    CHECK(figures.size() > 130);
    for (const std::string& figure : figures) {
      INFO(figure);
      REQUIRE(arch.sources.count(figure) == 1);
      const std::string& source = arch.sources.at(figure);
      const bool graded =
          source.find("; D") != std::string::npos || source.find("; M") != std::string::npos ||
          source.find("; S") != std::string::npos || source.find("; I") != std::string::npos ||
          source.find("; R") != std::string::npos;
      CHECK(graded);
    }
  }
}

TEST_CASE("a shipped figure without a source is refused") {
  const auto dir = std::filesystem::temp_directory_path() / "simt_shipped_test";
  std::filesystem::create_directories(dir);
  std::ofstream(dir / "mine.json")
      << R"({"extends": ")" << kConfigs << R"(/h200.json", "name": "mine", "sm": {"count": 66}})";
  CHECK_THROWS_WITH(load_arch("mine", dir), Contains("/sm/count: has no source"));
  CHECK(load_arch(dir / "mine.json", kConfigs).sm.count == 66);  // a file of the user's own
  std::ofstream(dir / "mine.json") << R"({"extends": ")" << kConfigs << R"(/h200.json"})";
  CHECK_THROWS_WITH(load_arch("mine", dir), Contains("/name: must be the file's name"));
  std::filesystem::remove_all(dir);
}

TEST_CASE("devices are found by name, family, target and compute capability") {
  const std::map<std::string, std::string> expected = {
      {"kepler", "k40"},    {"sm_35", "k40"},       {"3.5", "k40"},     {"maxwell", "gtx980"},
      {"sm_52", "gtx980"},  {"pascal", "p100"},     {"sm_60", "p100"},  {"6.1", "gtx1080"},
      {"volta", "v100"},    {"VOLTA", "v100"},      {"sm_70", "v100"},  {"7.0", "v100"},
      {"turing", "t4"},     {"ampere", "a100"},     {"8.6", "rtx3090"}, {"ada", "rtx4090"},
      {"sm_89", "rtx4090"}, {"RTX4060", "rtx4060"}, {"hopper", "h100"}, {"sm_90", "h100"},
      {"h200", "h200"}};
  for (const auto& [name, device] : expected) CHECK(load_arch(name, kConfigs).name == device);
}

TEST_CASE("no two devices share a name") {
  std::set<std::string> names;
  for (const ArchListing& a : list_archs(kConfigs)) {
    CHECK(names.insert(a.name).second);
    for (const std::string& alias : a.aliases) CHECK(names.insert(alias).second);
    CHECK(!a.description.empty());
  }
  const auto files =
      std::ranges::count_if(std::filesystem::directory_iterator(kConfigs),
                            [](const auto& entry) { return entry.path().extension() == ".json"; });
  CHECK(files >= 12);
  CHECK(list_archs(kConfigs).size() == static_cast<std::size_t>(files));
  CHECK(list_archs(kConfigs).front().compute_capability == "3.5");
}

TEST_CASE("an unknown device is an error that lists the known ones") {
  CHECK_THROWS_WITH(load_arch("vlota", kConfigs),
                    Contains("unknown architecture \"vlota\"; did you mean volta?") &&
                        Contains("rtx4060") && Contains("h100, hopper, sm_90, 9.0"));
  CHECK_THROWS_AS(load_arch("", kConfigs), ConfigError);
}

TEST_CASE("the control model follows the generation") {
  for (const ArchListing& listed : list_archs(kConfigs)) {
    const ArchConfig a = load_arch(listed.name, kConfigs);
    INFO(a.name);
    CHECK(a.control.divergence == (a.cc.major < 7 ? DivergenceKind::Stack : DivergenceKind::Its));
    if (a.cc.major < 7) CHECK(a.control.first_side == FirstSide::FallThrough);
    if (a.cc.major == 9) CHECK(a.control.first_side == FirstSide::FewerLanes);
  }
}

TEST_CASE("documented throughput, results per clock and SM") {
  struct Row {
    const char* arch;
    double fp32, fp64, int_add, int_mul, sfu, convert, barrier;
  };
  // CUDA C++ Programming Guide, arithmetic instructions and synchronization instruction.
  const Row rows[] = {
      {"k40", 192, 64, 160, 32, 32, 32, 128},  {"gtx980", 128, 4, 128, 42.7, 32, 32, 64},
      {"p100", 64, 32, 64, 21.3, 16, 16, 32},  {"gtx1080", 128, 4, 128, 42.7, 32, 32, 64},
      {"v100", 64, 32, 64, 64, 16, 16, 16},    {"t4", 64, 2, 64, 64, 16, 16, 16},
      {"a100", 64, 32, 64, 64, 16, 16, 16},    {"rtx3090", 128, 2, 64, 64, 16, 16, 16},
      {"rtx4060", 128, 2, 64, 64, 16, 16, 16}, {"h200", 128, 64, 64, 64, 16, 16, 16}};
  for (const Row& row : rows) {
    INFO(row.arch);
    const ArchConfig a = load_arch(row.arch, kConfigs);
    CHECK(a.timing(OpClass::Fp32).results_per_clock == row.fp32);
    CHECK(a.timing(OpClass::Fp64).results_per_clock == row.fp64);
    CHECK(a.timing(OpClass::IntAdd).results_per_clock == row.int_add);
    CHECK(a.timing(OpClass::IntMul).results_per_clock == row.int_mul);
    CHECK(a.timing(OpClass::Sfu).results_per_clock == row.sfu);
    CHECK(a.timing(OpClass::Convert).results_per_clock == row.convert);
    CHECK(a.timing(OpClass::Barrier).results_per_clock == row.barrier);
  }
}

TEST_CASE("the two Ada boards share what their compute capability fixes") {
  const ArchConfig small = load_arch("rtx4060", kConfigs), large = load_arch("rtx4090", kConfigs);
  CHECK(small.limits == large.limits);
  CHECK(small.op == large.op);
  CHECK(small.sm.count == 24);
  CHECK(large.sm.count == 128);
  CHECK(small.dram.bytes_per_second == 272e9);
}

TEST_CASE("which loads L1 caches, by architecture") {
  struct Row {
    const char* arch;
    bool global, local;
    unsigned read_only_bytes;
  };
  // CUDA C++ Programming Guide: compute capabilities 3.x, 5.x and 6.x; local memory.
  const Row rows[] = {{"k40", false, true, 48 * 1024}, {"gtx980", false, false, 0},
                      {"gtx1080", false, false, 0},    {"p100", true, true, 0},
                      {"v100", true, true, 0},         {"h200", true, true, 0}};
  for (const Row& row : rows) {
    INFO(row.arch);
    const ArchConfig a = load_arch(row.arch, kConfigs);
    CHECK(a.l1.caches_global == row.global);
    CHECK(a.l1.caches_local == row.local);
    CHECK(a.l1.read_only_bytes == row.read_only_bytes);
  }
}

TEST_CASE("L1 is what the carveout leaves") {
  CHECK(load_arch("v100", kConfigs).l1_bytes(96 * 1024) == 32 * 1024);
  CHECK(load_arch("h200", kConfigs).l1_bytes(0) == 256 * 1024);
  CHECK(load_arch("p100", kConfigs).l1_bytes(64 * 1024) == 24 * 1024);
}
