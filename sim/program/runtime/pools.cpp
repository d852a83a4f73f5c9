// Memory in the order of a stream, from pools (CUDA Runtime API, "Stream Ordered Memory
// Allocator"). A pool counts what is used and kept of it.
#include <algorithm>
#include <map>
#include <span>

#include "sim/program/graph_allocation.h"
#include "sim/program/host_thread.h"
#include "sim/program/runtime/allocation.h"

namespace simt::cudart {
namespace {

struct Pool {
  std::uint64_t used = 0, most_used = 0;
  std::uint64_t reserved = 0, most_reserved = 0, threshold = 0;
  int device = 0;
  std::map<int, int> access;  ///< of other devices: cudaMemAccessFlags

  void take(std::uint64_t bytes) {
    used += bytes;
    most_used = std::max(most_used, used);
    reserved = std::max(reserved, used);
    most_reserved = std::max(most_reserved, reserved);
  }
  /// What is kept for reuse is a number alone: the bytes go back to the device.
  void give_back(std::uint64_t bytes) {
    used -= bytes;
    trim(threshold);
  }
  void trim(std::uint64_t keep) { reserved = std::max(used, std::min(reserved, keep)); }
};
/// Numbers of attributes (cudaMemPoolAttr).
enum Attribute : int {
  kReleaseThreshold = 4,
  kReserved = 5,
  kReservedMost = 6,
  kUsed = 7,
  kUsedMost = 8
};

struct Pools {
  std::map<Pool*, std::unique_ptr<Pool>> all;
  std::map<int, Pool*> of_device, current;
  std::map<void*, std::pair<Pool*, std::uint64_t>> allocated;

  Pool* make(int device) {
    auto pool = std::make_unique<Pool>();
    pool->device = device;
    Pool* const handle = pool.get();
    all[handle] = std::move(pool);
    return handle;
  }
  Pool* default_of(int device) {
    Pool*& pool = of_device[device];
    if (pool == nullptr) pool = make(device);
    return pool;
  }
  Pool* current_of(int device) {
    const auto it = current.find(device);
    return it == current.end() ? default_of(device) : it->second;
  }
};

Pools& pools() {
  static Pools* const pools = new Pools;
  return *pools;
}

Pool* known(void* handle) {
  Pool* const pool = static_cast<Pool*>(handle);
  if (!pools().all.contains(pool)) throw CallError(Status::InvalidValue);
  return pool;
}

struct AsyncStream {
  void* stream;
  bool per_thread;
};

int allocate(void** pointer, std::size_t bytes, void* pool_handle, const AsyncStream& order) {
  return call([&] {
    if (pointer == nullptr) throw CallError(Status::InvalidValue);
    State& state = State::get();
    program::Stream& stream = state.stream(order.stream, order.per_thread);
    if (stream.point.capture) {
      program::AllocateWork work = program::allocation_in_graph(bytes);
      *pointer = reinterpret_cast<void*>(work.memory->address);
      state.gpu().capture_memory(stream, std::move(work));
      return;
    }
    Pool* const pool = pool_handle == nullptr ? pools().current_of(program::host_thread().device)
                                              : known(pool_handle);
    *pointer = ordered_memory(device_numbered(pool->device), bytes, "cudaMallocAsync");
    if (*pointer == nullptr) return;
    pools().allocated[*pointer] = {pool, bytes};
    pool->take(bytes);
  });
}

// What is under way in the stream may still use it.
int free_later(void* pointer, void* handle, bool per_thread) {
  return call([&] {
    State& state = State::get();
    program::Stream& stream = state.stream(handle, per_thread);
    if (stream.point.capture) {
      state.gpu().capture_memory(
          stream, program::free_in_graph(*stream.point.capture->graph, address_of(pointer)));
      return;
    }
    if (program::free_graph_memory(address_of(pointer))) return;
    state.gpu().call_host(stream, [pointer] { free_memory(pointer); });
  });
}

}  // namespace

void pool_frees(void* pointer) {
  const auto it = pools().allocated.find(pointer);
  if (it == pools().allocated.end()) return;
  it->second.first->give_back(it->second.second);
  pools().allocated.erase(it);
}

bool in_pool(std::uint64_t address) {
  return pools().allocated.contains(reinterpret_cast<void*>(address));
}

SIMT_CUDART_API int cudaMallocAsync(void** pointer, std::size_t bytes, void* stream) {
  return allocate(pointer, bytes, nullptr, {stream, false});
}
SIMT_CUDART_API int cudaMallocAsync_ptsz(void** pointer, std::size_t bytes, void* stream) {
  return allocate(pointer, bytes, nullptr, {stream, true});
}
SIMT_CUDART_API int cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, void* pool,
                                            void* stream) {
  return allocate(pointer, bytes, pool, {stream, false});
}
SIMT_CUDART_API int cudaMallocFromPoolAsync_ptsz(void** pointer, std::size_t bytes, void* pool,
                                                 void* stream) {
  return allocate(pointer, bytes, pool, {stream, true});
}
SIMT_CUDART_API int cudaFreeAsync(void* pointer, void* stream) {
  return free_later(pointer, stream, false);
}
SIMT_CUDART_API int cudaFreeAsync_ptsz(void* pointer, void* stream) {
  return free_later(pointer, stream, true);
}

SIMT_CUDART_API int cudaDeviceGetDefaultMemPool(void** pool, int device) {
  return call([&] { *pool = pools().default_of(device); });
}
SIMT_CUDART_API int cudaDeviceGetMemPool(void** pool, int device) {
  return call([&] { *pool = pools().current_of(device); });
}
SIMT_CUDART_API int cudaDeviceSetMemPool(int device, void* pool) {
  return call([&] { pools().current[device] = known(pool); });
}
SIMT_CUDART_API int cudaMemPoolCreate(void** pool, const cuda_abi::MemPoolProps* properties) {
  return call([&] {
    if (properties == nullptr || properties->location.type != cuda_abi::kOnDevice)
      throw CallError(Status::InvalidValue);
    device_numbered(properties->location.id);
    *pool = pools().make(properties->location.id);
  });
}
SIMT_CUDART_API int cudaMemPoolDestroy(void* pool) {
  return call([&] {
    Pool* const gone = known(pool);
    std::erase_if(pools().current, [&](const auto& c) { return c.second == gone; });
    std::erase_if(pools().allocated, [&](const auto& a) { return a.second.first == gone; });
    pools().all.erase(gone);
  });
}
SIMT_CUDART_API int cudaMemPoolTrimTo(void* pool, std::size_t keep) {
  return call([&] { known(pool)->trim(keep); });
}

SIMT_CUDART_API int cudaMemPoolSetAttribute(void* pool, int attribute, void* value) {
  return call([&] {
    const std::uint64_t bytes = *static_cast<const std::uint64_t*>(value);
    if (attribute == kReleaseThreshold) known(pool)->threshold = bytes;
    if (attribute == kUsedMost) known(pool)->most_used = known(pool)->used;
  });
}
SIMT_CUDART_API int cudaMemPoolGetAttribute(void* pool, int attribute, void* value) {
  return call([&] {
    const Pool& of = *known(pool);
    auto& to = *static_cast<std::uint64_t*>(value);
    switch (attribute) {
      case kReleaseThreshold:
        to = of.threshold;
        break;
      case kReserved:
        to = of.reserved;
        break;
      case kReservedMost:
        to = of.most_reserved;
        break;
      case kUsed:
        to = of.used;
        break;
      case kUsedMost:
        to = of.most_used;
        break;
      default:  // switches, which are on
        *static_cast<int*>(value) = 1;
    }
  });
}

// As peer access has it, a device reaches all memory of another one, or none.
SIMT_CUDART_API int cudaMemPoolSetAccess(void* handle, const cuda_abi::MemAccessDesc* wishes,
                                         std::size_t count) {
  return call([&] {
    Pool& pool = *known(handle);
    for (const cuda_abi::MemAccessDesc& wish : std::span(wishes, count)) {
      if (wish.location.type != cuda_abi::kOnDevice) throw CallError(Status::InvalidValue);
      Gpu& reader = device_numbered(wish.location.id);
      if (wish.location.id == pool.device) continue;
      pool.access[wish.location.id] = wish.flags;
      if (wish.flags != 0) reader.memory().reach(device_numbered(pool.device).memory());
    }
  });
}
SIMT_CUDART_API int cudaMemPoolGetAccess(int* flags, void* handle,
                                         const cuda_abi::MemLocation* location) {
  constexpr int kReadWrite = 3;
  return call([&] {
    const Pool& pool = *known(handle);
    if (flags == nullptr || location == nullptr || location->type != cuda_abi::kOnDevice)
      throw CallError(Status::InvalidValue);
    const auto found = pool.access.find(location->id);
    *flags = location->id == pool.device  ? kReadWrite
             : found == pool.access.end() ? 0
                                          : found->second;
  });
}

}  // namespace simt::cudart
