#include <cstdlib>
#include <string_view>

#include "isa/core/lanes/lanes.h"

namespace simt {
namespace {

bool detect() {
  const char* forced = std::getenv("SIMT_SIM_BASELINE");
  if (forced != nullptr && std::string_view(forced) == "1") return false;
#if defined(__x86_64__)
  __builtin_cpu_init();
  // A CPU (or hypervisor) that shows these shows the rest of x86-64-v3 too.
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
         __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0;
#else
  return false;
#endif
}

}  // namespace

bool cpu_has_v3() {
  static const bool has = detect();
  return has;
}

}  // namespace simt
