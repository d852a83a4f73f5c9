// Two runs side by side: how each ended, their figures, their lines, and where they first diverge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/diff/first_divergence.h"
#include "sim/views/report.h"
#include "sim/views/source.h"

namespace simt::diff {

struct Side {
  std::string label;  ///< "pascal", "bank_column"
  Subject subject;
  const PathRecord& paths;
};

struct Figure {
  std::string section, label;
  const Metric* metric = nullptr;
  std::optional<double> a, b;  ///< absent: the run has no such row, or it is a share of nothing

  bool differs() const { return a != b; }
  /// Decided by the program and its addresses, not by time.
  bool timeless() const;
};

/// A line of both programs or of one, with what it cost.
struct LineRow {
  std::optional<SourceRow> a, b;
  const SourceRow& either() const { return a ? *a : *b; }
  /// Counts differ, or the share of waiting by more than a point, or one side has no such line.
  bool differs() const;
  bool timeless() const;  ///< it differs in more than waiting
};

struct Difference {
  std::string label_a, label_b, kernel_a, kernel_b, machine_a, machine_b, launch_a, launch_b, end_a,
      end_b;
  /// What a run that did not finish says of itself; empty for one that did.
  std::string explanation_a, explanation_b;
  std::vector<Figure> figures;
  std::vector<LineRow> lines;  ///< those with instructions
  std::optional<FirstDivergence> first_divergence;
  std::vector<std::string> divergence_words;
  std::vector<std::string> places_a,
      places_b;  ///< of the paths after the first divergence, by stretch
  bool paths_complete = true;
  bool ends_differ = false;  ///< one finished, or passed its checks, and the other did not
  std::string text_a = "IR", text_b = "IR";  ///< what the texts of the lines are
  std::string note = {};                     ///< what a reader should know of both runs

  /// Anything but time differs: counts, lines, the execution paths of the warps, the end.
  bool differs() const;
};

/// `names`: metrics wanted; none: the figures of the details page.
Difference compare(const Side& a, const Side& b, const std::vector<std::string>& names);

/// "lines 12-15", "matmul.cu:7-9 (PTX 12-15)".
std::string place_of(const Program& program, const Stretch& stretch);
/// The first divergence in words, a sentence or two each.
std::vector<std::string> words(const FirstDivergence& divergence, const Side& a, const Side& b);

/// `all`: also what is equal.
enum class TextPart { All, FirstDivergence, Figures, Lines };
std::string render_text(const Difference& difference, const Style& style, bool all,
                        TextPart part = TextPart::All);
/// {"a": {...}, "b": {...}, "differs", "first_divergence": {...}, "figures": [...], "lines": [...]}
std::string render_json(const Difference& difference);

}  // namespace simt::diff
