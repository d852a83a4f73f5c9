// Functions and their bodies: PTX ISA 9.1, sections 7.1, 11.2 to 11.5.
#include <fmt/format.h>

#include "isa/ptx/origins.h"
#include "isa/ptx/parser.h"

namespace simt {
namespace {

const std::vector<std::string>& function_directives() {
  static const std::vector<std::string> names{"maxntid",
                                              "reqntid",
                                              "minnctapersm",
                                              "maxnctapersm",
                                              "maxnreg",
                                              "noreturn",
                                              "pragma",
                                              "abi_preserve",
                                              "maxclusterrank",
                                              "abi_preserve_control",
                                              "reqnctapercluster",
                                              "explicitcluster"};
  return names;
}

const std::vector<std::string>& body_directives() {
  static const std::vector<std::string> names{"reg",    "shared", "local", "const",
                                              "global", "param",  "loc",   "pragma"};
  return names;
}

}  // namespace

std::vector<std::uint32_t> Parser::extents(std::string_view what) {
  take();
  std::vector<std::uint32_t> all;
  do {
    if (all.size() == 3) fail(token_, fmt::format("{} has at most three extents", what));
    all.push_back(static_cast<std::uint32_t>(count(what, 0xffff'ffff)));
  } while (accept(','));
  return all;
}

bool Parser::function_directive(ast::Function& function) {
  if (!token_.is(Token::Kind::Dotted)) return false;
  const std::string_view name = token_.text;
  if (name == "maxntid") {
    function.max_ntid = extents("'.maxntid'");
  } else if (name == "reqntid") {
    function.req_ntid = extents("'.reqntid'");
  } else if (name == "minnctapersm") {
    function.min_ctas_per_sm = extents("'.minnctapersm'").front();
  } else if (name == "maxnreg") {
    function.max_registers = extents("'.maxnreg'").front();
  } else if (name == "maxnctapersm" || name == "abi_preserve" || name == "abi_preserve_control") {
    extents(fmt::format("'.{}'", name));  // advice to the assembler, no effect here
  } else if (name == "noreturn") {
    take();
  } else if (name == "pragma") {
    pragma();
  } else if (name == "maxclusterrank") {
    extents("'.maxclusterrank'");  // of launches with clusters
  } else if (name == "reqnctapercluster") {
    function.cluster = {fmt::format(".{}", name), token_.loc};
    extents(fmt::format("'.{}'", name));
  } else if (name == "explicitcluster" || name == "blocksareclusters") {
    function.cluster = {fmt::format(".{}", name), token_.loc};
    take();
  } else {
    fail_unknown_directive(token_, function_directives());
  }
  return true;
}

void Parser::function(Linkage linkage) {
  auto function = std::make_unique<ast::Function>();
  function->is_entry = take().text == "entry";
  function->is_extern = linkage.is_extern;
  function->is_visible = linkage.is_visible;
  function->is_weak = linkage.is_weak;
  function->first_line = linkage.line;
  diags_.origins().begin_function(linkage.line);
  if (accept_dotted("attribute")) skip_attribute();
  if (token_.is('(') && !function->is_entry) function->returns = parameter_list();
  function->name = expect_name(function->is_entry ? "the name of a kernel" : "a function's name");
  if (token_.is('(')) function->params = parameter_list();
  while (function_directive(*function)) {
  }
  function->has_body = token_.is('{');
  if (function->has_body) {
    function->body = block();
  } else if (!accept(';')) {
    fail(token_, fmt::format("expected '{{' or ';' after the head of '{}'", function->name.text));
  }
  function->last_line = previous_end_.line;
  module_->functions.push_back(std::move(function));
}

ast::Block Parser::block() {
  const Token opener = take();
  const Nested nested(*this, opener);
  ast::Block block;
  while (!token_.is('}') && !token_.is(Token::Kind::End) && !gave_up()) {
    try {
      block_statement(block);
    } catch (const SyntaxError&) {
      skip_statement();
    }
  }
  close(opener, '}');
  return block;
}

void Parser::block_statement(ast::Block& block) {
  if (accept(';')) return;
  if (token_.is('{')) {
    block.statements.emplace_back(std::make_unique<ast::Block>(this->block()));
  } else if (token_.is('@')) {
    block.statements.emplace_back(instruction());
  } else if (token_.is(Token::Kind::Dotted)) {
    directive_statement(block);
  } else if (token_.is(Token::Kind::Identifier)) {
    if (ahead_.is(':'))
      labelled_statement(block);
    else
      block.statements.emplace_back(instruction());
  } else {
    fail(token_, fmt::format("expected an instruction, a label or a directive, found '{}'",
                             token_.text.substr(0, 80)));
  }
}

void Parser::directive_statement(ast::Block& block) {
  if (token_.is_dotted("loc")) {
    block.statements.emplace_back(loc_directive());
  } else if (token_.is_dotted("pragma")) {
    pragma();
  } else if (token_.is_dotted("branchtargets") || token_.is_dotted("calltargets") ||
             token_.is_dotted("callprototype")) {
    fail(token_, fmt::format("'.{}' needs a label before it", token_.text));
  } else {
    const Linkage found = linkage();
    if (token_.is_dotted("entry") || token_.is_dotted("func"))
      fail(token_,
           fmt::format("'.{}' inside a function: is a '}}' missing before it?", token_.text));
    if (!space_of(token_)) fail_unknown_directive(token_, body_directives());
    for (ast::Variable& variable : variable_list(found))
      block.statements.emplace_back(std::move(variable));
  }
}

void Parser::labelled_statement(ast::Block& block) {
  ast::Name label = expect_name("a label");
  take();  // ':'
  if (accept_dotted("branchtargets")) {
    block.statements.emplace_back(ast::BranchTargets{std::move(label), name_list("a label")});
    end_statement("'.branchtargets'");
  } else if (accept_dotted("calltargets")) {
    block.statements.emplace_back(ast::CallTargets{std::move(label), name_list("a function")});
    end_statement("'.calltargets'");
  } else if (accept_dotted("callprototype")) {
    block.statements.emplace_back(call_prototype(std::move(label)));
    end_statement("'.callprototype'");
  } else {
    block.statements.emplace_back(ast::Label{std::move(label)});
  }
}

std::vector<ast::Name> Parser::name_list(std::string_view what) {
  std::vector<ast::Name> all;
  do {
    all.push_back(expect_name(what));
  } while (accept(','));
  return all;
}

ast::CallPrototype Parser::call_prototype(ast::Name label) {
  ast::CallPrototype prototype{std::move(label), {}, {}};
  if (token_.is('(')) prototype.returns = parameter_list();
  expect_name("'_'");
  if (token_.is('(')) prototype.params = parameter_list();
  ast::Function attributes;  // .noreturn, .abi_preserve
  while (function_directive(attributes)) {
  }
  return prototype;
}

ast::Place Parser::place() {
  ast::Place out;
  out.file = static_cast<std::uint32_t>(count("a file number", 0xffff'ffff));
  out.line = static_cast<std::uint32_t>(count("a line", 0xffff'ffff));
  out.column = static_cast<std::uint32_t>(count("a column", 0xffff'ffff));
  return out;
}

void Parser::loc_attributes(ast::LocDirective& directive) {
  while (accept(',')) {
    const ast::Name attribute = expect_name("'function_name' or 'inlined_at'");
    if (attribute.text == "function_name") {
      directive.function = expect_name("a label of the debug strings").text;
      ast::Operand offset;
      operand_offset(offset);
      directive.offset = offset.literal.bits;
    } else if (attribute.text == "inlined_at") {
      directive.called = place();
    } else {
      diags_.error(attribute.loc, "expected 'function_name' or 'inlined_at'",
                   static_cast<unsigned>(attribute.text.size()));
      while (!token_.starts_line && !token_.is(Token::Kind::End)) take();
    }
  }
}

ast::LocDirective Parser::loc_directive() {
  const Token start = take();
  ast::LocDirective directive;
  directive.loc = start.loc;
  directive.place = place();
  loc_attributes(directive);
  diags_.origins().add(directive);
  return directive;
}

}  // namespace simt
