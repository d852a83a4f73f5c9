// The columns that both forms of the `source` page share.
#pragma once

#include <array>
#include <string>

#include "sim/views/source.h"

namespace simt {

/// The columns of a page: with those of time or without, and a legend of what occurs in them.
class SourceColumns {
 public:
  explicit SourceColumns(bool timing) : timing_(timing) {}

  std::string titles() const;
  /// Blank where a line was never run.
  std::string figures(const SourceRow& row);
  /// What the columns say and the words in them, below the page.
  std::string legend(const Style& style) const;

 private:
  bool timing_;
  std::array<bool, kNumStalls> shown_{};  ///< states that figures() named
  bool two_ = false;                      ///< a line with loads and stores
};

}  // namespace simt
