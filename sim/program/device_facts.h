// Facts of a device that the CUDA runtime and driver tell, all from its architecture file; what the
// file does not say is what every device since Kepler has.
#pragma once

#include <array>
#include <string>

#include "sim/program/export.h"
#include "sim/program/gpu.h"

namespace simt::program {

/// By its number (CUDA Driver API, "CUdevice_attribute"; the runtime's cudaDeviceAttr has the
/// same); 0: a feature that there is not.
SIMT_PROGRAM_API int device_attribute(const Gpu& gpu, int number);
/// Of the link between two devices, by its number (cudaDeviceP2PAttr).
SIMT_PROGRAM_API int peer_attribute(int number);
SIMT_PROGRAM_API std::string device_name(const Gpu& gpu);
SIMT_PROGRAM_API std::array<char, 16> device_uuid(const Gpu& gpu);

/// Version of the driver that the simulator stands for: 1000 * major + 10 * minor.
inline constexpr int kDriverVersion = 13000;

/// Limits of a device that programs set: bytes of a thread's stack, of printf's buffer, of the heap
/// of device malloc (CUlimit, cudaLimit). Throw CallError for one that there is not, or that a
/// kernel has used already.
SIMT_PROGRAM_API std::uint64_t device_limit(const Gpu& gpu, int limit);
SIMT_PROGRAM_API void set_device_limit(Gpu& gpu, int limit, std::uint64_t value);

}  // namespace simt::program
