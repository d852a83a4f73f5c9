// Which devices run code for a target, and what a report's device is called here.
#include "sim/config/target.h"

#include <catch2/catch.hpp>

using namespace simt;
using Catch::Matchers::Contains;

namespace {
const std::string kConfigs = std::string(SIMT_SOURCE_DIR) + "/configs";
}

TEST_CASE("targets: code runs on its compute capability and newer ones") {
  const PtxTarget turing = *parse_target("sm_75");
  CHECK(can_run(7, 5, turing));
  CHECK(can_run(9, 0, turing));
  CHECK_FALSE(can_run(7, 0, turing));
  const PtxTarget special = *parse_target("sm_90a");
  CHECK(can_run(9, 0, special));
  CHECK_FALSE(can_run(10, 0, special));
  const PtxTarget family = *parse_target("sm_100f");
  CHECK(family.major == 10);
  CHECK(can_run(10, 3, family));
  CHECK_FALSE(can_run(12, 0, family));
  CHECK_FALSE(parse_target("compute_90").has_value());
}

TEST_CASE("targets: without --arch it is Volta, or the oldest that can run the file") {
  CHECK(arch_for("sm_60", kConfigs) == "volta");
  CHECK(arch_for("sm_70", kConfigs) == "volta");
  CHECK(arch_for("sm_72", kConfigs) == "t4");
  CHECK(arch_for("sm_75", kConfigs) == "t4");
  CHECK(arch_for("sm_80", kConfigs) == "a100");
  CHECK(arch_for("sm_86", kConfigs) == "rtx3090");
  CHECK(arch_for("sm_89", kConfigs) == "rtx4090");
  CHECK(arch_for("sm_90a", kConfigs) == "h100");
  CHECK(arch_for("sm_100", kConfigs) == "volta");
}

TEST_CASE("targets: a device that is too old is told of, with those that fit") {
  const ArchConfig v100 = load_arch("v100", kConfigs);
  CHECK(target_warning("sm_70", v100, kConfigs).empty());
  CHECK(target_warning("sm_90", v100, kConfigs) ==
        "the module is for .target sm_90, which v100 (compute capability 7.0) cannot run; "
        "--arch h100, h200 can");
  CHECK_THAT(target_warning("sm_120", v100, kConfigs), Contains("no device here can"));
  CHECK(target_warning("sm_75", load_arch("h200", kConfigs), kConfigs).empty());
}

TEST_CASE("targets: the device nearest to that of a report") {
  const auto nearest = [](const std::string& name, const std::string& cc, unsigned sms = 0) {
    return nearest_device({name, cc, sms}, kConfigs);
  };
  CHECK(nearest("NVIDIA H200", "9.0") == "h200");
  CHECK(nearest("NVIDIA H200", "") == "h200");
  CHECK(nearest("NVIDIA H100 80GB HBM3", "9.0") == "h100");
  CHECK(nearest("Tesla V100-SXM2-16GB", "7.0") == "v100");
  CHECK(nearest("NVIDIA GeForce RTX 4060 Laptop GPU", "8.9") == "rtx4060");
  CHECK(nearest("NVIDIA GH200 480GB", "9.0") == "h200");
  // No name, or none that is here: compute capability, then SMs.
  CHECK(nearest("", "9.0") == "h100");
  CHECK(nearest("NVIDIA GeForce RTX 4070", "8.9") == "rtx4090");
  CHECK(nearest("NVIDIA GeForce RTX 4070", "8.9", 46) == "rtx4060");
  CHECK(nearest("NVIDIA GeForce RTX 4080", "8.9", 76) == "rtx4090");
  CHECK(nearest("NVIDIA L40", "8.7") == "rtx3090");
  CHECK(nearest("NVIDIA B200", "10.0") == "h100");
  CHECK_FALSE(nearest("NVIDIA B200", "").has_value());
}
