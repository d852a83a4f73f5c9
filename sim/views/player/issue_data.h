// The part of the player's data that has a row for each recorded instruction; and how tables are
// written: as columns.
#pragma once

#include <nlohmann/json.hpp>

#include "sim/trace/recording.h"
#include "sim/views/report.h"

namespace simt::player {

using Json = nlohmann::ordered_json;

/// A column of a table: one value for each record.
template <class Records, class Value>
Json column(const Records& records, Value value) {
  Json out = Json::array();
  for (const auto& r : records) out.push_back(value(r));
  return out;
}

// A program counter that may be none.
inline Json place(Pc pc) {
  return pc == kNoPc ? Json(-1) : Json(pc);
}

/// Adds "issues", "waited", "parts", "accesses", "patterns", and "fault": the row of the
/// instruction that faulted with its lane, -1 when none is recorded, and the warp of it.
void write_issues(const Subject& subject, const trace::Recording& recording, Json& out);

}  // namespace simt::player
