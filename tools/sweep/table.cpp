// The sweep as text: a row for each run, or a matrix of two parameters.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tools/sweep/result.h"

namespace simt {
namespace {

constexpr std::size_t kHeading = 20, kGap = 2, kWidth = 110;

// A long name in several lines, broken after '_' and '.'.
std::vector<std::string> heading(const std::string& name) {
  std::vector<std::string> out{""};
  for (std::size_t from = 0; from < name.size();) {
    std::size_t end = name.find_first_of("_. ", from);
    end = end == std::string::npos ? name.size() : name.find_first_not_of("_. ", end);
    end = std::min(end, name.size());
    const std::string piece = name.substr(from, end - from);
    if (!out.back().empty() && out.back().size() + piece.size() > kHeading) out.emplace_back();
    out.back() += piece;
    from = end;
  }
  return out;
}

struct TextColumn {
  std::vector<std::string> head, cells;
  bool left = false;
  std::size_t width() const {
    std::size_t most = 0;
    for (const auto* list : {&head, &cells})
      for (const std::string& s : *list) most = std::max(most, s.size());
    return most;
  }
};

std::string padded(const std::string& text, const TextColumn& column) {
  return column.left ? fmt::format("{:<{}}", text, column.width())
                     : fmt::format("{:>{}}", text, column.width());
}

std::string joined(const std::vector<TextColumn>& columns, const std::vector<std::string>& cells) {
  std::string out;
  for (std::size_t i = 0; i < columns.size(); ++i)
    out += std::string(kGap, ' ') + padded(cells[i], columns[i]);
  out.erase(out.find_last_not_of(' ') + 1);
  return out;
}

/// A mean or a share of what no run has: the report shows none, either.
bool is_of_nothing(const SweepPoint& point, const SweepColumn& column) {
  struct Share {
    std::string_view share, of;
  };
  static constexpr std::array kShares{
      Share{"smsp__sass_average_branch_targets_threads_uniform.pct",
            "smsp__sass_branch_targets.sum"},
      Share{"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
            "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
      Share{"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
            "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
  };
  const auto share = std::ranges::find(kShares, column.metric->name, &Share::share);
  if (share == kShares.end()) return false;
  const auto all = point.metrics.find(std::string(share->of));
  return all != point.metrics.end() && all->second == 0;
}

std::string shown(const SweepResult& sweep, const SweepPoint& point, const SweepColumn& column) {
  const auto value = sweep.value(point, column);
  return value && !is_of_nothing(point, column)
             ? with_unit(*value, column.metric->unit, column.metric->integral)
             : "-";
}

TextColumn values_column(const Over& over) {
  TextColumn out{{over.parameter}, over.values, false};
  const auto number = [](const std::string& s) {
    return s.find_first_not_of("0123456789.-x") == std::string::npos;
  };
  out.left = !std::all_of(over.values.begin(), over.values.end(), number);
  return out;
}

std::vector<TextColumn> list_columns(const SweepResult& sweep) {
  std::vector<TextColumn> out{values_column(sweep.over[0])};
  for (const SweepColumn& c : sweep.columns) {
    out.push_back({heading(c.label), {}, false});
    for (const SweepPoint& p : sweep.points) out.back().cells.push_back(shown(sweep, p, c));
  }
  return out;
}

std::vector<TextColumn> matrix_columns(const SweepResult& sweep) {
  std::vector<TextColumn> out{values_column(sweep.over[0])};
  for (std::size_t j = 0; j < sweep.over[1].values.size(); ++j) {
    out.push_back({{sweep.over[1].values[j]}, {}, false});
    for (std::size_t i = 0; i < sweep.over[0].values.size(); ++i)
      out.back().cells.push_back(shown(sweep, sweep.at(i, j), sweep.columns[0]));
  }
  return out;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::string render_sweep(const SweepResult& sweep, const Style& style) {
  const std::vector<TextColumn> columns =
      sweep.is_matrix() ? matrix_columns(sweep) : list_columns(sweep);
  std::string out = style.bold(sweep_title(sweep)) + "\n";
  if (!sweep.note.empty()) out += style.dim(sweep.note) + "\n";
  if (sweep.is_matrix())
    out += fmt::format("{} by {} (down) and {} (across)\n", sweep.columns[0].label,
                       sweep.over[0].parameter, sweep.over[1].parameter);
  out += "\n";
  std::size_t lines = 0;
  for (const TextColumn& c : columns) lines = std::max(lines, c.head.size());
  for (std::size_t l = 0; l < lines; ++l) {
    std::vector<std::string> cells;
    for (const TextColumn& c : columns) {
      const std::size_t above = lines - c.head.size();  // headings end on the same line
      cells.push_back(l < above ? "" : c.head[l - above]);
    }
    out += style.dim(joined(columns, cells)) + "\n";
  }
  for (std::size_t row = 0; row < columns[0].cells.size(); ++row) {
    std::vector<std::string> cells;
    for (const TextColumn& c : columns) cells.push_back(c.cells[row]);
    out += joined(columns, cells) + "\n";
    for (const SweepPoint& p : sweep.points) {
      if (p.exit == Exit::Fine || p.values[0] != sweep.over[0].values[row]) continue;
      const std::string who = sweep.is_matrix() ? p.values[1] + ": " : "";
      out += style.bad(clipped(fmt::format("      ^ {}exit {}: {}", who, static_cast<int>(p.exit),
                                           first_line(p.error)),
                               kWidth)) +
             "\n";
    }
  }
  return out;
}

}  // namespace simt
