// The lines of the source between the instructions of a listing, as nvdisasm -g writes them.
#pragma once

#include <string>

#include "isa/container/cubin.h"

namespace simt {

class DisasmLines {
 public:
  /// Of CUDA C++ where the cubin has such lines of `code`, else of PTX.
  DisasmLines(const Cubin& cubin, const CubinCode& code);

  bool empty() const { return sequence_ == nullptr; }
  /// What stands before the instruction at `address`; "" where the line is that of the one before.
  std::string before(std::uint64_t address);

 private:
  bool take(const std::vector<LineTable>& tables, const CubinCode& code);
  std::string text_of(const LineRow& row) const;

  const Cubin& cubin_;
  const LineTable* table_ = nullptr;
  const LineSequence* sequence_ = nullptr;
  bool ptx_ = false;
  std::string shown_;
};

}  // namespace simt
