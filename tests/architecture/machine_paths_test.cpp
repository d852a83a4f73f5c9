// No committed text names a place of the machine that it was written on.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

namespace {

using Prefixes = std::array<std::string_view, 4>;
constexpr Prefixes kPlaces{"/work/", "/root/", "/home/", "/tmp/"};
/// Home folders of nobody, as examples have them.
constexpr std::array<std::string_view, 3> kNobody{"me/", "user/", "somebody/"};
/// What a document's command writes: a plain name with one of these endings.
constexpr std::array<std::string_view, 4> kWritten{".html", ".json", ".svg", ".kanata"};

struct Exception {
  std::string_view file, reason;
};
constexpr std::array<Exception, 4> kExceptions{{
    {"tests/passes/place_test.cpp",
     "names of the folder that the compiler's headers have for a while"},
    {"tests/program/watch_test.cpp", "a file name that is only taken apart"},
    {"tests/golden/disasm_lines.stdout",
     "the debug lines of a cubin name the folder it was made in"},
    {"tests/architecture/machine_paths_test.cpp", "this test"},
}};

bool continues_path(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("_.$}/-~").find(c) != std::string_view::npos;
}

/// The path up to a blank, a quote or a bracket.
std::string_view path_at(std::string_view text, std::size_t at) {
  return text.substr(at, text.find_first_of(" \t\n\"'`<>()[]{},;#:", at) - at);
}

bool is_allowed(std::string_view path, std::string_view place) {
  const std::string_view rest = path.substr(place.size());
  if (place == "/home/")
    return std::ranges::any_of(kNobody, [&](auto name) { return rest.starts_with(name); });
  if (place != "/tmp/" || rest.find('/') != std::string_view::npos) return false;
  return std::ranges::any_of(kWritten, [&](auto ending) { return rest.ends_with(ending); });
}

/// The places of a machine that a text names.
std::vector<std::string> machine_paths(std::string_view text) {
  std::vector<std::string> out;
  for (const std::string_view place : kPlaces)
    for (std::size_t at = text.find(place); at != std::string_view::npos;
         at = text.find(place, at + 1)) {
      if (at > 0 && continues_path(text[at - 1])) continue;
      const std::string_view path = path_at(text, at);
      if (!is_allowed(path, place)) out.emplace_back(path);
    }
  return out;
}

/// Files that git knows, or would know with the next commit; none where there is no git.
std::vector<std::string> files_of_git() {
  const std::string command =
      "git -C '" SIMT_SOURCE_DIR "' ls-files -z --cached --others --exclude-standard 2>/dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string list;
  if (pipe)
    for (int c = 0; (c = std::fgetc(pipe.get())) != EOF;) list.push_back(static_cast<char>(c));
  std::vector<std::string> out;
  std::istringstream in(list);
  for (std::string name; std::getline(in, name, '\0');) out.push_back(name);
  return out;
}

/// Text files of the repository, by their names in it.
std::vector<std::pair<std::string, std::string>> all_texts() {
  const fs::path root = SIMT_SOURCE_DIR;
  std::vector<std::pair<std::string, std::string>> out;
  const auto add = [&](const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (text.find('\0') != std::string::npos) return;
    out.emplace_back(fs::relative(path, root).string(), std::move(text));
  };
  const std::vector<std::string> known = files_of_git();
  for (const std::string& name : known)
    if (fs::is_regular_file(root / name)) add(root / name);
  if (!known.empty()) return out;
  for (const auto& top : fs::directory_iterator(root)) {
    const std::string name = top.path().filename().string();
    if (top.is_regular_file() && name != ".git") add(top.path());
    if (!top.is_directory() || name.starts_with("build") || name == ".git") continue;
    for (auto it = fs::recursive_directory_iterator(top); it != fs::recursive_directory_iterator();
         ++it) {
      const std::string part = it->path().filename().string();
      if (part == "node_modules" || part == "__pycache__") it.disable_recursion_pending();
      if (it->is_regular_file()) add(it->path());
    }
  }
  return out;
}

}  // namespace

TEST_CASE("places of a machine are found in a text") {
  CHECK(machine_paths("at /work/tree/sim/a.cpp:5 and \"/root/x\"") ==
        std::vector<std::string>{"/work/tree/sim/a.cpp", "/root/x"});
  CHECK(machine_paths("/home/ann/a.cu /tmp/tmp.X1/a.json").size() == 2);
  CHECK(machine_paths("/tmp/run_77").size() == 1);
  CHECK(machine_paths("/home/me/a.cu, sim/work/x.h, $d/tmp/a, --html /tmp/a.html#at=11").empty());
}

TEST_CASE("no text names a place of the machine that it was written on") {
  std::set<std::string_view> needed;
  for (const auto& [file, text] : all_texts()) {
    const std::vector<std::string> paths = machine_paths(text);
    if (paths.empty()) continue;
    const auto* const exception = std::ranges::find(kExceptions, file, &Exception::file);
    if (exception == kExceptions.end())
      FAIL_CHECK(file << " names " << paths.front());
    else
      needed.insert(exception->file);
  }
  CHECK(needed.size() == kExceptions.size());  // one that is not needed is taken out
}

TEST_CASE("names of files are such that a shell writes none by accident") {
  for (const std::string& name : files_of_git()) {
    INFO(name);
    CHECK(name.find_first_of("*?[]{}'\" \\$") == std::string::npos);
  }
}
