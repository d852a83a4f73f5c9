// Token handling of the parser: expectation, failure, recovery.
#include <fmt/format.h>

#include "isa/ptx/parser.h"

namespace simt {
namespace {

constexpr unsigned kMaxNesting = 100;
// After this many errors nothing that follows is worth reading.
constexpr std::size_t kGiveUpErrors = 200;

std::string spell(const Token& token) {
  if (token.is(Token::Kind::End)) return "the end of the file";
  if (token.is(Token::Kind::String)) return fmt::format("\"{}\"", token.text.substr(0, 40));
  return fmt::format("'{}{}'", token.is(Token::Kind::Dotted) ? "." : "", token.text.substr(0, 80));
}

}  // namespace

Parser::Parser(Diagnostics& diags)
    : diags_(diags), lexer_(diags), module_(std::make_shared<ast::Module>()) {
  token_ = lexer_.next();
  ahead_ = lexer_.next();
}

Parser::Nested::Nested(Parser& parser, const Token& opener) : parser_(parser) {
  if (++parser_.depth_ > kMaxNesting) {
    --parser_.depth_;
    parser_.fail(opener, "this is nested too deeply");
  }
}

Token Parser::take() {
  Token taken = token_;
  previous_end_ = taken.end();
  token_ = ahead_;
  ahead_ = lexer_.next();
  return taken;
}

bool Parser::accept(char c) {
  if (!token_.is(c)) return false;
  take();
  return true;
}

bool Parser::accept_dotted(std::string_view text) {
  if (!token_.is_dotted(text)) return false;
  take();
  return true;
}

void Parser::fail(const Token& at, std::string_view message, std::string_view hint) {
  diags_.error(at.loc, message, std::max(at.length, 1u), hint);
  throw SyntaxError{};
}

void Parser::fail_unknown_directive(const Token& at, const std::vector<std::string>& known) {
  const std::string near = nearest(at.text, known);
  fail(at, fmt::format("unknown directive '.{}'", at.text),
       near.empty() ? "" : fmt::format("did you mean '.{}'?", near));
}

Token Parser::expect(char c, std::string_view where) {
  if (!token_.is(c))
    fail(token_, fmt::format("expected '{}' {}, found {}", c, where, spell(token_)));
  return take();
}

Token Parser::expect(Token::Kind kind, std::string_view what) {
  if (!token_.is(kind)) fail(token_, fmt::format("expected {}, found {}", what, spell(token_)));
  return take();
}

ast::Name Parser::expect_name(std::string_view what) {
  const Token token = expect(Token::Kind::Identifier, what);
  return {std::string(token.text), token.loc};
}

void Parser::end_statement(std::string_view after, std::string_view ends) {
  if (accept(';')) return;
  // A forgotten ';' at the end of a line: the next line is a statement of its own.
  if (token_.starts_line || token_.is('}') || token_.is(Token::Kind::End)) {
    diags_.error(previous_end_, fmt::format("expected ';' after {}", after));
    return;
  }
  fail(token_, fmt::format("expected {} after {}, found {}", ends, after, spell(token_)));
}

void Parser::close(const Token& opener, char closer) {
  if (accept(closer)) return;
  const bool at_end = token_.is(Token::Kind::End);
  if (!at_end || !unclosed_) {
    diags_.error(token_.loc, fmt::format("expected '{}', found {}", closer, spell(token_)),
                 std::max(token_.length, 1u));
    diags_.report(Severity::Note, opener.loc, fmt::format("to match this '{}'", opener.text));
  }
  unclosed_ = unclosed_ || at_end;
  throw SyntaxError{};
}

bool Parser::gave_up() const {
  return diags_.error_count() >= kGiveUpErrors;
}

void Parser::skip_statement() {
  unsigned open = 0;
  for (; !token_.is(Token::Kind::End); take()) {
    if (token_.is('{')) ++open;
    if (token_.is('}') && open-- == 0) return;
    if (token_.is(';')) {
      take();
      return;
    }
  }
}

void Parser::skip_to_module_item() {
  while (!token_.is(Token::Kind::End)) {
    if (token_.is('{')) {
      skip_braces();
      return;
    }
    if (accept(';')) return;
    if (token_.is(Token::Kind::Dotted) && token_.starts_line && !ahead_.is('(')) {
      for (const std::string_view item : {"visible", "extern", "weak", "common", "entry", "func",
                                          "global", "const", "shared", "section", "file"})
        if (token_.text == item) return;
    }
    take();
  }
}

void Parser::skip_braces() {
  unsigned open = 0;
  while (!token_.is(Token::Kind::End)) {
    const Token token = take();
    if (token.is('{')) ++open;
    if (token.is('}') && --open == 0) return;
  }
}

}  // namespace simt
