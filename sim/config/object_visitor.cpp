#include "sim/config/object_visitor.h"

#include <cctype>

#include "sim/base/nearest_name.h"
#include "sim/config/renamed_keys.h"

namespace simt {
namespace {

/// "expected a whole number, found string"
std::string expected(std::string_view what, const nlohmann::json& node) {
  const std::string found = node.is_number_float() ? "a number with a fraction" : node.type_name();
  return fmt::format("expected {}, found {}", what, found);
}

}  // namespace

void ObjectVisitor::problem(std::string_view key, std::string_view message) {
  problems_.push_back(fmt::format("{}: {}: {}", file_, path(key), message));
}

const ObjectVisitor::Json* ObjectVisitor::find(std::string_view key) {
  know(key);
  const Json* node = open_.back().node;
  if (node == nullptr) return nullptr;
  const auto it = node->find(key);
  return it == node->end() ? nullptr : &*it;
}

void ObjectVisitor::report_unknown_keys() {
  const Object& object = open_.back();
  if (object.node == nullptr) return;
  for (const auto& [key, unused] : object.node->items())
    if (std::find(object.known.begin(), object.known.end(), key) == object.known.end())
      problem(key, unknown_key(key, object.known));
}

std::string ObjectVisitor::unknown_key(std::string_view key,
                                       const std::vector<std::string>& known) const {
  if (const std::string_view name = renamed_key(path(key)); !name.empty())
    return fmt::format("unknown key; it is called {} now", name);
  return "unknown key" + nearest_hint(key, known);
}

const ObjectVisitor::Json* ObjectVisitor::unwrap(std::string_view key, const Json& node,
                                                 std::string& source) {
  if (!node.is_object()) {
    if (!sources_required_) return &node;
    problem(key, R"(has no source; write {"value": ..., "source": "..."})");
    return nullptr;
  }
  bool good = true;
  for (const auto& [name, unused] : node.items()) {
    if (name == "value" || name == "source") continue;
    problem(fmt::format("{}/{}", key, name), "unknown key; a figure has \"value\" and \"source\"");
    good = false;
  }
  if (!node.contains("value")) {
    problem(key, "has no \"value\"");
    good = false;
  }
  const auto text = node.find("source");
  if (text == node.end() || !text->is_string() || text->get<std::string>().empty()) {
    problem(key, "its \"source\" must say where the figure comes from");
    good = false;
  } else {
    source = text->get<std::string>();
  }
  return good ? &node["value"] : nullptr;
}

bool ObjectVisitor::number_in_range(std::string_view key, const Json& node, Range range) {
  const double value = node.get<double>();
  if (value >= range.min && value <= range.max) return true;
  problem(key, fmt::format("{} is out of range; it must be from {} to {}", node.dump(), range.min,
                           range.max));
  return false;
}

bool ObjectVisitor::convert(std::string_view key, const Json& node, unsigned& value, Range range) {
  if (!node.is_number_integer()) {
    problem(key, expected("a whole number", node));
    return false;
  }
  if (!number_in_range(key, node, range)) return false;
  value = node.get<unsigned>();
  return true;
}

bool ObjectVisitor::convert(std::string_view key, const Json& node, double& value, Range range) {
  if (!node.is_number()) {
    problem(key, expected("a number", node));
    return false;
  }
  if (!number_in_range(key, node, range)) return false;
  value = node.get<double>();
  return true;
}

bool ObjectVisitor::convert(std::string_view key, const Json& node, bool& value, Range) {
  if (!node.is_boolean()) {
    problem(key, expected("true or false", node));
    return false;
  }
  value = node.get<bool>();
  return true;
}

bool ObjectVisitor::convert(std::string_view key, const Json& node, std::vector<unsigned>& value,
                            Range range) {
  if (!node.is_array()) {
    problem(key, expected("a list of whole numbers", node));
    return false;
  }
  std::vector<unsigned> read;
  for (std::size_t i = 0; i < node.size(); ++i) {
    unsigned element = 0;
    if (convert(fmt::format("{}/{}", key, i), node[i], element, range)) read.push_back(element);
  }
  if (read.size() != node.size()) return false;
  value = std::move(read);
  return true;
}

bool ObjectVisitor::choose(std::string_view key, const Json& node,
                           std::span<const std::string_view> names, unsigned& index) {
  std::string known;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (node.is_string() && node.get<std::string>() == names[i]) {
      index = static_cast<unsigned>(i);
      return true;
    }
    known += (known.empty() ? "" : ", ") + std::string(names[i]);
  }
  const std::vector<std::string> list(names.begin(), names.end());
  problem(key, fmt::format("expected one of {}{}", known,
                           node.is_string() ? nearest_hint(node.get<std::string>(), list) : ""));
  return false;
}

void ObjectVisitor::text(std::string_view key, std::string& value, Need) {
  const Json* node = find(key);
  if (node == nullptr) return;
  if (!node->is_string()) return problem(key, expected("a string", *node));
  value = node->get<std::string>();
  given_.insert(path(key));
}

void ObjectVisitor::texts(std::string_view key, std::vector<std::string>& values) {
  values.clear();  // a file does not inherit its base's aliases
  const Json* node = find(key);
  if (node == nullptr) return;
  if (!node->is_array()) return problem(key, expected("a list of strings", *node));
  for (std::size_t i = 0; i < node->size(); ++i) {
    const Json& element = (*node)[i];
    if (element.is_string())
      values.push_back(element.get<std::string>());
    else
      problem(fmt::format("{}/{}", key, i), expected("a string", element));
  }
}

void ObjectVisitor::compute_capability(unsigned& major, unsigned& minor) {
  constexpr std::string_view kKey = "compute_capability";
  const Json* node = find(kKey);
  if (node == nullptr) return;
  const std::string text = node->is_string() ? node->get<std::string>() : "";
  const bool good = text.size() == 3 && std::isdigit(static_cast<unsigned char>(text[0])) != 0 &&
                    text[1] == '.' && std::isdigit(static_cast<unsigned char>(text[2])) != 0;
  if (!good) return problem(kKey, "expected a string such as \"8.9\"");
  major = static_cast<unsigned>(text[0] - '0');
  minor = static_cast<unsigned>(text[2] - '0');
  given_.insert(path(kKey));
}

}  // namespace simt
