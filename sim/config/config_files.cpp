#include "sim/config/config_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "sim/config/arch.h"

namespace simt {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRoot = "configs/";  // of the paths in the program

// "built-in/cc/sm_90.json" -> "cc/sm_90.json"; no value: a path of the file system.
std::optional<std::string_view> built_in_path(std::string_view path) {
  if (!path.starts_with(kBuiltIn) || path.size() <= kBuiltIn.size() || path[kBuiltIn.size()] != '/')
    return std::nullopt;
  return path.substr(kBuiltIn.size() + 1);
}

std::string read_file(const std::string& path, const std::string& why_wanted) {
  std::error_code error;
  if (fs::is_directory(path, error))
    throw ConfigError(fmt::format("{}: cannot read {}: it is a directory", why_wanted, path));
  std::ifstream in(path, std::ios::binary);
  if (!in) throw ConfigError(fmt::format("{}: cannot read {}", why_wanted, path));
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

std::vector<std::string> device_files(const std::string& folder) {
  std::vector<std::string> files;
  if (folder == kBuiltIn) {
    for (const EmbeddedFile& file : embedded_configs())
      if (file.path.find('/', kRoot.size()) == std::string_view::npos)
        files.push_back(fmt::format("{}/{}", kBuiltIn, file.path.substr(kRoot.size())));
    return files;
  }
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") files.push_back(entry.path().string());
  if (files.empty())
    throw ConfigError(fmt::format("{}: no architecture files (*.json) here", folder));
  std::sort(files.begin(), files.end());
  return files;
}

std::string read_config_file(const std::string& path, const std::string& why_wanted) {
  const auto inside = built_in_path(path);
  if (!inside) return read_file(path, why_wanted);
  for (const EmbeddedFile& file : embedded_configs())
    if (file.path.substr(kRoot.size()) == *inside) return std::string(file.text);
  throw ConfigError(fmt::format("{}: the program has no file {}", why_wanted, *inside));
}

}  // namespace simt
