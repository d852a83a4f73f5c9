// Dependencies run one way. Each folder may include itself and the folders listed for it; LLVM is
// seen by the front end alone. A new folder must be placed here before it builds into anything.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

const std::set<std::string> kIsa{"isa/base", "isa/core", "isa/analysis"};
const std::set<std::string> kMachine{"sim/base",       "sim/config", "sim/assembler", "sim/exec",
                                     "sim/divergence", "sim/mem",    "sim/sm"};

std::set<std::string> operator+(std::set<std::string> a, const std::set<std::string>& b) {
  a.insert(b.begin(), b.end());
  return a;
}
using Set = std::set<std::string>;

// Folder -> folders it may include, besides itself.
const std::map<std::string, std::set<std::string>> kAllowed{
    {"isa/base", {}},
    {"isa/core", {"isa/base"}},
    {"isa/analysis", {"isa/base", "isa/core"}},
    {"isa/host", kIsa},
    {"isa/ptx", {"isa/base", "isa/core"}},
    {"isa/cuda", {"isa/base"}},
    {"sim/base", {"isa/base"}},
    {"sim/config", {"isa/base", "isa/core", "sim/base"}},
    {"sim/assembler", kIsa + Set{"isa/host", "sim/base", "sim/config"}},
    {"sim/exec", {"isa/base", "isa/core"}},
    {"sim/divergence", {"isa/base", "isa/core", "sim/config", "sim/exec"}},
    {"sim/mem", {"isa/base", "isa/core", "sim/base", "sim/config", "sim/exec"}},
    {"sim/sm", kIsa + Set{"sim/base", "sim/config", "sim/assembler", "sim/exec", "sim/divergence",
                          "sim/mem"}},
    {"sim/explain", kIsa + kMachine},
    {"sim/functional",
     {"isa/base", "isa/core", "sim/base", "sim/config", "sim/assembler", "sim/exec",
      "sim/divergence", "sim/sm"}},
    {"sim/launch", kIsa + kMachine + Set{"sim/explain", "sim/functional"}},
    {"sim/input", {"isa/base", "isa/core", "sim/base", "sim/exec"}},
    {"sim/check", {"isa/base", "isa/core", "sim/base", "sim/exec", "sim/input"}},
    {"sim/trace", kIsa + kMachine + Set{"sim/launch", "sim/input"}},
    {"sim/ncu", {"isa/base"}},
    {"sim/views",
     kIsa + kMachine +
         Set{"sim/launch", "sim/explain", "sim/input", "sim/check", "sim/trace", "sim/ncu"}},
    {"sim/diff",
     {"isa/base", "isa/core", "sim/base", "sim/config", "sim/exec", "sim/launch", "sim/views"}},
    {"sim/step",
     kIsa + kMachine + Set{"sim/launch", "sim/input", "sim/check", "sim/explain", "sim/views"}},
    {"sim/compare",
     {"isa/base", "isa/core", "sim/base", "sim/config", "sim/launch", "sim/ncu", "sim/views"}},
};

// "isa/ptx/decode/x.cpp" -> "isa/ptx"
std::string folder_of(const std::string& path) {
  const std::size_t first = path.find('/');
  return path.substr(0, path.find('/', first + 1));
}

// Every folder that `folder` may reach by way of others.
std::set<std::string> reachable(const std::string& folder) {
  std::set<std::string> out;
  std::vector<std::string> open{folder};
  while (!open.empty()) {
    const std::string from = open.back();
    open.pop_back();
    for (const std::string& to : kAllowed.at(from))
      if (out.insert(to).second) open.push_back(to);
  }
  return out;
}

}  // namespace

TEST_CASE("no folder may include what includes it") {
  for (const auto& [folder, allowed] : kAllowed) {
    INFO(folder);
    CHECK(reachable(folder).count(folder) == 0);
  }
}

TEST_CASE("includes follow the layers") {
  const fs::path root = SIMT_SOURCE_DIR;
  const std::regex include(R"re(^\s*#include\s+["<]([^">]+)[">])re");
  for (const char* top : {"isa", "sim"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string ext = entry.path().extension();
      if (ext != ".h" && ext != ".cpp") continue;
      const std::string file = fs::relative(entry.path(), root).string();
      const std::string folder = folder_of(file);
      INFO(file);
      REQUIRE(kAllowed.count(folder) == 1);
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) continue;
        const std::string target = match[1];
        INFO(line);
        if (target.rfind("llvm", 0) == 0) CHECK(folder == "isa/ptx");
        if (target.rfind("tools/", 0) == 0) FAIL_CHECK("a library includes a tool");
        if (target.rfind("isa/", 0) != 0 && target.rfind("sim/", 0) != 0) continue;
        const std::string used = folder_of(target);
        CHECK((used == folder || kAllowed.at(folder).count(used) == 1));
      }
    }
  }
}

// What an instruction does is in the terms of no language (isa/core/semantics.h): its opcode and
// suffixes are the front end's.
TEST_CASE("no opcode and no suffix of PTX outside its front end") {
  const fs::path root = SIMT_SOURCE_DIR;
  const std::regex spelled(
      R"re(\b(Mod::|OpForm\b|OpInfo\b|mnemonic_of\b|match_opcode\b)|include "isa/ptx/rows/)re");
  const std::set<std::string> list{"tools/simt-sim/list_commands.cpp"};  // shows the table
  std::size_t read = 0;
  for (const char* top : {"isa", "sim", "tools"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string ext = entry.path().extension();
      if (ext != ".h" && ext != ".cpp") continue;
      const std::string file = fs::relative(entry.path(), root).string();
      if (folder_of(file) == "isa/ptx" || list.contains(file)) continue;
      ++read;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        INFO(file << ": " << line);
        CHECK_FALSE(std::regex_search(line, spelled));
      }
    }
  }
  CHECK(read > 300);
}
