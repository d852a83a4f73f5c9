// What calls of the CUDA runtime and driver answer. Their numbers are the same for most errors, so
// one table serves both.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "sim/program/export.h"

namespace simt::program {

enum class Status : std::uint16_t {
#define CUDA_STATUS(id, number, runtime, driver, text) id = number,
#include "sim/program/errors.def"
#undef CUDA_STATUS
};

/// Of any number that a program may ask for; an unknown one has texts of its own. They live as long
/// as the process.
struct StatusText {
  const char* runtime;  ///< "cudaErrorInvalidValue"
  const char* driver;   ///< "CUDA_ERROR_INVALID_VALUE"
  const char* text;     ///< "invalid argument"
};
SIMT_PROGRAM_API StatusText status_text(int number);

/// The number that the driver answers for it: several that the runtime tells apart share one.
SIMT_PROGRAM_API int driver_number(Status status);

/// Does it say that a kernel has what cannot be read, or is not supported?
inline bool is_unreadable(Status status) {
  return status == Status::InvalidKernelImage || status == Status::InvalidPtx;
}

/// A call that cannot be done. `explanation` is for a person, on stderr; "": the status says it.
struct SIMT_PROGRAM_API CallError : std::runtime_error {
  explicit CallError(Status its_status, const std::string& explanation = "")
      : std::runtime_error(explanation), status(its_status) {}
  Status status;
};

/// A call of this name that this library lacks.
SIMT_PROGRAM_API CallError not_provided(const char* name);

}  // namespace simt::program
