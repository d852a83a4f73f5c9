// The rows against what an H200 (sm_90) computed: tests/ops/data/*.txt, recorded by
// tools/record_vectors.py, and tests/hardware/values/*.txt, recorded by the programs of gen.py
// there. Each line: OPCODE INPUTS -> OUTPUTS, hexadecimal. Left out of the files: bfe and bfi on 64
// bits with positions or lengths above 255 (the PTX ISA takes their low 8 bits, the machine does
// not) and fns from a base above 31 (open in the PTX ISA).
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

std::vector<Case> read_vectors(const std::filesystem::path& path,
                               std::deque<std::string>& opcodes) {
  std::vector<Case> cases;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Case c;
    std::string word;
    words >> word;
    if (opcodes.empty() || opcodes.back() != word) opcodes.push_back(word);
    c.opcode = opcodes.back();
    bool output = false;
    while (words >> word) {
      if (word == "->")
        output = true;
      else
        (output ? c.out : c.in).push_back(std::strtoull(word.c_str(), nullptr, 16));
    }
    cases.push_back(std::move(c));
  }
  return cases;
}

/// Largest error that the PTX ISA allows an approximate function, twice over because both sides may
/// err; the result may also be off by `absolute`.
struct Tolerance {
  double relative = 0, absolute = 0;
};
std::optional<Tolerance> tolerance(std::string_view opcode) {
  const auto has = [&](std::string_view part) { return opcode.find(part) != opcode.npos; };
  if (has("f16") && opcode.starts_with("ex2.")) return Tolerance{0x1p-6, 0x1p-23};
  if (has("f16") && opcode.starts_with("tanh.")) return Tolerance{0x1p-6, 0};
  if (opcode.starts_with("tanh.")) return Tolerance{0x1p-10, 0};
  if (opcode.starts_with("sin.") || opcode.starts_with("cos.")) return Tolerance{0, 0x1p-13};
  if (opcode.starts_with("lg2.")) return Tolerance{0x1p-21, 0x1p-21};
  if (has(".approx.ftz.f64")) return Tolerance{0x1p-18, 0};
  if (has(".approx") || has(".full")) return Tolerance{0x1p-21, 0x1p-148};
  return std::nullopt;
}

/// The values in a result register: two of a packed one.
std::vector<double> values(ScalarType type, u128 value) {
  const auto low = static_cast<u64>(value);
  const auto single = [](u64 bits) { return std::bit_cast<float>(static_cast<u32>(bits)); };
  const auto half = [&](u64 bits) {
    return single(static_cast<u64>(evaluate("cvt.f32.f16", {bits})[0]));
  };
  using enum ScalarType;
  switch (type) {
    case F32:
      return {single(low)};
    case F64:
      return {std::bit_cast<double>(low)};
    case BF16:
      return {single(low << 16)};
    case BF16x2:
      return {single(low << 16), single(low & 0xffff0000)};
    case F16:
      return {half(low)};
    case F16x2:
      return {half(low & 0xffff), half(low >> 16)};
    default:
      return {};
  }
}
bool within(Tolerance t, double got, double expected) {
  if (std::isnan(expected)) return std::isnan(got);
  if (got == expected) return std::signbit(got) == std::signbit(expected);
  return std::isfinite(expected) &&
         std::fabs(got - expected) <= t.absolute + t.relative * std::fabs(expected);
}
/// Sines and cosines have no stated error beyond a hundred pi.
bool in_stated_range(const Case& c) {
  if (!c.opcode.starts_with("sin.") && !c.opcode.starts_with("cos.")) return true;
  const double x = values(ScalarType::F32, c.in[0])[0];
  return !std::isfinite(x) || std::fabs(x) < 314;
}
void check_approximate(const Case& c, Tolerance t) {
  if (!in_stated_range(c)) return;
  const ScalarType type = form_of(c.opcode).type;
  const auto got = values(type, evaluate(c.opcode, c.in)[0]), expected = values(type, c.out[0]);
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!within(t, got[i], expected[i]))
      FAIL_CHECK(c.opcode << ' ' << values(type, c.in[0])[i] << " -> " << got[i]
                          << ", the machine gave " << expected[i]);
}
/// Exact cases all together, approximate ones each within its bounds.
void check_recorded(const std::vector<Case>& cases) {
  std::vector<Case> exact;
  for (const Case& c : cases) {
    if (const auto t = tolerance(c.opcode))
      check_approximate(c, *t);
    else
      exact.push_back(c);
  }
  check_cases(exact);
}

}  // namespace

TEST_CASE("an approximate result is compared within its bounds, NaN and infinities exactly") {
  const Tolerance t = *tolerance("ex2.approx.f32");
  CHECK(within(t, 1 + 0x1p-22, 1));
  CHECK_FALSE(within(t, 1 + 0x1p-20, 1));
  CHECK_FALSE(within(t, 1, NAN));
  CHECK_FALSE(within(t, NAN, 1));
  CHECK_FALSE(within(t, 1e38, INFINITY));
  CHECK(within(t, -INFINITY, -INFINITY));
  CHECK_FALSE(within(t, 0.0, -0.0));
  CHECK_FALSE(tolerance("div.rn.f32").has_value());
}

TEST_CASE("instructions give what an H200 gave") {
  const char* other = std::getenv("SIMT_SIM_VECTORS");  // a folder with a longer recording
  std::vector<std::filesystem::path> folders{SIMT_SOURCE_DIR "/tests/ops/data",
                                             SIMT_SOURCE_DIR "/tests/hardware/values"};
  if (other != nullptr) folders = {other};
  for (const auto& folder : folders)
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".txt") continue;
      std::deque<std::string> opcodes;
      const auto cases = read_vectors(entry.path(), opcodes);
      INFO(entry.path());
      REQUIRE_FALSE(cases.empty());
      check_recorded(cases);
    }
}

}  // namespace simt::test
