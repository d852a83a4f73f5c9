// TYPE:VALUE, TYPE[COUNT]=GEN and NAME=GEN.
#include <fmt/format.h>

#include <array>
#include <limits>

#include "sim/input/c_types.h"
#include "sim/input/count_expression.h"
#include "sim/input/element.h"
#include "sim/input/generators.h"
#include "sim/input/launch_spec.h"
#include "sim/input/spec_cursor.h"

namespace simt {
namespace {

using Generator = ArgSpec::Generator;

struct GeneratorForm {
  std::string_view name, usage;
  Generator::Kind kind;
  std::size_t operands;
  bool more = false;  ///< so many at least
};
constexpr std::array kForms{
    GeneratorForm{"zero", "zero", Generator::Kind::Zero, 0},
    GeneratorForm{"const", "const(VALUE)", Generator::Kind::Const, 1},
    GeneratorForm{"iota", "iota(START,STEP)", Generator::Kind::Iota, 2},
    GeneratorForm{"random", "random(SEED,LO,HI)", Generator::Kind::Random, 3},
    GeneratorForm{"sorted", "sorted(SEED,LO,HI)", Generator::Kind::Sorted, 3},
    GeneratorForm{"dominant", "dominant(SEED,N)", Generator::Kind::Dominant, 2},
    GeneratorForm{"choice", "choice(SEED,V,V,...)", Generator::Kind::Choice, 2, true},
    GeneratorForm{"chain", "chain(LENGTH)", Generator::Kind::Chain, 1},
    GeneratorForm{"heap", "heap(CHILD)", Generator::Kind::Heap, 1},
    GeneratorForm{"file", "file(PATH)", Generator::Kind::File, 1},
};
constexpr std::string_view kAllForms =
    "write zero, const(VALUE), iota(START,STEP), random(SEED,LO,HI), sorted(SEED,LO,HI), "
    "dominant(SEED,N), choice(SEED,V,V,...), chain(LENGTH), heap(CHILD), file(PATH) or {V,V,...}";

Generator read_generator(SpecCursor& text) {
  Generator out;
  if (text.accept('{')) {
    out.kind = Generator::Kind::List;
    out.operands = text.list('}');
    if (out.operands.empty()) throw SpecError("'{}' holds no values; write {V,V,...}");
    return out;
  }
  const std::string name = text.word();
  for (const GeneratorForm& form : kForms) {
    if (form.name != name) continue;
    out.kind = form.kind;
    if (form.operands == 0) return out;
    text.expect('(', form.usage);
    if (form.kind == Generator::Kind::File)
      out.operands.push_back(text.path(')'));
    else
      out.operands = text.list(')');
    const bool enough = form.more && out.operands.size() > form.operands;
    if (out.operands.size() != form.operands && !enough)
      throw SpecError(fmt::format("{}: {} value{} given, {} wanted: {}", name, out.operands.size(),
                                  out.operands.size() == 1 ? "" : "s", form.operands, form.usage));
    return out;
  }
  throw SpecError(fmt::format("'{}' does not say what fills the buffer; {}",
                              name.empty() ? text.rest() : name, kAllForms));
}

// s32 as in PTX, or int as in C++; None when it is none.
ScalarType type_of(const std::string& word) {
  if (is_element_type(scalar_type(word))) return scalar_type(word);
  const CElements c = elements_of(word);
  return c.count == 1 ? c.type : ScalarType::None;
}

/// `argument`: whose type it is; "": of none that could be a structure.
ScalarType parse_type(const std::string& word, const std::string& argument = "") {
  const ScalarType type = type_of(word);
  if (!is_element_type(type))
    throw SpecError(fmt::format(
        "'{}' is not a data type; the types are {}, and those of C++ (int, float4){}", word,
        element_type_names(),
        argument.empty() ? ""
                         : fmt::format("; of a structure write none, {}[COUNT]=zero", argument)));
  return type;
}

// Elements of a vector of CUDA C++, "float4"; 1 of all else.
unsigned elements_each(const std::string& word) {
  return is_element_type(scalar_type(word)) ? 1 : elements_of(word).count;
}

// {0} for several elements means all of them, as in C.
void spread_zero(Generator& generator) {
  if (generator.kind == Generator::Kind::List &&
      generator.operands == std::vector<std::string>{"0"})
    generator = {Generator::Kind::Zero, {}};
}

bool begins_number(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == '\'';
}

bool begins_value(SpecCursor text) {
  const std::string word = begins_number(text.peek()) ? "" : text.word();
  return word.empty() ? begins_number(text.peek())
                      : word == "true" || word == "false" || word == "inf" || word == "nan";
}

// What stands after NAME[COUNT]=: a number alone is that of all elements.
Generator read_fill(SpecCursor& text) {
  if (!begins_value(text)) return read_generator(text);
  const std::string value = text.rest();
  if (value.find(',') != std::string::npos && value != "','")
    throw SpecError(fmt::format("a list stands in braces: write {{{}}}", value));
  return {Generator::Kind::Const, {value}};
}

// `each`: numbers that one of COUNT has.
void parse_buffer(SpecCursor& text, ArgSpec& arg, unsigned each = 1) {
  arg.is_buffer = true;
  arg.count_each = each;
  const std::string count = text.until(']');
  text.expect(']', "end of the count");
  const auto number = count.empty() ? std::nullopt : count_in(count);
  text.expect('=', "what fills the buffer");
  arg.generator = read_fill(text);
  text.finish();
  if (number) take_count(arg, *number);
  if (!number) arg.count_text = count;
  if (arg.type == ScalarType::None) return;
  const bool self_sized =
      arg.generator.kind == Generator::Kind::File || arg.generator.kind == Generator::Kind::List;
  if (count.empty() && !self_sized)
    throw SpecError(fmt::format(
        "the number of elements is missing: write {0}[COUNT]=...; only file(...) and {{...}} "
        "know theirs",
        name_of(arg.type)));
  check_generator(arg);
}

// "{...", "zero", "iota(...": what fills a buffer or a structure; else a number.
bool is_generator(SpecCursor text) {
  if (text.peek() == '{') return true;
  const std::string word = text.word();
  for (const GeneratorForm& form : kForms)
    if (form.name == word) return form.operands == 0 ? text.at_end() : text.peek() == '(';
  return false;
}

// After "NAME": "= VALUE", "[COUNT] = GENERATOR" or "= {...}"; the type is the parameter's.
void parse_untyped(SpecCursor& text, ArgSpec& arg) {
  if (text.accept('[')) return parse_buffer(text, arg);
  if (!text.accept(':')) text.expect('=', "the value");
  if (is_generator(text)) {
    arg.is_buffer = true;
    arg.generator = read_generator(text);
    text.finish();
    return;
  }
  arg.value = text.rest();
  if (arg.value.empty()) throw SpecError(fmt::format("'{}': the value is missing", arg.name));
}

}  // namespace

std::optional<ArgSpec::Generator> parse_generator(const std::string& text) {
  SpecCursor cursor(text);
  if (cursor.peek() == '{' || !is_generator(cursor)) return std::nullopt;
  Generator out = read_generator(cursor);
  cursor.finish();
  return out;
}

void take_count(ArgSpec& arg, std::uint64_t count) {
  if (count == 0) throw SpecError("a buffer needs at least one element");
  arg.count_text.clear();
  arg.count = count * arg.count_each;
  spread_zero(arg.generator);
  const std::size_t listed = arg.generator.operands.size();
  if (arg.type != ScalarType::None && arg.generator.kind == Generator::Kind::List &&
      listed != *arg.count)
    throw SpecError(
        fmt::format("{} values are listed for {} elements; leave the count empty or "
                    "list them all; {{0}} alone stands for all",
                    listed, *arg.count));
}

void check_generator(const ArgSpec& arg) {
  const Generator& gen = arg.generator;
  if (gen.kind == Generator::Kind::File || gen.kind == Generator::Kind::Bytes) return;
  if (gen.kind == Generator::Kind::Random || gen.kind == Generator::Kind::Sorted) {
    const bool sorted = gen.kind == Generator::Kind::Sorted;
    parse_count(gen.operands[0], sorted ? "the seed of sorted" : "the seed of random");
    element_bits(arg.type, gen.operands[1]);
    if (is_float(arg.type))
      element_bits(arg.type, gen.operands[2]);
    else
      random_end(arg);
    return;
  }
  if (gen.kind == Generator::Kind::Chain || gen.kind == Generator::Kind::Heap) {
    const bool chain = gen.kind == Generator::Kind::Chain;
    if (is_float(arg.type))
      throw SpecError(fmt::format("{} is of integers", chain ? "chain(LENGTH)" : "heap(CHILD)"));
    if (chain && parse_count(gen.operands[0], "the length of a chain") == 0)
      throw SpecError("a chain has one element at least");
    if (!chain) parse_count(gen.operands[0], "the child of heap");
    return;
  }
  if (gen.kind == Generator::Kind::Dominant) {
    if (!is_float(arg.type)) throw SpecError("dominant(SEED,N) is of floats");
    parse_count(gen.operands[0], "the seed of dominant");
    if (parse_count(gen.operands[1], "the side of dominant") == 0)
      throw SpecError("a matrix of dominant(SEED,N) has one row at least");
    return;
  }
  const std::size_t first = gen.kind == Generator::Kind::Choice ? 1 : 0;
  if (first == 1) parse_count(gen.operands[0], "the seed of choice");
  for (std::size_t i = first; i < gen.operands.size(); ++i) element_bits(arg.type, gen.operands[i]);
}

// "16,16" of "16x16", "16 16" or "16 x 16"; "" of anything else, 0x10 among it.
static std::string with_commas(const std::string& text) {
  std::string out;
  bool between = false;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit && (out.empty() || (c != 'x' && c != ' '))) return "";
    if (is_digit && between) out += ',';
    if (is_digit) out += c;
    between = !is_digit;
  }
  return between || text.starts_with('0') || out.find(',') == std::string::npos ? "" : out;
}

Dim3 parse_dim3(const std::string& text) {
  Dim3 out;
  const std::array sides{&out.x, &out.y, &out.z};
  const std::vector<std::string> numbers = SpecCursor(text + "\n").list('\n');
  if (const std::string commas = with_commas(trim(text)); !commas.empty())
    throw SpecError(fmt::format("'{}' is no size; write {}", trim(text), commas));
  if (numbers.empty() || numbers.size() > sides.size())
    throw SpecError(fmt::format("'{}' is no size; write X[,Y[,Z]]", trim(text)));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint64_t side =
        parse_count(numbers[i], numbers.size() == 1 ? "" : fmt::format("'{}'", trim(text)));
    if (side == 0 || side > std::numeric_limits<std::int32_t>::max())
      throw SpecError(
          fmt::format("'{}': each number must be between 1 and 2147483647", trim(text)));
    *sides[i] = static_cast<std::uint32_t>(side);
  }
  return out;
}

std::uint32_t parse_small(const std::string& text, const std::string& what) {
  const std::uint64_t value = parse_count(trim(text), what);
  if (value > std::numeric_limits<std::uint32_t>::max())
    throw SpecError(fmt::format("{}: {} is too large", what, trim(text)));
  return static_cast<std::uint32_t>(value);
}

ArgSpec parse_arg(const std::string& text, bool named) {
  SpecCursor cursor(text);
  ArgSpec arg;
  std::string word = cursor.word();
  const auto is_type_next = [&] {
    const char c = cursor.peek();
    return c == '[' || c == ':' || c == '=';
  };
  if (named && !is_type_next()) {
    arg.name = word;
    word = cursor.word();
  }
  if (word.empty() && !arg.name.empty() && cursor.peek() == '\0')
    throw SpecError(fmt::format("'{0}' has no value; write {0}=VALUE, as in {0}=5", arg.name));
  if (word.empty())
    throw SpecError(
        fmt::format("'{}' is not an argument; write {}TYPE:VALUE for a scalar or "
                    "{}TYPE[COUNT]=GENERATOR for a buffer",
                    trim(text), named ? "NAME " : "", named ? "NAME " : ""));
  if (named && arg.name.empty() && type_of(word) == ScalarType::None) {
    arg.name = word;
    arg.type = ScalarType::None;
    parse_untyped(cursor, arg);
    return arg;
  }
  const unsigned each = elements_each(word);
  arg.type = each > 1 ? elements_of(word).type : parse_type(word, arg.name);
  if (cursor.accept('[')) {
    parse_buffer(cursor, arg, each);
    return arg;
  }
  if (each > 1)
    throw SpecError(fmt::format("'{}' is no scalar: give its elements by name, such as {}={{1,2}}",
                                word, arg.name.empty() ? "v" : arg.name));
  if (!cursor.accept(':')) cursor.expect('=', "the value");
  arg.value = cursor.rest();
  if (arg.value.empty()) throw SpecError(fmt::format("'{}': the value is missing", trim(text)));
  element_bits(arg.type, arg.value);
  return arg;
}

SymbolSpec parse_symbol(const std::string& text) {
  SpecCursor cursor(text);
  SymbolSpec symbol;
  symbol.name = cursor.word();
  if (symbol.name.empty())
    throw SpecError(fmt::format("'{}' names no variable; write NAME=GENERATOR", trim(text)));
  symbol.data.name = symbol.name;
  symbol.data.is_buffer = true;
  symbol.data.type = ScalarType::None;
  if (cursor.peek() == '[')
    throw SpecError(fmt::format(
        "'{}': a variable has the size that the file declares: write {}={}", trim(text),
        symbol.name,
        text.find('=') == std::string::npos ? "GENERATOR" : trim(text.substr(text.find('=') + 1))));
  if (cursor.peek() != '=') symbol.data.type = parse_type(cursor.word());
  if (symbol.data.type != ScalarType::None && cursor.at_end()) {
    symbol.data.generator.kind = Generator::Kind::List;
    return symbol;
  }
  cursor.expect('=', "what fills the variable");
  if (begins_number(cursor.peek())) {
    symbol.data.value = cursor.rest();
    symbol.data.generator = {Generator::Kind::Const, {symbol.data.value}};
    return symbol;
  }
  symbol.data.generator = read_generator(cursor);
  cursor.finish();
  spread_zero(symbol.data.generator);
  return symbol;
}

}  // namespace simt
