#include "sim/step/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "sim/step/named_data.h"

namespace simt {
namespace {

constexpr unsigned kLeastRepeats = 10;  // as gdb's "repeats"

/// "p", "3" and "in" of "p[3].in"; the last two may be missing. Of "t[1][j]" `within` is "[j]".
struct Element {
  std::string name;
  std::optional<std::string> index;
  std::string within;
};

/// Where the bracket at `open` is closed; the end where it is not.
std::string::const_iterator closing(std::string::const_iterator open,
                                    std::string::const_iterator end) {
  int depth = 0;
  return std::find_if(open, end, [&](char c) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    return depth == 0;
  });
}

/// How many indices "[j][k]" are, each in brackets; nothing when something else stands there.
std::optional<std::size_t> indices_in(const std::string& text) {
  std::size_t count = 0;
  for (auto at = text.begin(); at != text.end(); ++at, ++count) {
    if (*at != '[') return {};
    at = closing(at, text.end());
    if (at == text.end()) return {};
  }
  return count;
}

std::optional<Element> element_named(const std::string& text) {
  const auto is_name = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '$' || c == '.';
  };
  const auto end = std::find_if_not(text.begin(), text.end(), is_name);
  Element out{std::string(text.begin(), end), {}, ""};
  if (out.name.empty()) return {};
  if (end == text.end()) return out;
  if (*end != '[') return {};
  const auto close = closing(end, text.end());
  if (close == text.end()) return {};
  out.index = std::string(end + 1, close);
  out.within = std::string(close + 1, text.end());
  if (!std::all_of(out.within.begin(), out.within.end(), is_name) && !indices_in(out.within))
    return {};
  if (out.within.starts_with('.')) out.within.erase(0, 1);
  return out;
}

class Collector {
 public:
  explicit Collector(const StepSubject& subject) : subject_(subject) {}

  /// The fields of one structure: those of `within` alone, where that is given.
  void structure(const std::string& place, const std::string& name, const std::string& within) {
    const std::size_t first = out_.parts.size();
    for (const std::string& field : fields_of_structures(subject_, name)) {
      std::string_view rest = field;
      if (!within.empty()) {
        if (!rest.starts_with(within)) continue;
        rest.remove_prefix(within.size());
        if (!rest.starts_with('.') && !rest.starts_with('[')) continue;
        if (rest.starts_with('.')) rest.remove_prefix(1);
      }
      add({std::string(rest), fmt::format("{}.{}", place, field)});
    }
    enclose(first);
  }

  void structures(const std::string& name, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count && !out_.more; ++i)
      structure(fmt::format("{}[{}]", name, i), name, "");
    enclose(0);
  }

  /// The elements of an array; a brace for each of its dimensions.
  void elements(const std::string& name, const std::vector<std::uint64_t>& extents,
                std::size_t dimension = 0) {
    const std::size_t first = out_.parts.size();
    for (std::uint64_t i = 0; i < extents[dimension] && !out_.more; ++i) {
      const std::string element = fmt::format("{}[{}]", name, i);
      if (dimension + 1 == extents.size())
        add({"", element});
      else
        elements(element, extents, dimension + 1);
    }
    enclose(first);
  }

  std::optional<Parts> result() {
    if (out_.parts.empty()) return {};
    return std::move(out_);
  }

 private:
  void add(Parts::Part part) {
    if (out_.parts.size() == kMostParts)
      out_.more = true;
    else
      out_.parts.push_back(std::move(part));
  }
  void enclose(std::size_t first) {
    if (first >= out_.parts.size()) return;
    ++out_.parts[first].first_of;
    ++out_.parts.back().last_of;
  }

  const StepSubject& subject_;
  Parts out_;
};

/// Of "t[1]", where t has two dimensions, the row's elements; nothing of an element.
std::optional<Parts> row_of(const StepSubject& subject, const Element& wanted,
                            const std::string& text) {
  const std::optional<NamedData> data = named_data(subject, wanted.name);
  const std::optional<std::size_t> further = indices_in(wanted.within);
  if (!data || !further || 1 + *further >= data->extents.size()) return {};
  Collector collect(subject);
  collect.elements(text, data->extents, 1 + *further);
  return collect.result();
}

}  // namespace

std::optional<Parts> parts_of(const StepSubject& subject, const std::string& text) {
  const std::optional<Element> wanted = element_named(text);
  if (!wanted) return {};
  Collector collect(subject);
  if (wanted->index) {
    if (!points_to_structures(subject, wanted->name)) return row_of(subject, *wanted, text);
    collect.structure(fmt::format("{}[{}]", wanted->name, *wanted->index), wanted->name,
                      wanted->within);
    return collect.result();
  }
  const std::optional<NamedData> data = named_data(subject, wanted->name);
  if (!data || !data->is_variable || data->is_scalar) return {};
  if (points_to_structures(subject, wanted->name)) {
    const std::uint64_t each = structure_bytes(subject, wanted->name);
    if (data->bytes == each)
      collect.structure(wanted->name, wanted->name, "");
    else
      collect.structures(wanted->name, data->bytes / each);
  } else if (data->has_elements && data->why_no_element.empty() && data->bytes != 0) {
    const std::uint64_t count = data->bytes / size_of(data->type);
    collect.elements(wanted->name, data->extents.empty() ? std::vector{count} : data->extents);
  }
  return collect.result();
}

std::string parts_text(const Parts& of, const std::vector<std::string>& values) {
  const auto text = [&](std::size_t i) {
    const Parts::Part& part = of.parts[i];
    return std::string(part.first_of, '{') + (part.name.empty() ? "" : part.name + " = ") +
           values[i] + std::string(part.last_of, '}');
  };
  std::string out;
  std::size_t i = 0;
  while (i < of.parts.size()) {
    std::size_t end = i + 1;
    const auto alike = [&](std::size_t j) {
      return of.parts[j].name.empty() && of.parts[j].first_of == 0 && values[j] == values[i] &&
             of.parts[j - 1].last_of == 0;
    };
    while (end < of.parts.size() && alike(end)) ++end;
    out += i == 0 ? "" : ", ";
    if (end - i < kLeastRepeats) {
      out += text(i++);
      continue;
    }
    out += fmt::format("{}{} <repeats {} times>{}", std::string(of.parts[i].first_of, '{'),
                       values[i], end - i, std::string(of.parts[end - 1].last_of, '}'));
    i = end;
  }
  if (of.more) out.insert(out.find_last_not_of('}') + 1, ", ...");
  return out;
}

}  // namespace simt
