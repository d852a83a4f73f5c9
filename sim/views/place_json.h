// Where an instruction comes from, for scripts and pages.
#pragma once

#include <nlohmann/json.hpp>

#include "isa/core/program.h"

namespace simt {

/// The chain of CUDA C++ lines (isa/core/place.h), the naming one first:
/// [{"file": "matmul.cu", "path": "/home/me/matmul.cu", "line": 12, "column": 3, "function":
/// "multiply<float>", "text": "sum += a[k] * b[k];"}, ...]. Empty where the compiler wrote nothing
/// down; "text" is "" where the file was not found.
nlohmann::ordered_json cuda_json(const Program& program, Pc pc);

}  // namespace simt
