// The tables of a report and what their rows say, by layout.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/ncu/csv_rows.h"
#include "sim/ncu/number.h"
#include "sim/ncu/report.h"

namespace simt::ncu {

/// A header with its rows. `titles`: rows of a name and a value above a source page's header.
struct Table {
  Row header;
  std::vector<Row> titles;
  std::vector<Row> rows;
};
struct TableReading {
  const Table& table;
  const NumberStyle& style;
  const std::string& file;
};

inline constexpr std::size_t kNoColumn = static_cast<std::size_t>(-1);
/// The first column with this title.
std::size_t column(const Row& header, std::string_view title);
std::string text_at(const Row& row, std::size_t at);  ///< "" beyond the row's end
/// Says which launch a row is about; every other column of a raw page is a metric.
bool about_launch(std::string_view title);
std::size_t value_column(const Row& header);

bool is_header(const Row& row);
bool is_header_line(std::string_view line);
bool has_column(const Table& table, std::string_view title);
bool is_source(const Table& table);

/// How the file writes numbers. Throws ReportError when two cells contradict each other.
NumberStyle learn_style(const std::vector<Table>& tables, const std::string& file);

void read_details(const TableReading& reading, std::vector<Launch>& launches);
void read_raw(const TableReading& reading, std::vector<Launch>& launches);
SourcePage read_source(const TableReading& reading);

/// The value of a cell under a unit as written.
Value value_of_cell(const Cell& cell, std::string_view unit, const NumberStyle& style);

}  // namespace simt::ncu
