// The special function unit, and the approximate functions that ptxas builds around it, against
// digests of what an H100 gave (tests/hardware/mufu/digests.txt.gz, lines NAME RANGE FULL SAMPLE).
// A range is what has one sign and exponent, FULL the digest of its 2^23 inputs, SAMPLE that of 64.
#include <zlib.h>

#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "isa/base/split_mix.h"
#include "isa/ptx/rows/approximate.h"

namespace simt::test {
namespace {

constexpr u32 kRangeSize = 1u << 23, kSamples = 64;
/// The first and last 16 of a range, 8 in its middle, and others by chance.
u32 sample(u32 range, u32 index) {
  u32 fraction = index;
  if (index >= 40)
    fraction = static_cast<u32>(split_mix(12345 + range * 24 + (index - 40)));
  else if (index >= 24)
    fraction = kRangeSize - 16 + (index - 24);
  else if (index >= 16)
    fraction = kRangeSize / 2 - 4 + (index - 16);
  return range * kRangeSize + fraction % kRangeSize;
}

/// Adds up what some inputs give.
using Digest = u64 (*)(const u32* inputs, u32 count);
/// f has bits of 32 bits and gives such.
template <auto f>
u64 digest_of_bits(const u32* inputs, u32 count) {
  u64 sum = 0;
  for (u32 i = 0; i < count; ++i) sum += split_mix(u64{inputs[i]} << 32 | f(inputs[i]));
  return sum;
}
template <f32 (*f)(f32)>
constexpr Digest kOfSingle = digest_of_bits<[](u32 x) { return raw(f(from_raw<f32>(x))); }>;
/// The input is the divisor; the dividend is made of it.
template <f32 (*f)(f32, f32)>
constexpr Digest kOfQuotient = digest_of_bits<[](u32 x) {
  return raw(f(from_raw<f32>(static_cast<u32>(split_mix(x))), from_raw<f32>(x)));
}>;
/// The input is the high word; the low one is made of it.
template <f64 (*f)(f64)>
u64 digest_of_double(const u32* inputs, u32 count) {
  u64 sum = 0;
  for (u32 i = 0; i < count; ++i) {
    const u64 x = u64{inputs[i]} << 32 | static_cast<u32>(split_mix(inputs[i]));
    sum += split_mix(split_mix(inputs[i]) + raw(f(from_raw<f64>(x))));
  }
  return sum;
}

struct Function {
  std::string_view name;
  Digest digest;
  u32 range;  ///< tested in full in every run
};
const Function kFunctions[] = {
    {"rcp", digest_of_bits<mufu::rcp>, 127},
    {"rsq", digest_of_bits<mufu::rsq>, 128},
    {"sqrt", digest_of_bits<mufu::sqrt>, 128},
    {"ex2", digest_of_bits<mufu::ex2>, 383},
    {"lg2", digest_of_bits<mufu::lg2>, 127},
    {"sin", digest_of_bits<mufu::sin>, 381},
    {"cos", digest_of_bits<mufu::cos>, 125},
    {"tanh", digest_of_bits<mufu::tanh>, 128},
    {"rcp64h", digest_of_bits<mufu::rcp64h>, 127},
    {"rsq64h", digest_of_bits<mufu::rsq64h>, 127},
    {"rcp.approx.f32", kOfSingle<approximate::rcp>, 254},
    {"rsqrt.approx.f32", kOfSingle<approximate::rsqrt>, 0},
    {"sqrt.approx.f32", kOfSingle<approximate::sqrt>, 0},
    {"ex2.approx.f32", kOfSingle<approximate::ex2>, 389},
    {"lg2.approx.f32", kOfSingle<approximate::lg2>, 0},
    {"sin.approx.f32", kOfSingle<approximate::sin>, 130},
    {"cos.approx.f32", kOfSingle<approximate::cos>, 130},
    {"div.approx.f32", kOfQuotient<approximate::divide>, 0},
    {"div.approx.ftz.f32", kOfQuotient<approximate::divide_ftz>, 150},
    {"div.full.f32", kOfQuotient<approximate::divide_full>, 254},
    {"div.full.ftz.f32", kOfQuotient<approximate::divide_full_ftz>, 254},
    {"rsqrt.approx.f64", digest_of_double<approximate::rsqrt>, 127},
};

struct Recorded {
  u64 full = 0, sample = 0;
};
std::map<std::string, std::array<Recorded, 512>> read_digests() {
  const auto path = SIMT_SOURCE_DIR "/tests/hardware/mufu/digests.txt.gz";
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path, "rb"), gzclose);
  std::map<std::string, std::array<Recorded, 512>> all;
  char text[128];
  while (file && gzgets(file.get(), text, sizeof text) != nullptr) {
    std::istringstream words(text);
    std::string name;
    u32 range = 0;
    Recorded r;
    words >> name >> range >> std::hex >> r.full >> r.sample;
    all[name].at(range) = r;
  }
  return all;
}
u64 full_digest(Digest digest, u32 range) {
  std::array<u32, 4096> inputs;
  u64 sum = 0;
  for (u32 first = 0; first < kRangeSize; first += inputs.size()) {
    for (u32 i = 0; i < inputs.size(); ++i) inputs[i] = range * kRangeSize + first + i;
    sum += digest(inputs.data(), inputs.size());
  }
  return sum;
}

TEST_CASE("mufu 01: inputs of every sign and exponent give what an H100 gave") {
  const auto recorded = read_digests();
  for (const Function& f : kFunctions) {
    INFO(f.name);
    const auto& ranges = recorded.at(std::string(f.name));
    for (u32 range = 0; range < ranges.size(); ++range) {
      std::array<u32, kSamples> inputs;
      for (u32 i = 0; i < kSamples; ++i) inputs[i] = sample(range, i);
      if (f.digest(inputs.data(), kSamples) != ranges[range].sample) FAIL_CHECK("range " << range);
    }
  }
}
TEST_CASE("mufu 02: all inputs of one sign and exponent give what an H100 gave") {
  const auto recorded = read_digests();
  for (const Function& f : kFunctions) {
    INFO(f.name << " range " << f.range);
    CHECK(full_digest(f.digest, f.range) == recorded.at(std::string(f.name))[f.range].full);
  }
}
// 2^32 inputs of 22 functions: some twenty minutes. test_ops "[all-inputs]"
TEST_CASE("mufu 03: all inputs give what an H100 gave", "[.][all-inputs]") {
  const auto recorded = read_digests();
  for (const Function& f : kFunctions) {
    const auto& ranges = recorded.at(std::string(f.name));
    for (u32 range = 0; range < ranges.size(); ++range)
      if (full_digest(f.digest, range) != ranges[range].full)
        FAIL_CHECK(f.name << " range " << range);
  }
}

struct HalfFunction {
  std::string_view name;
  u16 (*function)(u16);
  u64 digest;  ///< of all 65,536 inputs
};
TEST_CASE("mufu 04: all inputs of half precision give what an H100 gave") {
  for (const HalfFunction& f : {
           HalfFunction{"ex2.approx.f16", mufu::ex2_f16, 0x4112049e9a6fc3ba},
           HalfFunction{"ex2.approx.ftz.bf16", mufu::ex2_bf16, 0xa564d34aaf5f8c25},
           HalfFunction{"tanh.approx.f16", mufu::tanh_f16, 0x43b3860c2fb36d58},
           HalfFunction{"tanh.approx.bf16", mufu::tanh_bf16, 0xac124b3a953d5532},
       }) {
    INFO(f.name);
    u64 sum = 0;
    for (u32 x = 0; x < 65536; ++x)
      sum += split_mix(u64{x} << 32 | f.function(static_cast<u16>(x)));
    CHECK(sum == f.digest);
  }
}

}  // namespace
}  // namespace simt::test
