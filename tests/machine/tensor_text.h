// The kernels of a file of tests/hardware/tensor as PTX, as it stands.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>

#include "isa/ptx/frontend.h"
#include "sim/assembler/pipeline.h"
#include "tests/machine/matrix_cases.h"

namespace simt::test {

class TensorText {
 public:
  /// "rows": of rows.ptx.gz.
  explicit TensorText(const std::string& name)
      : diagnostics_(name + ".ptx", tensor_file(name + ".ptx.gz")) {
    module_ = parse_module(diagnostics_);
    REQUIRE(module_ != nullptr);
  }
  Program program(const std::string& kernel) {
    auto program = decode_kernel(*module_, kernel, diagnostics_);
    REQUIRE(program);
    assemble(*program, {});
    return std::move(*program);
  }

 private:
  Diagnostics diagnostics_;
  std::shared_ptr<ast::Module> module_;
};

}  // namespace simt::test
