#include "sim/diff/file_labels.h"

#include <algorithm>
#include <filesystem>

#include "isa/base/kernel_name.h"

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

constexpr std::size_t kLongest = 28, kAlike = 8;  // characters

/// From a few characters before `differ` on.
std::string around(const std::string& label, std::size_t differ) {
  const std::size_t from = label.size() <= kLongest || differ <= kAlike ? 0 : differ - kAlike;
  std::string out = (from == 0 ? "" : "...") + label.substr(from);
  if (out.size() > kLongest) out.replace(kLongest - 3, std::string::npos, "...");
  return out;
}

}  // namespace

std::vector<std::string> short_labels(const std::string& a, const std::string& b) {
  const auto fit = [](const std::string& x, const std::string& y) {
    return x != y && x.size() <= kLongest && y.size() <= kLongest;
  };
  if (a == b || fit(a, b)) return {a, b};
  const auto is_kernel = [](const std::string& x) {
    return x.find('<') != std::string::npos || x.find("::") != std::string::npos;
  };
  const bool kernels = is_kernel(a) || is_kernel(b);
  const std::string x = kernels ? function_name(a) : a, y = kernels ? function_name(b) : b;
  if (fit(x, y)) return {x, y};
  const std::string& left = x != y ? x : a;
  const std::string& right = x != y ? y : b;
  const auto differ = static_cast<std::size_t>(
      std::mismatch(left.begin(), left.end(), right.begin(), right.end()).first - left.begin());
  return {around(left, differ), around(right, differ)};
}

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
