// Kernels' parameters and launches, for tests that bind arguments without a kernel.
#pragma once

#include "isa/core/program.h"
#include "sim/input/launch_spec.h"

namespace simt::test {

inline Param param(std::string name, ScalarType type, std::uint32_t bytes, std::uint32_t offset,
                   std::uint32_t count = 1) {
  Param p;
  p.name = std::move(name);
  p.type = type;
  p.bytes = bytes;
  p.count = count;
  p.offset = offset;
  return p;
}

/// What the launch says is wrong; empty if nothing is.
template <class F>
std::string spec_error(F f) {
  try {
    f();
  } catch (const SpecError& e) {
    return e.what();
  }
  return "";
}

}  // namespace simt::test
