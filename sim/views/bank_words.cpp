#include "sim/views/bank_words.h"

#include <fmt/format.h>

#include "isa/base/lane_list.h"

namespace simt {

std::string asked_text(const BankConflict& conflict, Kind kind, LaneMask active) {
  const bool one = conflict.banks.size() == 1;
  const bool atomic = kind == Kind::Atomic || kind == Kind::Reduction;
  return fmt::format("{} asked {}{} {}{}{}",
                     one ? fmt::format("bank {} is", conflict.banks.front())
                         : fmt::format("{} banks are", conflict.banks.size()),
                     atomic ? "" : "for ", conflict.degree, atomic ? "times" : "words",
                     one ? "" : " each",
                     conflict.group == active ? "" : ", by " + lanes_text(conflict.group));
}

}  // namespace simt
