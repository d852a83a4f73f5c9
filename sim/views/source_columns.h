// The columns that both forms of the `source` page share.
#pragma once

#include <array>
#include <string>

#include "sim/views/source.h"

namespace simt {

/// The columns of a page: with those of time or without, and a legend of what occurs in them.
class SourceColumns {
 public:
  /// `cuda`: the page has lines of CUDA C++. `program` outlives it.
  SourceColumns(const Program& program, bool timing, bool cuda)
      : program_(program), timing_(timing), cuda_(cuda) {}

  std::string titles() const;
  /// Blank where a line was never run.
  std::string figures(const SourceRow& row) { return figures(row, cuda_); }
  /// Of a line of PTX on a page of CUDA C++.
  std::string ptx_figures(const SourceRow& row) { return figures(row, false); }
  /// What the columns say and the words in them, below the page.
  std::string legend(const Style& style) const;

 private:
  std::string figures(const SourceRow& row, bool cuda);
  std::string producer(Pc pc, bool cuda) const;

  const Program& program_;
  bool timing_, cuda_;
  bool awaits_ = false;                   ///< figures() named a line whose result is waited for
  std::array<bool, kNumStalls> shown_{};  ///< states that figures() named
  bool two_ = false;                      ///< a line with loads and stores
};

}  // namespace simt
