// Comments and documents name files: those that they name exist.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

const fs::path& root() {
  static const fs::path path = SIMT_SOURCE_DIR;
  return path;
}

bool is_ours(const fs::path& path) {
  const std::string text = fs::relative(path, root()).string();
  for (const char* const other : {"build", ".git", "sim/views/player/web/node_modules"})
    if (text.rfind(other, 0) == 0) return false;
  return true;
}

std::vector<fs::path> all_files() {
  std::vector<fs::path> out;
  for (const char* const top :
       {"isa", "sim", "tools", "tests", "kernels", "configs", "docs", "cmake"})
    for (auto it = fs::recursive_directory_iterator(root() / top);
         it != fs::recursive_directory_iterator(); ++it)
      if (it->is_regular_file() && is_ours(it->path())) out.push_back(it->path());
  return out;
}

/// The comments of a C++ file; all of a document.
std::string prose_of(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream all;
  all << in.rdbuf();
  if (file.extension() == ".md") return all.str();
  std::string text, line;
  while (std::getline(all, line)) {
    const std::size_t comment = line.find("//");
    if (comment != std::string::npos) text += line.substr(comment) + "\n";
  }
  return text;
}

/// As a name, with an ending, as a folder, or as a pattern; a placeholder; a program that is built.
bool exists(const std::string& path) {
  if (path.find_first_of("*<{") != std::string::npos) return true;
  const std::string name = fs::path(path).stem();
  if (name == "x" || name == "NAME" || name.rfind("bench_", 0) == 0) return true;
  for (const char* const ending : {"", ".h", ".cpp", ".py", ".sh", ".ir"})
    if (fs::exists(root() / (path + ending))) return true;
  return false;
}

}  // namespace

TEST_CASE("comments and documents name files that exist") {
  const std::vector<fs::path> files = all_files();
  std::set<std::string> names;
  for (const fs::path& file : files) names.insert(file.filename());
  for (const char* const of_others : {"cuda_occupancy.h", "sysexits.h"}) names.insert(of_others);
  const std::regex path(
      R"((^|[^A-Za-z0-9_./-])((?:isa|sim|tools|tests|configs|cmake)/[A-Za-z0-9_./*<{-]*[A-Za-z0-9_*<{]))");
  const std::regex name(R"((^|[^A-Za-z0-9_./-])([a-z][a-z0-9_]*\.(h|cpp))\b)");
  for (const fs::path& file : files) {
    const std::string ending = file.extension();
    if (ending != ".h" && ending != ".cpp" && ending != ".md" && ending != ".def") continue;
    const std::string prose = prose_of(file);
    INFO(fs::relative(file, root()).string());
    for (std::sregex_iterator it(prose.begin(), prose.end(), path), end; it != end; ++it)
      if (!exists((*it)[2].str())) FAIL_CHECK("no such file: " << (*it)[2].str());
    if (ending == ".md") continue;  // documents speak of other projects' files, too
    for (std::sregex_iterator it(prose.begin(), prose.end(), name), end; it != end; ++it)
      if (names.count((*it)[2].str()) == 0) FAIL_CHECK("no such file: " << (*it)[2].str());
  }
}
