// What is wrong in a report of ncu and what to do about it.
#pragma once

#include <stdexcept>
#include <string>

namespace simt::ncu {

/// what(): "FILE:LINE:COLUMN: error: MESSAGE", or "FILE: error: MESSAGE" without a place.
struct ReportError : std::runtime_error {
  ReportError(const std::string& file, unsigned line, unsigned column, const std::string& message)
      : std::runtime_error(file + place(line, column) + ": error: " + message) {}

 private:
  static std::string place(unsigned line, unsigned column) {
    if (line == 0) return "";
    return ":" + std::to_string(line) + (column == 0 ? "" : ":" + std::to_string(column));
  }
};

}  // namespace simt::ncu
