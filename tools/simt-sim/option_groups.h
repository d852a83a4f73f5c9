// Groups of options that several commands share. `line` outlives the parsing.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/simt-sim/command_line.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace simt {

/// One kernel file.
CLI::Option* add_file(CLI::App& app, CommandLine& line);
/// Several, into `files`.
void add_files(CLI::App& app, CommandLine& line, std::vector<std::string>& files,
               const std::string& text);
/// The launch and the machine. `whose` header lines are replaced: "file's".
void add_session(CLI::App& app, CommandLine& line, const std::string& whose);
void add_report(CLI::App& app, CommandLine& line);
void add_record(CLI::App& app, CommandLine& line);
/// --html with what of the run it shows; `text`: what it writes.
void add_page(CLI::App& app, CommandLine& line, const std::string& group, const std::string& text);
/// --metrics. A report of ncu may hold metrics that are not modelled: those may be asked for where
/// not `known_only`.
void add_metrics(CLI::App& app, CommandLine& line, const std::string& group, bool known_only);
/// "100:200", "100:" and ":200", in cycles.
std::pair<std::uint64_t, std::uint64_t> parse_cycles(const std::string& text);
/// --max-cycles, --max-instructions
void add_limits(CLI::App& app, CommandLine& line, const std::string& group);
/// --timing, --counters
void add_timing(CLI::App& app, CommandLine& line, const std::string& group);
/// --threads, --progress
void add_host(CLI::App& app, CommandLine& line, const std::string& group);

}  // namespace simt
