#include "sim/diff/file_labels.h"

#include <algorithm>
#include <filesystem>

namespace simt::diff {
namespace {

using Path = std::filesystem::path;

/// The folders of a path from the innermost one out.
std::vector<std::string> folders(const Path& path) {
  std::vector<std::string> out;
  for (const Path& part : path.parent_path()) out.push_back(part.string());
  std::reverse(out.begin(), out.end());
  return out;
}

std::string label(const Path& path, const std::vector<std::string>& from, std::size_t at) {
  const std::string name = path.stem().string();
  if (at >= from.size()) return name;
  return from[at] + (at == 0 ? "/" : "/.../") + name;
}

}  // namespace

std::vector<std::string> file_labels(const std::string& first, const std::string& second) {
  const Path a(first), b(second);
  if (a.stem() != b.stem() || a == b) return {a.stem().string(), b.stem().string()};
  if (a.parent_path() == b.parent_path()) return {a.filename().string(), b.filename().string()};
  const std::vector<std::string> x = folders(a), y = folders(b);
  std::size_t at = 0;
  while (at < x.size() && at < y.size() && x[at] == y[at]) ++at;
  return {label(a, x, at), label(b, y, at)};
}

}  // namespace simt::diff
