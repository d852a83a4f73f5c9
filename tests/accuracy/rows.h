// The accuracy table: what the simulator says beside what was measured, one quantity a row. Written
// by accuracy_table, committed as tests/hardware/h200/accuracy.txt, compared by accuracy_test.cpp.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace simt::accuracy {

/// What a row measures, and so how its error is stated.
///   cycles, ratio, milliseconds   relative, in percent
///   l1, l2, dram                  percentages: the difference in points
///   stalls                        percent of warps' cycles that have another reason: points
///   largest                       100: their largest reason is the device's
struct Row {
  std::string kind;  ///< kernel, unseen, held_out, held_out_2, micro, article, machine_unseen,
                     ///< machine_cuda, machine_held_out, machine_micro
  std::string
      name;  ///< file of kernels/ or tests/hardware/unseen, case of tests/hardware/micro/cases.txt
  std::string quantity;  ///< one of these
  double simulated = 0, measured = 0;
  double low = 0, high = 0;  ///< of repeated measurements

  /// Percent, or points of a percentage; never negative.
  double error() const;
  bool relative() const {
    return quantity == "cycles" || quantity == "ratio" || quantity == "milliseconds";
  }
  std::string key() const { return kind + " " + name + " " + quantity; }
};

std::vector<Row> read_rows(const std::string& path);
void write_rows(std::ostream& out, const std::vector<Row>& rows);

/// Mean and largest error of the rows of one kind and quantity; 0 without rows.
struct Summary {
  double mean = 0, worst = 0;
};
Summary summary(const std::vector<Row>& rows, const std::string& kind, const std::string& quantity);

}  // namespace simt::accuracy
