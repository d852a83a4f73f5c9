#include "sim/ncu/report.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "sim/ncu/csv_rows.h"
#include "sim/ncu/number.h"
#include "sim/ncu/report_rows.h"
#include "sim/ncu/text_file.h"

namespace simt::ncu {
namespace {

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// The separator of an unquoted header line: some tools write a report again without quotes.
char separator_of(std::string_view line) {
  if (line.starts_with('"')) {
    const std::size_t close = line.find('"', 1);
    const char next = close + 1 < line.size() ? line[close + 1] : ',';
    return next == ';' || next == '\t' ? next : ',';
  }
  const auto commas = std::count(line.begin(), line.end(), ',');
  if (std::count(line.begin(), line.end(), ';') > commas) return ';';
  return std::count(line.begin(), line.end(), '\t') > commas ? '\t' : ',';
}

/// Splits the text into tables: a header row and the rows up to the next header.
class TableReader {
 public:
  TableReader(std::string_view text, const std::string& file) : rows_(text, file), file_(file) {}

  std::vector<Table> tables(std::vector<std::string>& log) {
    while (!rows_.at_end()) {
      const std::string_view line = rows_.peek_line();
      if (line.starts_with("==")) {
        if (!line.starts_with("==PROF==")) log.emplace_back(line);
        rows_.skip_line();
      } else if (is_blank(line) || !is_row(line)) {
        rows_.skip_line();
      } else {
        take(next_row(line));
      }
    }
    return std::move(tables_);
  }

 private:
  bool is_row(std::string_view line) {
    if (is_header_line(line)) {
      quoted_ = line.starts_with('"');
      separator_ = separator_of(line);
      return true;
    }
    if (tables_.empty() && titles_.empty()) {
      const bool title = line.starts_with("\"Kernel Name\"") ||
                         line.starts_with("\"Function Name\"") || line.starts_with("\"File ");
      if (title) separator_ = separator_of(line);
      return title;
    }
    // ncu quotes every cell. Without quotes a row of the table has the table's separators.
    if (quoted_) return line.starts_with('"');
    return std::count(line.begin(), line.end(), separator_) >= 3;
  }

  Row next_row(std::string_view line) {
    const bool code = quoted_ && !is_header_line(line) && !tables_.empty() &&
                      is_source(tables_.back()) && line.starts_with('"');
    if (!code) return rows_.row(separator_);
    const Row& header = tables_.back().header;
    return rows_.source_row(separator_, header.cells.size(), column(header, "Source"));
  }

  void take(Row row) {
    const std::string& first = row.cells.front().text;
    const bool title =
        row.cells.size() <= 3 && (first == "Kernel Name" || first == "Function Name" ||
                                  first == "File Path" || first == "File Name");
    if (title) {
      titles_.push_back(std::move(row));
    } else if (is_header(row)) {
      tables_.push_back({std::move(row), std::exchange(titles_, {}), {}});
    } else if (!tables_.empty()) {
      tables_.back().rows.push_back(std::move(row));
    }
  }

  RowReader rows_;
  std::string file_;
  std::vector<Table> tables_;
  std::vector<Row> titles_;
  char separator_ = ',';
  bool quoted_ = true;
};

[[noreturn]] void complain_of_nothing(std::string_view text, const std::string& file,
                                      const std::vector<std::string>& log) {
  for (const std::string& line : log)
    if (line.starts_with("==ERROR=="))
      throw ReportError(file, 0, 0, "ncu measured nothing: " + line.substr(9));
  if (is_blank(text)) throw ReportError(file, 0, 0, "the file is empty");
  if (text.find("Section: ") != std::string_view::npos)
    throw ReportError(file, 0, 0, "this is ncu's page for people; run ncu with --csv");
  throw ReportError(
      file, 0, 0,
      "there is no table of ncu in it: a header row that begins with \"ID\" or \"Process "
      "ID\". Run 'ncu --csv --page raw --log-file report.csv PROGRAM'");
}

void place_values(Report& report, const std::vector<Table>& tables) {
  const NumberStyle style = learn_style(tables, report.file);
  for (const Table& table : tables) {
    const TableReading reading{table, style, report.file};
    if (is_source(table))
      report.sources.push_back(read_source(reading));
    else if (has_column(table, "Metric Name"))
      read_details(reading, report.launches);
    else
      read_raw(reading, report.launches);
  }
}

}  // namespace

const MetricValue* Launch::find(std::string_view metric) const {
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const MetricValue& m) { return m.name == metric; });
  return found == metrics.end() ? nullptr : &*found;
}

std::optional<Dimensions> parse_dimensions(std::string_view text) {
  Dimensions out{1, 1, 1};
  std::size_t axis = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] < '0' || text[i] > '9') {
      ++i;
      continue;
    }
    if (axis == out.size()) return {};
    const char* begin = text.data() + i;
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), out[axis++]);
    if (error != std::errc{}) return {};
    i += static_cast<std::size_t>(end - begin);
  }
  if (axis == 0) return {};
  return out;
}

Report read_report(std::string_view bytes, const std::string& file) {
  Report report;
  report.file = file;
  const std::string text = to_utf8(std::string(bytes), file);
  const std::vector<Table> tables = TableReader(text, file).tables(report.log);
  place_values(report, tables);
  if (report.launches.empty() && report.sources.empty()) {
    if (!tables.empty())
      throw ReportError(file, tables.front().header.line, 0,
                        "the table has no rows: ncu measured no kernel");
    complain_of_nothing(text, file, report.log);
  }
  return report;
}

Report read_report_file(const std::string& path) {
  return read_report(read_text_file(path), path);
}

}  // namespace simt::ncu
