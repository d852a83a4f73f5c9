// Calls that are refused by name: a program is told which one it needs, and goes on if it can.
#include "sim/program/runtime/state.h"

namespace simt::cudart {
namespace {

int refuse(const char* name) {
  return call([&] { throw program::not_provided(name); });
}

}  // namespace

#define CUDA_UNSUPPORTED(name)    \
  SIMT_CUDART_API int name(...) { \
    return refuse(#name);         \
  }
#include "sim/program/runtime/unsupported.def"
#undef CUDA_UNSUPPORTED

}  // namespace simt::cudart
