// Variables, parameters and initialisers: PTX ISA 9.1, sections 5.4 and 7.1.
#include <fmt/format.h>

#include <bit>

#include "isa/ptx/parser.h"

namespace simt {
namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 40;  // of one variable
constexpr std::uint64_t kMaxRange = 1u << 20;                // registers of one %r<N>
constexpr std::uint64_t kMaxAlign = 1u << 16;

const std::vector<std::string>& type_names() {
  static const std::vector<std::string> names{
      "pred", "b8",  "u8",    "s8",  "b16",    "u16",  "s16", "f16", "bf16", "b32", "u32",   "s32",
      "f32",  "b64", "f16x2", "u64", "bf16x2", "tf32", "s64", "f64", "b128", "v2",  "align", "v4"};
  return names;
}

}  // namespace

std::optional<ast::Variable::Space> Parser::space_of(const Token& token) {
  using enum ast::Variable::Space;
  if (!token.is(Token::Kind::Dotted)) return std::nullopt;
  if (token.text == "reg") return Reg;
  if (token.text == "shared" || token.text == "shared::cta") return Shared;
  if (token.text == "local") return Local;
  if (token.text == "const") return Const;
  if (token.text == "global") return Global;
  if (token.text == "param" || token.text == "param::func" || token.text == "param::entry")
    return Param;
  return std::nullopt;
}

void Parser::skip_attribute() {
  expect('(', "after '.attribute'");
  while (!token_.is(')') && !token_.is(';') && !token_.is(Token::Kind::End)) {
    take();
    if (accept('(')) {  // .unified(uuid1, uuid2)
      while (!token_.is(')') && !token_.is(';') && !token_.is(Token::Kind::End)) take();
      expect(')', "at the end of the attribute");
    }
  }
  expect(')', "at the end of the attributes");
}

void Parser::pointer_attribute(ast::Variable& variable) {
  variable.pointer = true;
  if (token_.is_dotted("global") || token_.is_dotted("const") || token_.is_dotted("local") ||
      token_.is_dotted("shared"))
    take();
  // The alignment of what it points to; the parameter itself keeps its own.
  if (accept_dotted("align")) count("the alignment", kMaxAlign);
}

bool Parser::variable_attribute(ast::Variable& variable, bool& has_type) {
  if (!token_.is(Token::Kind::Dotted)) return false;
  if (accept_dotted("ptr")) {
    pointer_attribute(variable);
  } else if (accept_dotted("attribute")) {
    skip_attribute();
  } else if (accept_dotted("align")) {
    const Token at = token_;
    const std::uint64_t align = count("the alignment", kMaxAlign);
    if (!std::has_single_bit(align)) fail(at, "an alignment is a power of two");
    variable.align = static_cast<std::uint32_t>(align);
  } else if (token_.is_dotted("v2") || token_.is_dotted("v4")) {
    variable.vector = take().text == "v2" ? 2 : 4;
  } else if (const ScalarType type = scalar_type(token_.text); type != ScalarType::None) {
    if (has_type) fail(token_, "this declaration has a type already");
    has_type = true;
    variable.type = type;
    take();
  } else if (token_.is_dotted("texref") || token_.is_dotted("samplerref") ||
             token_.is_dotted("surfref")) {
    fail(token_, fmt::format("'.{}' variables are not supported", token_.text));
  } else {
    const std::string near = nearest(token_.text, type_names());
    fail(token_, fmt::format("unknown type '.{}'", token_.text),
         near.empty() ? "" : fmt::format("did you mean '.{}'?", near));
  }
  return true;
}

ast::Variable Parser::variable_prefix(Linkage linkage) {
  ast::Variable variable;
  const Token space = take();
  variable.space = *space_of(space);
  variable.is_extern = linkage.is_extern;
  variable.is_visible = linkage.is_visible;
  variable.is_weak = linkage.is_weak;
  bool has_type = false;
  while (variable_attribute(variable, has_type)) {
  }
  if (!has_type)
    fail(token_, fmt::format("expected a type such as .u32 in this '.{}' declaration", space.text));
  return variable;
}

void Parser::dimensions(ast::Variable& variable) {
  std::uint64_t bytes = std::max(size_of(variable.type), 1u) * variable.vector;
  while (token_.is('[')) {
    const Token opener = take();
    variable.is_array = true;
    std::uint64_t extent = 0;
    if (!token_.is(']')) {
      const Token at = token_;
      extent = count("the extent of the array", kMaxBytes);
      if (extent == 0) fail(at, "the extent of an array is at least 1");
      if (bytes > kMaxBytes / extent) fail(at, "this array is too large");
      bytes *= extent;
    }
    variable.dims.push_back(extent);
    close(opener, ']');
  }
}

void Parser::declarator(ast::Variable& variable) {
  variable.name = expect_name("the name of a variable");
  if (token_.is('<'))
    variable.range =
        static_cast<std::uint32_t>(bracketed_count("the number of registers", kMaxRange));
  dimensions(variable);
  if (accept('=')) variable.initial = initialiser();
}

std::vector<ast::Variable> Parser::variable_list(Linkage linkage) {
  const ast::Variable prefix = variable_prefix(linkage);
  std::vector<ast::Variable> all;
  do {
    all.push_back(prefix);
    declarator(all.back());
  } while (accept(','));
  end_statement("the declaration");
  return all;
}

std::vector<ast::Variable> Parser::parameter_list() {
  std::vector<ast::Variable> all;
  const Token opener = expect('(', "before the parameters");
  if (accept(')')) return all;
  do {
    const auto space = space_of(token_);
    if (space != ast::Variable::Space::Param && space != ast::Variable::Space::Reg)
      fail(token_, "expected '.param' or '.reg' at the start of a parameter");
    ast::Variable variable = variable_prefix({});
    declarator(variable);
    all.push_back(std::move(variable));
  } while (accept(','));
  close(opener, ')');
  return all;
}

ast::Initialiser Parser::symbol_initialiser() {
  ast::Initialiser element;
  if (token_.is_word("generic") && ahead_.is('(')) {
    take();
    const Token opener = take();
    element.generic = true;
    element.value = expect_name("the name of a variable");
    close(opener, ')');
  } else {
    element.value = expect_name("the name of a variable or function");
  }
  ast::Operand offset;
  operand_offset(offset);
  element.offset = static_cast<std::int64_t>(offset.literal.bits);
  return element;
}

ast::Initialiser Parser::initialiser() {
  ast::Initialiser element;
  if (token_.is('{')) {
    const Token opener = take();
    const Nested nested(*this, opener);
    element.value = ast::Literal{ast::Literal::Kind::Integer, 0, false, opener.loc};
    do {
      if (token_.is('}')) break;  // a trailing comma
      element.nested.push_back(initialiser());
    } while (accept(','));
    close(opener, '}');
    if (element.nested.empty()) fail(opener, "an initialiser has at least one value");
    return element;
  }
  if (token_.is(Token::Kind::Identifier) && !token_.is_word("WARP_SZ")) return symbol_initialiser();
  if (token_.is(Token::Kind::Integer) && ahead_.is('(')) {  // a byte of an address: 0xFF00(symbol)
    const std::uint64_t mask = take().bits;
    const Token opener = take();
    element = symbol_initialiser();
    element.mask = mask;
    close(opener, ')');
    return element;
  }
  element.value = constant();
  return element;
}

}  // namespace simt
