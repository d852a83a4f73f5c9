// Textures: weights, rounding and address modes as an H200 has them, and the guide's formulas.
#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "sim/exec/texture/texel_value.h"

using namespace simt;

namespace {

#include "tests/exec/h200_blends.inc"

/// A texture of floats, or of integers, whose bytes lie here.
class Texture {
 public:
  explicit Texture(const TexelFormat& format, const std::array<std::uint32_t, 3>& extent,
                   unsigned dimensions) {
    object.format = format;
    object.extent = extent;
    object.dimensions = dimensions;
    object.address_mode.fill(AddressMode::Clamp);
    object.layout = array_layout(0, std::uint64_t{extent[0]} * format.bytes(), extent[1]);
    bytes_.resize(array_bytes(object.layout, extent[2]));
  }
  static Texture of_floats(const std::vector<float>& texels,
                           const std::array<std::uint32_t, 3>& extent, unsigned dimensions) {
    Texture out({}, extent, dimensions);
    std::size_t i = 0;
    for (std::uint32_t z = 0; z < extent[2]; ++z)
      for (std::uint32_t y = 0; y < extent[1]; ++y)
        for (std::uint32_t x = 0; x < extent[0]; ++x) out.put(x, y, z, texels[i++]);
    return out;
  }
  template <class T>
  void put(std::uint32_t x, std::uint32_t y, std::uint32_t z, T value) {
    std::memcpy(bytes_.data() + object.address(x, y, z), &value, sizeof value);
  }
  std::uint32_t bits(const Taps& taps) const {
    TapBytes at{};
    for (unsigned i = 0; i < taps.count; ++i)
      at[i] = bytes_.data() + object.address(taps.tap[i].x, taps.tap[i].y, taps.tap[i].z);
    return blend(object, taps, at)[0];
  }
  float sample(float x, float y = 0, float z = 0) const {
    return std::bit_cast<float>(bits(sample_taps(object, {x, y, z}, 0)));
  }

  TexelObject object;

 private:
  std::vector<std::byte> bytes_;
};

Texture ramp(std::uint32_t size) {
  std::vector<float> texels;
  for (std::uint32_t i = 0; i < size; ++i) texels.push_back(static_cast<float>(i));
  return Texture::of_floats(texels, {size, 1, 1}, 1);
}

const float kInfinity = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("Textures: filters of floats give the bits that an H200 gives") {
  for (const Blended& b : kBlended) {
    const auto dimensions = static_cast<unsigned>(std::bit_width(b.texel.size()) - 1);
    std::vector<float> texels;
    for (const std::uint32_t bits : b.texel) texels.push_back(std::bit_cast<float>(bits));
    Texture texture = Texture::of_floats(
        texels, {2, dimensions > 1 ? 2u : 1u, dimensions > 2 ? 2u : 1u}, dimensions);
    texture.object.linear = true;
    std::array<float, 3> at{};
    for (unsigned d = 0; d < 3; ++d) at[d] = 0.5f + static_cast<float>(b.part[d]) / 256;
    CHECK(texture.bits(sample_taps(texture.object, at, 0)) == b.result);
  }
}

TEST_CASE("Textures: filters of normalized integers give the bits that an H200 gives") {
  for (const BlendedInteger& b : kBlendedIntegers) {
    const auto kind = b.is_signed ? TexelFormat::Kind::Signed : TexelFormat::Kind::Unsigned;
    Texture texture({kind, 1, static_cast<std::uint8_t>(b.bits)}, {2, 1, 1}, 1);
    texture.object.linear = texture.object.normalized_float = true;
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned value = i == 0 ? b.first : b.second;
      if (b.bits == 8)
        texture.put(i, 0, 0, static_cast<std::uint8_t>(value));
      else
        texture.put(i, 0, 0, static_cast<std::uint16_t>(value));
    }
    const float at = 0.5f + static_cast<float>(b.part) / 256;
    CHECK(texture.bits(sample_taps(texture.object, {at, 0, 0}, 0)) == b.result);
  }
}

// An H200, kernels of one texture instruction: 3 - 2^-9 and 3 + 2^-9 lie half a step from 2.5.
TEST_CASE(
    "Textures: a filter rounds coordinates to 1/256, a half up, point sampling takes the floor") {
  Texture texture = ramp(8);
  CHECK(texture.sample(3 - std::ldexp(1.0f, -22)) == 2);
  CHECK(texture.sample(3) == 3);
  texture.object.linear = true;
  CHECK(texture.sample(3 - std::ldexp(1.0f, -9)) == 2.5f);
  CHECK(texture.sample(3 + std::ldexp(1.0f, -9)) == 2.50390625f);
  CHECK(texture.sample(3 + std::ldexp(1.0f, -10)) == 2.5f);
}

TEST_CASE("Textures: what is no number, and what is far away, as on an H200") {
  const std::vector<float> at{kNan, kInfinity, -kInfinity, -0.25f, 1e10f, -1e10f};
  const auto given = [&](AddressMode mode, bool linear, bool normalized) {
    Texture texture = ramp(8);
    texture.object.address_mode.fill(mode);
    texture.object.border.fill(std::bit_cast<std::uint32_t>(-1.0f));
    texture.object.linear = linear;
    texture.object.normalized = normalized;
    std::vector<float> out;
    for (const float x : at) out.push_back(texture.sample(x));
    return out;
  };
  using Values = std::vector<float>;
  for (const AddressMode mode : {AddressMode::Clamp, AddressMode::Wrap, AddressMode::Mirror}) {
    CHECK(given(mode, false, false) == Values{0, 7, 0, 0, 7, 0});
    CHECK(given(mode, true, false) == Values{0, 7, 0, 0, 7, 0});
  }
  CHECK(given(AddressMode::Border, false, false) == Values{0, -1, -1, -1, -1, -1});
  CHECK(given(AddressMode::Border, true, false) == Values{-0.75f, -1, -1, -0.875f, -1, -1});
  CHECK(given(AddressMode::Wrap, false, true) == Values{0, 0, 0, 6, 0, 0});
  CHECK(given(AddressMode::Wrap, true, true) == Values{3.5f, 3.5f, 3.5f, 5.5f, 3.5f, 3.5f});
  CHECK(given(AddressMode::Mirror, false, true) == Values{0, 0, 0, 1, 0, 0});
  CHECK(given(AddressMode::Mirror, true, true) == Values{0, 0, 0, 1.5f, 0, 0});
}

// CUDA C++ Programming Guide, "Linear Filtering": (1 - a)(1 - b) T[i, j] + ..., with a and b of 8
// bits. Weights and coordinates are each within half a 256th of theirs.
TEST_CASE("Textures: the guide's formula of a plane holds within the precision of its weights") {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> value(-1, 1), place(-2, 9);
  std::vector<float> texels(8 * 5);
  for (float& t : texels) t = value(random);
  Texture texture = Texture::of_floats(texels, {8, 5, 1}, 2);
  texture.object.linear = true;
  const auto texel = [&](double i, double j) {
    const auto x = static_cast<std::size_t>(std::clamp(i, 0.0, 7.0));
    const auto y = static_cast<std::size_t>(std::clamp(j, 0.0, 4.0));
    return static_cast<double>(texels[8 * y + x]);
  };
  for (unsigned round = 0; round < 2000; ++round) {
    const float x = place(random), y = place(random);
    const double i = std::floor(x - 0.5), j = std::floor(y - 0.5);
    const double a = x - 0.5 - i, b = y - 0.5 - j;
    const double exact = (1 - a) * (1 - b) * texel(i, j) + a * (1 - b) * texel(i + 1, j) +
                         (1 - a) * b * texel(i, j + 1) + a * b * texel(i + 1, j + 1);
    CHECK(static_cast<double>(texture.sample(x, y)) == Approx(exact).margin(4.0 / 256));
  }
}

TEST_CASE("Textures: a fetch by number beyond the edge gives zeros and reads nothing") {
  Texture texture = ramp(4);
  CHECK(fetch_taps(texture.object, {3, 0, 0}, 0).count == 0);  // an array of one dimension
  texture.object.buffer = true;
  CHECK(fetch_taps(texture.object, {3, 0, 0}, 0).count == 1);
  for (const int x : {-1, 4}) {
    const Taps taps = fetch_taps(texture.object, {x, 0, 0}, 0);
    CHECK(taps.count == 0);
    CHECK(texture.bits(taps) == 0);
  }
}

TEST_CASE("Textures: texels of weight 0 are not read, a layer beyond the last is the last") {
  Texture texture = Texture::of_floats({0, 1, 2, 3}, {2, 2, 1}, 2);
  texture.object.linear = true;
  CHECK(sample_taps(texture.object, {0.5f, 0.5f, 0}, 0).count == 1);
  CHECK(sample_taps(texture.object, {1.0f, 0.5f, 0}, 0).count == 2);
  CHECK(sample_taps(texture.object, {1.0f, 1.0f, 0}, 0).count == 4);
  texture.object.layered = true;
  texture.object.layers = 3;
  CHECK(sample_taps(texture.object, {0.5f, 0.5f, 0}, 9).tap[0].z == 2);
}

// Tegra X1 TRM: the 512 bytes of a block; each address once.
TEST_CASE("Textures: texels of an array lie in blocks, a sector is 16 bytes of two rows") {
  const TexelLayout layout = array_layout(4096, 160, 24);
  CHECK(layout.address(0, 0, 0) == 4096);
  CHECK(layout.address(15, 1, 0) == 4096 + 31);
  CHECK(layout.address(16, 0, 0) == 4096 + 32);
  CHECK(layout.address(0, 2, 0) == 4096 + 64);
  CHECK(layout.address(32, 0, 0) == 4096 + 256);
  CHECK(layout.stacked == 4);
  CHECK(layout.address(0, 8, 0) == 4096 + 512);
  CHECK(layout.address(64, 0, 0) == 4096 + 4 * 512);
  std::vector<bool> used(array_bytes(layout, 2));
  for (std::uint64_t z = 0; z < 2; ++z)
    for (std::uint64_t y = 0; y < 24; ++y)
      for (std::uint64_t x = 0; x < 160; ++x) {
        const std::uint64_t at = layout.address(x, y, z) - 4096;
        REQUIRE(at < used.size());
        REQUIRE(!used[at]);
        used[at] = true;
      }
}

// The first float of each texel, of 13: i / 13 lies between two multiples of 2^-21 (H200).
TEST_CASE("Textures: of normalized coordinates 21 bits after the point count") {
  Texture texture = ramp(13);
  texture.object.normalized = true;
  for (unsigned i = 1; i < 13; ++i) {
    const double first = std::ceil(i / 13.0 * 2097152) / 2097152;
    const auto at = static_cast<float>(first);
    REQUIRE(at == first);
    CHECK(texture.sample(at) == static_cast<float>(i));
    CHECK(texture.sample(std::nextafter(at, 0.0f)) == static_cast<float>(i) - 1);
  }
}

TEST_CASE("Textures: the border's value has the format of the texels, a half rounded down") {
  const auto [color, of_255] = GENERATE(table<float, int>(
      {{0.0f, 0}, {0.25f, 64}, {0.5f, 127}, {0.75f, 191}, {1.0f, 255}, {2.0f, 255}}));
  Texture texture({TexelFormat::Kind::Unsigned, 1, 8}, {4, 1, 1}, 1);
  texture.object.normalized_float = true;
  texture.object.address_mode.fill(AddressMode::Border);
  texture.object.border[0] = std::bit_cast<std::uint32_t>(color);
  CHECK(texture.sample(-1) == static_cast<float>(of_255) / 255);
}

TEST_CASE("Textures: a blend that lies halfway is rounded away from zero") {
  const auto sign = GENERATE(1.0f, -1.0f);
  // The middle of two neighbours.
  Texture texture = Texture::of_floats({sign * 16777216.0f, sign * 16777218.0f}, {2, 1, 1}, 1);
  texture.object.linear = true;
  CHECK(texture.sample(0.75f) == sign * 16777216.0f);  // a quarter
  CHECK(texture.sample(1.0f) == sign * 16777218.0f);
}

TEST_CASE("Textures: beyond its last texel's centre a clamped line is that texel, undivided") {
  Texture texture = ramp(4);
  texture.object.linear = true;
  const Taps taps = sample_taps(texture.object, {3.9f, 0, 0}, 0);
  CHECK(taps.count == 1);
  CHECK(taps.tap[0].x == 3);
  CHECK(taps.tap[0].weight == kWholeWeight);
}

TEST_CASE("Textures: the border of an array of lines does not come in from the other axis") {
  Texture texture = ramp(4);
  texture.object.linear = true;
  texture.object.address_mode.fill(AddressMode::Border);
  CHECK(texture.sample(2.5f) == 1);  // half of texel 2: y = 0 blends with the border
  texture.object.layered = true;
  CHECK(texture.sample(2.5f) == 2);
}
