// Formats device printf output as the CUDA C++ Programming Guide's "Formatted Output" describes:
// the conversions of C, with the flags, widths, precisions and sizes that the device accepts.
// Not supported, and refused: %n, wide strings, widths beyond kMaxPrintfWidth.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace simt {

inline constexpr int kMaxPrintfWidth = 32767;

/// A format that cannot be printed.
struct PrintfError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where the arguments come from.
struct PrintfArguments {
  /// The next argument of 4 or 8 bytes, as raw bits.
  std::function<std::uint64_t(unsigned bytes)> next;
  /// The zero-terminated string at a device address.
  std::function<std::string(std::uint64_t address)> string;
};

struct Printed {
  std::string text;
  int arguments = 0;  ///< how many were used
};
Printed format_printf(std::string_view format, const PrintfArguments& arguments);

}  // namespace simt
