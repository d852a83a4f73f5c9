#include "sim/views/player/issue_data.h"

#include <map>
#include <string>

#include "sim/base/json.h"
#include "sim/trace/attribution.h"
#include "sim/trace/names.h"
#include "sim/trace/producers.h"
#include "sim/views/player/access_pattern.h"

namespace simt::player {
namespace {

using trace::IssueRecord;
using trace::Recording;

// Each instruction with what it added to the counters, and its accesses.
class Issues {
 public:
  Issues(const Subject& s, const Recording& r)
      : r_(r),
        program_(s.program),
        attribution_(s.program, s.arch),
        patterns_({s.arch.shared.banks, s.arch.shared.bank_bytes, s.arch.shared.word_bytes}) {}

  void write(Json& out) {
    Json parts = Json::array();
    for (const IssueRecord& i : r_.issues) parts.push_back(part(i));
    Json accesses{{"pattern", Json::array()}, {"base", Json::array()}}, counts = Json::array();
    for (const IssueRecord& i : r_.issues) counts.push_back(add_accesses(i, accesses));
    const auto issue = [&](auto member) {
      return column(r_.issues, [&](const IssueRecord& i) { return i.*member; });
    };
    out["issues"] = {{"cycle", issue(&IssueRecord::cycle)},
                     {"ready", column(r_.issues, [&](const IssueRecord& i) { return ready(i); })},
                     {"warp", issue(&IssueRecord::warp)},
                     {"ordinal", issue(&IssueRecord::ordinal)},
                     {"pc", issue(&IssueRecord::pc)},
                     {"path", issue(&IssueRecord::path)},
                     {"executed", issue(&IssueRecord::executed)},
                     {"targets", issue(&IssueRecord::targets)},
                     {"state", issue(&IssueRecord::state)},
                     {"level", column(r_.issues, [](const auto& i) { return place_of(i.level); })},
                     {"accesses", counts},
                     {"parts", parts}};
    const auto waited = trace::waited_for(r_, program_);
    out["waited"] = {{"issue", column(waited, [](const auto& d) { return d.consumer; })},
                     {"for", column(waited, [](const auto& d) { return d.producer; })}};
    out["levels"] = Json::array();
    for (std::size_t i = 0; i <= place_of(MemoryLevel::DeviceMemory); ++i)
      out["levels"].push_back(trace::words_of(static_cast<MemoryLevel>(i)));
    out["parts"] = parts_;
    out["accesses"] = accesses;
    out["patterns"] = patterns_.take();
    out["fault"] = fault();
  }

 private:
  static std::size_t place_of(MemoryLevel level) { return static_cast<std::size_t>(level); }

  Json fault() const {
    Json out{{"issue", -1}, {"lane", -1}, {"sm", -1}, {"block", -1}, {"warp", -1}};
    if (!r_.fault) return out;
    out["sm"] = r_.fault->sm;
    out["block"] = r_.fault->cta;
    out["warp"] = r_.fault->warp;
    for (std::size_t i = 0; i < r_.issues.size(); ++i) {
      if (r_.issues[i].fault_lane < 0 || r_.warps[r_.issues[i].warp].sm != r_.fault->sm) continue;
      out["issue"] = i;
      out["lane"] = r_.issues[i].fault_lane;
      break;
    }
    return out;
  }

  // Of what writes no register there is no result to wait for.
  std::uint64_t ready(const IssueRecord& issue) const {
    return program_.code[issue.pc].writes.empty() ? 0 : issue.ready;
  }

  // Parameters are operands, not memory. Returns how many accesses there are.
  unsigned add_accesses(const IssueRecord& issue, Json& accesses) {
    unsigned count = 0;
    for (std::uint32_t a = 0; a < issue.num_access; ++a) {
      const AccessRecord& record = r_.accesses[issue.first_access + a];
      if (record.access.space == StateSpace::Param) continue;
      const auto at = patterns_.place(record);
      accesses["pattern"].push_back(at.pattern);
      accesses["base"].push_back(at.base);
      ++count;
    }
    return count;
  }

  using Parts = trace::Attribution::Parts;
  std::size_t part(const IssueRecord& issue) {
    Json flat = Json::array();
    const bool counted = issue.fault_lane < 0;
    for (const auto& [counter, by] : counted ? attribution_.of(issue, r_) : Parts{}) {
      flat.push_back(static_cast<unsigned>(counter));
      flat.push_back(by);
    }
    const auto [entry, added] = numbers_.try_emplace(json_text(flat), parts_.size());
    if (added) parts_.push_back(std::move(flat));
    return entry->second;
  }

  const Recording& r_;
  const Program& program_;
  trace::Attribution attribution_;
  AccessPatterns patterns_;
  std::map<std::string, std::size_t> numbers_;
  Json parts_ = Json::array();
};

}  // namespace

void write_issues(const Subject& subject, const Recording& recording, Json& out) {
  Issues(subject, recording).write(out);
}

}  // namespace simt::player
