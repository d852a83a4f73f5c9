#include "sim/views/bank_words.h"

#include <fmt/format.h>

#include "isa/base/lane_list.h"

namespace simt {

std::string asked_text(const BankConflict& conflict, const MemoryAccess& access) {
  const bool one = conflict.banks.size() == 1;
  const bool serialized = access.serializes_lanes();
  return fmt::format("{} asked {}{} {}{}{}",
                     one ? fmt::format("bank {} is", conflict.banks.front())
                         : fmt::format("{} banks are", conflict.banks.size()),
                     serialized ? "" : "for ", conflict.degree, serialized ? "times" : "words",
                     one ? "" : " each",
                     conflict.group == access.lanes ? "" : ", by " + lanes_text(conflict.group));
}

}  // namespace simt
