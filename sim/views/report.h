// The facts of a run, collected once; the text page and JSON are both made from them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/input/signature.h"
#include "sim/views/metrics.h"
#include "sim/views/text.h"
#include "sim/views/what_if.h"

namespace simt {

std::string extent(const Dim3& d);  ///< "4,096", "16 x 16"
/// "reconvergence stack", "independent threads"
std::string_view model_text(DivergenceKind kind);
std::string_view name_of(RunStatus s);  ///< "finished", "fault", "deadlock", "limit"

/// A check or goal line and how it came out.
struct CheckLine {
  std::string text;
  unsigned line = 0;  ///< in the IR text
  bool passed = false;
  std::string message;  ///< CheckResult::message
};

/// Which launch of a program it is; ncu's columns of these names.
struct LaunchPlace {
  std::uint64_t id = 0;
  unsigned process = 0;
  std::string process_name = "simt-sim";
  std::uint64_t stream = 7;  ///< as ncu numbers the default one
  unsigned device = 0;
};

struct BoundLaunch;

/// What a view looks at.
struct Subject {
  const Program& program;
  const ArchConfig& arch;
  const RunResult& run;
  std::vector<CheckLine> checks;
  std::vector<CheckLine> goals = {};
  WhatIfs what_if = {};  ///< what advice goes by where it can
  LaunchPlace place = {};
  const Signature* signature = nullptr;  ///< of the kernel, where the text of its .cu is known
  const BoundLaunch* launch = nullptr;   ///< its arguments, likewise

  Measured measured() const { return {run, arch, &program}; }
};

/// A metric in a section; `label` is what the page calls it. A ratio of nothing is NaN.
struct Fact {
  std::string label;
  const Metric* metric = nullptr;
  double value = 0;
  std::string origin = {};  ///< before the value: "estimated"
};
/// A row of a section's table; cells are facts whose labels are the column titles.
struct FactRow {
  std::string label;
  std::vector<std::optional<Fact>> cells;
};
struct FactBar {
  std::string label;
  double percent = 0;
  std::string note;
};
struct Section {
  std::string title;
  bool basic = false;                ///< shown by --set basic
  std::vector<std::string> columns;  ///< of `rows`
  std::vector<FactRow> rows;
  std::vector<Fact> facts;
  std::vector<FactBar> bars;
  std::vector<std::string> remarks;
};
/// How far the gain of a piece of advice can be told.
enum class GainKind : std::uint8_t {
  Expected,  ///< about so much
  AtMost,    ///< how much of it depends on what the kernel can do instead
  Later,     ///< none in the time of this launch: a larger one would gain
  Open,      ///< what limits the launch is named; the gain depends on what is changed
};
/// By what an execution of the line shows what advice is about.
enum class Shown : std::uint8_t {
  Nothing,     ///< none does: it is about the launch
  Access,      ///< its access takes more than it needs, or lanes change one element in turn
  Divergence,  ///< its lanes part
  Wait,        ///< its warp waited before it
};
/// Something to look at, with the line it is about (0: the whole launch).
struct Advice {
  std::string title;
  unsigned line = 0;
  std::string text;
  std::vector<unsigned> further = {};  ///< lines of the text beside `line` that it is about
  /// The share of the launch's time that would go away, in percent: what ncu calls "Est. Speedup".
  /// All estimates together are at most 100. How each is made: sim/views/advice.h.
  double gain = 0;
  bool ran = false;  ///< `gain` is that of a what-if run, not an estimate
  /// What warps are seen to wait for, without a change that is known to help: nothing is promised.
  bool observed = false;
  GainKind kind = GainKind::Expected;
  double share = 0;  ///< of the launch's time that it is about, in percent: orders equal gains
  /// What a person calls that line: "matmul.cu:12 (PTX line 46)"; "launch" for line 0. Filled by
  /// collect_report().
  std::string place = {};
  Shown shown = Shown::Nothing;
  /// Instructions whose accesses it would have packed: what a what-if run tries.
  std::vector<Pc> packs = {};
};

/// Found by the run: the machine goes on, and the result is not defined.
struct RunWarning {
  std::string title;
  unsigned line = 0;  ///< of the text
  std::string place;  ///< as Advice::place
  std::vector<std::string> text;
  std::string hint;
};

struct Report {
  std::string kernel;  ///< as the linker calls it
  std::string title;   ///< as a person does
  std::string file, arch, geometry, mode;
  bool timing = true;   ///< without: no section or advice that follows from the cycle model
  bool counted = true;  ///< without: the launch, its occupancy and the checks alone
  std::vector<Section> sections;
  std::vector<RunWarning> warnings;  ///< what is wrong with the kernel though it ended
  std::vector<CheckLine> checks, goals;
  std::vector<Advice> advice;
  bool what_if_too_long = false;  ///< WhatIfs::too_long
};

Report collect_report(const Subject& subject);
std::vector<RunWarning> run_warnings(const Program& program, const RunResult& run);
/// As they stand on stderr; empty when there are none.
std::string warnings_text(const Program& program, const RunResult& run);

/// "Est. speedup: 42%", "Est. speedup: at most 35%", "Est. speedup: none for this launch",
/// "Est. speedup: depends on the change".
std::string gain_text(const Advice& advice);
/// "expected", "at most", "none", "open".
std::string_view name_of(GainKind kind);
/// "", "access", "divergence", "wait".
std::string_view name_of(Shown shown);

/// A figure of the page apart from it: the label says alone what it is within its section.
struct NamedFact {
  std::string section, label;  ///< "Global memory", "loads, sectors"
  Fact fact;
};
std::vector<NamedFact> named_facts(const Report& report);
/// The `details` page. `full`: all sections, else the basic ones.
std::string render_details(const Report& report, const Style& style, bool full);

}  // namespace simt
