// What the program says of itself for other programs, made from the definition of its command line
// so that it cannot say anything else: a manual page and completion for bash.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace simt {

/// In man(7): all commands with their options.
std::string man_page(const CLI::App& app);
/// A script to source: commands, options, their values, architectures, and files.
std::string bash_completion(const CLI::App& app);

}  // namespace simt
