// Device code as CUDA C++ has it, for clang without NVIDIA's toolkit (docs/CUDA.md). Read before
// every .cu file. Device functions come before the host's headers, so that those of one name are
// theirs on the host and these on the device.
#pragma once

#include "simt/atomics.h"
#include "simt/barriers.h"
#include "simt/bits.h"
#include "simt/host.h"
#include "simt/indices.h"
#include "simt/math.h"
#include "simt/memory.h"
#include "simt/qualifiers.h"
#include "simt/simd.h"
#include "simt/stdio.h"
#include "simt/textures.h"
#include "simt/vectors.h"
#include "simt/warp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <new>  // with those of device code, which clang brings along
#include <utility>
