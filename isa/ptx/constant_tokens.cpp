#include "isa/ptx/constant_tokens.h"

namespace simt {
namespace {

constexpr std::uint64_t kWarpSize = 32;

ScalarType type_of(const Token& token) {
  if (token.is(Token::Kind::Float32)) return ScalarType::F32;
  if (token.is(Token::Kind::Float64)) return ScalarType::F64;
  return token.is_unsigned ? ScalarType::U64 : ScalarType::S64;
}

}  // namespace

void Parser::ConstantTokens::take() {
  parser_.take();
  convert();
}

void Parser::ConstantTokens::convert() {
  using Kind = expr::Token::Kind;
  const Token& token = parser_.token_;
  const auto offset = static_cast<std::size_t>(token.text.data() - parser_.diags_.text().data());
  next_ = {Kind::Other, token.text, offset, ScalarType::None, 0};
  switch (token.kind) {
    case Token::Kind::End:
      next_.kind = Kind::End;
      break;
    case Token::Kind::Punct:
      next_.kind = Kind::Symbol;
      break;
    case Token::Kind::Integer:
    case Token::Kind::Float32:
    case Token::Kind::Float64:
      next_ = {Kind::Number, token.text, offset, type_of(token), token.bits};
      break;
    case Token::Kind::String:
      next_.text = {};  // what is quoted is no symbol
      break;
    default:
      if (token.is_word("WARP_SZ"))
        next_ = {Kind::Number, token.text, offset, ScalarType::S64, kWarpSize};
  }
}

bool Parser::ConstantTokens::at_cast() const {
  const Token& type = parser_.ahead_;
  return parser_.token_.is('(') && (type.is_dotted("s64") || type.is_dotted("u64"));
}

expr::Id Parser::ConstantSyntax::form() {
  if (!tokens_.at_cast()) return expr::kNone;
  const expr::Token opener = take();
  const expr::Token type = take();
  close(opener, ")");
  const expr::Id name = add(expr::Kind::Name, type.offset, type);
  return add(expr::Kind::Form, opener.offset, opener, {name, unary()});
}

}  // namespace simt
