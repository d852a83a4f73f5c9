// Copies and fills (CUDA Runtime API, "Memory Management"). The direction that a program states is
// not needed: addresses say what they name.
#include "sim/program/runtime/copies.h"

#include "sim/program/runtime/arrays.h"

namespace simt::cudart {
namespace {

using Rows = Gpu::Rows;
using program::CopyRequest;

struct CopyCall {
  void* to;
  const void* from;
  Rows rows;
  int kind;
  void* stream = nullptr;
  bool wait = true, per_thread = false;
};

}  // namespace

// A host pointer where the kind says "device" is refused, as on the device.
void check_copy(const program::CopyWork& work, int kind) {
  const auto& [first, rows, staged, to_array, from_array] = work;
  if (kind < cuda_abi::kHostToHost || kind > cuda_abi::kDefault)
    throw CallError(Status::InvalidMemcpyDirection);
  if (rows.bytes() == 0) return;
  if (first.to == 0 || first.from == 0) throw CallError(Status::InvalidValue);
  if (rows.rows > 1 &&
      ((!to_array && rows.width > rows.to_pitch) || (!from_array && rows.width > rows.from_pitch)))
    throw CallError(Status::InvalidPitchValue);
  const auto pageable = [](std::uint64_t address) {
    if (program::DeviceMemory::holding(address) != nullptr) return false;
    return State::get().gpu().memory().region(address).kind ==
           program::DeviceMemory::Kind::Pageable;
  };
  const bool to_device = kind == cuda_abi::kHostToDevice || kind == cuda_abi::kDeviceToDevice;
  const bool from_device = kind == cuda_abi::kDeviceToHost || kind == cuda_abi::kDeviceToDevice;
  if ((to_device && pageable(first.to)) || (from_device && pageable(first.from)))
    throw CallError(Status::InvalidValue);
}

void settle(const program::CopyRequest& request) {
  for (const std::uint64_t address : {request.to, request.from})
    Process::get().settle_others(State::get().gpu(), address);
}

void* symbol_address(const void* symbol, std::size_t bytes, std::size_t offset) {
  const LoadedModule::Symbol found = State::get().symbol(symbol);
  if (offset > found.bytes || bytes > found.bytes - offset) throw CallError(Status::InvalidValue);
  return reinterpret_cast<void*>(found.address + offset);
}

// Positions and widths count elements of the array, where one takes part.
program::CopyWork copy3d_work(const cuda_abi::Memcpy3DParms& p) {
  if ((p.srcArray != nullptr && p.srcPtr.ptr != nullptr) ||
      (p.dstArray != nullptr && p.dstPtr.ptr != nullptr))
    throw CallError(Status::InvalidValue);
  const void* const array = p.dstArray != nullptr ? p.dstArray : p.srcArray;
  const std::size_t element = array != nullptr ? array_of(array).request.format.bytes() : 1;
  const auto at = [](const cuda_abi::PitchedPtr& base, const cuda_abi::Pos& pos) {
    return address_of(base.ptr) + pos.z * base.pitch * base.ysize + pos.y * base.pitch + pos.x;
  };
  program::CopyWork work{
      {at(p.dstPtr, p.dstPos), at(p.srcPtr, p.srcPos), 0},
      {p.extent.width * element, p.extent.height, p.extent.depth, p.dstPtr.pitch, p.srcPtr.pitch,
       p.dstPtr.pitch * p.dstPtr.ysize, p.srcPtr.pitch * p.srcPtr.ysize}};
  const auto in_array = [&](const void* handle, const cuda_abi::Pos& pos, std::uint64_t& base) {
    const program::DeviceArray& side = array_of(handle);
    base = side.layout.base;
    return program::place_in(side, pos.x * element, pos.y, pos.z, work.rows);
  };
  if (p.dstArray != nullptr) work.to_array = in_array(p.dstArray, p.dstPos, work.first.to);
  if (p.srcArray != nullptr) work.from_array = in_array(p.srcArray, p.srcPos, work.first.from);
  return work;
}

namespace {

int copy(const CopyCall& c) {
  return call([&] {
    check_copy({{address_of(c.to), address_of(c.from), 0}, c.rows}, c.kind);
    State& state = State::get();
    const program::CopyRequest request{address_of(c.to), address_of(c.from), 0};
    if (c.wait) settle(request);
    state.gpu().copy(state.stream(c.stream, c.per_thread), request, c.rows, c.wait);
  });
}

Rows plain(std::size_t bytes) {
  return {.width = bytes};
}

Rows rectangle(std::size_t to_pitch, std::size_t from_pitch, std::size_t width,
               std::size_t height) {
  return {.width = width, .rows = height, .to_pitch = to_pitch, .from_pitch = from_pitch};
}

struct FillCall {
  void* to;
  int value;
  Rows rows;
  void* stream = nullptr;
  bool per_thread = false;
};

// Fills of device memory do not make the host wait (CUDA Runtime API, "API synchronization").
int fill(const FillCall& c) {
  return call([&] {
    State& state = State::get();
    state.gpu().fill(state.stream(c.stream, c.per_thread), address_of(c.to), c.rows,
                     {static_cast<std::uint32_t>(c.value) & 0xff, 1}, false);
  });
}

int copy_symbol(const void* symbol, void* host, std::size_t bytes, std::size_t offset, int kind,
                void* stream, bool to_symbol, bool wait, bool per_thread) {
  void* device = nullptr;
  const int status = call([&] { device = symbol_address(symbol, bytes, offset); });
  if (status != 0) return status;
  return to_symbol ? copy({device, host, plain(bytes), kind, stream, wait, per_thread})
                   : copy({host, device, plain(bytes), kind, stream, wait, per_thread});
}

int copy3d(const cuda_abi::Memcpy3DParms* p, void* stream, bool wait, bool per_thread) {
  return call([&] {
    const program::CopyWork work = copy3d_work(*p);
    check_copy(work, p->kind);
    if (wait) settle(work.first);
    State& state = State::get();
    state.gpu().carry_out(state.stream(stream, per_thread), work, wait);
  });
}

}  // namespace

// Each call in the forms of the legacy and of the per-thread default stream.
#define SIMT_COPIES(SYNC, ASYNC, PER_THREAD)                                                       \
  SIMT_CUDART_API int cudaMemcpy##SYNC(void* to, const void* from, std::size_t bytes, int kind) {  \
    return copy({to, from, plain(bytes), kind, nullptr, true, PER_THREAD});                        \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpyAsync##ASYNC(void* to, const void* from, std::size_t bytes,        \
                                             int kind, void* stream) {                             \
    return copy({to, from, plain(bytes), kind, stream, false, PER_THREAD});                        \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpy2D##SYNC(void* to, std::size_t to_pitch, const void* from,         \
                                         std::size_t from_pitch, std::size_t width,                \
                                         std::size_t height, int kind) {                           \
    return copy({to, from, rectangle(to_pitch, from_pitch, width, height), kind, nullptr, true,    \
                 PER_THREAD});                                                                     \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpy2DAsync##ASYNC(void* to, std::size_t to_pitch, const void* from,   \
                                               std::size_t from_pitch, std::size_t width,          \
                                               std::size_t height, int kind, void* stream) {       \
    return copy({to, from, rectangle(to_pitch, from_pitch, width, height), kind, stream, false,    \
                 PER_THREAD});                                                                     \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpy3D##SYNC(const cuda_abi::Memcpy3DParms* p) {                       \
    return copy3d(p, nullptr, true, PER_THREAD);                                                   \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpy3DAsync##ASYNC(const cuda_abi::Memcpy3DParms* p, void* stream) {   \
    return copy3d(p, stream, false, PER_THREAD);                                                   \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemset##SYNC(void* to, int value, std::size_t bytes) {                   \
    return fill({to, value, plain(bytes), nullptr, PER_THREAD});                                   \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemsetAsync##ASYNC(void* to, int value, std::size_t bytes,               \
                                             void* stream) {                                       \
    return fill({to, value, plain(bytes), stream, PER_THREAD});                                    \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemset2D##SYNC(void* to, std::size_t pitch, int value,                   \
                                         std::size_t width, std::size_t height) {                  \
    return fill({to, value, rectangle(pitch, 0, width, height), nullptr, PER_THREAD});             \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemset2DAsync##ASYNC(void* to, std::size_t pitch, int value,             \
                                               std::size_t width, std::size_t height,              \
                                               void* stream) {                                     \
    return fill({to, value, rectangle(pitch, 0, width, height), stream, PER_THREAD});              \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemset3D##SYNC(cuda_abi::PitchedPtr to, int value,                       \
                                         cuda_abi::Extent extent) {                                \
    return fill({to.ptr,                                                                           \
                 value,                                                                            \
                 {extent.width, extent.height, extent.depth, to.pitch, 0, to.pitch * to.ysize, 0}, \
                 nullptr,                                                                          \
                 PER_THREAD});                                                                     \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemset3DAsync##ASYNC(cuda_abi::PitchedPtr to, int value,                 \
                                               cuda_abi::Extent extent, void* stream) {            \
    return fill({to.ptr,                                                                           \
                 value,                                                                            \
                 {extent.width, extent.height, extent.depth, to.pitch, 0, to.pitch * to.ysize, 0}, \
                 stream,                                                                           \
                 PER_THREAD});                                                                     \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpyToSymbol##SYNC(const void* symbol, const void* from,               \
                                               std::size_t bytes, std::size_t offset, int kind) {  \
    return copy_symbol(symbol, const_cast<void*>(from), bytes, offset, kind, nullptr, true, true,  \
                       PER_THREAD);                                                                \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpyFromSymbol##SYNC(void* to, const void* symbol, std::size_t bytes,  \
                                                 std::size_t offset, int kind) {                   \
    return copy_symbol(symbol, to, bytes, offset, kind, nullptr, false, true, PER_THREAD);         \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpyToSymbolAsync##ASYNC(const void* symbol, const void* from,         \
                                                     std::size_t bytes, std::size_t offset,        \
                                                     int kind, void* stream) {                     \
    return copy_symbol(symbol, const_cast<void*>(from), bytes, offset, kind, stream, true, false,  \
                       PER_THREAD);                                                                \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpyFromSymbolAsync##ASYNC(void* to, const void* symbol,               \
                                                       std::size_t bytes, std::size_t offset,      \
                                                       int kind, void* stream) {                   \
    return copy_symbol(symbol, to, bytes, offset, kind, stream, false, false, PER_THREAD);         \
  }
SIMT_COPIES(, , false)
SIMT_COPIES(_ptds, _ptsz, true)
#undef SIMT_COPIES

}  // namespace simt::cudart
