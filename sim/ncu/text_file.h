// Reads a text file as it comes out of a shell: plain, compressed with gzip, with a byte-order
// mark, or in UTF-16 (what PowerShell's `>` writes).
#pragma once

#include <string>

namespace simt::ncu {

/// The text in UTF-8 without a byte-order mark. Throws ReportError when it cannot be read.
std::string read_text_file(const std::string& path);
/// The same for bytes in memory; `name` is for messages.
std::string to_utf8(std::string bytes, const std::string& name);

}  // namespace simt::ncu
