#include "sim/ncu/report_rows.h"

#include <algorithm>
#include <array>

#include "sim/ncu/sections.h"
#include "sim/ncu/units.h"

namespace simt::ncu {
namespace {

/// Columns that say which launch a row is about; every other column of a raw page is a metric.
constexpr std::array<std::string_view, 13> kLaunchColumns{
    "ID",     "Process ID", "Process Name", "Host Name", "Kernel Name", "Kernel Time", "Context",
    "Stream", "Block Size", "Grid Size",    "Device",    "CC",          "Invocations"};

/// A metric's name if the text holds one: "gpu__time_duration.sum", also within a label.
std::string_view metric_name_in(std::string_view text) {
  const std::size_t mark = text.find("__");
  if (mark == std::string_view::npos || mark == 0) {
    constexpr std::array<std::string_view, 3> kPlain{"inst_executed", "thread_inst_executed",
                                                     "thread_inst_executed_true"};
    const bool plain = std::find(kPlain.begin(), kPlain.end(), text) != kPlain.end() ||
                       text.starts_with("memory_l");
    return plain ? text : std::string_view{};
  }
  const auto part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
  };
  std::size_t begin = mark, end = mark;
  while (begin > 0 && part(text[begin - 1])) --begin;
  while (end < text.size() && part(text[end])) ++end;
  return text.substr(begin, end - begin);
}

struct LaunchCells {
  std::size_t id, process, name, block, grid, device, cc, invocations;
  explicit LaunchCells(const Row& header)
      : id(column(header, "ID")),
        process(column(header, "Process ID")),
        name(column(header, "Kernel Name")),
        block(column(header, "Block Size")),
        grid(column(header, "Grid Size")),
        device(column(header, "Device")),
        cc(column(header, "CC")),
        invocations(column(header, "Invocations")) {}

  Launch launch(const Row& row) const {
    Launch out;
    out.id = text_at(row, id);
    out.process = text_at(row, process);
    out.kernel = text_at(row, name);
    out.block = parse_dimensions(text_at(row, block));
    out.grid = parse_dimensions(text_at(row, grid));
    out.device = text_at(row, device);
    out.cc = text_at(row, cc);
    if (const auto n = parse_dimensions(text_at(row, invocations)))
      out.invocations = static_cast<unsigned>((*n)[0]);
    out.line = row.line;
    return out;
  }
};

bool is_units_row(const Row& row, const LaunchCells& cells) {
  return text_at(row, cells.name).empty() && text_at(row, cells.id).empty();
}

void check_width(const Row& row, const Row& header, const std::string& file) {
  // ncu ends a row without rule columns with a separator: one empty cell.
  if (row.cells.size() <= header.cells.size()) return;
  const Cell& extra = row.cells[header.cells.size()];
  if (row.cells.size() == header.cells.size() + 1 && extra.text.empty()) return;
  throw ReportError(file, extra.line, extra.column,
                    "this row has " + std::to_string(row.cells.size()) +
                        " cells, the header on line " + std::to_string(header.line) + " has " +
                        std::to_string(header.cells.size()) +
                        ": numbers with commas need quotes, as ncu writes them");
}

}  // namespace

std::size_t column(const Row& header, std::string_view title) {
  for (std::size_t i = 0; i < header.cells.size(); ++i)
    if (header.cells[i].text == title) return i;
  return kNoColumn;
}

std::string text_at(const Row& row, std::size_t at) {
  return at < row.cells.size() ? row.cells[at].text : std::string{};
}

bool about_launch(std::string_view title) {
  return std::find(kLaunchColumns.begin(), kLaunchColumns.end(), title) != kLaunchColumns.end() ||
         title.find(':') != std::string_view::npos;  // NVTX ranges
}

std::size_t value_column(const Row& header) {
  const std::size_t plain = column(header, "Metric Value");
  return plain != kNoColumn ? plain : column(header, "Average");
}

bool is_header(const Row& row) {
  if (column(row, "Kernel Name") != kNoColumn && row.cells.size() >= 4) return true;
  return column(row, "Source") != kNoColumn &&
         (column(row, "Address") != kNoColumn || column(row, "Line No") != kNoColumn ||
          column(row, "#") != kNoColumn);
}

bool is_header_line(std::string_view line) {
  const bool launches = line.find("Kernel Name") != std::string_view::npos &&
                        (line.starts_with("\"ID\"") || line.starts_with("ID") ||
                         line.starts_with("\"Process ID\"") || line.starts_with("Process ID"));
  const bool source = line.find("Source\"") != std::string_view::npos &&
                      (line.starts_with("\"Address\"") || line.starts_with("\"Line No\"") ||
                       line.starts_with("\"#\""));
  return launches || source;
}

bool has_column(const Table& table, std::string_view title) {
  return column(table.header, title) != kNoColumn;
}

bool is_source(const Table& table) {
  return has_column(table, "Source") && !has_column(table, "Kernel Name");
}

Value value_of_cell(const Cell& cell, std::string_view unit, const NumberStyle& style) {
  const Unit base = base_unit(unit);
  Value out{{}, 0, cell.text, base.base, cell.line, cell.column};
  if (is_absent(cell.text)) return out;
  if (const auto number = style.read(cell.text)) {
    out.number = number->value * base.factor;
    // A scaled whole number ("42 Kbyte") is rounded too.
    const bool rounded_whole = number->resolution == 0 && base.factor > 1;
    out.resolution = (rounded_whole ? 0.5 : number->resolution) * base.factor;
  }
  return out;
}

void read_details(const TableReading& reading, std::vector<Launch>& launches) {
  const Row& header = reading.table.header;
  const LaunchCells cells(header);
  const std::size_t section = column(header, "Section Name"), name = column(header, "Metric Name"),
                    unit = column(header, "Metric Unit"), value = value_column(header);
  if (value == kNoColumn)
    throw ReportError(reading.file, header.line, 0,
                      "the header has a column \"Metric Name\" but neither \"Metric Value\" nor "
                      "\"Average\"");
  const std::size_t first = launches.size();
  for (const Row& row : reading.table.rows) {
    if (row.cells.size() <= cells.name) continue;  // a line of the program in quotes
    check_width(row, header, reading.file);
    Launch seen = cells.launch(row);
    const auto same = [&](const Launch& l) {
      return l.id == seen.id && l.process == seen.process && l.kernel == seen.kernel &&
             l.block == seen.block && l.grid == seen.grid;
    };
    auto launch =
        std::find_if(launches.begin() + static_cast<std::ptrdiff_t>(first), launches.end(), same);
    if (launch == launches.end()) launch = launches.insert(launches.end(), std::move(seen));
    const std::string label = text_at(row, name);
    if (label.empty()) continue;  // a rule
    if (value >= row.cells.size())
      throw ReportError(reading.file, row.line, 0,
                        "the row of '" + label + "' ends before its value: the file is cut off");
    MetricValue m;
    m.section = text_at(row, section);
    const std::string_view given = metric_name_in(label);
    m.name = std::string(given.empty() ? metric_of_label(m.section, label) : given);
    if (given.empty()) m.label = label;
    m.value = value_of_cell(row.cells[value], text_at(row, unit), reading.style);
    launch->metrics.push_back(std::move(m));
  }
}

void read_raw(const TableReading& reading, std::vector<Launch>& launches) {
  const Row& header = reading.table.header;
  const LaunchCells cells(header);
  const Row* units = nullptr;
  for (const Row& row : reading.table.rows) {
    if (is_units_row(row, cells)) {
      units = &row;
      continue;
    }
    if (row.cells.size() <= cells.name) continue;
    check_width(row, header, reading.file);
    Launch launch = cells.launch(row);
    for (std::size_t i = 0; i < std::min(row.cells.size(), header.cells.size()); ++i) {
      const std::string& title = header.cells[i].text;
      if (about_launch(title)) continue;
      MetricValue m;
      m.name = title;
      m.value =
          value_of_cell(row.cells[i], units == nullptr ? "" : text_at(*units, i), reading.style);
      launch.metrics.push_back(std::move(m));
    }
    launches.push_back(std::move(launch));
  }
}

}  // namespace simt::ncu
