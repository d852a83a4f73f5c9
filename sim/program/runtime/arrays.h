// CUDA arrays as programs name them.
#pragma once

#include "sim/program/runtime/abi_textures.h"
#include "sim/program/runtime/state.h"

namespace simt::cudart {

/// By its handle, of any device. Throws CallError (InvalidResourceHandle).
program::DeviceArray& array_of(const void* handle);
Gpu& gpu_of(const program::DeviceArray& array);

/// Throws CallError (InvalidChannelDescriptor).
TexelFormat format_of(const cuda_abi::ChannelFormatDesc& channels);
cuda_abi::ChannelFormatDesc channels_of(const TexelFormat& format);

}  // namespace simt::cudart
