#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "tools/simt-sim/self_description.h"
#include "tools/simt-sim/version.h"

namespace simt {
namespace {

// As text of man(7): no line may begin like a request, and a hyphen is one to type.
std::string plain(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    line_begins = c == '\n';
  }
  return out;
}

std::string option_text(const CLI::Option& option) {
  std::string out = fmt::format(".TP\n\\fB{}\\fR", plain(option.get_name(option.get_positional())));
  if (!option.get_positional() && !option.get_type_name().empty())
    out += fmt::format(" \\fI{}\\fR", plain(option.get_type_name()));
  out += "\n" + plain(option.get_description());
  if (!option.get_default_str().empty())
    out += plain(fmt::format(" (default: {})", option.get_default_str()));
  return out + "\n";
}

// --help is every command's: it is told once.
bool is_shown(const CLI::Option& option, const std::string& group) {
  return option.get_group() == group && !option.check_lname("help");
}

std::string command_text(const CLI::App& command) {
  std::string out = fmt::format(".SS \"simt\\-sim {}\"\n{}\n", plain(command.get_name()),
                                plain(command.get_description()));
  for (const std::string& group : command.get_groups()) {
    std::string options;
    for (const CLI::Option* option : command.get_options())
      if (is_shown(*option, group)) options += option_text(*option);
    if (group.empty() || options.empty()) continue;  // without a group: not for people
    if (group != "Options" && group != "Positionals")
      out += fmt::format(".PP\n{}:\n", plain(group));
    out += options;
  }
  if (!command.get_footer().empty()) out += fmt::format(".PP\n{}\n", plain(command.get_footer()));
  return out;
}

constexpr std::string_view kEnd = R"(.SH ENVIRONMENT
.TP
\fBSIMT_SIM_CONFIGS\fR
a folder of architecture files in the place of those in the program
.TP
\fBNO_COLOR\fR
no colour on a terminal
.SH EXIT STATUS
0: fine; 2: usage; 3: the kernel's file; 4: kernel fault; 5: deadlock or limit; 6: a check, goal or
comparison failed.
)";

}  // namespace

std::string man_page(const CLI::App& app) {
  std::string out = fmt::format(".TH SIMT\\-SIM 1 \"\" \"simt\\-sim {}\" \"User Commands\"\n",
                                plain(program_version()));
  out += ".SH NAME\nsimt\\-sim \\- cycle\\-approximate simulator of SIMT GPUs\n";
  out += ".SH SYNOPSIS\n.B simt\\-sim\n[\\fICOMMAND\\fR] [\\fIFILE\\fR] [\\fIOPTIONS\\fR]\n";
  out += fmt::format(
      ".SH DESCRIPTION\n{}\nWithout a command it is \\fBrun\\fR. \\fB\\-\\-help\\fR "
      "after a command shows its options.\n.SH COMMANDS\n",
      plain(app.get_description()));
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    out += command_text(*command);
  return out + std::string(kEnd);
}

}  // namespace simt
