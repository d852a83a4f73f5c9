// Several devices (CUDA Runtime API, "Peer Device Memory Access"). What is copied from one to
// another goes over the host's link. A kernel that reaches another device's memory does so as its
// own.
#include "sim/program/device_facts.h"
#include "sim/program/runtime/copies.h"
#include "sim/program/runtime/state.h"

namespace simt::cudart {
namespace {

void require_pair(int one, int other) {
  device_numbered(one);
  device_numbered(other);
}

struct How {
  bool per_thread = false, wait = false;
};
void copy_between(const program::CopyWork& work, void* stream, How how) {
  check_copy(work, cuda_abi::kDefault);
  if (how.wait) settle(work.first);
  State& state = State::get();
  state.gpu().carry_out(state.stream(stream, how.per_thread), work, how.wait);
}

struct Linear {
  void* to;
  int to_device;
  const void* from;
  int from_device;
  std::size_t bytes;
};
int copy_linear(const Linear& c, void* stream, How how) {
  return call([&] {
    require_pair(c.to_device, c.from_device);
    copy_between({{address_of(c.to), address_of(c.from), c.bytes}, {.width = c.bytes}}, stream,
                 how);
  });
}

/// cudaMemcpy3DPeerParms.
struct Box {
  void* srcArray;
  cuda_abi::Pos srcPos;
  cuda_abi::PitchedPtr srcPtr;
  int srcDevice;
  void* dstArray;
  cuda_abi::Pos dstPos;
  cuda_abi::PitchedPtr dstPtr;
  int dstDevice;
  cuda_abi::Extent extent;
};
int copy_box(const Box* p, void* stream, How how) {
  return call([&] {
    if (p == nullptr) throw CallError(Status::InvalidValue);
    require_pair(p->srcDevice, p->dstDevice);
    copy_between(copy3d_work({p->srcArray, p->srcPos, p->srcPtr, p->dstArray, p->dstPos, p->dstPtr,
                              p->extent, cuda_abi::kDefault}),
                 stream, how);
  });
}

}  // namespace

SIMT_CUDART_API int cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return call([&] {
    if (can == nullptr) throw CallError(Status::InvalidValue);
    require_pair(device, peer);
    *can = device != peer ? 1 : 0;
  });
}
SIMT_CUDART_API int cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return call([&] {
    Gpu& other = device_numbered(peer);
    Gpu& here = State::get().gpu();
    if (flags != 0) throw CallError(Status::InvalidValue);
    if (&other == &here) throw CallError(Status::PeerAccessUnsupported);
    if (!here.memory().reach(other.memory())) throw CallError(Status::PeerAccessAlreadyEnabled);
  });
}
SIMT_CUDART_API int cudaDeviceDisablePeerAccess(int peer) {
  return call([&] {
    Gpu& other = device_numbered(peer);
    Gpu& here = State::get().gpu();
    here.synchronize();
    if (!here.memory().leave(other.memory())) throw CallError(Status::PeerAccessNotEnabled);
  });
}
SIMT_CUDART_API int cudaDeviceGetP2PAttribute(int* value, int attribute, int device, int peer) {
  return call([&] {
    if (value == nullptr) throw CallError(Status::InvalidValue);
    require_pair(device, peer);
    if (device == peer) throw CallError(Status::InvalidDevice);
    *value = program::peer_attribute(attribute);
  });
}

SIMT_CUDART_API int cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                                   std::size_t bytes) {
  return copy_linear({to, to_device, from, from_device, bytes}, nullptr, {.wait = true});
}
SIMT_CUDART_API int cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                        std::size_t bytes, void* stream) {
  return copy_linear({to, to_device, from, from_device, bytes}, stream, {});
}
SIMT_CUDART_API int cudaMemcpy3DPeer(const void* box) {
  return copy_box(static_cast<const Box*>(box), nullptr, {.wait = true});
}
SIMT_CUDART_API int cudaMemcpy3DPeer_ptds(const void* box) {
  return copy_box(static_cast<const Box*>(box), nullptr, {.per_thread = true, .wait = true});
}
SIMT_CUDART_API int cudaMemcpy3DPeerAsync(const void* box, void* stream) {
  return copy_box(static_cast<const Box*>(box), stream, {});
}
SIMT_CUDART_API int cudaMemcpy3DPeerAsync_ptsz(const void* box, void* stream) {
  return copy_box(static_cast<const Box*>(box), stream, {.per_thread = true});
}

}  // namespace simt::cudart
