// Fills fields from a JSON document and reports what does not fit, with file and JSON path.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/arch_fields.h"
#include "sim/config/arch_names.h"

namespace simt {

/// Keeps the path while a visitor walks through the sections of visit_fields.
class PathVisitor {
 public:
  template <class Body>
  void section(std::string_view key, Body&& body) {
    const std::size_t length = path_.size();
    path_ = path(key);
    body();
    path_.resize(length);
  }
  std::string path(std::string_view key) const { return fmt::format("{}/{}", path_, key); }

 private:
  std::string path_;
};

class ObjectVisitor : public PathVisitor {
 public:
  using Json = nlohmann::json;

  ObjectVisitor(const Json& root, const std::string& file, bool sources_required,
                std::set<std::string>& given, std::map<std::string, std::string>& sources,
                std::vector<std::string>& problems)
      : file_(file),
        sources_required_(sources_required),
        given_(given),
        sources_(sources),
        problems_(problems),
        open_{{&root, {}}} {}

  template <class Body>
  void section(std::string_view key, Body&& body) {
    const Json* node = find(key);
    if (node != nullptr && !node->is_object()) {
      problem(key, fmt::format("expected an object, found {}", node->type_name()));
      node = nullptr;
    }
    PathVisitor::section(key, [&] {
      open_.push_back({node, {}});
      body();
      report_unknown_keys();
      open_.pop_back();
    });
  }

  template <class T>
  void figure(std::string_view key, T& value, Range range, Need = Need::Required) {
    const Json* node = find(key);
    if (node == nullptr) return;
    std::string source;
    node = unwrap(key, *node, source);
    if (node == nullptr || !convert(key, *node, value, range)) return;
    given_.insert(path(key));
    if (source.empty())
      sources_.erase(path(key));
    else
      sources_[path(key)] = source;
  }
  void text(std::string_view key, std::string& value, Need);
  void texts(std::string_view key, std::vector<std::string>& values);
  void compute_capability(unsigned& major, unsigned& minor);

  void know(std::string_view key) { open_.back().known.emplace_back(key); }
  /// Of the object now open: keys that no field asked for.
  void report_unknown_keys();

 private:
  const Json* find(std::string_view key);
  /// The value inside {"value": v, "source": s}; null when it is malformed (reported).
  const Json* unwrap(std::string_view key, const Json& node, std::string& source);
  void problem(std::string_view key, std::string_view message);
  std::string unknown_key(std::string_view key, const std::vector<std::string>& known) const;

  bool convert(std::string_view key, const Json& node, unsigned& value, Range range);
  bool convert(std::string_view key, const Json& node, double& value, Range range);
  bool convert(std::string_view key, const Json& node, bool& value, Range range);
  bool convert(std::string_view key, const Json& node, std::vector<unsigned>& value, Range range);
  template <class E>
  requires std::is_enum_v<E>
  bool convert(std::string_view key, const Json& node, E& value, Range) {
    unsigned index = 0;
    if (!choose(key, node, enum_names(value), index)) return false;
    value = static_cast<E>(index);
    return true;
  }
  template <class T>
  bool convert(std::string_view key, const Json& node, std::optional<T>& value, Range range) {
    if (node.is_null()) {
      value.reset();
      return true;
    }
    T inner{};
    if (!convert(key, node, inner, range)) return false;
    value = inner;
    return true;
  }
  bool number_in_range(std::string_view key, const Json& node, Range range);
  bool choose(std::string_view key, const Json& node, std::span<const std::string_view> names,
              unsigned& index);

  struct Object {
    const Json* node;  ///< null: the file does not have it
    std::vector<std::string> known;
  };
  const std::string& file_;
  bool sources_required_;
  std::set<std::string>& given_;
  std::map<std::string, std::string>& sources_;
  std::vector<std::string>& problems_;
  std::vector<Object> open_;
};

}  // namespace simt
