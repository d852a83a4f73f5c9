// Runs what was measured and sets the two side by side.
#pragma once

#include <string>
#include <vector>

#include "tests/accuracy/rows.h"

namespace simt::accuracy {

/// Every kernel of kernels/ that was measured, on h200 with short branches predicated: cycles, and
/// hit rates of L1 and L2.
std::vector<Row> compare_kernels();

/// The kernels of tests/hardware/unseen, which were written after the model and predicted before
/// they were measured: nvcc's PTX, with short branches predicated.
std::vector<Row> compare_unseen();

/// The kernels of tests/hardware/held_out and then held_out_2, written and predicted later in the
/// same way, and measured on an H100.
std::vector<Row> compare_held_out();
std::vector<Row> compare_held_out_2();

/// The cases of tests/accuracy/micro.txt, or of another file of that form.
std::vector<Row> compare_micro(const std::string& selection);
std::vector<Row> compare_machine_micro(const std::string& selection);  ///< as machine code
std::string micro_selection();  ///< path of tests/accuracy/micro.txt

/// The unseen kernels and the originals of kernels/ as machine code: cycles, and where those of
/// warps go. Without those that are refused, which docs/MACHINE_EXECUTION.md lists.
std::vector<Row> compare_machine_unseen();
std::vector<Row> compare_machine_cuda();
std::vector<Row> compare_machine_held_out();
std::vector<Row> compare_machine_held_out_2();

/// The reduce article's table on rtx4060: durations over that of the coarsened kernel, and the
/// share of the memory's peak.
std::vector<Row> compare_article();

}  // namespace simt::accuracy
