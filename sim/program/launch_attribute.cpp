#include "sim/program/launch_attribute.h"

#include "sim/program/status.h"

namespace simt::program {

bool is_cooperative(std::span<const LaunchAttribute> attributes) {
  bool cooperative = false;
  for (const LaunchAttribute& attribute : attributes) {
    if (attribute.id == kAttributeCooperative) cooperative = attribute.value.cooperative != 0;
    if (attribute.id == kAttributeClusterDimension)
      throw CallError(Status::NotSupported, "clusters of thread blocks are not supported");
  }
  return cooperative;
}

}  // namespace simt::program
