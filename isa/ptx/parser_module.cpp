// Module level: PTX ISA 9.1, chapter 11.1 (version, target, address size), 11.5 (debugging),
// 11.6 (linking).
#include <fmt/format.h>

#include "isa/ptx/frontend.h"
#include "isa/ptx/known_targets.h"
#include "isa/ptx/origins.h"
#include "isa/ptx/parser.h"

namespace simt {
namespace {

const std::vector<std::string>& module_directives() {
  static const std::vector<std::string> names{
      "version", "target", "address_size", "file", "pragma", "section", "visible", "extern",
      "weak",    "common", "entry",        "func", "global", "const",   "shared"};
  return names;
}

}  // namespace

std::shared_ptr<ast::Module> Parser::parse() {
  try {
    header();
  } catch (const SyntaxError&) {
    skip_to_module_item();
  }
  module_items();
  return diags_.error_count() == 0 ? module_ : nullptr;
}

void Parser::header() {
  if (!token_.is_dotted("version"))
    fail(token_, "a module starts with '.version'",
         "write for example '.version 7.8', '.target sm_75', '.address_size 64'");
  module_version();
  if (!token_.is_dotted("target"))
    fail(token_, "expected '.target' after '.version'", "write for example '.target sm_75'");
  module_target();
}

void Parser::module_items() {
  while (!token_.is(Token::Kind::End) && !gave_up()) {
    try {
      module_item();
    } catch (const SyntaxError&) {
      skip_to_module_item();
    }
  }
}

void Parser::module_item() {
  if (accept(';')) return;
  if (token_.is('}')) {
    diags_.error(token_.loc, "this '}' closes nothing");
    take();
    return;
  }
  if (!token_.is(Token::Kind::Dotted))
    fail(token_, fmt::format("expected a directive such as .entry, .func or .global, found '{}'",
                             token_.text.substr(0, 80)));
  if (token_.is_dotted("version")) return module_version();
  if (token_.is_dotted("target")) return module_target();
  if (token_.is_dotted("address_size")) return module_address_size();
  if (token_.is_dotted("file")) return module_file();
  if (token_.is_dotted("pragma")) return pragma();
  if (accept_dotted("section")) return module_section();
  module_linked_item();
}

void Parser::module_section() {
  const Token name = expect(Token::Kind::Dotted, "the name of the section");
  if (!token_.is('{')) expect('{', "after the name of the section");
  if (name.is_dotted("debug_str"))
    debug_strings();
  else
    skip_braces();
}

// Labels and bytes; whatever else stands there names nothing and is passed by.
void Parser::debug_strings() {
  ast::DebugStrings& out = module_->debug_strings;
  for (take(); !token_.is('}') && !token_.is(Token::Kind::End); take()) {
    if (token_.is(Token::Kind::Identifier) && ahead_.is(':'))
      out.labels.emplace(token_.text, out.bytes.size());
    else if (token_.is(Token::Kind::Integer))
      out.bytes += static_cast<char>(token_.bits);
  }
  accept('}');
}

void Parser::module_version() {
  take();
  const Token number = expect(Token::Kind::Float64, "a version such as 7.8");
  check_version(number);
  module_->version = number.text;
}

void Parser::check_version(const Token& number) {
  const std::string_view text = number.text;
  switch (version_kind(text)) {
    case VersionKind::Known:
      return;
    case VersionKind::TooOld:
      return diags_.error(number.loc,
                          fmt::format("PTX {} is not supported; the oldest is 6.0", text),
                          number.length);
    case VersionKind::Newer:
      return diags_.report(Severity::Warning, number.loc,
                           fmt::format("PTX {} is newer than {}, the newest known here; what it "
                                       "added is not supported",
                                       text, kNewestVersion),
                           number.length);
    case VersionKind::Unknown:
      return diags_.error(number.loc, fmt::format("there is no PTX {}", text), number.length,
                          fmt::format("known: {}", known_versions(text)));
  }
}

void Parser::module_target() {
  take();
  const Token target = expect(Token::Kind::Identifier, "a target such as sm_75");
  if (!is_target(target.text))
    diags_.error(target.loc, fmt::format("unknown target '{}'", target.text), target.length,
                 fmt::format("known: {}", known_targets(target.text)));
  module_->target = target.text;
  while (accept(',')) {
    const Token option = expect(Token::Kind::Identifier, "a target option");
    if (option.text != "texmode_unified" && option.text != "texmode_independent" &&
        option.text != "debug")
      diags_.error(option.loc, fmt::format("the target option '{}' is not supported", option.text),
                   option.length);
  }
}

void Parser::module_address_size() {
  take();
  const Token size = expect(Token::Kind::Integer, "32 or 64");
  if (size.bits != 64) diags_.error(size.loc, "only 64-bit addresses are supported", size.length);
  module_->address_size = 64;
}

void Parser::module_file() {
  take();
  const auto id = static_cast<std::uint32_t>(count("the number of the file", 0xffff'ffff));
  const Token path = expect(Token::Kind::String, "the path of the file");
  if (accept(',')) {
    count("the time stamp", ~std::uint64_t{0});
    expect(',', "between time stamp and size");
    count("the size of the file", ~std::uint64_t{0});
  }
  module_->files.push_back({id, std::string(path.text)});
  diags_.origins().add_file(id, std::string(path.text));
}

void Parser::pragma() {
  take();
  do {
    expect(Token::Kind::String, "a string");
  } while (accept(','));
  end_statement("'.pragma'");
}

Parser::Linkage Parser::linkage() {
  Linkage found;
  found.line = token_.loc.line;
  while (true) {
    if (accept_dotted("extern")) {
      found.is_extern = true;
    } else if (accept_dotted("visible")) {
      found.is_visible = true;
    } else if (token_.is_dotted("weak") || token_.is_dotted("common")) {
      take();
      found.is_weak = true;
    } else {
      return found;
    }
  }
}

void Parser::module_linked_item() {
  const Linkage found = linkage();
  if (token_.is_dotted("entry") || token_.is_dotted("func")) return function(found);
  if (token_.is_dotted("alias") || token_.is_dotted("tex"))
    fail(token_, fmt::format("'.{}' is not supported", token_.text));
  const auto space = space_of(token_);
  if (!space && token_.is(Token::Kind::Dotted)) fail_unknown_directive(token_, module_directives());
  if (!space) fail(token_, "expected .entry, .func or a state space after the linkage");
  if (*space == ast::Variable::Space::Reg || *space == ast::Variable::Space::Param ||
      *space == ast::Variable::Space::Local)
    fail(token_, fmt::format("'.{}' must stand inside a function", token_.text));
  for (ast::Variable& variable : variable_list(found))
    module_->variables.push_back(std::move(variable));
}

std::string ast::DebugStrings::at(const std::string& label, std::uint64_t offset) const {
  const auto found = labels.find(label);
  if (found == labels.end() || offset >= bytes.size() - found->second) return "";
  const std::size_t begin = found->second + offset;
  return bytes.substr(begin, bytes.find('\0', begin) - begin);
}

std::shared_ptr<ast::Module> parse_module(Diagnostics& diags) {
  return Parser(diags).parse();
}

std::vector<std::string> kernel_names(const ast::Module& module) {
  std::vector<std::string> names;
  for (const auto& function : module.functions)
    if (function->is_entry && function->has_body) names.push_back(function->name.text);
  return names;
}

}  // namespace simt
