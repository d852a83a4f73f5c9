// The CUDA originals of the kernels (tests/hardware/cuda): the PTX that nvcc -O3 makes of each runs
// here, with the launch and the checks of its kernels/NAME.ir.
#include <filesystem>

#include "tests/kernels/run_kernel.h"

using namespace simt;
namespace fs = std::filesystem;

namespace {

const fs::path kCuda = fs::path(SIMT_SOURCE_DIR) / "tests/hardware/cuda";

std::vector<std::string> names(const fs::path& folder, const std::string& extension) {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == extension) out.push_back(entry.path().stem().string());
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

TEST_CASE("971 every kernel of the lessons has a CUDA original and its PTX") {
  const auto originals = names(kCuda, ".cu");
  // Beside their PTX in the lessons, not measured.
  const auto twins = names(fs::path(SIMT_SOURCE_DIR) / "kernels" / "cuda", ".cu");
  CHECK(originals == names(kCuda / "ptx", ".ptx"));
  for (const std::string& kernel : names(fs::path(SIMT_SOURCE_DIR) / "kernels", ".ir")) {
    // Faults on purpose, and figures for occupancy that no compiler would keep.
    // shift_loop is divide_loop with another operation.
    if (kernel == "shift_loop" || kernel.ends_with("_faulty") || kernel == "misaligned" ||
        kernel.starts_with("occupancy_"))
      continue;
    INFO(kernel);
    CHECK((std::binary_search(originals.begin(), originals.end(), kernel) ||
           std::binary_search(twins.begin(), twins.end(), kernel)));
  }
}

TEST_CASE("972 nvcc's PTX of every original passes the checks of its lesson") {
  for (const std::string& kernel : names(kCuda / "ptx", ".ptx")) {
    INFO(kernel);
    SessionOptions options;
    options.file = (kCuda / "ptx" / (kernel + ".ptx")).string();
    options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
    options.arch = "h200";
    options.as_compiled = true;
    Session session(options);
    REQUIRE(session.run({}).status == RunStatus::Finished);
    const auto verdicts = session.check();
    CHECK_FALSE(verdicts.empty());
    for (const Verdict& v : verdicts) {
      INFO(v.check.text << ": " << v.result.message);
      CHECK(v.result.passed);
    }
  }
}
