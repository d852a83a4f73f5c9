// The source page: lines of the source, instructions, or both beside each other.
#include <algorithm>

#include "sim/ncu/report_rows.h"

namespace simt::ncu {

SourcePage read_source(const TableReading& reading) {
  SourcePage page;
  const Row& header = reading.table.header;
  page.line = header.line;
  std::string file;
  for (const Row& title : reading.table.titles) {
    const std::string& what = title.cells.front().text;
    if (what == "Kernel Name" || what == "Function Name") page.kernel = text_at(title, 1);
    if (what == "File Path" || what == "File Name") file = text_at(title, 1);
  }
  const std::size_t line_no = column(header, "Line No"), address = column(header, "Address");
  // With CUDA and SASS beside each other there are two columns "Source": the line's, then the
  // instruction's.
  const std::size_t source = column(header, "Source");
  std::size_t machine = kNoColumn;
  for (std::size_t i = source + 1; i < header.cells.size(); ++i)
    if (header.cells[i].text == "Source") machine = i;
  for (const Row& row : reading.table.rows) {
    SourceRow out;
    out.line = row.line;
    if (const auto n = parse_dimensions(text_at(row, line_no)); n && line_no != kNoColumn)
      out.line_no = static_cast<unsigned>((*n)[0]);
    out.address = text_at(row, address);
    const bool of_line = out.line_no != 0;
    if (of_line) out.file = file;
    out.text = text_at(row, of_line || machine == kNoColumn ? source : machine);
    for (std::size_t i = 0; i < std::min(row.cells.size(), header.cells.size()); ++i) {
      const std::string& title = header.cells[i].text;
      if (i == source || i == machine || i == address || i == line_no || title == "#") continue;
      if (const auto number = reading.style.read(row.cells[i].text))
        out.counts.emplace(title, number->value);
    }
    page.rows.push_back(std::move(out));
  }
  return page;
}

}  // namespace simt::ncu
