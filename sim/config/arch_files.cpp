#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sim/base/nearest_name.h"
#include "sim/config/arch_reader.h"
#include "sim/config/config_files.h"

namespace simt {
namespace {

namespace fs = std::filesystem;

ArchConfig load_file(const std::string& path, Sources sources, const std::string& config_dir) {
  ArchReader reader(sources, config_dir);
  reader.read(read_config_file(path, "architecture file"), path);
  return reader.finish(path);
}

std::vector<ArchConfig> load_shipped(const std::string& config_dir) {
  std::vector<ArchConfig> archs;
  for (const std::string& file : device_files(config_dir)) {
    archs.push_back(load_file(file, Sources::Required, config_dir));
    if (archs.back().name != fs::path(file).stem())
      throw ConfigError(fmt::format("{}: /name: must be the file's name", file));
  }
  std::stable_sort(archs.begin(), archs.end(), [](const ArchConfig& a, const ArchConfig& b) {
    return std::pair(a.cc.major, a.cc.minor) < std::pair(b.cc.major, b.cc.minor);
  });
  return archs;
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::string unknown_name(const std::string& name, const std::vector<ArchConfig>& archs) {
  std::vector<std::string> names;
  std::string list;
  for (const ArchConfig& arch : archs) {
    names.push_back(arch.name);
    list += fmt::format("\n  {}", arch.name);
    for (const std::string& alias : arch.aliases) {
      names.push_back(alias);
      list += ", " + alias;
    }
  }
  const std::string target = "sm_" + name;  // "70"
  const bool is_target = std::ranges::find(names, target) != names.end();
  const std::string hint =
      is_target ? fmt::format("; did you mean {}?", target) : nearest_hint(lower(name), names);
  return fmt::format(
      "unknown architecture \"{}\"{}\nknown are{}\nor the name of a file that ends in "
      ".json",
      name, hint, list);
}

}  // namespace

ArchConfig load_arch(const std::string& name, const std::string& config_dir) {
  if (name.ends_with(".json")) return load_file(name, Sources::Optional, config_dir);
  std::vector<ArchConfig> archs = load_shipped(config_dir);
  const std::string wanted = lower(name);
  for (ArchConfig& arch : archs)
    if (arch.name == wanted ||
        std::find(arch.aliases.begin(), arch.aliases.end(), wanted) != arch.aliases.end())
      return std::move(arch);
  throw ConfigError(unknown_name(name, archs));
}

std::vector<ArchListing> list_archs(const std::string& config_dir) {
  std::vector<ArchListing> listing;
  for (const ArchConfig& arch : load_shipped(config_dir))
    listing.push_back({arch.name, fmt::format("{}.{}", arch.cc.major, arch.cc.minor),
                       arch.description, arch.aliases});
  return listing;
}

}  // namespace simt
