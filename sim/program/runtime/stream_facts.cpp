// What a program may ask of a stream, and the attributes that it may give it. Windows of L2's
// persisting lines, synchronization policies and memory domains are kept for those who ask, and
// change nothing.
#include <algorithm>
#include <array>
#include <cstring>

#include "sim/program/runtime/state.h"

namespace simt::cudart {
namespace {

/// Numbers of attributes (cudaLaunchAttributeID).
enum StreamAttribute : int {
  kAccessPolicyWindow = 1,
  kSynchronizationPolicy = 3,
  kPriority = 8,
  kMemSyncDomainMap = 9,
  kMemSyncDomain = 10
};
using AttributeValue = std::array<std::byte, 64>;

bool is_kept(int attribute) {
  return attribute == kAccessPolicyWindow || attribute == kSynchronizationPolicy ||
         attribute == kMemSyncDomainMap || attribute == kMemSyncDomain;
}

struct Asked {
  void* stream;
  bool per_thread;

  program::Stream& get() const { return State::get().stream(stream, per_thread); }
};

int set_attribute(const Asked& asked, int attribute, const void* value) {
  return call([&] {
    if (value == nullptr) throw CallError(Status::InvalidValue);
    program::Stream& stream = asked.get();
    if (attribute == kPriority) {
      int priority = 0;
      std::memcpy(&priority, value, sizeof priority);
      stream.priority = std::clamp(priority, program::kGreatestPriority, 0);
      return;
    }
    if (!is_kept(attribute)) throw CallError(Status::InvalidValue);
    std::memcpy(stream.attributes[attribute].data(), value, sizeof(AttributeValue));
  });
}
int get_attribute(const Asked& asked, int attribute, void* value) {
  return call([&] {
    if (value == nullptr) throw CallError(Status::InvalidValue);
    const program::Stream& stream = asked.get();
    if (attribute == kPriority) {
      std::memcpy(value, &stream.priority, sizeof stream.priority);
      return;
    }
    if (!is_kept(attribute)) throw CallError(Status::InvalidValue);
    const auto found = stream.attributes.find(attribute);
    const AttributeValue none{};
    std::memcpy(value, found == stream.attributes.end() ? &none : &found->second, sizeof none);
  });
}
int copy_attributes(const Asked& to, const Asked& from) {
  return call([&] {
    program::Stream& stream = to.get();
    stream.attributes = from.get().attributes;
    stream.priority = from.get().priority;
  });
}

}  // namespace

// Each call in the forms of the legacy and of the per-thread default stream.
#define SIMT_STREAMS(SUFFIX, PER_THREAD)                                                         \
  SIMT_CUDART_API int cudaStreamGetFlags##SUFFIX(void* stream, unsigned* flags) {                \
    return call([&] { *flags = State::get().stream(stream, PER_THREAD).blocking ? 0 : 1; });     \
  }                                                                                              \
  SIMT_CUDART_API int cudaStreamGetPriority##SUFFIX(void* stream, int* priority) {               \
    return call([&] { *priority = State::get().stream(stream, PER_THREAD).priority; });          \
  }                                                                                              \
  SIMT_CUDART_API int cudaStreamGetId##SUFFIX(void* stream, unsigned long long* id) {            \
    return call([&] { *id = State::get().stream(stream, PER_THREAD).number; });                  \
  }                                                                                              \
  SIMT_CUDART_API int cudaStreamGetDevice##SUFFIX(void*, int* device) {                          \
    return call([&] { *device = static_cast<int>(State::get().gpu().number()); });               \
  }                                                                                              \
  SIMT_CUDART_API int cudaStreamSetAttribute##SUFFIX(void* stream, int attribute,                \
                                                     const void* value) {                        \
    return set_attribute({stream, PER_THREAD}, attribute, value);                                \
  }                                                                                              \
  SIMT_CUDART_API int cudaStreamGetAttribute##SUFFIX(void* stream, int attribute, void* value) { \
    return get_attribute({stream, PER_THREAD}, attribute, value);                                \
  }                                                                                              \
  SIMT_CUDART_API int cudaStreamCopyAttributes##SUFFIX(void* to, void* from) {                   \
    return copy_attributes({to, PER_THREAD}, {from, PER_THREAD});                                \
  }
SIMT_STREAMS(, false)
SIMT_STREAMS(_ptsz, true)
#undef SIMT_STREAMS

}  // namespace simt::cudart
