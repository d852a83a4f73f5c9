// Options on CLI11 that are read by this project's own readers: a wrong value (SpecError) becomes
// CLI11's error, which names the option.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "sim/base/nearest_name.h"
#include "sim/input/launch_spec.h"

namespace simt {

/// What --help shows of an option: "--grid X[,Y[,Z]]   blocks", under a heading.
struct OptionText {
  std::string name, form, text, group;
};

/// Runs `read`; what it throws names the option.
template <class F>
auto option_value(const std::string& option, F read) {
  try {
    return read();
  } catch (const SpecError& e) {
    throw CLI::ValidationError(option, e.what());
  }
}

/// An option with one value.
template <class F>
CLI::Option* add_parsed(CLI::App& app, const OptionText& about, F read) {
  return app
      .add_option_function<std::string>(
          about.name,
          [=](const std::string& value) { option_value(about.name, [&] { read(value); }); },
          about.text)
      ->type_name(about.form)
      ->group(about.group);
}

/// An option that may be given several times, each with one value.
template <class F>
CLI::Option* add_repeated(CLI::App& app, const OptionText& about, F read) {
  return app
      .add_option_function<std::vector<std::string>>(
          about.name,
          [=](const std::vector<std::string>& all) {
            for (const std::string& value : all) option_value(about.name, [&] { read(value); });
          },
          about.text)
      ->type_name(about.form)
      ->allow_extra_args(false)
      ->group(about.group);
}

/// An option whose form "a|b|c" lists its values.
template <class F>
CLI::Option* add_choice(CLI::App& app, const OptionText& about, F read) {
  const std::vector<std::string> choices = CLI::detail::split(about.form, '|');
  return add_parsed(app, about, [=](const std::string& value) {
    if (std::find(choices.begin(), choices.end(), value) == choices.end())
      throw SpecError(
          fmt::format("'{}' is not one of {}{}", value, about.form, nearest_hint(value, choices)));
    read(value);
  });
}

}  // namespace simt
