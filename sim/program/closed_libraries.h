// NVIDIA's libraries of kernels (cuBLAS, cuFFT, cuDNN ...): they reach the driver through tables of
// functions that are not documented (cuGetExportTable). A program that uses one is told so; its
// calls end with an error of the library's.
#pragma once

#include <string>

#include "sim/program/export.h"

namespace simt::program {

/// For the calling thread, somewhere within a call of such a library: what the program called, and
/// how it can go on. "": it is not within one.
SIMT_PROGRAM_API std::string told_within_closed_library();

}  // namespace simt::program
