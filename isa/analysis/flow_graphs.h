// The control-flow graphs of a program's functions, each built when it is first asked for and
// shared by all who ask after that.
#pragma once

#include <optional>
#include <vector>

#include "isa/analysis/cfg.h"

namespace simt {

class FlowGraphs {
 public:
  /// `program` outlives this.
  explicit FlowGraphs(const Program& program) : program_(program) {}
  /// Of one of program.functions. Valid until changed().
  const Cfg& of(const FunctionInfo& function);
  /// A pass has inserted, removed or redirected instructions. Within a block they may change places
  /// and do something else, as long as none branches.
  void changed() { graphs_.clear(); }

 private:
  const Program& program_;
  std::vector<std::optional<Cfg>> graphs_;  // by function
};

}  // namespace simt
