// What the shared library of whole programs shows to those of the CUDA runtime and driver beside
// it.
#pragma once

#define SIMT_PROGRAM_API __attribute__((visibility("default")))
