// Numbers in every locale, and units of every version.
#include "sim/ncu/number.h"

#include <catch2/catch.hpp>

#include "sim/ncu/units.h"

using namespace simt::ncu;

namespace {

NumberStyle taught(const std::vector<const char*>& cells) {
  NumberStyle style;
  for (const char* cell : cells) style.learn(cell, false);
  return style;
}
double read(const NumberStyle& style, const char* text) {
  const auto number = style.read(text);
  REQUIRE(number);
  return number->value;
}

}  // namespace

TEST_CASE("901 numbers of one locale are told from the others of the file") {
  const NumberStyle us = taught({"1,234.56"});
  CHECK(read(us, "1,234") == 1234);
  CHECK(read(us, "12,345,678") == 12345678);
  CHECK(read(us, "0.003") == 0.003);
  CHECK(read(us, "4963609951.19") == 4963609951.19);
  const NumberStyle german = taught({"80,98"});
  CHECK(read(german, "1.234") == 1234);
  CHECK(read(german, "1.234,56") == 1234.56);
  CHECK(read(german, "2.508.800") == 2508800);
  const NumberStyle french = taught({"3,14"});
  CHECK(read(french, "1 234,5") == 1234.5);
  CHECK(read(french, "1\u202f234\u00a0567,5") == 1234567.5);
  CHECK(read(taught({}), "1'234'567.5") == 1234567.5);
  CHECK(read(taught({"2.508.800"}), "1.234") == 1234);
  CHECK(read(taught({"0.333"}), "1.234") == 1.234);
  CHECK(read(taught({"1234.567"}), "1.234") == 1.234);
}

TEST_CASE("902 a lone separator before three digits is decided by what is counted") {
  NumberStyle style;
  CHECK(style.learn("1.024", false));
  CHECK_FALSE(style.decided());
  CHECK(style.learn("1.024", true));  // a number of bytes has no fraction
  CHECK(style.decimal() == ',');
  CHECK(taught({}).decimal() == '.');
}

TEST_CASE("903 two locales in one file contradict each other") {
  NumberStyle style;
  CHECK(style.learn("1.234,56", false));
  CHECK_FALSE(style.learn("1,234.56", false));
  CHECK(style.decimal() == ',');
}

TEST_CASE("904 signs, exponents, instance values, and what is no number") {
  const NumberStyle style;
  CHECK(read(style, "-12.5") == -12.5);
  CHECK(read(style, "+7") == 7);
  CHECK(read(style, "1e6") == 1e6);
  CHECK(read(style, "2.5E-3") == 0.0025);
  CHECK(read(style, " 42 ") == 42);
  CHECK(read(style, "12 (3; 4; 5)") == 12);
  CHECK(read(style, ".5") == 0.5);
  for (const char* text : {"", "abc", "12x", "1.2.3", "CachePreferNone", "(256, 1, 1)", "--1",
                           "0x10", ".", "1,2,3.4.5", "e5", "1 "})
    if (std::string(text) != "1 ") {
      INFO(text);
      CHECK_FALSE(style.read(text));
    }
  CHECK(style.read("80.98")->resolution == Approx(0.005));
  CHECK(style.read("81")->resolution == 0);
  CHECK(style.read("1.5e3")->resolution == Approx(50));
}

TEST_CASE("905 missing values") {
  for (const char* text : {"", "n/a", "N/A", "nan", "NaN", "-nan", "(!) n/a", "(!) nan", "-"}) {
    INFO(text);
    CHECK(is_absent(text));
  }
  CHECK_FALSE(is_absent("0"));
  CHECK_FALSE(is_absent("-1"));
}

TEST_CASE("906 units of all versions come down to base units") {
  const auto check = [](const char* written, double factor, const char* base) {
    INFO(written);
    CHECK(base_unit(written).factor == Approx(factor));
    CHECK(base_unit(written).base == base);
  };
  check("byte", 1, "byte");
  check("Kbyte", 1e3, "byte");
  check("Mbyte", 1e6, "byte");
  check("Gbyte", 1e9, "byte");
  check("Kbyte/block", 1e3, "byte/block");
  check("byte/block", 1, "byte/block");
  check("nsecond", 1, "ns");
  check("ns", 1, "ns");
  check("usecond", 1e3, "ns");
  check("us", 1e3, "ns");
  check("msecond", 1e6, "ns");
  check("ms", 1e6, "ns");
  check("second", 1e9, "ns");
  check("s", 1e9, "ns");
  check("cycle/nsecond", 1e9, "hz");
  check("cycle/usecond", 1e6, "hz");
  check("cycle/second", 1, "hz");
  check("Ghz", 1e9, "hz");
  check("Mhz", 1e6, "hz");
  check("hz", 1, "hz");
  check("GHz", 1e9, "hz");
  check("Gbyte/second", 1e9, "byte/s");
  check("Tbyte/s", 1e12, "byte/s");
  check("byte/s", 1, "byte/s");
  check("sector/s", 1, "sector/s");
  check("Msector/s", 1e6, "sector/s");
  check("%", 1, "%");
  check("inst", 1, "inst");
  check("inst/cycle", 1, "inst/cycle");
  check("register/thread", 1, "register/thread");
  check("block", 1, "block");
  check("", 1, "");
  check("furlong", 1, "furlong");
}
