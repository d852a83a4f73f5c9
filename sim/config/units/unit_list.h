// The units that have figures in an architecture file, in its order. The figures of each, with
// their keys and permitted ranges, stand in its header.
#pragma once

#include "sim/config/units/control_config.h"
#include "sim/config/units/host_link.h"
#include "sim/config/units/l1_config.h"
#include "sim/config/units/l2_config.h"
#include "sim/config/units/launch_config.h"
#include "sim/config/units/load_store_config.h"
#include "sim/config/units/near_caches.h"
#include "sim/config/units/occupancy_limits.h"
#include "sim/config/units/sm_config.h"
#include "sim/config/units/tensor_config.h"
#include "sim/config/units/texture_config.h"

namespace simt {

// What holds them, its name in ArchConfig, its key. Those of a whole SM, which come first, and the
// timing classes are sim/config/arch_fields.h's.
#define SIMT_UNITS(UNIT)                                    \
  UNIT(SharedMemoryConfig, shared, "shared")                \
  UNIT(ConstantCaches, constant, "constant")                \
  UNIT(LoadStoreUnit, lsu, "lsu")                           \
  UNIT(LaneSerializer, serializer, "lane_serializer")       \
  UNIT(CrossbarPort, crossbar, "crossbar_port")             \
  UNIT(GpcPort, gpc_port, "gpc_port")                       \
  UNIT(StoreGathering, stores, "stores")                    \
  UNIT(InstructionCaches, instruction, "instruction_cache") \
  UNIT(L1Config, l1, "l1")                                  \
  UNIT(TextureUnitConfig, texture, "texture")               \
  UNIT(TensorConfig, tensor, "tensor_core")                 \
  UNIT(L2Config, l2, "l2")                                  \
  UNIT(DramConfig, dram, "dram")                            \
  UNIT(LaunchConfig, launch, "launch")                      \
  UNIT(HostLink, host, "host")

struct UnitConfigs {
#define UNIT(Config, name, key) Config name;
  SIMT_UNITS(UNIT)
#undef UNIT
  bool operator==(const UnitConfigs&) const = default;
};

template <class V, std::derived_from<UnitConfigs> T>
void visit_units(V& v, T& units) {
#define UNIT(Config, name, key) v.section(key, [&] { visit_fields(v, units.name); });
  SIMT_UNITS(UNIT)
#undef UNIT
}

#undef SIMT_UNITS

}  // namespace simt
