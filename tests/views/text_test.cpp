// Numbers, bars and lines for people.
#include "sim/views/text.h"

#include <catch2/catch.hpp>

#include "sim/views/profiler_name.h"

using namespace simt;

TEST_CASE("311 numbers carry separators and units") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1048576) == "1,048,576");
  CHECK(grouped_fixed(-1234.5, 2) == "-1,234.50");
  CHECK(grouped_fixed(999.999, 2) == "1,000.00");
  CHECK(with_unit(14390000, "ns", false) == "14.39 ms");
  CHECK(with_unit(999, "ns", false) == "999.00 ns");
  CHECK(with_unit(2.7e11, "byte/s", false) == "270.00 GB/s");
  CHECK(with_unit(99.95, "%", false) == "100.0%");
  CHECK(with_unit(1024, "byte/block", true) == "1,024 B");
  CHECK(with_unit(1999.5e6, "ns", true) == "2.00 s");
  CHECK(plural(1, "warp") == "1 warp");
  CHECK(plural(2000, "warp") == "2,000 warps");
}

TEST_CASE("a kernel has the name that Nsight Compute gives it") {
  CHECK(profiler_name("_Z2mvPKfPfi") == "mv(const float *, float *, int)");
  CHECK(profiler_name("_Z1kPPfRKhj") == "k(float **, const unsigned char &, unsigned int)");
  CHECK(profiler_name("_Z1kv") == "k()");
  CHECK(profiler_name("_Z1kPFvPfE") == "k(void (*)(float*))");
  CHECK(profiler_name("mv") == "mv");
}

TEST_CASE("the labels of an axis share unit and decimals") {
  using Labels = std::vector<std::string>;
  CHECK(tick_labels({0, 500, 1000}, "ns") == Labels{"0.0 us", "0.5 us", "1.0 us"});
  CHECK(tick_labels({0, 250, 500}, "ns") == Labels{"0 ns", "250 ns", "500 ns"});
  CHECK(tick_labels({0, 0.125, 0.25}, "") == Labels{"0.000", "0.125", "0.250"});
  CHECK(tick_labels({0, 50, 100}, "%") == Labels{"0%", "50%", "100%"});
  CHECK(tick_labels({0, 1500, 3000}, "byte") == Labels{"0 B", "1,500 B", "3,000 B"});
}

TEST_CASE("312 bars: colour and blocks only where they can be shown") {
  CHECK(Style{}.bar(0.5, 4) == "##..");
  CHECK(Style{}.bar(0, 4) == "....");
  CHECK(Style{}.bar(0.01, 4) == "#...");
  CHECK(Style{}.bar(7, 4) == "####");
  CHECK(Style{false, true}.bar(0.25, 4) == "\u2588\u2591\u2591\u2591");
  CHECK(Style{true, false}.bold("x") == "\033[1mx\033[0m");
  CHECK(Style{}.bold("x") == "x");
}

TEST_CASE("313 text is wrapped at blanks and clipped with dots") {
  CHECK(wrapped("aa bb cc", 5) == std::vector<std::string>{"aa bb", "cc"});
  CHECK(wrapped("abcdefgh ij", 4) == std::vector<std::string>{"abcdefgh", "ij"});
  CHECK(wrapped("", 4).empty());
  CHECK(clipped("abcdef", 6) == "abcdef");
  CHECK(clipped("abcdefg", 6) == "abc...");
}
