#include "sim/exec/foreign_memory.h"

#include <atomic>

namespace simt {
namespace {

std::atomic<ForeignMemoryText> foreign_text{nullptr};

}  // namespace

void describe_foreign_memory(ForeignMemoryText text) {
  foreign_text = text;
}

std::string foreign_memory_text(std::uint64_t address) {
  const ForeignMemoryText text = foreign_text;
  return text == nullptr ? "" : text(address);
}

}  // namespace simt
