// The rows against what an H200 (sm_90) computed: tests/ops/data/*.txt, recorded by
// tools/record_vectors.py, and tests/hardware/values/*.txt.gz, recorded by the programs of gen.py
// there: float.txt.gz every float, half and convert form, float_nan.txt.gz those whose NaN results
// carry a payload, on operands that are NaN (repeated lines left out). Each line: OPCODE INPUTS ->
// OUTPUTS, hexadecimal. Left out of the files: bfe and bfi on 64 bits with positions or lengths
// above 255 (the PTX ISA takes their low 8 bits, the machine does not) and fns from a base above 31
// (open in the PTX ISA).
#include <zlib.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>

#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

/// The lines of a text file, compressed or not.
std::vector<std::string> read_lines(const std::filesystem::path& path) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  std::vector<std::string> lines;
  char text[256];
  while (file && gzgets(file.get(), text, sizeof text) != nullptr) lines.emplace_back(text);
  return lines;
}
std::vector<Case> read_vectors(const std::filesystem::path& path,
                               std::deque<std::string>& opcodes) {
  std::vector<Case> cases;
  for (const std::string& line : read_lines(path)) {
    std::istringstream words(line);
    Case c;
    std::string word;
    words >> word;
    if (opcodes.empty() || opcodes.back() != word) opcodes.push_back(word);
    c.opcode = opcodes.back();
    // The machine has no 8-bit registers: the recording shows all 16 bits.
    if (c.opcode.starts_with("cvt.")) c.narrowest = 2;
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

/// A float as stored and as a number.
struct Number {
  u64 bits = 0;
  double value = 0;
};
/// The floats in a register: two in a packed one.
std::vector<Number> numbers(ScalarType type, u128 content) {
  const auto low = static_cast<u64>(content);
  const auto single = [](u64 bits) { return std::bit_cast<float>(static_cast<u32>(bits)); };
  const auto half = [&](u64 bits) -> Number {
    return {bits, single(static_cast<u64>(evaluate("cvt.f32.f16", {bits})[0]))};
  };
  const auto bfloat = [&](u64 bits) -> Number { return {bits, single(bits << 16)}; };
  using enum ScalarType;
  switch (type) {
    case F32:
      return {{low, single(low)}};
    case F64:
      return {{low, std::bit_cast<double>(low)}};
    case BF16:
      return {bfloat(low)};
    case BF16x2:
      return {bfloat(low & 0xffff), bfloat(low >> 16)};
    case F16:
      return {half(low)};
    case F16x2:
      return {half(low & 0xffff), half(low >> 16)};
    default:
      return {};
  }
}
bool within(Tolerance t, Number got, Number expected) {
  if (std::isnan(expected.value)) return got.bits == expected.bits;
  if (got.value == expected.value) return std::signbit(got.value) == std::signbit(expected.value);
  return std::isfinite(expected.value) && std::fabs(got.value - expected.value) <=
                                              t.absolute + t.relative * std::fabs(expected.value);
}
/// Sines and cosines have no stated error beyond a hundred pi: what the machine gives there is not
/// matched (docs/DEVIATIONS.md).
bool in_stated_range(const Case& c) {
  if (!c.opcode.starts_with("sin.") && !c.opcode.starts_with("cos.")) return true;
  const double x = numbers(ScalarType::F32, c.in[0])[0].value;
  return !std::isfinite(x) || std::fabs(x) < 314;
}
void check_approximate(const Case& c, Tolerance t) {
  if (!in_stated_range(c)) return;
  const ScalarType type = form_of(c.opcode).type();
  const auto got = numbers(type, evaluate(c.opcode, c.in)[0]), expected = numbers(type, c.out[0]);
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!within(t, got[i], expected[i]))
      FAIL_CHECK(c.opcode << ' ' << numbers(type, c.in[0])[i].value << " -> " << got[i].value
                          << " (" << std::hex << got[i].bits << "), the machine gave "
                          << expected[i].value << " (" << expected[i].bits << ')');
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
  const auto close = [t](u64 got, u64 expected) {
    return within(t, numbers(ScalarType::F32, got)[0], numbers(ScalarType::F32, expected)[0]);
  };
  CHECK(close(bits(1 + 0x1p-22f), bits(1.0f)));
  CHECK_FALSE(close(bits(1 + 0x1p-20f), bits(1.0f)));
  CHECK_FALSE(close(bits(1.0f), 0x7fffffff));
  CHECK_FALSE(close(0x7fffffff, bits(1.0f)));
  CHECK(close(0x7fffffff, 0x7fffffff));
  CHECK_FALSE(close(0x7fc00000, 0x7fffffff));
  CHECK_FALSE(close(bits(1e38f), 0x7f800000));
  CHECK(close(0xff800000, 0xff800000));
  CHECK_FALSE(close(0, 0x80000000));
  CHECK_FALSE(tolerance("div.rn.f32").has_value());
}

TEST_CASE("instructions give what an H200 gave") {
  const char* other = std::getenv("SIMT_SIM_VECTORS");  // a folder with a longer recording
  std::vector<std::filesystem::path> folders{SIMT_SOURCE_DIR "/tests/ops/data",
                                             SIMT_SOURCE_DIR "/tests/hardware/values"};
  if (other != nullptr) folders = {other};
  for (const auto& folder : folders)
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (const auto e = entry.path().extension(); e != ".txt" && e != ".gz") continue;
      std::deque<std::string> opcodes;
      const auto cases = read_vectors(entry.path(), opcodes);
      INFO(entry.path());
      REQUIRE_FALSE(cases.empty());
      check_recorded(cases);
    }
}

}  // namespace simt::test
