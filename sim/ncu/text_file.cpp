#include "sim/ncu/text_file.h"

#include <zlib.h>

#include <filesystem>
#include <memory>

#include "sim/ncu/error.h"

namespace simt::ncu {
namespace {

void append_utf8(std::string& out, char32_t c) {
  const auto byte = [&](char32_t bits) { out += static_cast<char>(bits); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xc0 | c >> 6);
  } else if (c < 0x10000) {
    byte(0xe0 | c >> 12);
    byte(0x80 | (c >> 6 & 0x3f));
  } else {
    byte(0xf0 | c >> 18);
    byte(0x80 | (c >> 12 & 0x3f));
    byte(0x80 | (c >> 6 & 0x3f));
  }
  byte(0x80 | (c & 0x3f));
}

std::string from_utf16(const std::string& bytes, bool big_endian) {
  const auto unit = [&](std::size_t i) {
    const auto a = static_cast<unsigned char>(bytes[i]),
               b = static_cast<unsigned char>(bytes[i + 1]);
    return static_cast<char32_t>(big_endian ? a << 8 | b : b << 8 | a);
  };
  std::string out;
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    char32_t c = unit(i);
    if (c >= 0xd800 && c < 0xdc00 && i + 3 < bytes.size()) {
      c = 0x10000 + ((c - 0xd800) << 10) + (unit(i + 2) - 0xdc00);
      i += 2;
    }
    append_utf8(out, c);
  }
  return out;
}

}  // namespace

std::string to_utf8(std::string bytes, const std::string& name) {
  if (bytes.starts_with("\xff\xfe")) return from_utf16(bytes, false);
  if (bytes.starts_with("\xfe\xff")) return from_utf16(bytes, true);
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.erase(0, 3);
  if (bytes.find('\0') != std::string::npos)
    throw ReportError(
        name, 0, 0,
        "this is no text. A binary report (.ncu-rep) becomes text with 'ncu --import " + name +
            " --csv --page raw > report.csv'");
  return bytes;
}

std::string read_text_file(const std::string& path) {
  // gzread passes plain files through.
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (file == nullptr || std::filesystem::is_directory(path))
    throw ReportError(path, 0, 0, "cannot read the file");
  std::string bytes;
  char buffer[1 << 16];
  int n = 0;
  while ((n = gzread(file.get(), buffer, sizeof buffer)) > 0)
    bytes.append(buffer, static_cast<std::size_t>(n));
  if (n < 0) throw ReportError(path, 0, 0, "the compressed file is damaged");
  return to_utf8(std::move(bytes), path);
}

}  // namespace simt::ncu
