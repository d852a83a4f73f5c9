// Streams and events (CUDA Driver API, "Stream Management", "Event Management").
#include "sim/program/driver/state.h"

namespace simt::cuda_driver {
namespace {

constexpr unsigned kStreamNonBlocking = 1, kEventDisableTiming = 2, kEventExternal = 1;

program::Event& event_of(void* handle) {
  return Process::get().event(handle);
}

int create_stream(void** stream, unsigned flags, int priority = 0) {
  return call([&] {
    require(stream);
    Gpu& gpu = Driver::get().gpu();
    require_alive(gpu);
    *stream = &gpu.create_stream((flags & kStreamNonBlocking) == 0, priority);
  });
}

int synchronize_stream(void* handle, bool per_thread) {
  return call([&] {
    Driver& driver = Driver::get();
    driver.gpu().synchronize(driver.stream(handle, per_thread));
    require_alive(driver.gpu());
  });
}

template <class Done>
int query(Done done) {
  return call([&] {
    const bool ready = done();
    require_alive(Driver::get().gpu());
    if (!ready) throw CallError(Status::NotReady);
  });
}

int query_stream(void* handle, bool per_thread) {
  return query([&] {
    Driver& driver = Driver::get();
    return driver.gpu().done(driver.stream(handle, per_thread));
  });
}

int wait_for(void* handle, void* event, unsigned flags, bool per_thread) {
  return call([&] {
    Driver& driver = Driver::get();
    driver.gpu().wait_for(driver.stream(handle, per_thread), event_of(event),
                          (flags & kEventExternal) != 0);
  });
}

int record(void* event, void* handle, unsigned flags, bool per_thread) {
  return call([&] {
    Driver& driver = Driver::get();
    driver.gpu().record(driver.stream(handle, per_thread), event_of(event),
                        (flags & kEventExternal) != 0);
  });
}

using HostFunction = void (*)(void*);
using StreamCallback = void (*)(void*, int, void*);

int call_host(void* handle, std::function<void()> function, bool per_thread) {
  return call([&] {
    Driver& driver = Driver::get();
    driver.gpu().call_host(driver.stream(handle, per_thread), std::move(function));
  });
}

}  // namespace

SIMT_DRIVER_API int cuStreamCreate(void** stream, unsigned flags) {
  return create_stream(stream, flags);
}
SIMT_DRIVER_API int cuStreamCreateWithPriority(void** stream, unsigned flags, int priority) {
  return create_stream(stream, flags, priority);
}
SIMT_DRIVER_API int cuStreamDestroy_v2(void* handle) {
  return call([&] {
    require(handle);
    Driver& driver = Driver::get();
    program::Stream& stream = driver.stream(handle, false);
    driver.gpu().synchronize(stream);
    driver.gpu().destroy_stream(stream);
  });
}
SIMT_DRIVER_API int cuStreamDestroy(void* handle) {
  return cuStreamDestroy_v2(handle);
}

// Each call in the forms of the legacy and of the per-thread default stream.
#define SIMT_STREAMS(SUFFIX, PER_THREAD)                                                          \
  SIMT_DRIVER_API int cuStreamSynchronize##SUFFIX(void* stream) {                                 \
    return synchronize_stream(stream, PER_THREAD);                                                \
  }                                                                                               \
  SIMT_DRIVER_API int cuStreamQuery##SUFFIX(void* stream) {                                       \
    return query_stream(stream, PER_THREAD);                                                      \
  }                                                                                               \
  SIMT_DRIVER_API int cuStreamWaitEvent##SUFFIX(void* stream, void* event, unsigned flags) {      \
    return wait_for(stream, event, flags, PER_THREAD);                                            \
  }                                                                                               \
  SIMT_DRIVER_API int cuEventRecord##SUFFIX(void* event, void* stream) {                          \
    return record(event, stream, 0, PER_THREAD);                                                  \
  }                                                                                               \
  SIMT_DRIVER_API int cuEventRecordWithFlags##SUFFIX(void* event, void* stream, unsigned flags) { \
    return record(event, stream, flags, PER_THREAD);                                              \
  }                                                                                               \
  SIMT_DRIVER_API int cuLaunchHostFunc##SUFFIX(void* stream, HostFunction function, void* data) { \
    return call_host(                                                                             \
        stream, [=] { function(data); }, PER_THREAD);                                             \
  }                                                                                               \
  SIMT_DRIVER_API int cuStreamAddCallback##SUFFIX(void* stream, StreamCallback callback,          \
                                                  void* data, unsigned) {                         \
    return call_host(                                                                             \
        stream, [=] { callback(stream, 0, data); }, PER_THREAD);                                  \
  }                                                                                               \
  SIMT_DRIVER_API int cuStreamGetFlags##SUFFIX(void* stream, unsigned* flags) {                   \
    return call([&] {                                                                             \
      *flags = Driver::get().stream(stream, PER_THREAD).blocking ? 0 : kStreamNonBlocking;        \
    });                                                                                           \
  }                                                                                               \
  SIMT_DRIVER_API int cuStreamGetId##SUFFIX(void* stream, unsigned long long* id) {               \
    return call([&] { *id = Driver::get().stream(stream, PER_THREAD).number; });                  \
  }                                                                                               \
  SIMT_DRIVER_API int cuStreamGetPriority##SUFFIX(void* stream, int* priority) {                  \
    return call([&] { *priority = Driver::get().stream(stream, PER_THREAD).priority; });          \
  }                                                                                               \
  SIMT_DRIVER_API int cuStreamGetCtx##SUFFIX(void*, void** context) {                             \
    return call([&] { *context = &Driver::get().context(); });                                    \
  }                                                                                               \
  SIMT_DRIVER_API int cuStreamGetDevice##SUFFIX(void*, int* device) {                             \
    return call([&] { *device = static_cast<int>(Driver::get().context().device); });             \
  }
SIMT_STREAMS(, false)
SIMT_STREAMS(_ptsz, true)
#undef SIMT_STREAMS

SIMT_DRIVER_API int cuEventCreate(void** event, unsigned flags) {
  return call([&] {
    require(event);
    Driver::get().context();
    *event = &Process::get().create_event((flags & kEventDisableTiming) == 0);
  });
}
SIMT_DRIVER_API int cuEventDestroy_v2(void* event) {
  return call([&] { Process::get().destroy_event(event); });
}
SIMT_DRIVER_API int cuEventDestroy(void* event) {
  return cuEventDestroy_v2(event);
}
SIMT_DRIVER_API int cuEventSynchronize(void* event) {
  return call([&] {
    Gpu& gpu = Driver::get().gpu();
    gpu.synchronize(event_of(event));
    require_alive(gpu);
  });
}
SIMT_DRIVER_API int cuEventQuery(void* event) {
  return query([&] {
    return Driver::get().gpu().done(Process::get().event(event, Status::ContextIsDestroyed));
  });
}
SIMT_DRIVER_API int cuEventElapsedTime(float* ms, void* from, void* to) {
  return call([&] {
    require(ms);
    Gpu& gpu = Driver::get().gpu();
    program::Event &first = event_of(from), &last = event_of(to);
    if (!first.timing || !last.timing || first.mark == nullptr || last.mark == nullptr)
      throw CallError(Status::InvalidResourceHandle);
    if (!gpu.done(first) || !gpu.done(last)) throw CallError(Status::NotReady);
    Process::get().tell_of_time();
    *ms = static_cast<float>(gpu.elapsed_ms(first, last));
  });
}
SIMT_DRIVER_API int cuEventElapsedTime_v2(float* ms, void* from, void* to) {
  return cuEventElapsedTime(ms, from, to);
}

}  // namespace simt::cuda_driver
