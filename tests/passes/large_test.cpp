// Programs of a size or shape that no compiler writes must not exhaust time, memory or the stack.
#include <catch2/catch.hpp>

#include "program_support.h"

using namespace simt;

namespace {
constexpr unsigned kMany = 8'000;
template <class Line>
std::string lines(Line line) {
  std::string text;
  for (unsigned i = 0; i < kMany; ++i) text.append(line(std::to_string(i))).append("\n");
  return text;
}
void check_compiles(const std::string& body) {
  CHECK(kernel(body + "Z: ret;").code.size() >= kMany);
  CHECK(kernel(body + "Z: ret;", true).registers_per_thread > 0);
}
}  // namespace

TEST_CASE("very many loops, endless loops, nested loops") {
  check_compiles(lines([](const std::string& i) { return "A" + i + ": @%p1 bra A" + i + ";"; }));
  check_compiles(lines([](const std::string& i) { return "A" + i + ": bra A" + i + ";"; }));
  check_compiles(lines([](const std::string& i) { return "A" + i + ":"; }) +
                 lines([](const std::string& i) { return "@%p1 bra A" + i + ";"; }));
  std::string nested =
      lines([](const std::string& i) { return "A" + i + ": add.u32 %r1, %r1, 1;"; });
  for (unsigned i = kMany / 8; i-- > 0;) nested += "@%p1 bra A" + std::to_string(i) + ";\n";
  check_compiles(nested);
}

TEST_CASE("very many branches to one place, and one over the other") {
  check_compiles(lines([](const std::string&) { return "@%p1 bra Z;"; }));
  check_compiles(lines([](const std::string&) { return "@%p1 bra Z; add.u32 %r1, %r1, 1;"; }));
}

TEST_CASE("long blocks of loads and stores") {
  check_compiles(lines(
      [](const std::string&) { return "ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd1], %r1;"; }));
  check_compiles(lines([](const std::string& i) {
    return "ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd1], %r1; @%p1 bra A" + i + "; A" + i + ":";
  }));
}
