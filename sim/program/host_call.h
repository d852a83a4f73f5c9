// A call of the host while a timeline is recorded; inside another one it is part of that.
#pragma once

#include "sim/program/gpu.h"

namespace simt::program {

class Gpu::HostCall {
 public:
  HostCall(Gpu& gpu, const char* label) : gpu_(gpu) {
    if (gpu_.timeline_) gpu_.timeline_->enter(label, gpu_.host_ns_);
  }
  ~HostCall() {
    if (gpu_.timeline_) gpu_.timeline_->leave(gpu_.host_ns_);
  }
  HostCall(const HostCall&) = delete;
  HostCall& operator=(const HostCall&) = delete;

 private:
  Gpu& gpu_;
};

}  // namespace simt::program
