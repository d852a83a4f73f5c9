#include "sim/config/arch_reader.h"

#include <fmt/format.h>

#include <filesystem>
#include <numeric>

#include "sim/config/arch_fields.h"
#include "sim/config/config_files.h"
#include "sim/config/gpcs.h"
#include "sim/config/json_text.h"
#include "sim/config/object_visitor.h"

namespace simt {
namespace {

/// Reports every required field that no file gave.
class MissingVisitor : public PathVisitor {
 public:
  MissingVisitor(const std::set<std::string>& given, std::string file,
                 std::vector<std::string>& problems)
      : given_(given), file_(std::move(file)), problems_(problems) {}

  template <class T>
  void figure(std::string_view key, const T&, Range, Need need = Need::Required) {
    require(key, need);
  }
  void text(std::string_view key, const std::string&, Need need) { require(key, need); }
  void texts(std::string_view, const std::vector<std::string>&) {}
  void compute_capability(unsigned, unsigned) { require("compute_capability", Need::Required); }

 private:
  void require(std::string_view key, Need need) {
    if (need == Need::Required && !given_.contains(path(key)))
      problems_.push_back(fmt::format("{}: {}: missing", file_, path(key)));
  }
  const std::set<std::string>& given_;
  std::string file_;
  std::vector<std::string>& problems_;
};

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

}  // namespace

void ArchReader::read(const std::string& text, const std::string& file) {
  open_files_.push_back(file);
  const nlohmann::json root = parse_json_text(text, file, problems_);
  if (!root.is_object()) {
    problems_.push_back(fmt::format("{}: /: expected an object", file));
    return;
  }
  if (const auto base = root.find("extends"); base != root.end()) {
    if (base->is_string())
      read_base(base->get<std::string>(), file);
    else
      problems_.push_back(fmt::format("{}: /extends: expected a file name", file));
  }
  ObjectVisitor visitor(root, file, sources_ == Sources::Required, given_, arch_.sources,
                        problems_);
  visitor.know("extends");
  visit_fields(visitor, arch_);
  visitor.report_unknown_keys();
  open_files_.pop_back();
  const auto gives = [&](const char* key) {
    const auto sm = root.find("sm");
    return sm != root.end() && sm->is_object() && sm->contains(key);
  };
  if (gives("gpcs") || gives("count")) gpcs_meant_ = gives("gpcs");
}

void ArchReader::read_base(const std::string& base, const std::string& file) {
  // A name is one of the shipped files, a path is relative to the file that extends.
  const std::string path =
      base.ends_with(".json")
          ? (std::filesystem::path(file).parent_path() / base).lexically_normal()
          : (std::filesystem::path(config_dir_) / (base + ".json")).lexically_normal();
  for (const std::string& open : open_files_) {
    if (std::filesystem::path(open).lexically_normal() != path) continue;
    problems_.push_back(fmt::format("{}: /extends: {} extends itself", file, path));
    return;
  }
  read(read_config_file(path, file + ": /extends"), path);
}

// A file that changes only the number of SMs has GPCs of equal sizes, as many as its base has.
void ArchReader::fit_gpcs(const std::string& file) {
  const unsigned sum = std::accumulate(arch_.sm.gpcs.begin(), arch_.sm.gpcs.end(), 0u);
  if (arch_.sm.gpcs.empty() || sum == arch_.sm.count) return;
  if (gpcs_meant_)
    problems_.push_back(
        fmt::format("{}: /sm/gpcs: they hold {} SMs, /sm/count is {}", file, sum, arch_.sm.count));
  else
    arch_.sm.gpcs = equal_gpcs(arch_.sm.count, gpc_count(arch_));
}

ArchConfig ArchReader::finish(const std::string& file) {
  MissingVisitor missing(given_, file, problems_);
  visit_fields(missing, arch_);
  if (problems_.empty()) fit_gpcs(file);
  if (problems_.empty())
    for (const std::string& line : find_contradictions(arch_))
      problems_.push_back(file + ": " + line);
  if (!problems_.empty()) throw ConfigError(joined(problems_));
  arch_.file = file;
  return arch_;
}

ArchConfig parse_arch(const std::string& json_text, const std::string& file_name,
                      const std::string& config_dir) {
  ArchReader reader(Sources::Optional, config_dir);
  reader.read(json_text, file_name);
  return reader.finish(file_name);
}

}  // namespace simt
