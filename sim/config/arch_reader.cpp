#include "sim/config/arch_reader.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/config/arch_fields.h"
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

std::string read_text_file(const std::string& path, const std::string& why_wanted) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw ConfigError(fmt::format("{}: cannot read {}: it is a directory", why_wanted, path));
  std::ifstream in(path, std::ios::binary);
  if (!in) throw ConfigError(fmt::format("{}: cannot read {}", why_wanted, path));
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

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
}

void ArchReader::read_base(const std::string& base, const std::string& file) {
  const std::string path = (std::filesystem::path(file).parent_path() / base).lexically_normal();
  for (const std::string& open : open_files_) {
    if (std::filesystem::path(open).lexically_normal() != path) continue;
    problems_.push_back(fmt::format("{}: /extends: {} extends itself", file, path));
    return;
  }
  read(read_text_file(path, file + ": /extends"), path);
}

ArchConfig ArchReader::finish(const std::string& file) {
  MissingVisitor missing(given_, file, problems_);
  visit_fields(missing, arch_);
  if (problems_.empty())
    for (const std::string& line : find_contradictions(arch_))
      problems_.push_back(file + ": " + line);
  if (!problems_.empty()) throw ConfigError(joined(problems_));
  arch_.file = file;
  return arch_;
}

ArchConfig parse_arch(const std::string& json_text, const std::string& file_name) {
  ArchReader reader(Sources::Optional);
  reader.read(json_text, file_name);
  return reader.finish(file_name);
}

}  // namespace simt
