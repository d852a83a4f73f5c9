// Faults of loads, stores and atomics: what is said of them.
#include <catch2/catch.hpp>

#include "buffer_rig.h"

using namespace simt;

TEST_CASE("memory faults say lane, address and what is near") {
  Buffer rig;
  rig.shared_bytes = 1100;
  rig.program.shared.variables.push_back({"tile", 0, 1024, ScalarType::F32});
  const Slot a = rig.u64(), d = rig.u32();
  rig.emit("ld.global.u32", {.dst = {d}, .src = {a}, .src_bytes = 8});
  rig.emit("st.global.v4.u32", {.src = {a, d, d, d, d}, .dst_bytes = 4, .src_bytes = 8});
  rig.emit("ld.shared.u32", {.dst = {d}, .src = {a}, .src_bytes = 8});
  rig.emit("st.u32", {.src = {a, d}, .dst_bytes = 4, .src_bytes = 8});
  rig.emit("atom.add.u32", {.dst = {d}, .src = {a, d}, .src_bytes = 8});
  const auto all_but = [&](unsigned bad, std::uint64_t address, std::uint64_t others) {
    rig.fill<std::uint64_t>(a, [&](unsigned lane) { return lane == bad ? address : others; });
  };

  all_but(5, rig.base + 2, rig.base);
  CHECK(rig.fault(0) ==
        "misaligned 4-byte load by lane 5 at global address 0x7f0000000002: it must be a multiple "
        "of 4");
  CHECK(rig.fault_lane == 5);
  all_but(31, rig.base + 8, rig.base);
  CHECK(rig.fault(1) ==
        "misaligned 16-byte store by lane 31 at global address 0x7f0000000008: it must be a "
        "multiple of 16");
  all_but(3, rig.base + 4096, rig.base);
  CHECK(
      rig.fault(0) ==
      "out-of-bounds 4-byte load by lane 3 at global address 0x7f0000001000: just past the end of "
      "buffer 'in' (4096 bytes at 0x7f0000000000)");
  all_but(0, 0, rig.base);
  CHECK(rig.fault(0) == "4-byte load by lane 0 through a null pointer (address 0x0)");
  all_but(0, 16, rig.base);
  CHECK(rig.fault(1) == "16-byte store by lane 0 through a null pointer (address 0x10)");
  all_but(2, 1100, 0);
  CHECK(rig.fault(2) ==
        "out-of-bounds 4-byte load by lane 2 at shared address 0x44c: the block has 1100 bytes of "
        "shared memory, 76 bytes past the end of 'tile' (1024 bytes at 0x0)");
  rig.program.shared.uses_dynamic = true;
  CHECK_THAT(rig.fault(2), Catch::Matchers::Contains("its size is the launch's") &&
                               Catch::Matchers::Contains("--shared BYTES"));
  rig.launch.dynamic_shared_bytes = 4;
  CHECK(rig.fault(2).find("--shared") == std::string::npos);
  rig.program.shared.dynamic_offset = 1024;
  CHECK_THAT(rig.fault(2), Catch::Matchers::Contains(
                               "just past the end of the dynamic shared memory (76 bytes at "
                               "0x400)"));
  rig.program.shared.uses_dynamic = false;
  all_but(2, kSharedWindow.base, 0);
  CHECK(rig.fault(2) ==
        "out-of-bounds 4-byte load by lane 2 at shared address 0x10000000000: the block has 1100 "
        "bytes of shared memory, 1099511626752 bytes past the end of 'tile' (1024 bytes at 0x0); "
        "this is a generic address of shared memory");
  all_but(4, kParamWindow.base, rig.base);
  rig.launch.params.resize(8);
  CHECK(rig.fault(3) ==
        "4-byte store by lane 4 at generic address 0x40000000000, which is in param memory");
  rig.fill<std::uint64_t>(a, [](unsigned) { return kConstWindow.base; });
  CHECK(rig.fault(4) ==
        "out-of-bounds 4-byte atomic by lane 0 at const address 0x0: the module has no constant "
        "memory");
}

TEST_CASE("a warp that runs over the end of a buffer faults at the first lane beyond it") {
  Rig rig;
  const auto base = rig.memory.allocate(4 * 20, "short");
  const Slot a = rig.u64(), d = rig.u32();
  rig.emit("ld.global.u32", {.dst = {d}, .src = {a}, .src_bytes = 8});
  rig.fill<std::uint64_t>(a, [&](unsigned lane) { return base + 4 * lane; });
  CHECK(
      rig.fault(0) ==
      "out-of-bounds 4-byte load by lane 20 at global address 0x7f0000000050: just past the end of "
      "buffer 'short' (80 bytes at 0x7f0000000000)");
  CHECK(rig.fault(0, lanes_below(20)) == "no fault");
  rig.fill<std::uint64_t>(a, [&](unsigned lane) { return base - 4 + 4 * lane; });
  CHECK(rig.fault(0) ==
        "out-of-bounds 4-byte load by lane 0 at global address 0x7efffffffffc: 4 bytes before "
        "buffer 'short' (80 bytes at 0x7f0000000000)");
}
