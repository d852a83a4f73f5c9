// Streams and events (CUDA Runtime API, "Stream Management", "Event Management").
#include "sim/program/runtime/state.h"

namespace simt::cudart {
namespace {

constexpr unsigned kStreamNonBlocking = 1, kEventDisableTiming = 2, kEventExternal = 1;

void require_alive() {
  if (const Status status = State::get().gpu().status(); status != Status::Success)
    throw CallError(status);
}

int create_stream(void** stream, unsigned flags, int priority = 0) {
  return call([&] {
    require_alive();
    *stream = &State::get().gpu().create_stream((flags & kStreamNonBlocking) == 0, priority);
  });
}

int create_event(void** event, unsigned flags) {
  return call([&] { *event = &Process::get().create_event((flags & kEventDisableTiming) == 0); });
}

int synchronize_stream(void* handle, bool per_thread) {
  return call([&] {
    State& state = State::get();
    state.gpu().synchronize(state.stream(handle, per_thread));
    require_alive();
  });
}

// An answer, not an error that cudaGetLastError would keep.
template <class Done>
int query(Done done) {
  bool ready = false;
  const int status = call([&] {
    ready = done();
    require_alive();
  });
  return status != 0 || ready ? status : static_cast<int>(Status::NotReady);
}

int query_stream(void* handle, bool per_thread) {
  return query([&] {
    State& state = State::get();
    return state.gpu().done(state.stream(handle, per_thread));
  });
}

int record(void* event, void* handle, unsigned flags, bool per_thread) {
  return call([&] {
    State& state = State::get();
    state.gpu().record(state.stream(handle, per_thread), state.event(event),
                       (flags & kEventExternal) != 0);
  });
}

int wait_for(void* handle, void* event, unsigned flags, bool per_thread) {
  return call([&] {
    State& state = State::get();
    state.gpu().wait_for(state.stream(handle, per_thread), state.event(event),
                         (flags & kEventExternal) != 0);
  });
}

using HostFunction = void (*)(void*);
using StreamCallback = void (*)(void*, int, void*);

int call_host(void* handle, HostFunction function, void* data, bool per_thread) {
  return call([&] {
    State& state = State::get();
    state.gpu().call_host(state.stream(handle, per_thread),
                          program::HostWork{[=] { function(data); }, function, data});
  });
}

int call_back(void* stream, StreamCallback callback, void* data, bool per_thread) {
  return call([&] {
    State& state = State::get();
    state.gpu().call_host(state.stream(stream, per_thread), [=] { callback(stream, 0, data); });
  });
}

}  // namespace

SIMT_CUDART_API int cudaStreamCreate(void** stream) {
  return create_stream(stream, 0);
}
SIMT_CUDART_API int cudaStreamCreateWithFlags(void** stream, unsigned flags) {
  return create_stream(stream, flags);
}
SIMT_CUDART_API int cudaStreamCreateWithPriority(void** stream, unsigned flags, int priority) {
  return create_stream(stream, flags, priority);
}
SIMT_CUDART_API int cudaStreamDestroy(void* stream) {
  return call([&] {
    State& state = State::get();
    program::Stream& destroyed = state.stream(stream, false);
    state.gpu().destroy_stream(destroyed);
  });
}
SIMT_CUDART_API int cudaStreamSynchronize(void* stream) {
  return synchronize_stream(stream, false);
}
SIMT_CUDART_API int cudaStreamSynchronize_ptsz(void* stream) {
  return synchronize_stream(stream, true);
}
SIMT_CUDART_API int cudaStreamQuery(void* stream) {
  return query_stream(stream, false);
}
SIMT_CUDART_API int cudaStreamQuery_ptsz(void* stream) {
  return query_stream(stream, true);
}
SIMT_CUDART_API int cudaStreamWaitEvent(void* stream, void* event, unsigned flags) {
  return wait_for(stream, event, flags, false);
}
SIMT_CUDART_API int cudaStreamWaitEvent_ptsz(void* stream, void* event, unsigned flags) {
  return wait_for(stream, event, flags, true);
}
SIMT_CUDART_API int cudaLaunchHostFunc(void* stream, HostFunction function, void* data) {
  return call_host(stream, function, data, false);
}
SIMT_CUDART_API int cudaLaunchHostFunc_ptsz(void* stream, HostFunction function, void* data) {
  return call_host(stream, function, data, true);
}
SIMT_CUDART_API int cudaStreamAddCallback(void* stream, StreamCallback callback, void* data,
                                          unsigned) {
  return call_back(stream, callback, data, false);
}
SIMT_CUDART_API int cudaStreamAddCallback_ptsz(void* stream, StreamCallback callback, void* data,
                                               unsigned) {
  return call_back(stream, callback, data, true);
}

SIMT_CUDART_API int cudaEventCreate(void** event) {
  return create_event(event, 0);
}
SIMT_CUDART_API int cudaEventCreateWithFlags(void** event, unsigned flags) {
  return create_event(event, flags);
}
SIMT_CUDART_API int cudaEventDestroy(void* event) {
  return call([&] { Process::get().destroy_event(event); });
}
SIMT_CUDART_API int cudaEventRecord(void* event, void* stream) {
  return record(event, stream, 0, false);
}
SIMT_CUDART_API int cudaEventRecord_ptsz(void* event, void* stream) {
  return record(event, stream, 0, true);
}
SIMT_CUDART_API int cudaEventRecordWithFlags(void* event, void* stream, unsigned flags) {
  return record(event, stream, flags, false);
}
SIMT_CUDART_API int cudaEventRecordWithFlags_ptsz(void* event, void* stream, unsigned flags) {
  return record(event, stream, flags, true);
}
SIMT_CUDART_API int cudaEventSynchronize(void* event) {
  return call([&] {
    State::get().gpu().synchronize(State::get().event(event));
    require_alive();
  });
}
SIMT_CUDART_API int cudaEventQuery(void* event) {
  return query([&] {
    return State::get().gpu().done(State::get().event(event, Status::ContextIsDestroyed));
  });
}
SIMT_CUDART_API int cudaEventElapsedTime(float* ms, void* from, void* to) {
  bool ready = true;
  const int status = call([&] {
    program::Event &first = State::get().event(from), &last = State::get().event(to);
    const auto recorded = [](const program::Event& event) {
      return event.mark != nullptr || event.point.capture;
    };
    if (!first.timing || !last.timing || !recorded(first) || !recorded(last))
      throw CallError(Status::InvalidResourceHandle);
    Process::get().tell_of_time();
    ready = State::get().gpu().passed(first) && State::get().gpu().passed(last);
    if (ready) *ms = static_cast<float>(State::get().gpu().elapsed_ms(first, last));
  });
  return status != 0 || ready ? status : static_cast<int>(Status::NotReady);
}

}  // namespace simt::cudart
