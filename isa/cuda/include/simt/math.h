// All math functions of device code. Their bounds of error: docs/CUDA.md.
#pragma once

#include "simt/intrinsics.h"
#include "simt/math_names.h"
