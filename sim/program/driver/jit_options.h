// What a program says of a compilation or a link at run time (CUjit_option).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace simt::cuda_driver {

/// Options of a compilation at run time that say where messages go (CUjit_option).
enum JitOption : int { kInfoLog = 3, kInfoLogBytes = 4, kErrorLog = 5, kErrorLogBytes = 6 };

struct JitOptions {
  unsigned count = 0;
  const int* names = nullptr;
  void** values = nullptr;

  void** find(int name) const {
    for (unsigned i = 0; i < count; ++i)
      if (names[i] == name) return &values[i];
    return nullptr;
  }
  /// The number of bytes written takes the place of the buffer's size.
  void write(int log, int bytes, std::string_view text) const {
    void** const buffer = find(log);
    void** const size = find(bytes);
    if (buffer == nullptr || *buffer == nullptr || size == nullptr) return;
    const auto room = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(*size));
    if (room == 0) return;
    const std::size_t length = std::min<std::size_t>(room - 1, text.size());
    std::memcpy(*buffer, text.data(), length);
    static_cast<char*>(*buffer)[length] = '\0';
    *size = reinterpret_cast<void*>(length);
  }
};

}  // namespace simt::cuda_driver
