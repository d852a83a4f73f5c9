// CUDA arrays (CUDA Runtime API, "Memory Management").
#include "sim/program/runtime/arrays.h"

#include <algorithm>

#include "sim/program/runtime/copies.h"

namespace simt::cudart {
namespace {

using program::ArrayRequest;
using program::CopyWork;
using program::DeviceArray;
using Rows = Gpu::Rows;

int create(void** array, const cuda_abi::ChannelFormatDesc* channels,
           const cuda_abi::Extent& extent, unsigned flags) {
  return call([&] {
    if (array == nullptr || channels == nullptr) throw CallError(Status::InvalidValue);
    Gpu& gpu = State::get().gpu();
    gpu.require_safe();
    *array = &gpu.texels().create_array(
        {format_of(*channels), extent.width, extent.height, extent.depth, flags});
  });
}

/// A rectangle between an array and memory with rows at a pitch.
struct ArrayCopy {
  const void* array;
  std::size_t byte, row;
  const void* memory;
  std::size_t pitch, width, height;
  int kind;
  void* stream = nullptr;
  bool wait = true, per_thread = false;
};

int copy(const ArrayCopy& c, bool to_array) {
  return call([&] {
    const DeviceArray& array = array_of(c.array);
    CopyWork work;
    work.rows = {.width = c.width, .rows = c.height, .to_pitch = c.pitch, .from_pitch = c.pitch};
    const auto memory = reinterpret_cast<std::uint64_t>(c.memory);
    work.first = to_array ? program::CopyRequest{array.layout.base, memory, 0}
                          : program::CopyRequest{memory, array.layout.base, 0};
    (to_array ? work.to_array : work.from_array) =
        program::place_in(array, c.byte, c.row, 0, work.rows);
    check_copy(work, c.kind);
    State& state = State::get();
    state.gpu().carry_out(state.stream(c.stream, c.per_thread), work, c.wait);
  });
}

int copy_between(void* to, std::size_t to_byte, std::size_t to_row, const void* from,
                 std::size_t from_byte, std::size_t from_row, std::size_t width,
                 std::size_t height) {
  return call([&] {
    const DeviceArray &target = array_of(to), &source = array_of(from);
    CopyWork work;
    work.rows = {.width = width, .rows = height, .to_pitch = width, .from_pitch = width};
    work.first = {target.layout.base, source.layout.base, 0};
    work.to_array = program::place_in(target, to_byte, to_row, 0, work.rows);
    work.from_array = program::place_in(source, from_byte, from_row, 0, work.rows);
    State& state = State::get();
    state.gpu().carry_out(state.stream(nullptr, false), work, false);
  });
}

/// The rows that `bytes` in a line fill: of an array they start at (byte, row).
std::size_t whole_rows(const void* handle, std::size_t byte, std::size_t bytes) {
  const std::size_t width = array_of(handle).request.row_bytes();
  if (byte != 0 && byte + bytes > width)
    throw CallError(Status::NotSupported,
                    "a copy of bytes that begin within a row and end in another is not supported");
  if (bytes > width && bytes % width != 0)
    throw CallError(Status::NotSupported, "a copy of rows and a part of one is not supported");
  return std::max<std::size_t>(bytes / width, 1);
}

int copy_line(const void* array, std::size_t byte, std::size_t row, const void* memory,
              std::size_t bytes, int kind, bool to_array) {
  std::size_t rows = 0;
  if (const int status = call([&] { rows = whole_rows(array, byte, bytes); }); status != 0)
    return status;
  return copy({array, byte, row, memory, bytes / rows, bytes / rows, rows, kind}, to_array);
}

}  // namespace

DeviceArray& array_of(const void* handle) {
  Process& process = Process::get();
  for (unsigned i = 0; i < process.devices(); ++i)
    if (DeviceArray* const found = process.gpu(i).texels().array(handle)) return *found;
  throw CallError(Status::InvalidResourceHandle);
}

Gpu& gpu_of(const DeviceArray& array) {
  Process& process = Process::get();
  for (unsigned i = 0; i < process.devices(); ++i)
    if (process.gpu(i).texels().array(&array) != nullptr) return process.gpu(i);
  throw CallError(Status::InvalidResourceHandle);
}

TexelFormat format_of(const cuda_abi::ChannelFormatDesc& c) {
  constexpr int kFloat = 2;
  if (c.f < 0 || c.f > kFloat)
    throw CallError(Status::NotSupported,
                    "only signed, unsigned and float channel formats are supported");
  const int bits[] = {c.x, c.y, c.z, c.w};
  unsigned channels = 0;
  while (channels < 4 && bits[channels] != 0) ++channels;
  for (unsigned i = 0; i < 4; ++i)
    if (bits[i] != (i < channels ? c.x : 0)) throw CallError(Status::InvalidChannelDescriptor);
  return program::texel_format(static_cast<TexelFormat::Kind>(c.f), channels,
                               static_cast<unsigned>(c.x));
}

cuda_abi::ChannelFormatDesc channels_of(const TexelFormat& format) {
  const auto bits = [&](unsigned channel) { return channel < format.channels ? format.bits : 0; };
  return {bits(0), bits(1), bits(2), bits(3), static_cast<int>(format.kind)};
}

SIMT_CUDART_API int cudaMallocArray(void** array, const cuda_abi::ChannelFormatDesc* channels,
                                    std::size_t width, std::size_t height, unsigned flags) {
  return create(array, channels, {width, height, 0}, flags);
}
SIMT_CUDART_API int cudaMalloc3DArray(void** array, const cuda_abi::ChannelFormatDesc* channels,
                                      cuda_abi::Extent extent, unsigned flags) {
  return create(array, channels, extent, flags);
}
SIMT_CUDART_API int cudaFreeArray(void* array) {
  return call([&] {
    if (array == nullptr) return;
    DeviceArray& found = array_of(array);
    Gpu& gpu = gpu_of(found);
    gpu.require_safe();
    gpu.synchronize();
    gpu.texels().destroy_array(found);
  });
}
SIMT_CUDART_API int cudaArrayGetInfo(cuda_abi::ChannelFormatDesc* channels,
                                     cuda_abi::Extent* extent, unsigned* flags, void* array) {
  return call([&] {
    const ArrayRequest& r = array_of(array).request;
    if (channels != nullptr) *channels = channels_of(r.format);
    if (extent != nullptr) *extent = {r.width, r.height, r.depth};
    if (flags != nullptr) *flags = r.flags;
  });
}
SIMT_CUDART_API int cudaGetChannelDesc(cuda_abi::ChannelFormatDesc* channels, const void* array) {
  return call([&] { *channels = channels_of(array_of(array).request.format); });
}
SIMT_CUDART_API cuda_abi::ChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                                  int kind) {
  return {x, y, z, w, kind};
}

// Each call in the forms of the legacy and of the per-thread default stream.
#define SIMT_ARRAY_COPIES(SYNC, ASYNC, PER_THREAD)                                                 \
  SIMT_CUDART_API int cudaMemcpy2DToArray##SYNC(void* to, std::size_t byte, std::size_t row,       \
                                                const void* from, std::size_t pitch,               \
                                                std::size_t width, std::size_t height, int kind) { \
    return copy({to, byte, row, from, pitch, width, height, kind, nullptr, true, PER_THREAD},      \
                true);                                                                             \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpy2DToArrayAsync##ASYNC(                                             \
      void* to, std::size_t byte, std::size_t row, const void* from, std::size_t pitch,            \
      std::size_t width, std::size_t height, int kind, void* stream) {                             \
    return copy({to, byte, row, from, pitch, width, height, kind, stream, false, PER_THREAD},      \
                true);                                                                             \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpy2DFromArray##SYNC(                                                 \
      void* to, std::size_t pitch, const void* from, std::size_t byte, std::size_t row,            \
      std::size_t width, std::size_t height, int kind) {                                           \
    return copy({from, byte, row, to, pitch, width, height, kind, nullptr, true, PER_THREAD},      \
                false);                                                                            \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpy2DFromArrayAsync##ASYNC(                                           \
      void* to, std::size_t pitch, const void* from, std::size_t byte, std::size_t row,            \
      std::size_t width, std::size_t height, int kind, void* stream) {                             \
    return copy({from, byte, row, to, pitch, width, height, kind, stream, false, PER_THREAD},      \
                false);                                                                            \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpy2DArrayToArray##SYNC(                                              \
      void* to, std::size_t to_byte, std::size_t to_row, const void* from, std::size_t from_byte,  \
      std::size_t from_row, std::size_t width, std::size_t height, int) {                          \
    return copy_between(to, to_byte, to_row, from, from_byte, from_row, width, height);            \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpyToArray##SYNC(void* to, std::size_t byte, std::size_t row,         \
                                              const void* from, std::size_t bytes, int kind) {     \
    return copy_line(to, byte, row, from, bytes, kind, true);                                      \
  }                                                                                                \
  SIMT_CUDART_API int cudaMemcpyFromArray##SYNC(void* to, const void* from, std::size_t byte,      \
                                                std::size_t row, std::size_t bytes, int kind) {    \
    return copy_line(from, byte, row, to, bytes, kind, false);                                     \
  }
SIMT_ARRAY_COPIES(, , false)
SIMT_ARRAY_COPIES(_ptds, _ptsz, true)
#undef SIMT_ARRAY_COPIES

}  // namespace simt::cudart
