#include "sim/exec/texture/texel_value.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "isa/core/lanes/half_float.h"

namespace simt {
namespace {

using Bytes = std::array<const std::byte*, 8>;

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

/// Of a channel that the texels do not have.
std::uint32_t absent(const TexelObject& object, unsigned channel) {
  if (channel < 3) return 0;
  const bool is_float = object.format.kind == TexelFormat::Kind::Float || reads_as_float(object);
  return is_float ? std::bit_cast<std::uint32_t>(1.0f) : 1;
}

std::uint32_t tap_value(const TexelObject& object, const Tap& tap, const std::byte* bytes,
                        unsigned channel) {
  if (channel >= object.format.channels) return absent(object, channel);
  return tap.border ? object.border[channel]
                    : value_of(object, raw_channel(object.format, bytes, channel));
}

std::uint32_t blended_floats(const TexelObject& object, const Taps& taps, const Bytes& bytes,
                             unsigned channel) {
  double sum = 0;
  for (unsigned i = 0; i < taps.count; ++i)
    sum += taps.tap[i].weight * static_cast<double>(std::bit_cast<float>(
                                    tap_value(object, taps.tap[i], bytes[i], channel)));
  sum /= kWholeWeight;
  if (object.format.bits == 16)
    return std::bit_cast<std::uint32_t>(
        widened(narrowed<Half>(Rounding::Nearest, static_cast<f64>(sum))));
  return std::bit_cast<std::uint32_t>(static_cast<float>(sum));
}

/// In units of 1 / 65535 or, signed, of 1 / 32767.
double wide_integer(const TexelObject& object, const Tap& tap, const std::byte* bytes,
                    unsigned channel, std::int32_t one) {
  if (tap.border)
    return std::nearbyint(static_cast<double>(std::bit_cast<float>(object.border[channel])) * one);
  const TexelFormat& format = object.format;
  const std::int32_t value = bounded(format, raw_channel(format, bytes, channel));
  if (format.bits == 16) return value;
  return std::nearbyint(static_cast<double>(value) * one / largest(format));
}

std::uint32_t blended_integers(const TexelObject& object, const Taps& taps, const Bytes& bytes,
                               unsigned channel) {
  const std::int32_t one = object.format.kind == TexelFormat::Kind::Signed ? 32767 : 65535;
  double sum = 0;
  for (unsigned i = 0; i < taps.count; ++i)
    sum += taps.tap[i].weight * wide_integer(object, taps.tap[i], bytes[i], channel, one);
  const auto rounded = static_cast<float>(std::floor(sum / kWholeWeight + 0.5));
  return std::bit_cast<std::uint32_t>(rounded / static_cast<float>(one));
}

}  // namespace

TexelValue blend(const TexelObject& object, const Taps& taps, const Bytes& bytes) {
  TexelValue out{};
  if (taps.count == 0) return out;
  for (unsigned c = 0; c < out.size(); ++c) {
    if (c >= object.format.channels)
      out[c] = absent(object, c);
    else if (taps.count == 1)
      out[c] = tap_value(object, taps.tap[0], bytes[0], c);
    else
      out[c] = reads_as_float(object) ? blended_integers(object, taps, bytes, c)
                                      : blended_floats(object, taps, bytes, c);
  }
  return out;
}

TexelValue gathered(const TexelObject& object, const Taps& taps, const Bytes& bytes,
                    unsigned component) {
  TexelValue out{};
  for (unsigned i = 0; i < taps.count && i < out.size(); ++i)
    out[i] = tap_value(object, taps.tap[i], bytes[i], component);
  return out;
}

}  // namespace simt
