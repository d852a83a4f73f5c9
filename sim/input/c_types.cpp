#include "sim/input/c_types.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace simt {
namespace {

using enum ScalarType;

struct Named {
  std::string_view name;
  ScalarType type;
};
// The sizes are those of CUDA on 64-bit Linux.
constexpr std::array kScalars{
    Named{"float", F32},
    Named{"double", F64},
    Named{"bool", U8},
    Named{"char", S8},
    Named{"signed char", S8},
    Named{"unsigned char", U8},
    Named{"short", S16},
    Named{"unsigned short", U16},
    Named{"int", S32},
    Named{"unsigned int", U32},
    Named{"unsigned", U32},
    Named{"uint", U32},
    Named{"ushort", U16},
    Named{"uchar", U8},
    Named{"long", S64},
    Named{"unsigned long", U64},
    Named{"long long", S64},
    Named{"unsigned long long", U64},
    Named{"size_t", U64},
    Named{"ptrdiff_t", S64},
    Named{"int8_t", S8},
    Named{"uint8_t", U8},
    Named{"int16_t", S16},
    Named{"uint16_t", U16},
    Named{"int32_t", S32},
    Named{"uint32_t", U32},
    Named{"int64_t", S64},
    Named{"uint64_t", U64},
    Named{"__half", F16},
    Named{"half", F16},
    Named{"__nv_bfloat16", BF16},
    Named{"nv_bfloat16", BF16},
};
constexpr std::array kVectors{
    Named{"char", S8},    Named{"uchar", U8},   Named{"short", S16},
    Named{"ushort", U16}, Named{"int", S32},    Named{"uint", U32},
    Named{"long", S64},   Named{"ulong", U64},  Named{"longlong", S64},
    Named{"float", F32},  Named{"double", F64}, Named{"ulonglong", U64},
    Named{"__half", F16}, Named{"half", F16},   Named{"__nv_bfloat16", BF16},
};

template <class Table>
ScalarType find(const Table& table, std::string_view name) {
  for (const Named& n : table)
    if (n.name == name) return n.type;
  return None;
}

bool is_qualifier(std::string_view word) {
  constexpr std::array<std::string_view, 8> kWords{"volatile", "__restrict__",     "__restrict",
                                                   "restrict", "struct",           "class",
                                                   "enum",     "__grid_constant__"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

// "int" may be left out or come last: one spelling for all.
std::string joined(std::vector<std::string> words) {
  const auto has = [&](std::string_view w) { return std::count(words.begin(), words.end(), w); };
  const bool is_unsigned = has("unsigned") != 0;
  if (is_unsigned || has("signed") != 0 || has("long") != 0 || has("short") != 0) {
    std::string core = "int";
    if (has("char") != 0) core = is_unsigned || has("signed") == 0 ? "char" : "signed char";
    if (has("short") != 0) core = "short";
    if (has("long") == 1) core = has("double") != 0 ? "long double" : "long";
    if (has("long") == 2) core = "long long";
    return is_unsigned ? "unsigned " + core : core;
  }
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : " ") + w;
  return out;
}

}  // namespace

CType c_type(std::string_view text) {
  CType out;
  std::vector<std::string> words;
  int depth = 0;  // of template arguments, which belong to the word before them
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<') ++depth;
    if (depth > 0) {
      if (!words.empty()) words.back() += c;
      if (c == '>') --depth;
      continue;
    }
    if (c == '*' || c == '&' || c == '[') ++out.pointers;
    if (c == ':' && !words.empty()) words.pop_back();  // a namespace
    if (c == ':' && i + 1 < text.size() && text[i + 1] == ':') ++i;
    if (!is_word(c)) continue;
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string word(text.substr(i, end - i));
    i = end - 1;
    if (word == "const") out.is_const = true;
    if (word == "const" || is_qualifier(word)) continue;
    if (out.pointers == 0) words.push_back(word);
  }
  out.base = joined(std::move(words));
  return out;
}

CElements elements_of(std::string_view base) {
  if (const ScalarType type = find(kScalars, base); type != None) return {type, 1, size_of(type)};
  if (base.empty() || base.back() < '1' || base.back() > '4') return {};
  const auto count = static_cast<unsigned>(base.back() - '0');
  std::string_view stem = base.substr(0, base.size() - 1);
  if (base == "__nv_bfloat162") stem = "__nv_bfloat16";
  const ScalarType type = find(kVectors, stem);
  if (type == None) return {};
  // Two and four elements are aligned to their size, at most 16 (CUDA C++ Programming Guide).
  const unsigned whole = count == 3 ? size_of(type) : count * size_of(type);
  return {type, count, std::min(whole, 16u)};
}

}  // namespace simt
