#include "isa/ptx/diagnostics.h"

#include <catch2/catch.hpp>

using namespace simt;

TEST_CASE("a message shows the line, a caret and a hint") {
  Diagnostics diags("a.ptx", "one\n  two three\r\n");
  diags.error({2, 7}, "bad word", 5, "write 'tree'");
  CHECK(diags.render(false) ==
        "a.ptx:2:7: error: bad word\n"
        "  two three\n"
        "      ^~~~~\n"
        "help: write 'tree'\n");
}

TEST_CASE("messages are sorted by position and notes stay with their error") {
  Diagnostics diags("a", "x\ny\nz\n");
  diags.error({3, 1}, "third");
  diags.report(Severity::Note, {1, 1}, "opened here");
  diags.report(Severity::Warning, {2, 1}, "second");
  CHECK(diags.error_count() == 1);
  CHECK(diags.render(false) ==
        "a:2:1: warning: second\ny\n^\n"
        "a:3:1: error: third\nz\n^\n"
        "a:1:1: note: opened here\nx\n^\n");
}

TEST_CASE("a repeated message is shown once") {
  Diagnostics diags("a", "x\n");
  diags.error({1, 1}, "same");
  diags.error({1, 1}, "same");
  CHECK(diags.render(false) == "a:1:1: error: same\nx\n^\n1 more errors are not shown\n");
}

TEST_CASE("after 20 errors the rest is counted") {
  Diagnostics diags("a", std::string(30, '\n'));
  for (std::uint32_t line = 1; line <= 25; ++line) diags.error({line, 1}, "no");
  const std::string text = diags.render(false);
  CHECK(diags.error_count() == 25);
  CHECK(text.find("a:20:1:") != std::string::npos);
  CHECK(text.find("a:21:1:") == std::string::npos);
  CHECK(text.ends_with("5 more errors are not shown\n"));
}

TEST_CASE("carets stand right after tabs, wide and broken characters") {
  Diagnostics tab("a", "\tx y\n");
  tab.error({1, 4}, "m");
  CHECK(tab.render(false) == "a:1:4: error: m\n        x y\n          ^\n");
  Diagnostics wide("a", "/*\xe7\xba\xbf*/ y\n");  // one character, two columns, three bytes
  wide.error({1, 9}, "m");
  CHECK(wide.render(false) == "a:1:9: error: m\n/*\xe7\xba\xbf*/ y\n       ^\n");
  Diagnostics broken("a", "\x1b\xff y\n");
  broken.error({1, 4}, "m");
  CHECK(broken.render(false) == "a:1:4: error: m\n?? y\n   ^\n");
}

TEST_CASE("long lines are cut around the caret") {
  Diagnostics diags("a", std::string(5000, '-') + "x" + std::string(5000, '-'));
  diags.error({1, 5001}, "m");
  CHECK(diags.render(false) == "a:1:5001: error: m\n..." + std::string(80, '-') + "x" +
                                   std::string(79, '-') + "\n" + std::string(83, ' ') + "^\n");
}

TEST_CASE("positions outside the text and no position at all") {
  Diagnostics diags("a", "x");
  diags.error({9, 9}, "far");
  diags.error({}, "nowhere");
  CHECK(diags.render(false) == "a: error: nowhere\na:9:9: error: far\n\n^\n");
}

TEST_CASE("colour marks the severity") {
  Diagnostics diags("a", "x");
  diags.error({1, 1}, "m");
  CHECK(diags.render(true) == "\x1b[1ma:1:1: \x1b[0;1;31merror: \x1b[0m\x1b[1mm\x1b[0m\nx\n^\n");
}

TEST_CASE("nearest finds a near spelling and no far one") {
  CHECK(nearest("globl", {"local", "global", "const"}) == "global");
  CHECK(nearest("xyz", {"local", "global"}) == "");
  CHECK(nearest("a", {}) == "");
  CHECK(nearest("mvo", {"mul", "mov", "max"}) == "mov");
}
