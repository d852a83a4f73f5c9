// A template that a file does not use is compiled nowhere: the line that has it compiled.
#pragma once

#include <string>

namespace simt {

/// "template __global__ void axpy<float>(int, float, const float*, float*);" of the first template
/// of a kernel in the text; types are float, whole numbers 256, or 16 where the kernel looks at y.
/// Of the text alone, macros are not seen. "": there is none, or one with parameters of another
/// kind.
std::string instantiation_line(const std::string& cuda_text);

}  // namespace simt
