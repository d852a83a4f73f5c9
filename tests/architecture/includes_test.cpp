// Dependencies run one way. Each module (isa/x, sim/x) may include itself and the modules listed
// for it, each folder inside a module the folders of it that are listed; LLVM is seen by the front
// end alone. A new folder must be placed here before it builds into anything.
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

// Module -> modules it may include, besides itself.
const std::map<std::string, std::set<std::string>> kAllowed{
    {"isa/base", {}},
    {"isa/core", {"isa/base"}},
    {"isa/analysis", {"isa/base", "isa/core"}},
    {"isa/host", kIsa},
    {"isa/ptx", {"isa/base", "isa/core"}},
    {"isa/cuda", {"isa/base", "isa/container"}},
    {"isa/container", {"isa/base"}},
    {"isa/machine", {"isa/base", "isa/container", "isa/core"}},
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
    {"sim/input", kIsa + Set{"sim/base", "sim/exec"}},
    {"sim/check", {"isa/base", "isa/core", "sim/base", "sim/exec", "sim/input"}},
    {"sim/trace", kIsa + kMachine + Set{"sim/launch", "sim/input"}},
    {"sim/ncu", {"isa/base"}},
    {"sim/views",
     kIsa + kMachine +
         Set{"sim/launch", "sim/explain", "sim/input", "sim/check", "sim/trace", "sim/ncu"}},
    {"sim/program", kIsa + kMachine +
                        Set{"isa/ptx", "isa/container", "isa/machine", "sim/launch", "sim/explain",
                            "sim/input", "sim/trace", "sim/views"}},
    {"sim/diff",
     {"isa/base", "isa/core", "sim/base", "sim/config", "sim/exec", "sim/launch", "sim/views"}},
    {"sim/step",
     kIsa + kMachine + Set{"sim/launch", "sim/input", "sim/check", "sim/explain", "sim/views"}},
    {"sim/compare",
     {"isa/base", "isa/core", "sim/base", "sim/config", "sim/launch", "sim/ncu", "sim/views"}},
};

const Set kSmParts{"sim/sm/parts", "sim/sm/rules", "sim/sm/count", "sim/sm/scheduler"};
const Set kSmUnits = kSmParts + Set{"sim/sm/core"};

// Folder -> other folders of its own module that it may include.
const std::map<std::string, std::set<std::string>> kInside{
    {"isa/base/expression", {"isa/base"}},
    {"isa/core/lanes", {"isa/core"}},
    {"isa/core/mufu", {"isa/core/lanes"}},
    {"isa/machine/lanes", {}},
    {"isa/machine/target", {}},
    {"isa/machine/lower", {"isa/machine", "isa/machine/lanes", "isa/machine/target"}},
    {"isa/ptx/link", {"isa/ptx"}},
    {"isa/machine", {"isa/machine/rows", "isa/machine/target"}},
    {"isa/machine/rows", {"isa/machine/target"}},
    {"isa/ptx/rows", {}},
    {"isa/ptx/decode", {"isa/ptx", "isa/ptx/rows"}},
    {"sim/config", {"sim/config/units"}},
    {"sim/program", {"sim/program/timeline", "sim/program/options"}},
    {"sim/exec", {"sim/exec/matrix", "sim/exec/texture"}},
    {"sim/program/options", {}},
    {"sim/program/runtime", {"sim/program"}},
    {"sim/program/driver", {"sim/program"}},
    {"sim/sm/scheduler", {}},
    {"sim/sm/rules", {}},
    {"sim/sm/count", {}},
    {"sim/sm/parts", {"sim/sm/scheduler"}},
    {"sim/sm/core", kSmParts},
    {"sim/sm/cta", kSmUnits},
    {"sim/sm/load_store", kSmUnits},
    {"sim/sm/issue", kSmUnits + Set{"sim/sm/cta", "sim/sm/load_store"}},
    {"sim/sm", kSmUnits + Set{"sim/sm/cta", "sim/sm/load_store", "sim/sm/issue"}},
    {"sim/step/prompt", {"sim/step"}},
    {"sim/views/pictures", {"sim/views"}},
    {"sim/views/player", {"sim/views"}},
};

// "isa/ptx/decode/x.cpp" -> "isa/ptx"
std::string module_of(const std::string& path) {
  const std::size_t first = path.find('/');
  return path.substr(0, path.find('/', first + 1));
}
// "isa/ptx/decode/x.cpp" -> "isa/ptx/decode"
std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

using Graph = std::map<std::string, std::set<std::string>>;

// Every node that `from` reaches by way of others.
Set reachable(const Graph& graph, const std::string& from) {
  Set out;
  std::vector<std::string> open{from};
  while (!open.empty()) {
    const auto at = graph.find(open.back());
    open.pop_back();
    if (at == graph.end()) continue;
    for (const std::string& to : at->second)
      if (out.insert(to).second) open.push_back(to);
  }
  return out;
}

struct Include {
  std::string file, target;
};
// Of our own C++ below `tops`, and every include of it.
std::vector<Include> includes_below(const std::vector<const char*>& tops) {
  const fs::path root = SIMT_SOURCE_DIR;
  const std::regex include(R"re(^\s*#include\s+["<]([^">]+)[">])re");
  std::vector<Include> out;
  for (const char* top : tops) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string ext = entry.path().extension();
      if (ext != ".h" && ext != ".cpp") continue;
      std::ifstream in(entry.path());
      std::smatch match;
      for (std::string line; std::getline(in, line);)
        if (std::regex_search(line, match, include))
          out.push_back({fs::relative(entry.path(), root).string(), match[1]});
    }
  }
  return out;
}
/// Rows of a table, which includes nothing: no part of a circle.
bool is_table(const std::string& target) {
  return target.ends_with(".def");
}
bool is_ours(const std::string& target) {
  return target.rfind("isa/", 0) == 0 || target.rfind("sim/", 0) == 0 ||
         target.rfind("tools/", 0) == 0;
}

}  // namespace

TEST_CASE("no folder may include what includes it") {
  for (const Graph& table : {kAllowed, kInside}) {
    for (const auto& [folder, allowed] : table) {
      INFO(folder);
      CHECK(reachable(table, folder).count(folder) == 0);
    }
  }
}

// At full depth, whatever the tables allow.
TEST_CASE("no circle of includes between folders") {
  Graph graph;
  for (const Include& i : includes_below({"isa", "sim", "tools"}))
    if (is_ours(i.target) && !is_table(i.target) && folder_of(i.target) != folder_of(i.file))
      graph[folder_of(i.file)].insert(folder_of(i.target));
  REQUIRE(graph.size() > 30);
  for (const auto& [folder, used] : graph)
    for (const std::string& to : used)
      if (reachable(graph, to).count(folder) != 0)
        FAIL_CHECK(folder << " includes " << to << ", which comes back to it");
}

TEST_CASE("includes follow the layers") {
  std::size_t ours = 0;
  for (const auto& [file, target] : includes_below({"isa", "sim"})) {
    const std::string module = module_of(file), folder = folder_of(file);
    INFO(file << " includes " << target);
    REQUIRE(kAllowed.count(module) == 1);
    if (target.rfind("llvm", 0) == 0) CHECK(module == "isa/ptx");
    if (target.rfind("tools/", 0) == 0) FAIL_CHECK("a library includes a tool");
    if (!is_ours(target)) continue;
    ++ours;
    const std::string used = module_of(target), used_folder = folder_of(target);
    if (used != module)
      CHECK(kAllowed.at(module).count(used) == 1);
    else if (used_folder != folder && !is_table(target))
      CHECK((kInside.count(folder) == 1 && kInside.at(folder).count(used_folder) == 1));
  }
  CHECK(ours > 1000);
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
      if (module_of(file) == "isa/ptx" || list.contains(file)) continue;
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
