// PTX as nvcc 13 and clang 14 print it parses, and so do its damaged copies, up to messages.
#include <catch2/catch.hpp>
#include <filesystem>

#include "parse_support.h"

using namespace simt;

namespace {
std::vector<std::string> corpus() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(SIMT_SOURCE_DIR "/tests/ptx/corpus"))
    if (entry.path().extension() == ".ptx") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}
// How often `word` starts a word of the text outside comments, where the compilers put none.
std::size_t occurrences(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}
}  // namespace

TEST_CASE("every file of the corpus parses and loses no kernel") {
  REQUIRE(corpus().size() >= 18);
  for (const std::string& path : corpus()) {
    const std::string text = read_text(path);
    const Parsed parsed = parse(text);
    INFO(path << "\n" << parsed.messages);
    REQUIRE(parsed.module);
    CHECK(parsed.messages.empty());
    CHECK(kernel_names(*parsed.module).size() == occurrences(text, ".entry"));
  }
}

TEST_CASE("truncated files end with a message or as a shorter module") {
  for (const std::string& path : corpus()) {
    const std::string text = read_text(path);
    for (std::size_t length = 0; length < text.size(); length += 397) {
      const Parsed parsed = parse(text.substr(0, length));
      CHECK((parsed.module != nullptr) == (parsed.errors == 0));
    }
  }
}

TEST_CASE("files with damaged bytes end") {
  std::uint32_t state = 1;
  const auto random = [&state] { return state = state * 1664525u + 1013904223u; };
  constexpr std::string_view kSpice = ";{}()[]<>.,:@!|\"/*%$#0f\n\x01\xff";
  for (const std::string& path : corpus()) {
    for (int round = 0; round < 8; ++round) {
      std::string text = read_text(path);
      for (int hits = 0; hits < 20; ++hits)
        text[random() % text.size()] = kSpice[(random() >> 8) % kSpice.size()];
      const Parsed parsed = parse(text);
      CHECK((parsed.module != nullptr) == (parsed.errors == 0));
    }
  }
}

TEST_CASE("endless nesting and noise neither recurse without bound nor hang") {
  const std::string head = kHeader + ".entry k() { mov.u32 %r1, ";
  const auto repeat = [](const std::string& s) {
    std::string all;
    while (all.size() < 200'000) all += s;
    return all;
  };
  for (const std::string piece :
       {"{", "}", "(", "-",  "1?", "[a,", "~",    "1+",   "a|", "\"",  "/*",
        "@", ".", "$", "a:", ";",  "x;",  ".reg", "\xff", "`a", "\n\n"}) {
    INFO(piece);
    CHECK(parse(repeat(piece)).errors > 0);
    CHECK(parse(head + repeat(piece)).errors > 0);
    CHECK(parse(kHeader + ".global .u32 x = " + repeat(piece)).errors > 0);
    CHECK(parse(kHeader + ".entry k() {" + repeat(piece)).errors > 0);
  }
}
