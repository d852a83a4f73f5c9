// A warp that sleeps holds up nobody else's instructions.
#include <catch2/catch.hpp>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "tools/driver/session.h"

using namespace simt;

namespace {

/// Warp 0 times a thousand instructions; warp 1 sleeps at each place of a line of instructions.
std::string kernel() {
  std::string text = R"(//! grid 1
//! block 64
//! arg out u32[1] = zero
.version 6.3
.target sm_70
.address_size 64
.visible .entry k(.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %t, %x, %from, %to;
    .reg .b64 %out;
    mov.u32 %t, %tid.x;
    mov.u32 %x, %t;
    setp.ge.u32 %p, %t, 32;
    @%p bra sleeper;
    mov.u32 %from, %clock;
)";
  for (int i = 0; i < 1000; ++i) text += "    add.u32 %x, %x, %t;\n";
  text += R"(
    mov.u32 %to, %clock;
    sub.u32 %to, %to, %from;
    ld.param.u64 %out, [out];
    st.global.u32 [%out], %to;
    ret;
sleeper:
)";
  for (int i = 0; i < 9; ++i) text += "    nanosleep.u32 100000;\n";
  return text + "    ret;\n}\n";
}

}  // namespace

TEST_CASE("a warp that sleeps does not keep others from their instructions") {
  const auto file = std::filesystem::temp_directory_path() / "simt_sleep_test.ir";
  std::ofstream(file) << kernel();
  SessionOptions options;
  options.file = file.string();
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.arch = "h200";
  Session session(options);
  REQUIRE(session.run({}).status == RunStatus::Finished);
  std::filesystem::remove(file);
  std::uint32_t cycles = 0;
  std::memcpy(&cycles, session.memory().find(session.launch().args[0].address, 4), 4);
  CHECK(cycles >= 4000);
  CHECK(cycles < 10'000);
}
