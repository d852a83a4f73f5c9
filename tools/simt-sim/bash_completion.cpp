#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "tools/simt-sim/self_description.h"

namespace simt {
namespace {

// "details|raw|source" -> "details raw source"; "" where the form has a placeholder in capitals.
std::string values_of(std::string form) {
  if (form.find('|') == std::string::npos ||
      std::any_of(form.begin(), form.end(), [](char c) { return c >= 'A' && c <= 'Z'; }))
    return "";
  std::replace(form.begin(), form.end(), '|', ' ');
  return form;
}

// clang-format off
constexpr std::string_view kFunction = R"bash(
_simt_sim() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=run typed
  for typed in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ -n ${_simt_sim_options[$typed]+set} ]] && command=$typed && break
  done
  if [[ $before == --arch ]]; then
    COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" list-archs 2>/dev/null | awk '{print $1}')" -- "$word"))
    [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$word"))
  elif [[ -n ${_simt_sim_values[$command $before]+set} ]]; then
    COMPREPLY=($(compgen -W "${_simt_sim_values[$command $before]}" -- "$word"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "${_simt_sim_options[$command]}" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
    [[ $COMP_CWORD -gt 1 ]] || COMPREPLY+=($(compgen -W "${!_simt_sim_options[*]}" -- "$word"))
  fi
}
complete -o filenames -F _simt_sim simt-sim
)bash";
// clang-format on

}  // namespace

std::string bash_completion(const CLI::App& app) {
  std::string options = "declare -A _simt_sim_options=(\n";
  std::map<std::string, std::string> values;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) {
        names.push_back("--" + name);
        if (const std::string choices = values_of(option->get_type_name()); !choices.empty())
          values[command->get_name() + " --" + name] = choices;
      }
    options += fmt::format("  [{}]=\"{}\"\n", command->get_name(), fmt::join(names, " "));
  }
  std::string out = "# Completion of simt-sim's commands and options, for bash.\n" + options +
                    ")\ndeclare -A _simt_sim_values=(\n";
  for (const auto& [name, choices] : values) out += fmt::format("  ['{}']=\"{}\"\n", name, choices);
  return out + ")" + std::string(kFunction);
}

}  // namespace simt
