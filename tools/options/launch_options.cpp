#include "tools/options/launch_options.h"

#include "sim/config/target.h"
#include "tools/driver/parameters.h"
#include "tools/options/options.h"

namespace simt {
namespace {

void add_parameters(CLI::App& app, SessionOptions& options, Parameter::Group which,
                    const std::string& group) {
  for (const Parameter& p : parameters()) {
    if (p.group != which) continue;
    const std::string name = "--" + std::string(p.name);
    CLI::Option* option =
        add_parsed(app, {name, std::string(p.form), std::string(p.text), p.is_old ? "" : group},
                   [&](const std::string& t) { set_parameter(options, p, t); });
    if (p.name == "arch")
      option->default_str(options.arch.empty()
                              ? std::string(kDefaultArch) + ", or what the file's .target needs"
                              : options.arch);
  }
}

}  // namespace

void add_launch_options(CLI::App& app, SessionOptions& options, const std::string& group) {
  add_parameters(app, options, Parameter::Group::Launch, group);
  LaunchSpec& spec = options.overrides;
  add_repeated(
      app,
      {"--arg", "[NAME] SPEC",
       "an argument by name, or once for each parameter in order: TYPE:VALUE or TYPE[COUNT]=GEN, "
       "where GEN is zero, const(V), iota(START,STEP), random(SEED,LO,HI), sorted(SEED,LO,HI), "
       "dominant(SEED,N), choice(SEED,V,...), chain(LENGTH), heap(CHILD), file(PATH) or {V,...}",
       group},
      [&](const std::string& t) { spec.args.push_back(parse_arg(t, true)); });
  add_repeated(app, {"--symbol", "NAME=GEN", "fills a .const or .global variable", group},
               [&](const std::string& t) { spec.symbols.push_back(parse_symbol(t)); });
  add_repeated(app,
               {"--check", "EXPR", "what the result must be, instead of the file's checks", group},
               [&](const std::string& t) { spec.checks.push_back({t}); });
  add_repeated(app, {"--goal", "EXPR", "what the metrics must be, beside the file's goals", group},
               [&](const std::string& t) { spec.goals.push_back({t}); });
}

void add_machine_options(CLI::App& app, SessionOptions& options, const std::string& group) {
  add_parameters(app, options, Parameter::Group::Machine, group);
}

void add_cuda_options(CLI::App& app, SessionOptions& options, const std::string& group) {
  CudaOptions& cuda = options.cuda;
  add_parameters(app, options, Parameter::Group::Cuda, group);
  const auto add_flag = [&](const std::string& name, const std::string& form,
                            const std::string& text, const std::string& prefix) {
    add_repeated(app, {name, form, text, group},
                 [&cuda, prefix](const std::string& t) { cuda.flags.push_back(prefix + t); });
  };
  add_flag("-D", "NAME[=VALUE]", "defines a macro", "-D");
  add_flag("-I", "FOLDER", "where headers are looked for, too", "-I");
  add_flag("--compile-arg", "ARG", "an option of the compiler, such as --compile-arg=-ffast-math",
           "");
  add_parsed(app, {"--keep-ptx", "FILE", "write the PTX that the compiler made", group},
             [&](const std::string& t) { cuda.keep_ptx = t; });
}

}  // namespace simt
