// The path of a warp that runs, and how it goes on without a look at the warp's other paths.
#pragma once

#include "isa/base/types.h"

namespace simt {

struct Path {
  Pc pc = kNoPc;
  LaneMask lanes = 0;
  bool operator==(const Path&) const = default;
};

/// Most instructions only move the PC of the path that runs: those of a straight line need no look
/// at the other paths of the warp, and no call of the model.
class StraightLine {
 public:
  StraightLine() = default;
  StraightLine(Path& path, Pc end) : path_(&path), end_(end) {}
  explicit operator bool() const { return path_ != nullptr; }
  const Path* path() const { return path_; }
  /// Moves the path, unless there is no line or it ends there.
  bool try_move_to(Pc pc) {
    if (path_ == nullptr || pc == end_) return false;
    path_->pc = pc;
    return true;
  }
  void end() { path_ = nullptr; }

 private:
  Path* path_ = nullptr;
  Pc end_ = kNoPc;  ///< where the model must look again
};

}  // namespace simt
