// Tokens to ast::Module by recursive descent: one member function for one rule of the grammar, in
// files by area. Source: PTX ISA 9.1, chapters 4, 5, 7.1, 10 and 11.
// A rule that cannot go on reports and throws SyntaxError; the statement lists catch it and go on
// after the next ';'. Nesting is bounded, so no input can exhaust the stack.
// Not here: whether names, opcodes and types make sense together (isa/ptx/decode).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/base/expression/operators.h"
#include "isa/base/expression/token.h"
#include "isa/ptx/ast.h"
#include "isa/ptx/diagnostics.h"
#include "isa/ptx/lexer.h"

namespace simt {

class Parser {
 public:
  explicit Parser(Diagnostics& diags);
  std::shared_ptr<ast::Module> parse();

 private:
  struct SyntaxError {};
  struct Linkage {
    bool is_extern = false, is_visible = false, is_weak = false;
    std::uint32_t line = 0;  ///< of its first word, or of what it stands before
  };
  /// Counts one level of nesting while it lives; fails when there are too many.
  struct Nested {
    Nested(Parser& parser, const Token& opener);
    ~Nested() { --parser_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    Parser& parser_;
  };

  // parser_tokens.cpp
  Token take();
  bool accept(char c);
  bool accept_dotted(std::string_view text);
  Token expect(char c, std::string_view where);
  Token expect(Token::Kind kind, std::string_view what);
  ast::Name expect_name(std::string_view what);
  /// `ends`: what may stand there.
  void end_statement(std::string_view after, std::string_view ends = "';'");
  void close(const Token& opener, char closer);
  [[noreturn]] void fail(const Token& at, std::string_view message, std::string_view hint = {});
  [[noreturn]] void fail_unknown_directive(const Token& at, const std::vector<std::string>& known);
  bool gave_up() const;
  void skip_statement();
  void skip_to_module_item();
  void skip_braces();

  // parser_module.cpp
  void header();
  void module_item();
  void module_items();
  void module_version();
  void check_version(const Token& number);
  void module_target();
  void module_address_size();
  void module_file();
  void module_section();
  void debug_strings();
  void module_linked_item();
  void pragma();
  Linkage linkage();

  // parser_variable.cpp
  static std::optional<ast::Variable::Space> space_of(const Token& token);
  std::vector<ast::Variable> variable_list(Linkage linkage);
  ast::Variable variable_prefix(Linkage linkage);
  bool variable_attribute(ast::Variable& variable, bool& has_type);
  void pointer_attribute(ast::Variable& variable);
  void declarator(ast::Variable& variable);
  void dimensions(ast::Variable& variable);
  std::vector<ast::Variable> parameter_list();
  void skip_attribute();
  ast::Initialiser initialiser();
  ast::Initialiser symbol_initialiser();

  // parser_function.cpp
  void function(Linkage linkage);
  bool function_directive(ast::Function& function);
  std::vector<std::uint32_t> extents(std::string_view what);
  ast::Block block();
  void block_statement(ast::Block& block);
  void directive_statement(ast::Block& block);
  void labelled_statement(ast::Block& block);
  ast::LocDirective loc_directive();
  ast::Place place();
  void loc_attributes(ast::LocDirective& directive);
  ast::CallPrototype call_prototype(ast::Name label);
  std::vector<ast::Name> name_list(std::string_view what);

  // parser_instruction.cpp
  ast::Instruction instruction();
  ast::Guard guard();
  ast::Operand operand(bool in_call);
  ast::Operand name_operand();
  ast::Operand literal_operand();
  ast::Operand address_operand();
  ast::Operand list_operand(char closer, ast::Operand::Shape shape, bool in_call);
  void operand_offset(ast::Operand& operand);
  bool starts_constant() const;
  bool starts_statement() const;

  // parser_constant.cpp
  class ConstantTokens;
  class ConstantSyntax;
  class ConstantValues;
  ast::Literal constant();
  /// Without operators as loose as `looser`, which end it.
  ast::Literal constant_tighter_than(expr::Operator looser);
  template <class Parse>
  ast::Literal constant_by(Parse parse);
  /// The token with its line and column.
  Token placed(const expr::Token& token) const;
  [[noreturn]] void fail_constant(const expr::Error& error);
  /// An integer constant from 0 to `maximum`; `what` names it in messages.
  std::uint64_t count(std::string_view what, std::uint64_t maximum);
  /// The same between '<' and '>', where '>' is no comparison.
  std::uint64_t bracketed_count(std::string_view what, std::uint64_t maximum);
  std::uint64_t checked_count(const ast::Literal& value, const Token& at, std::string_view what,
                              std::uint64_t maximum);

  Diagnostics& diags_;
  Lexer lexer_;
  Token token_, ahead_;
  SourceLoc previous_end_{1, 1};
  std::shared_ptr<ast::Module> module_;
  unsigned depth_ = 0;
  bool unclosed_ = false;  ///< the end of the text inside braces was reported
};

}  // namespace simt
