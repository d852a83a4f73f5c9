// Launches as machine code: kernels as ptxas made them for the device, in
// tests/hardware/machine (a file for each set), with the launch of the text they were made of.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/ncu/report.h"
#include "tools/driver/session.h"

namespace simt::accuracy {

/// Kernels whose machine code is in one file: its name, the folder and the ending of their text.
struct MachineSet {
  std::string name, folder, ending;
  std::string measured;         ///< ncu's raw pages, in the folder of its device
  std::string device = "h200";  ///< what it was measured on
  std::string file_of(const std::string& kernel) const { return folder + kernel + ending; }
};
inline const MachineSet kUnseenSet{"unseen", "tests/hardware/unseen/ptx/", ".ptx", "unseen.csv.gz"};
inline const MachineSet kHeldOutSet{"held_out", "tests/hardware/held_out/ptx/", ".ptx",
                                    "held_out.csv.gz", "h100"};
inline const MachineSet kHeldOutSet2{"held_out_2", "tests/hardware/held_out_2/ptx/", ".ptx",
                                     "held_out_2.csv.gz", "h100"};
inline const MachineSet kCudaSet{"cuda", "tests/hardware/cuda/ptx/", ".ptx", "cuda.csv.gz"};
inline const MachineSet kDocumentSet{"documents", "kernels/", ".ir", "opt3.csv.gz"};

/// The header of a text with what its launch changes of it.
LaunchSpec launch_of(const SessionOptions& text);
/// `launch` names a text and its kernel, where that is not the only one; its machine code is that
/// of `set`.
SessionOptions as_machine_code(const std::string& set, SessionOptions launch);
/// nullptr where it has an opcode that is not supported; that is said on the error stream.
std::unique_ptr<Session> session_of(const SessionOptions& options);
SessionOptions machine_code_of(const MachineSet& set, const std::string& kernel);

/// The instructions of a kernel on ncu's source page: once, however many lines and files each
/// belongs to.
std::vector<ncu::SourceRow> instructions_of(const ncu::Report& report, const std::string& kernel);
/// Executed as often as was measured: by warps, by threads, by threads whose guard was true.
bool equal_executions(const ncu::SourceRow& measured, const Executions& here);

}  // namespace simt::accuracy
