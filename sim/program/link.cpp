#include "sim/program/link.h"

#include "isa/ptx/link/linker.h"
#include "sim/program/status.h"

namespace simt::program {

std::string linked(std::vector<std::string> texts) {
  if (texts.size() == 1) return std::move(texts.front());
  try {
    return link_modules(texts);
  } catch (const LinkError& e) {
    throw CallError(Status::InvalidPtx, e.what());
  }
}

}  // namespace simt::program
