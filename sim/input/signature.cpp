#include "sim/input/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <optional>

#include "isa/base/kernel_name.h"
#include "sim/input/cuda_text.h"
#include "sim/input/element.h"
#include "sim/input/spec_cursor.h"

namespace simt {
namespace {

// The types in the last parentheses of a demangled name: "void scale<float>(float*, int)".
std::vector<std::string> types_of(const std::string& name) {
  std::vector<std::string> out;
  if (name.empty() || name.back() != ')') return out;
  std::size_t open = name.size();
  for (int depth = 0; open-- > 0;) {
    if (name[open] == ')') ++depth;
    if (name[open] == '(' && --depth == 0) break;
  }
  std::string part;
  int depth = 0;
  for (const char c : name.substr(open + 1, name.size() - open - 2) + ",") {
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      out.push_back(trim(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (out.size() == 1 && (out[0].empty() || out[0] == "void")) out.clear();
  return out;
}

std::uint32_t rounded_up(std::uint32_t n, std::uint32_t to) {
  return (n + to - 1) / to * to;
}

// Lays a structure out as C++ does: members in order, each at a multiple of its alignment.
class Layout {
 public:
  /// `follow`: says what structures pointers point to as well, one step far.
  Layout(const CudaText& text, bool follow) : text_(text), follow_(follow) {}

  // The fields of a value of the type at `offset`; nullopt for what is not known.
  struct Extent {
    std::uint32_t bytes, align;
  };
  std::optional<Extent> add(const CType& type, const std::string& name, std::uint32_t offset,
                            unsigned depth = 0) {
    if (type.pointers > 0) {
      const bool to_scalars = type.pointers == 1;
      fields.push_back({name, ScalarType::U64, offset, true,
                        to_scalars ? elements_of(type.base) : CElements{ScalarType::U64, 1, 8},
                        to_scalars && type.is_const,
                        to_scalars && follow_ ? pointed(type.base) : nullptr});
      return Extent{8, 8};
    }
    const CElements e = elements_of(type.base);
    if (e.type != ScalarType::None) {
      const Extent added = add_elements(e, name, offset);
      fields.back().is_bool = type.base == "bool";
      return added;
    }
    return depth < 8 ? add_members(type.base, name, offset, depth) : std::nullopt;
  }

  std::vector<Field> fields;
  std::string unknown;  ///< why the layout is not known: "'Cell' has a base"

 private:
  static constexpr std::size_t kMostFields = 65536;  // larger ones are given as bytes

  /// The structure of that name; nullptr where it is none, or its layout is not known.
  std::shared_ptr<const StructureLayout> pointed(const std::string& base) {
    if (elements_of(base).type != ScalarType::None) return nullptr;
    const auto [entry, added] = structures_.try_emplace(base);
    if (!added) return entry->second;
    Layout inner(text_, false);
    if (const auto extent = inner.add({base, 0, false}, "", 0))
      entry->second = std::make_shared<StructureLayout>(
          StructureLayout{base, std::move(inner.fields), extent->bytes});
    return entry->second;
  }

  Extent add_elements(const CElements& e, const std::string& name, std::uint32_t offset) {
    const StructureLayout parts = vector_layout(e);
    for (Field part : parts.fields) {
      part.name = e.count == 1 ? name : name + (name.empty() ? "" : ".") + part.name;
      part.offset += offset;
      fields.push_back(std::move(part));
    }
    return {parts.bytes, e.align};
  }

  std::optional<Extent> add_members(const std::string& structure, const std::string& name,
                                    std::uint32_t offset, unsigned depth) {
    const Members members = text_.members(structure);
    if (members.all.empty()) return not_known(structure, members.unknown);
    std::uint32_t at = 0, align = 1;
    const std::string given = text_.alignment(structure);
    std::from_chars(given.data(), given.data() + given.size(), align);
    for (const Declared& m : members.all) {
      std::uint64_t count = 1;
      for (const std::uint64_t extent : m.extents)
        if (__builtin_mul_overflow(count, extent, &count) || count > kMostFields)
          return not_known(structure, fmt::format("has too many elements of '{}'", m.name));
      for (std::uint64_t i = 0; i < count; ++i) {
        if (fields.size() > kMostFields) return not_known(structure, "has too many fields");
        const std::string full =
            (name.empty() || m.name.empty() ? name : name + ".") + m.name + indices(m, i);
        // Where it goes follows from its alignment, which the first try tells.
        const std::size_t before = fields.size();
        auto extent = add(text_.type(m.type), full, offset + at, depth + 1);
        if (!extent) {
          if (unknown.empty())
            unknown = fmt::format("'{}' has a member '{}' of a type that is not known", structure,
                                  m.name);
          return std::nullopt;
        }
        const std::uint32_t aligned = rounded_up(at, extent->align);
        for (std::size_t f = before; f < fields.size(); ++f) fields[f].offset += aligned - at;
        at = aligned + extent->bytes;
        align = std::max(align, extent->align);
      }
    }
    return Extent{rounded_up(at, align), align};
  }

  std::nullopt_t not_known(const std::string& structure, const std::string& why) {
    if (unknown.empty()) unknown = fmt::format("'{}' {}", structure, why);
    return std::nullopt;
  }

  /// "[1][0]" of element 2 of m[2][2].
  static std::string indices(const Declared& member, std::uint64_t element) {
    std::string out;
    for (std::size_t d = member.extents.size(); d-- > 0; element /= member.extents[d])
      out.insert(0, fmt::format("[{}]", element % member.extents[d]));
    return out;
  }

  const CudaText& text_;
  bool follow_;
  std::map<std::string, std::shared_ptr<const StructureLayout>> structures_;
};

// The fields of the structure that a parameter is or points to.
void add_fields(ParameterInfo& info, const Param& param, const CudaText& text) {
  const bool pointer = info.type.pointers == 1 && info.elements.type == ScalarType::None;
  const bool by_value = info.type.pointers == 0 && param.count > 1;
  if ((!pointer && !by_value) || info.type.base.empty()) return;
  Layout layout(text, by_value);
  CType structure = info.type;
  structure.pointers = 0;
  const auto extent = layout.add(structure, "", 0);
  // What was read as text must fit what the compiler made of it.
  if (!extent) info.unknown = layout.unknown;
  if (!extent || (by_value && extent->bytes != param.bytes)) return;
  info.fields = std::move(layout.fields);
  info.structure_bytes = extent->bytes;
}

ParameterInfo parameter(const Param& param, const Declared* declared, const std::string* mangled,
                        const CudaText& text) {
  ParameterInfo out;
  out.name = declared != nullptr && !declared->name.empty() ? declared->name : param.name;
  // The mangled name says what typedefs and template parameters stand for.
  if (declared != nullptr) {
    out.type = text.type(declared->type + (declared->length.empty() ? "" : "*"));
    out.declared = declared->type;
  }
  if (mangled != nullptr) out.type = c_type(*mangled);
  out.elements = elements_of(out.type.base);
  add_fields(out, param, text);
  return out;
}

/// The structure or vector that a variable holds, or several of; without fields: none that is
/// known.
StructureLayout held_structure(const CType& type, std::uint64_t bytes, const CudaText& text) {
  const CElements e = elements_of(type.base);
  const bool may_be =
      type.pointers == 0 && !type.base.empty() && (e.type == ScalarType::None || e.count > 1);
  if (!may_be) return {};
  Layout layout(text, false);
  const auto extent = layout.add(type, "", 0);
  if (!extent || extent->bytes == 0 || bytes % extent->bytes != 0) return {};
  return {type.base, std::move(layout.fields), extent->bytes};
}

// What was read as text must fit what the compiler made of it.
ScalarType held_type(const CType& type, const std::vector<std::uint64_t>& extents,
                     std::uint64_t bytes) {
  const CElements e = type.pointers > 0 ? CElements{ScalarType::U64, 1, 8} : elements_of(type.base);
  std::uint64_t declared = std::uint64_t{e.count} * size_of(e.type);
  for (const std::uint64_t extent : extents) declared *= extent;
  return extents.empty() || declared == bytes ? e.type : ScalarType::None;
}

bool is_bool(const CType& type) {
  return type.pointers == 0 && type.base == "bool";
}

std::string written(const std::string& type, const std::string& name) {
  return name.empty() ? type : fmt::format("{} {}", type, name);
}

}  // namespace

const ParameterInfo* Signature::find(std::string_view name) const {
  for (const ParameterInfo& p : parameters)
    if (p.name == name) return &p;
  return nullptr;
}

Signature signature_of(const Program& program, std::string_view cuda_text) {
  const CudaText text(cuda_text);
  const std::string name = function_name(program.kernel);
  const std::vector<Declared> declared = text.parameters(name, program.params.size());
  std::vector<std::string> mangled = types_of(demangled(program.kernel));
  if (mangled.size() != program.params.size()) mangled.clear();
  Signature out;
  std::string list;
  for (std::size_t i = 0; i < program.params.size(); ++i) {
    const Param& param = program.params[i];
    out.parameters.push_back(parameter(param, declared.empty() ? nullptr : &declared[i],
                                       mangled.empty() ? nullptr : &mangled[i], text));
    const std::string type = !declared.empty()  ? declared[i].type
                             : !mangled.empty() ? mangled[i]
                                                : fmt::format(".{}", name_of(param.type));
    list += (i == 0 ? "" : ", ") +
            written(type, declared.empty() && !mangled.empty() ? "" : out.parameters[i].name);
  }
  out.text = fmt::format("{}({})", name.empty() ? program.kernel : name, list);
  for (const Variable& v : program.variables) {
    const std::string plain = function_name(v.name);
    const std::vector<std::uint64_t> extents = text.extents(plain);
    const CType type = text.type(text.variable_type(plain));
    out.variables.push_back(
        {v.name,
         plain,
         {held_type(type, extents, v.bytes), is_bool(type), held_structure(type, v.bytes, text)},
         extents});
  }
  for (const SharedVariable& v : program.shared.variables) {
    const std::string plain = variable_title(v.name);
    out.shared_extents.push_back(text.shared_extents(plain, name));
    const CType type = text.type(text.shared_type(plain, name));
    out.shared.push_back({held_type(type, out.shared_extents.back(), v.bytes), is_bool(type),
                          held_structure(type, v.bytes, text)});
  }
  out.removed_shared = text.shared_names(name);
  std::erase_if(out.removed_shared, [&](const std::string& declared_name) {
    return std::ranges::any_of(program.shared.variables, [&](const SharedVariable& v) {
      return variable_title(v.name) == declared_name;
    });
  });
  return out;
}

}  // namespace simt
