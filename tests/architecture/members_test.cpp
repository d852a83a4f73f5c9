// Classes are small enough to be understood as a whole: what a class holds is counted in its text.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostMembers = 24;
/// Their members are those of structures of CUDA, which programs read by offset.
const std::set<std::string> kGivenByCuda = {"cudaDeviceProp", "DeviceProp"};

struct Class {
  std::string name;
  std::size_t members;
};

std::string without_comments(const std::string& text) {
  static const std::regex kNoise(R"(//[^\n]*|/\*[^*]*\*+([^/*][^*]*\*+)*/|(^|\n)#[^\n]*)");
  return std::regex_replace(text, kNoise, "\n");
}

/// Without what stands between angle brackets, parentheses and braces.
std::string flat(const std::string& declaration) {
  std::string out;
  int depth = 0;
  for (const char c : declaration) {
    if (c == '>' || c == ')' || c == ']') --depth;
    if (depth == 0) out += c;
    if (c == '<' || c == '(' || c == '[') ++depth;
  }
  return out;
}

/// Data members that a declaration of a class adds.
std::size_t members_of(std::string declaration) {
  static const std::regex kAccess(R"(^\s*(public|private|protected)\s*:)");
  static const std::regex kOther(
      R"(^\s*(using|friend|typedef|enum|static|template|constexpr|virtual|explicit|struct|class|union)\b)");
  while (std::regex_search(declaration, kAccess))
    declaration = std::regex_replace(declaration, kAccess, "");
  if (std::regex_search(declaration, kOther)) return 0;
  const std::string head = flat(declaration.substr(0, declaration.find('=')));
  if (head.find_first_not_of(" \n\t") == std::string::npos) return 0;
  if (head.find('(') != std::string::npos || head.find("operator") != std::string::npos) return 0;
  const std::string all = flat(declaration);
  return 1 + static_cast<std::size_t>(std::count(all.begin(), all.end(), ','));
}

/// The class whose body begins at `at`. A brace that follows a name is a value, another one a body.
std::size_t count_members(const std::string& text, std::size_t at) {
  std::string declaration;
  std::size_t members = 0;
  for (int depth = 1; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '{') ++depth;
    if (c == '}' && --depth == 0) break;
    if (c == '}' && depth == 1 && declaration.find('(') != std::string::npos) declaration.clear();
    if (depth > 1 || c == '}') continue;
    if (c != ';') {
      declaration += c;
      continue;
    }
    members += members_of(declaration);
    declaration.clear();
  }
  return members;
}

std::vector<Class> classes_in(const fs::path& file) {
  static const std::regex kClass(
      R"(\b(?:struct|class)\s+(?:alignas\(\d+\)\s*)?(?:[A-Z_]+\s+)?(\w+))"
      R"((?:\s+final)?(?:\s*:[^{;()]*)?\s*\{)");
  std::ifstream in(file);
  const std::string text =
      without_comments({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()});
  std::vector<Class> out;
  for (std::sregex_iterator at(text.begin(), text.end(), kClass), end; at != end; ++at)
    out.push_back(
        {(*at)[1], count_members(text, static_cast<std::size_t>(at->position() + at->length()))});
  return out;
}

}  // namespace

TEST_CASE("members of a class are counted") {
  CHECK(members_of(" unsigned a = 0, b = 0") == 2);
  CHECK(members_of("private: std::map<int, std::string> names") == 1);
  CHECK(members_of(" std::array<int, 4> all{}") == 1);
  CHECK(members_of(" void run(int a, int b) const") == 0);
  CHECK(members_of(" static constexpr int kMost = 3") == 0);
  CHECK(count_members("int a; int f() { return a; } bool b : 1 = false; }", 0) == 2);
}

TEST_CASE("no class has more than 24 members") {
  const fs::path root = SIMT_SOURCE_DIR;
  std::size_t classes = 0;
  for (const char* top : {"isa", "sim", "tools"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      for (const Class& c : classes_in(entry.path())) {
        ++classes;
        INFO(fs::relative(entry.path(), root).string() << ": " << c.name << " has " << c.members);
        CHECK((c.members <= kMostMembers || kGivenByCuda.contains(c.name)));
      }
    }
  CHECK(classes > 800);
}
