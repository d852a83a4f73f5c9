// Every figure of an architecture file is read by somebody: a model, or a metric that needs it.
// The sources are searched for its member: any `.NAME` in a file, its header included, that names
// the member's structure or where ArchConfig has it (`limits`). sim/config itself, which reads and
// prints all, does not count, but for what it computes (arch.h's functions, GPCs, slices).
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;
const fs::path kRoot = SIMT_SOURCE_DIR;

std::string text_of(const fs::path& file) {
  std::ostringstream out;
  out << std::ifstream(file).rdbuf();
  return out.str();
}

struct Figure {
  std::string structure, member;
};

/// The members that a list of fields names, with the structure that each belongs to.
std::vector<Figure> figures_of(const std::string& fields) {
  static const std::regex line(R"((?:Of|derived_from)<(\w+)> T>|v\.figure\("\w+", \w\.(\w+))");
  std::vector<Figure> out;
  std::string structure;
  for (std::sregex_iterator m(fields.begin(), fields.end(), line), end; m != end; ++m) {
    if ((*m)[1].matched)
      structure = (*m)[1];
    else
      out.push_back({structure, (*m)[2]});
  }
  return out;
}

/// Names under which a structure, or one made from it, is a member of ArchConfig (`CacheConfig l1;`
/// or a row of units, `UNIT(CacheConfig, l1, ...`): "l1|l2"; of timing classes a call.
std::string places_of(const std::string& structure, const std::string& arch) {
  if (structure == "OpTiming") return "timing";
  const std::regex derives("struct (\\w+) : " + structure + R"(\b)");
  std::string types = structure, places;
  for (std::sregex_iterator m(arch.begin(), arch.end(), derives), end; m != end; ++m)
    types += "|" + (*m)[1].str();
  const std::regex member("\n  (?:UNIT\\()?(?:" + types + R"(),? (\w+)(?:, (\w+))?[;,])");
  for (std::sregex_iterator m(arch.begin(), arch.end(), member), end; m != end; ++m)
    for (const std::size_t name : {1, 2})
      if ((*m)[name].matched) places += (places.empty() ? "" : "|") + (*m)[name].str();
  return places.empty() ? "arch_?" : places;
}

/// The files of a folder whose names end so, as one text.
std::string all_of(const char* folder, const char* ending) {
  std::string out;
  for (const auto& entry : fs::directory_iterator(kRoot / folder))
    if (entry.path().filename().string().ends_with(ending)) out += text_of(entry.path());
  return out;
}

/// A header and its .cpp together, without the lists of figures.
std::vector<std::string> sources() {
  std::map<fs::path, std::string> units;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "sim")) {
    const std::string name = entry.path().filename();
    const bool code = entry.path().extension() == ".h" || entry.path().extension() == ".cpp";
    const bool reader =
        name.starts_with("arch_") || name == "arch.cpp" || name.ends_with("_fields.h");
    if (code && !(reader && entry.path().parent_path() == kRoot / "sim/config"))
      units[fs::path(entry.path()).replace_extension()] += text_of(entry.path());
  }
  std::vector<std::string> out;
  static const std::regex list(R"(v\.figure\([^;]*;)");
  for (const auto& [unit, text] : units) out.push_back(std::regex_replace(text, list, ""));
  return out;
}

/// The figures that no text reads.
std::vector<std::string> unread(const std::vector<Figure>& figures, const std::string& arch,
                                const std::vector<std::string>& texts) {
  std::vector<std::string> out;
  for (const Figure& f : figures) {
    const std::regex place(R"(\b(?:)" + places_of(f.structure, arch) + R"()\b)");
    const std::regex member(R"([.>])" + f.member + R"(\b)");
    const bool whole = f.structure == "ArchConfig";
    const bool read = std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
      if (text.find(f.member) == std::string::npos) return false;
      const bool declares = text.find("struct ArchConfig {") != std::string::npos;
      if (declares)  // its functions
        return std::regex_search(text, std::regex(R"((?:return [^;]*|\()\b)" + f.member + R"(\b)"));
      const bool names =
          whole || text.find(f.structure) != std::string::npos || std::regex_search(text, place);
      return names && std::regex_search(text, member);
    });
    if (!read) out.push_back(f.structure + "::" + f.member);
  }
  return out;
}

}  // namespace

TEST_CASE("every figure of the architecture files is read outside their reader") {
  const std::string arch = text_of(kRoot / "sim/config/arch.h") + all_of("sim/config/units", ".h");
  const auto figures =
      figures_of(all_of("sim/config", "_fields.h") + all_of("sim/config/units", ".h"));
  CHECK(figures.size() > 100);
  CHECK(unread(figures, arch, sources()) == std::vector<std::string>{});
}

TEST_CASE("a figure that nobody reads is named") {
  const std::string arch =
      "struct L2Config : CacheConfig {};\n"
      "  UNIT(L2Config, l2, \"l2\")\n"
      "struct ArchConfig {\n  CacheConfig l1;\n  unsigned idle = 0;\n};";
  const std::vector<Figure> figures = {{"CacheConfig", "ways"},
                                       {"CacheConfig", "sector"},
                                       {"ArchConfig", "idle"},
                                       {"ArchConfig", "busy"},
                                       {"OpTiming", "latency"}};
  const std::vector<std::string> texts = {"x = arch.l2.ways; t = arch.timing(c).latency;",
                                          "int sector = 0; return arch_.busy;"};
  CHECK(unread(figures, arch, texts) ==
        std::vector<std::string>{"CacheConfig::sector", "ArchConfig::idle"});
}
