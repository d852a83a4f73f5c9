// Copies and fills (CUDA Driver API, "Memory Management"). Those of the form HtoD, DtoH and DtoD
// state which side is a device's.
#include <optional>

#include "sim/program/driver/arrays.h"
#include "sim/program/driver/copies.h"

namespace simt::cuda_driver {
namespace {

using Rows = Gpu::Rows;
using Kind = program::DeviceMemory::Kind;

DevicePointer number(const void* pointer) {
  return reinterpret_cast<DevicePointer>(pointer);
}

enum class Side : std::uint8_t { Any, Device };

struct CopyCall {
  DevicePointer to, from;
  Rows rows;
  void* stream = nullptr;
  bool wait = true, per_thread = false;
  Side to_side = Side::Any, from_side = Side::Any;
  std::optional<program::ArrayPlace> to_array = {}, from_array = {};
};

bool is_pageable(DevicePointer address) {
  return program::DeviceMemory::holding(address) == nullptr &&
         Driver::get().gpu().memory().region(address).kind == Kind::Pageable;
}

program::CopyWork work_of(const CopyCall& c) {
  if (c.to == 0 || c.from == 0 || (c.to_side == Side::Device && is_pageable(c.to)) ||
      (c.from_side == Side::Device && is_pageable(c.from)))
    throw CallError(Status::InvalidValue);
  if (c.rows.rows > 1 && ((!c.to_array && c.rows.width > c.rows.to_pitch) ||
                          (!c.from_array && c.rows.width > c.rows.from_pitch)))
    throw CallError(Status::InvalidValue);
  return {{c.to, c.from, 0}, c.rows, false, c.to_array, c.from_array};
}

void copy_now(const CopyCall& c) {
  Driver& driver = Driver::get();
  Gpu& gpu = driver.gpu();
  if (c.rows.width * c.rows.rows * c.rows.planes == 0) return;
  if (c.wait)
    for (const DevicePointer address : {c.to, c.from}) Process::get().settle_others(gpu, address);
  gpu.carry_out(driver.stream(c.stream, c.per_thread), work_of(c), c.wait);
}

int copy(const CopyCall& c) {
  return call([&] { copy_now(c); });
}

Rows plain(std::size_t bytes) {
  return {.width = bytes};
}

template <class Place>
DevicePointer base(const Place& place) {
  switch (place.type) {
    case kHost:
      return number(place.host);
    case kDevice:
    case kUnified:
      return place.device;
    case kArray:
      return array_of(place.array).layout.base;
    default:
      throw CallError(Status::InvalidValue);
  }
}

std::size_t slice(const Place2D&) {
  return 0;
}
std::size_t slice(const Place3D& place) {
  if (place.level != 0)
    throw CallError(Status::NotSupported, "a level of detail in a copy is not supported");
  return place.z;
}

template <class Place>
std::optional<program::ArrayPlace> in_array(const Place& place, const Rows& rows) {
  if (place.type != kArray) return {};
  return program::place_in(array_of(place.array), place.x, place.y, slice(place), rows);
}

/// Where the copy begins; of an array, its base.
template <class Place>
DevicePointer start(const Place& place, std::size_t pitch, std::size_t plane) {
  if (place.type == kArray) return base(place);
  return base(place) + slice(place) * plane + place.y * pitch + place.x;
}

template <class Place>
Side side(const Place& place) {
  return place.type == kDevice ? Side::Device : Side::Any;
}

std::size_t pitch_or(std::size_t pitch, std::size_t width) {
  return pitch != 0 ? pitch : width;
}

int copy2d(const Copy2D* c, void* stream, bool wait, bool per_thread) {
  return call([&] {
    require(c);
    const std::size_t to = pitch_or(c->to.pitch, c->width),
                      from = pitch_or(c->from.pitch, c->width);
    const Rows rows{.width = c->width, .rows = c->height, .to_pitch = to, .from_pitch = from};
    copy_now({start(c->to, to, 0), start(c->from, from, 0), rows, stream, wait, per_thread,
              side(c->to), side(c->from), in_array(c->to, rows), in_array(c->from, rows)});
  });
}

CopyCall box_copy(const Copy3D& c) {
  const std::size_t to = pitch_or(c.to.pitch, c.width), from = pitch_or(c.from.pitch, c.width),
                    to_plane = to * pitch_or(c.to.height, c.height),
                    from_plane = from * pitch_or(c.from.height, c.height);
  const Rows rows{c.width, c.height, c.depth, to, from, to_plane, from_plane};
  return {start(c.to, to, to_plane),
          start(c.from, from, from_plane),
          rows,
          nullptr,
          true,
          false,
          side(c.to),
          side(c.from),
          in_array(c.to, rows),
          in_array(c.from, rows)};
}

int copy3d(const Copy3D* c, void* stream, bool wait, bool per_thread) {
  return call([&] {
    require(c);
    CopyCall copy = box_copy(*c);
    copy.stream = stream;
    copy.wait = wait;
    copy.per_thread = per_thread;
    copy_now(copy);
  });
}

struct FillCall {
  DevicePointer to;
  unsigned value, element;
  std::size_t pitch, count, rows;
  void* stream = nullptr;
  bool per_thread = false;
};

// Fills of device memory do not make the host wait (CUDA Driver API, "API synchronization").
int fill(const FillCall& c) {
  return call([&] {
    Driver& driver = Driver::get();
    if (c.to % c.element != 0 || (c.rows > 1 && c.pitch < c.count * c.element))
      throw CallError(Status::InvalidValue);
    driver.gpu().fill(driver.stream(c.stream, c.per_thread), c.to,
                      {.width = c.count * c.element, .rows = c.rows, .to_pitch = c.pitch},
                      {c.value, c.element}, false);
  });
}

}  // namespace

program::CopyWork box_work(const Copy3D& box) {
  return work_of(box_copy(box));
}

// Each call in the forms of the legacy and of the per-thread default stream.
#define SIMT_COPIES(SYNC, ASYNC, PER_THREAD)                                                       \
  SIMT_DRIVER_API int cuMemcpy##SYNC(DevicePointer to, DevicePointer from, std::size_t bytes) {    \
    return copy({to, from, plain(bytes), nullptr, true, PER_THREAD});                              \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpyAsync##ASYNC(DevicePointer to, DevicePointer from,                   \
                                           std::size_t bytes, void* stream) {                      \
    return copy({to, from, plain(bytes), stream, false, PER_THREAD});                              \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpyPeer##SYNC(DevicePointer to, void*, DevicePointer from, void*,       \
                                         std::size_t bytes) {                                      \
    return copy({to, from, plain(bytes), nullptr, true, PER_THREAD});                              \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpyPeerAsync##ASYNC(DevicePointer to, void*, DevicePointer from, void*, \
                                               std::size_t bytes, void* stream) {                  \
    return copy({to, from, plain(bytes), stream, false, PER_THREAD});                              \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpyHtoD_v2##SYNC(DevicePointer to, const void* from,                    \
                                            std::size_t bytes) {                                   \
    return copy({to, number(from), plain(bytes), nullptr, true, PER_THREAD, Side::Device});        \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpyHtoDAsync_v2##ASYNC(DevicePointer to, const void* from,              \
                                                  std::size_t bytes, void* stream) {               \
    return copy({to, number(from), plain(bytes), stream, false, PER_THREAD, Side::Device});        \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpyDtoH_v2##SYNC(void* to, DevicePointer from, std::size_t bytes) {     \
    return copy(                                                                                   \
        {number(to), from, plain(bytes), nullptr, true, PER_THREAD, Side::Any, Side::Device});     \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpyDtoHAsync_v2##ASYNC(void* to, DevicePointer from, std::size_t bytes, \
                                                  void* stream) {                                  \
    return copy(                                                                                   \
        {number(to), from, plain(bytes), stream, false, PER_THREAD, Side::Any, Side::Device});     \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpyDtoD_v2##SYNC(DevicePointer to, DevicePointer from,                  \
                                            std::size_t bytes) {                                   \
    return copy({to, from, plain(bytes), nullptr, true, PER_THREAD, Side::Device, Side::Device});  \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpyDtoDAsync_v2##ASYNC(DevicePointer to, DevicePointer from,            \
                                                  std::size_t bytes, void* stream) {               \
    return copy({to, from, plain(bytes), stream, false, PER_THREAD, Side::Device, Side::Device});  \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpy2D_v2##SYNC(const Copy2D* c) {                                       \
    return copy2d(c, nullptr, true, PER_THREAD);                                                   \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpy2DUnaligned_v2##SYNC(const Copy2D* c) {                              \
    return copy2d(c, nullptr, true, PER_THREAD);                                                   \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpy2DAsync_v2##ASYNC(const Copy2D* c, void* stream) {                   \
    return copy2d(c, stream, false, PER_THREAD);                                                   \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpy3D_v2##SYNC(const Copy3D* c) {                                       \
    return copy3d(c, nullptr, true, PER_THREAD);                                                   \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpy3DAsync_v2##ASYNC(const Copy3D* c, void* stream) {                   \
    return copy3d(c, stream, false, PER_THREAD);                                                   \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpy3DPeer##SYNC(const Copy3D* c) {                                      \
    return copy3d(c, nullptr, true, PER_THREAD);                                                   \
  }                                                                                                \
  SIMT_DRIVER_API int cuMemcpy3DPeerAsync##ASYNC(const Copy3D* c, void* stream) {                  \
    return copy3d(c, stream, false, PER_THREAD);                                                   \
  }
SIMT_COPIES(, , false)
SIMT_COPIES(_ptds, _ptsz, true)
#undef SIMT_COPIES

#define SIMT_FILLS(BITS, TYPE, SYNC, ASYNC, PER_THREAD)                                         \
  SIMT_DRIVER_API int cuMemsetD##BITS##_v2##SYNC(DevicePointer to, TYPE value,                  \
                                                 std::size_t count) {                           \
    return fill({to, value, BITS / 8, 0, count, 1, nullptr, PER_THREAD});                       \
  }                                                                                             \
  SIMT_DRIVER_API int cuMemsetD##BITS##Async##ASYNC(DevicePointer to, TYPE value,               \
                                                    std::size_t count, void* stream) {          \
    return fill({to, value, BITS / 8, 0, count, 1, stream, PER_THREAD});                        \
  }                                                                                             \
  SIMT_DRIVER_API int cuMemsetD2D##BITS##_v2##SYNC(                                             \
      DevicePointer to, std::size_t pitch, TYPE value, std::size_t width, std::size_t height) { \
    return fill({to, value, BITS / 8, pitch, width, height, nullptr, PER_THREAD});              \
  }                                                                                             \
  SIMT_DRIVER_API int cuMemsetD2D##BITS##Async##ASYNC(DevicePointer to, std::size_t pitch,      \
                                                      TYPE value, std::size_t width,            \
                                                      std::size_t height, void* stream) {       \
    return fill({to, value, BITS / 8, pitch, width, height, stream, PER_THREAD});               \
  }
SIMT_FILLS(8, unsigned char, , , false)
SIMT_FILLS(8, unsigned char, _ptds, _ptsz, true)
SIMT_FILLS(16, unsigned short, , , false)
SIMT_FILLS(16, unsigned short, _ptds, _ptsz, true)
SIMT_FILLS(32, unsigned, , , false)
SIMT_FILLS(32, unsigned, _ptds, _ptsz, true)
#undef SIMT_FILLS

}  // namespace simt::cuda_driver
