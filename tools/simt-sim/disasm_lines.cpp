#include "tools/simt-sim/disasm_lines.h"

#include <fmt/format.h>

#include "isa/base/kernel_name.h"

namespace simt {

DisasmLines::DisasmLines(const Cubin& cubin, const CubinCode& code) : cubin_(cubin) {
  if (take(cubin.lines.source, code)) return;
  ptx_ = take(cubin.lines.ptx, code);
}

bool DisasmLines::take(const std::vector<LineTable>& tables, const CubinCode& code) {
  for (const LineTable& table : tables)
    for (const LineSequence& sequence : table.sequences)
      if (sequence.section == ".text." + code.name) {
        table_ = &table;
        sequence_ = &sequence;
        return true;
      }
  return false;
}

std::string DisasmLines::before(std::uint64_t address) {
  if (empty()) return "";
  std::string out;
  // A row names an earlier one as its call; what does not is broken.
  for (std::uint32_t number = row_at(*sequence_, address); number != 0;) {
    const LineRow& row = sequence_->rows[number - 1];
    const std::uint32_t call = row.inlined_at < number ? row.inlined_at : 0;
    const std::string where = row.function.empty() ? "" : " in " + display_name(row.function);
    out += fmt::format("\t//## {}{}{}\n", text_of(row), where, call != 0 ? ", inlined at" : "");
    number = call;
  }
  if (out.empty() || out == shown_) return "";
  return shown_ = out;
}

std::string DisasmLines::text_of(const LineRow& row) const {
  if (!ptx_) {
    const bool named = row.file > 0 && row.file <= table_->files.size();
    return fmt::format("File \"{}\", line {}", named ? table_->files[row.file - 1] : "?", row.line);
  }
  const std::vector<std::string>& text = cubin_.lines.ptx_text;
  // The texts of several compilations lie one after the other, and no table says where.
  const bool known = cubin_.lines.ptx.size() == 1 && row.line > 0 && row.line <= text.size();
  return fmt::format("PTX line {}{}", row.line, known ? ": " + text[row.line - 1] : "");
}

}  // namespace simt
