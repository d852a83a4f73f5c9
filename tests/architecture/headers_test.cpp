// Headers are small enough to be read as a whole.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostLines = 200;

std::size_t lines_of(const fs::path& file) {
  std::ifstream in(file);
  return static_cast<std::size_t>(
      std::count(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>(), '\n'));
}

}  // namespace

TEST_CASE("no header is longer than 200 lines") {
  const fs::path root = SIMT_SOURCE_DIR;
  std::size_t headers = 0;
  for (const char* top : {"isa", "sim", "tools", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (entry.path().extension() != ".h") continue;
      ++headers;
      const std::string file = fs::relative(entry.path(), root).string();
      const std::size_t lines = lines_of(entry.path());
      INFO(file << ": " << lines << " lines");
      CHECK(lines <= kMostLines);
    }
  }
  CHECK(headers > 200);
}
