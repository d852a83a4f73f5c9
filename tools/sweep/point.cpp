#include "tools/sweep/point.h"

#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "sim/base/json.h"
#include "sim/views/report.h"

namespace simt {
namespace {

using Json = nlohmann::json;

std::string triple(const Dim3& d) {
  std::string out = fmt::format("{}", d.x);
  if (d.y > 1 || d.z > 1) out += fmt::format("x{}", d.y);
  if (d.z > 1) out += fmt::format("x{}", d.z);
  return out;
}

Json metrics_of(const Measured& m, const std::vector<std::string>& further) {
  Json out = Json::object();
  for (const Metric& metric : metrics()) out[metric.name] = metric.value(m);
  for (const std::string& name : further) out[name] = value_of(name, m);
  return out;
}

// "global loads, requests", "Divergent branches": as the details page has them.
Json labels_of(const Subject& subject) {
  Json out = Json::object();
  for (const NamedFact& f : named_facts(collect_report(subject))) {
    const std::string space = f.section == "Global memory"   ? "global "
                              : f.section == "Shared memory" ? "shared "
                                                             : "";
    out[f.fact.metric->name] = space + f.label;
  }
  return out;
}

std::string failure(const Session& session, const RunResult& result) {
  if (result.status != RunStatus::Finished) return result.explanation;
  for (const Verdict& v : session.check())
    if (!v.result.passed) return "check failed: " + v.result.message;
  for (const Verdict& v : session.goals(result))
    if (!v.result.passed) return "goal not met: " + v.result.message;
  return "";
}

Json run(const SessionOptions& options, const RunOptions& run_options,
         const std::vector<std::string>& further) {
  Session session(options);
  session.bind();
  const RunResult result = session.run(run_options);
  const std::string error = failure(session, result);
  const bool finished = result.status == RunStatus::Finished;
  const Exit exit = finished && !error.empty() ? Exit::Check : exit_of(result, {});
  return {{"exit", static_cast<int>(exit)},
          {"error", error},
          {"finished", finished},
          {"kernel", session.program().kernel},
          {"arch", session.arch().name},
          {"grid", triple(session.launch().state.grid)},
          {"block", triple(session.launch().state.block)},
          {"metrics", metrics_of({result, session.arch(), &session.program()}, further)},
          {"labels", labels_of({session.program(), session.arch(), result, {}})}};
}

Json failed(Exit exit, const std::string& error) {
  return {{"exit", static_cast<int>(exit)}, {"error", error}};
}

std::string trimmed(std::string text) {
  text.erase(text.find_last_not_of('\n') + 1);
  return text;
}

// Empty when the process ended as it should.
std::string how_it_broke(const ProcessResult& p) {
  if (p.signal != 0)
    return fmt::format("the run was ended by signal {}: {}", p.signal, strsignal(p.signal));
  if (p.exit_code == kWorkThrew) return "the run failed: " + p.output;
  if (p.exit_code != 0) return fmt::format("the run ended with exit code {}", p.exit_code);
  return "";
}

/// Discarded where the process wrote no JSON.
Json output_of(const ProcessResult& process) {
  try {
    return parse_json(process.output);
  } catch (const Json::exception&) {
    return Json::value_t::discarded;
  }
}

}  // namespace

std::string run_point(const SessionOptions& options, const RunOptions& run_options,
                      const std::vector<std::string>& further) {
  Json out;
  try {
    out = run(options, run_options, further);
  } catch (const SessionError& e) {
    out = failed(e.exit, e.what());
  } catch (const std::bad_alloc&) {
    out = failed(Exit::Usage, "out of memory");
  }
  return json_text(out);
}

SweepPoint point_of(const ProcessResult& process) {
  SweepPoint out;
  out.error = how_it_broke(process);
  const Json json = output_of(process);
  if (out.error.empty() && json.is_discarded()) out.error = "the run ended without a result";
  if (!out.error.empty()) {
    out.exit = Exit::Usage;
    return out;
  }
  out.exit = static_cast<Exit>(json.at("exit").get<int>());
  out.error = trimmed(json.at("error").get<std::string>());
  out.finished = json.value("finished", false);
  for (const auto& [key, field] : {std::pair{"kernel", &out.kernel}, std::pair{"arch", &out.arch},
                                   std::pair{"grid", &out.grid}, std::pair{"block", &out.block}})
    *field = json.value(key, std::string());
  if (out.finished) out.labels = json.at("labels").get<std::map<std::string, std::string>>();
  if (out.finished) out.metrics = json.at("metrics").get<std::map<std::string, double>>();
  return out;
}

// Codes grow with the way that a run got, but for 0.
Exit worst_exit(const std::vector<SweepPoint>& points) {
  Exit worst = Exit::Fine;
  for (const SweepPoint& p : points)
    if (p.exit != Exit::Fine && (worst == Exit::Fine || p.exit < worst)) worst = p.exit;
  return worst;
}

}  // namespace simt
