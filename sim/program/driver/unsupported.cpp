// Calls that are refused by name: a program is told which one it needs, and goes on if it can.
#include "sim/program/driver/state.h"

namespace simt::cuda_driver {
namespace {

int refuse(const char* name) {
  return call([&] { throw program::not_provided(name); });
}

}  // namespace

#define CUDA_UNSUPPORTED(name)    \
  SIMT_DRIVER_API int name(...) { \
    return refuse(#name);         \
  }
#include "sim/program/driver/unsupported.def"
#undef CUDA_UNSUPPORTED

}  // namespace simt::cuda_driver
