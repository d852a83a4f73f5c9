#include "sim/program/status.h"

#include <fmt/format.h>

namespace simt::program {

StatusText status_text(int number) {
  switch (number) {
#define CUDA_STATUS(id, number, runtime, driver, text) \
  case number:                                         \
    return {#runtime, driver, text};
#include "sim/program/errors.def"
#undef CUDA_STATUS
    default:
      return {"unrecognized error code", nullptr, "unrecognized error code"};
  }
}

int driver_number(Status status) {
  switch (status) {
    case Status::InvalidConfiguration:
    case Status::InvalidPitchValue:
    case Status::InvalidTexture:
    case Status::InvalidChannelDescriptor:
    case Status::InvalidMemcpyDirection:
    case Status::MissingConfiguration:
      return static_cast<int>(Status::InvalidValue);
    case Status::InvalidSymbol:
      return static_cast<int>(Status::SymbolNotFound);
    case Status::InvalidDeviceFunction:
      return static_cast<int>(Status::InvalidResourceHandle);
    default:
      return static_cast<int>(status);
  }
}

CallError not_provided(const char* name) {
  return CallError(Status::NotSupported,
                   fmt::format("{} is not supported (docs/PROGRAMS.md lists what is)", name));
}

}  // namespace simt::program
