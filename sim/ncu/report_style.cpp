// Which locale a report was written in.
#include <algorithm>

#include "sim/ncu/report_rows.h"
#include "sim/ncu/units.h"

namespace simt::ncu {

NumberStyle learn_style(const std::vector<Table>& tables, const std::string& file) {
  NumberStyle style;
  const Cell* first = nullptr;
  const auto learn = [&](const Cell& cell, bool counted) {
    if (!style.learn(cell.text, counted)) {
      if (counted) return;
      throw ReportError(
          file, cell.line, cell.column,
          "'" + cell.text + "' has another decimal separator than '" +
              (first == nullptr ? "" : first->text) + "' on line " +
              std::to_string(first == nullptr ? 0 : first->line) +
              ": these reports come from different locales; compare them one at a time");
    }
    if (first == nullptr && style.decided()) first = &cell;
  };
  // What leaves no doubt decides; then numbers that cannot have a fraction.
  for (const bool counted : {false, true}) {
    for (const Table& t : tables) {
      const std::size_t at = value_column(t.header), unit = column(t.header, "Metric Unit");
      if (has_column(t, "Metric Name")) {
        for (const Row& row : t.rows)
          if (at < row.cells.size() && (!counted || is_count_unit(text_at(row, unit))))
            learn(row.cells[at], counted);
        continue;
      }
      for (const Row& row : t.rows)
        for (std::size_t i = 0; i < std::min(row.cells.size(), t.header.cells.size()); ++i) {
          const std::string_view title = t.header.cells[i].text;
          if (!about_launch(title) && title != "Source" && title != "Address" &&
              (!counted || (!t.rows.empty() && is_count_unit(text_at(t.rows.front(), i)))))
            learn(row.cells[i], counted);
        }
    }
    if (style.decided()) break;
  }
  return style;
}

}  // namespace simt::ncu
