// Copies as programs of the driver API describe them.
#pragma once

#include "sim/program/driver/state.h"

namespace simt::cuda_driver {

enum MemoryType : unsigned { kHost = 1, kDevice, kArray, kUnified };

/// One side of a copy of rectangles or boxes.
struct Place2D {
  std::size_t x, y;
  unsigned type;
  const void* host;
  DevicePointer device;
  void* array;
  std::size_t pitch;
};
struct Place3D {
  std::size_t x, y, z, level;
  unsigned type;
  const void* host;
  DevicePointer device;
  void* array;
  void* context;
  std::size_t pitch, height;
};
/// CUDA_MEMCPY2D.
struct Copy2D {
  Place2D from, to;
  std::size_t width, height;
};
/// CUDA_MEMCPY3D and CUDA_MEMCPY3D_PEER.
struct Copy3D {
  Place3D from, to;
  std::size_t width, height, depth;
};

/// What a copy of a box does. Throws CallError: a place that is none, or rows that overlap.
program::CopyWork box_work(const Copy3D& box);

}  // namespace simt::cuda_driver
