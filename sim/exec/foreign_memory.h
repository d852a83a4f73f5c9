// Memory beside that of the images: in a whole program's process the host has some, and a kernel
// that is given a pointer to it faults. Who knows that memory says what it is.
#pragma once

#include <cstdint>
#include <string>

namespace simt {

/// "": it knows nothing of the address.
using ForeignMemoryText = std::string (*)(std::uint64_t address);
/// From now on, for all images of the process.
void describe_foreign_memory(ForeignMemoryText text);
std::string foreign_memory_text(std::uint64_t address);

}  // namespace simt
