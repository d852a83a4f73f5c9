// A watchpoint: stops where the value of an expression changes, in any lane of its warp if it
// differs by lane. Device memory may be written by any SM; an atomic of several SMs changes it when
// the window of time ends (sim/exec/global_port.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/step/expression.h"
#include "sim/step/lane_values.h"
#include "sim/step/prompt/writer.h"
#include "sim/step/watched_memory.h"

namespace simt {

class Watchpoint {
 public:
  /// Takes the present value as the one to differ from. Throws StepError when it has none.
  Watchpoint(unsigned number, Expression expression, const LanePlace& at);

  struct Change {
    std::vector<std::string> text;  ///< for the person
    std::optional<Writer> settled;  ///< it came when a window ended, from this instruction
    bool over = false;              ///< the watchpoint has nothing to watch any more
  };
  /// What the instruction did to it; nothing: no change.
  std::optional<Change> check(const StepEvent& event, const Machine& machine);
  /// What happened after the last instruction of the run.
  std::optional<Change> check_end(const Machine& machine);
  /// After a jump to another place of the run: it is watched anew from there.
  void look_again(const Machine& machine);

  unsigned number() const { return number_; }
  std::uint64_t hits() const { return hits_; }
  const Expression& expression() const { return expression_; }
  unsigned warp() const { return warp_.warp; }
  /// "5 in all lanes", "not written yet".
  std::string value_text() const { return text_of(last_, lanes_); }

 private:
  struct Values {
    LaneValues value{};  ///< lane 0 alone unless by lane
    LaneMask known = 0;  ///< lanes that have one: registers may not be written yet
  };

  std::optional<unsigned> slot(const Machine& machine) const;
  Values evaluate(LanePlace at);
  std::string text_of(const Values& values, LaneMask lanes) const;
  std::optional<Change> compare(const LanePlace& at, const std::vector<Writer>& writers);
  Change gone(const std::string& why) const;
  std::vector<Writer> settle(const Machine& machine);
  LaneMask note_stores(const StepEvent& event, const Machine& machine);
  void find_atomics(const Machine& machine);

  unsigned number_;
  Expression expression_;
  unsigned sm_;
  WarpId warp_;
  LaneMask lanes_ = 1;
  bool there_ = true;  ///< its warp or block has begun
  Values last_;
  WatchedMemory memory_;
  std::vector<Writer> waiting_;  ///< atomics that will be performed when their window ends
  std::uint64_t hits_ = 0;
};

}  // namespace simt
