// Units as ncu has written them over its versions, brought to those that ncu 2025 calls base units:
// byte, ns, hz, and rates per second as "byte/s". ncu scales by thousands.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace simt::ncu {

struct Unit {
  double factor = 1;  ///< a value in the written unit times this is one in `base`
  std::string base;
};

/// "Kbyte" -> 1000 byte; "usecond" and "us" -> 1000 ns; "cycle/nsecond" and "Ghz" -> 1e9 hz;
/// "Gbyte/second" -> 1e9 byte/s. A unit that is not scaled stays as it is ("inst", "%").
Unit base_unit(std::string_view written);
/// Units of things that are counted, not averaged: their values have no fraction.
bool is_count_unit(std::string_view base);

}  // namespace simt::ncu
