#include "sim/config/object_visitor.h"

namespace simt {
namespace {

using Json = nlohmann::ordered_json;

/// Builds the document that the reader accepts: every field, figures with their sources.
class PrintVisitor : public PathVisitor {
 public:
  explicit PrintVisitor(const std::map<std::string, std::string>& sources) : sources_(sources) {}

  template <class Body>
  void section(std::string_view key, Body&& body) {
    Json* outer = open_;
    Json inner = Json::object();
    open_ = &inner;
    PathVisitor::section(key, body);
    open_ = outer;
    (*open_)[std::string(key)] = std::move(inner);
  }
  template <class T>
  void figure(std::string_view key, const T& value, Range, Need = Need::Required) {
    const auto source = sources_.find(path(key));
    Json& node = (*open_)[std::string(key)];
    if (source == sources_.end())
      node = plain(value);
    else
      node = Json{{"value", plain(value)}, {"source", source->second}};
  }
  void text(std::string_view key, const std::string& value, Need) {
    (*open_)[std::string(key)] = value;
  }
  void texts(std::string_view key, const std::vector<std::string>& values) {
    (*open_)[std::string(key)] = values;
  }
  void compute_capability(unsigned major, unsigned minor) {
    (*open_)["compute_capability"] = fmt::format("{}.{}", major, minor);
  }
  const Json& document() const { return root_; }

 private:
  static Json plain(double value) {
    const auto whole = static_cast<std::int64_t>(value);
    return static_cast<double>(whole) == value ? Json(whole) : Json(value);
  }
  template <class T>
  requires std::is_enum_v<T>
  static Json plain(const T& value) { return std::string(name_of(value)); }
  template <class T>
  static Json plain(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
  }
  template <class T>
  requires(!std::is_enum_v<T>) static Json plain(const T& value) { return Json(value); }

  const std::map<std::string, std::string>& sources_;
  Json root_ = Json::object();
  Json* open_ = &root_;
};

/// One figure a line: objects that hold "value" stay on their line.
std::string dump(const Json& node, const std::string& indent) {
  if (!node.is_object() || node.contains("value")) return node.dump();
  std::string text = "{\n";
  const char* separator = "";
  for (const auto& [key, value] : node.items()) {
    text += fmt::format("{}{}  {}: {}", separator, indent, Json(key).dump(),
                        dump(value, indent + "  "));
    separator = ",\n";
  }
  return text + "\n" + indent + "}";
}

}  // namespace

std::string print_arch(const ArchConfig& arch) {
  PrintVisitor visitor(arch.sources);
  visit_fields(visitor, arch);
  return dump(visitor.document(), "") + "\n";
}

}  // namespace simt
