// What traces call an instruction.
#include "sim/trace/names.h"

#include <catch2/catch.hpp>

#include <algorithm>

#include "tools/driver/session.h"

using namespace simt;

namespace {

std::vector<std::string> names_of(const std::string& file) {
  SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + file;
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  return trace::instruction_names(Session(options).program());
}

bool any_begins(const std::vector<std::string>& names, const std::string& begin) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return name.starts_with(begin); });
}

}  // namespace

TEST_CASE("an instruction is called by its line of CUDA, then that of the PTX") {
  const auto names = names_of("/tests/golden/inputs/cuda/scale_tile.ptx");
  CHECK(any_begins(names, "scale_tile.cu:6 (inlined at 11, 20; PTX line 53): ld.global.f32"));
  CHECK(any_begins(names, "scale_tile.cu:18 (PTX line 40): @%p1 bra"));
}

TEST_CASE("what was written as PTX is called by its line alone") {
  CHECK(any_begins(names_of("/kernels/if_else.ir"), "line 22: "));
}
