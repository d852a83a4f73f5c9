// Launches of kernels that CUDA C++ was compiled to, whose source says what the memory holds.
#pragma once

#include <string>

#include "tests/step/stepping.h"

namespace simt::test {

/// bodies.cu: p has pointers, r points to structures, tile and table have two dimensions.
inline SessionOptions bodies() {
  SessionOptions o = options_of({.kernel = "", .grid = "1", .block = "32"});
  o.file = std::string(SIMT_SOURCE_DIR) + "/tests/golden/inputs/cuda/bodies.ptx";
  for (const char* arg : {"p={pos_x[600]=iota(0,2), list[4]={mass=iota(1,1), id=iota(7,1)}, n=4}",
                          "r[32]={id=iota(100,1), at=iota(0,0.5)}", "out[32]=zero", "twice=true"})
    o.overrides.args.push_back(parse_arg(arg, true));
  o.overrides.symbols.push_back(parse_symbol("table=iota(0,1)"));
  return o;
}

/// mixed_shared.cu: shared variables of many types; 'other' has the same names with other types.
inline SessionOptions mixed(const std::string& kernel = "mixed", const std::string& type = "f32") {
  SessionOptions o = options_of({.kernel = "", .grid = "1", .block = "32"});
  o.file = std::string(SIMT_SOURCE_DIR) + "/tests/step/mixed_shared.ptx";
  o.overrides.kernel = kernel;
  o.overrides.args.push_back(parse_arg("out " + type + "[32]=zero", true));
  return o;
}

}  // namespace simt::test
