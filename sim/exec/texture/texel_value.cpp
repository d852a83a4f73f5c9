#include "sim/exec/texture/texel_value.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "isa/core/lanes/half_float.h"
#include "sim/exec/texture/srgb.h"

namespace simt {
namespace {

bool reads_as_float(const TexelObject& object) {
  return object.normalized_float && object.format.kind != TexelFormat::Kind::Float;
}

std::uint32_t raw_channel(const TexelFormat& format, const std::byte* bytes, unsigned channel) {
  std::uint32_t raw = 0;
  std::memcpy(&raw, bytes + std::size_t{channel} * format.bits / 8, format.bits / 8u);
  return raw;
}

std::int32_t signed_channel(const TexelFormat& format, std::uint32_t raw) {
  if (format.bits == 8) return static_cast<std::int8_t>(raw);
  if (format.bits == 16) return static_cast<std::int16_t>(raw);
  return static_cast<std::int32_t>(raw);
}

float half_value(std::uint32_t raw) {
  return widened(static_cast<Half>(raw));
}

/// Of an integer that stands for at most 1.
std::int32_t largest(const TexelFormat& format) {
  const bool is_signed = format.kind == TexelFormat::Kind::Signed;
  return (1 << (format.bits - (is_signed ? 1 : 0))) - 1;
}
std::int32_t bounded(const TexelFormat& format, std::uint32_t raw) {
  if (format.kind == TexelFormat::Kind::Unsigned) return static_cast<std::int32_t>(raw);
  return std::max(signed_channel(format, raw), -largest(format));
}

std::uint32_t as_float(const TexelFormat& format, std::uint32_t raw) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(bounded(format, raw)) /
                                      static_cast<float>(largest(format)));
}

/// The border's value is held in the format of the texels, a half rounded down: 1/4, 1/2 and 3/4 of
/// 8 bits read as 64, 127 and 191 of 255 on an H200.
std::uint32_t border_in_format(const TexelObject& object, unsigned channel) {
  const auto value = static_cast<double>(std::bit_cast<float>(object.border[channel]));
  const bool is_signed = object.format.kind == TexelFormat::Kind::Signed;
  const double bounded = std::clamp(value, is_signed ? -1.0 : 0.0, 1.0);
  return static_cast<std::uint32_t>(
      static_cast<std::int32_t>(std::ceil(bounded * largest(object.format) - 0.5)));
}

/// One channel of one texel as the read mode gives it.
std::uint32_t value_of(const TexelObject& object, std::uint32_t raw) {
  const TexelFormat& format = object.format;
  if (reads_as_float(object)) return as_float(format, raw);
  if (format.kind == TexelFormat::Kind::Float)
    return format.bits == 16 ? std::bit_cast<std::uint32_t>(half_value(raw)) : raw;
  return format.kind == TexelFormat::Kind::Signed
             ? static_cast<std::uint32_t>(signed_channel(format, raw))
             : raw;
}

std::uint32_t tap_value(const TexelObject& object, const Tap& tap, const std::byte* bytes,
                        unsigned channel) {
  if (channel >= object.format.channels) return 0;  // measured on an H100
  if (!tap.border) {
    const std::uint32_t raw = raw_channel(object.format, bytes, channel);
    if (reads_as_float(object) && is_colour(object, channel))
      return std::bit_cast<std::uint32_t>(light(static_cast<std::uint8_t>(raw)));
    return value_of(object, raw);
  }
  return reads_as_float(object) ? as_float(object.format, border_in_format(object, channel))
                                : object.border[channel];
}

/// The neighbour of `below`, which is `exact` cut off, where it is nearer or as near: a half is
/// rounded away from zero (measured on an H200).
template <class Value>
Value half_away(double exact, Value below, Value above) {
  const double middle = (static_cast<double>(below) + static_cast<double>(above)) / 2;
  return std::abs(exact) >= std::abs(middle) ? above : below;
}

float rounded_to_float(double exact) {
  auto below = static_cast<float>(exact);
  if (!std::isfinite(below)) return below;
  if (std::abs(static_cast<double>(below)) > std::abs(exact)) below = std::nextafter(below, 0.0f);
  const float outward =
      std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(exact));
  return half_away(exact, below, std::nextafter(below, outward));
}

float rounded_to_half(double exact) {
  if (!std::isfinite(exact)) return static_cast<float>(exact);
  const auto bits = narrowed<Half>(Rounding::Zero, static_cast<f64>(exact));
  const auto next = static_cast<Half>(static_cast<std::uint16_t>(bits) + 1);
  return half_away(exact, widened(bits), widened(next));
}

std::uint32_t blended_floats(const TexelObject& object, const Taps& taps, const TapBytes& bytes,
                             unsigned channel) {
  double sum = 0;
  for (unsigned i = 0; i < taps.count; ++i)
    sum += taps.tap[i].weight * static_cast<double>(std::bit_cast<float>(
                                    tap_value(object, taps.tap[i], bytes[i], channel)));
  sum /= kWholeWeight;
  return std::bit_cast<std::uint32_t>(object.format.bits == 16 ? rounded_to_half(sum)
                                                               : rounded_to_float(sum));
}

/// In units of 1 / 65535 or, signed, of 1 / 32767.
double wide_integer(const TexelObject& object, const Tap& tap, const std::byte* bytes,
                    unsigned channel, std::int32_t one) {
  const TexelFormat& format = object.format;
  const std::uint32_t raw =
      tap.border ? border_in_format(object, channel) : raw_channel(format, bytes, channel);
  const std::int32_t value = bounded(format, raw);
  if (format.bits == 16) return value;
  return std::nearbyint(static_cast<double>(value) * one / largest(format));
}

std::uint32_t blended_integers(const TexelObject& object, const Taps& taps, const TapBytes& bytes,
                               unsigned channel) {
  const std::int32_t one = object.format.kind == TexelFormat::Kind::Signed ? 32767 : 65535;
  double sum = 0;
  for (unsigned i = 0; i < taps.count; ++i)
    sum += taps.tap[i].weight * wide_integer(object, taps.tap[i], bytes[i], channel, one);
  const auto rounded = static_cast<float>(std::floor(sum / kWholeWeight + 0.5));
  return std::bit_cast<std::uint32_t>(rounded / static_cast<float>(one));
}

std::uint32_t blended_colours(const TexelObject& object, const Taps& taps, const TapBytes& bytes,
                              unsigned channel) {
  std::array<float, kMostTaps> value{};
  for (unsigned i = 0; i < taps.count; ++i)
    value[i] = std::bit_cast<float>(tap_value(object, taps.tap[i], bytes[i], channel));
  LightSum sum(*std::max_element(value.begin(), value.end()));
  for (unsigned i = 0; i < taps.count; ++i) sum.add(taps.tap[i].weight, value[i]);
  return std::bit_cast<std::uint32_t>(sum.value());
}

std::uint32_t blended(const TexelObject& object, const Taps& taps, const TapBytes& bytes,
                      unsigned channel) {
  if (!reads_as_float(object)) return blended_floats(object, taps, bytes, channel);
  return is_colour(object, channel) ? blended_colours(object, taps, bytes, channel)
                                    : blended_integers(object, taps, bytes, channel);
}

}  // namespace

TexelValue blend(const TexelObject& object, const Taps& taps, const TapBytes& bytes) {
  TexelValue out{};
  if (taps.count == 0) return out;
  for (unsigned c = 0; c < object.format.channels; ++c)
    out[c] = taps.count == 1 ? tap_value(object, taps.tap[0], bytes[0], c)
                             : blended(object, taps, bytes, c);
  return out;
}

TexelValue gathered(const TexelObject& object, const Taps& taps, const TapBytes& bytes,
                    unsigned component) {
  TexelValue out{};
  for (unsigned i = 0; i < taps.count && i < out.size(); ++i)
    out[i] = tap_value(object, taps.tap[i], bytes[i], component);
  return out;
}

}  // namespace simt
