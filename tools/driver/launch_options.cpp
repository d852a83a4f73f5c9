#include "tools/driver/launch_options.h"

#include "tools/driver/options.h"

namespace simt {

void add_launch_options(CLI::App& app, LaunchSpec& spec, const std::string& group) {
  app.add_option("--kernel", spec.kernel, "when the file has several")
      ->type_name("NAME")
      ->group(group);
  add_parsed(app, {"--grid", "X[,Y[,Z]]", "blocks", group},
             [&](const std::string& t) { spec.grid = parse_dim3(t); });
  add_parsed(app, {"--block", "X[,Y[,Z]]", "threads of a block", group},
             [&](const std::string& t) { spec.block = parse_dim3(t); });
  add_parsed(app, {"--shared", "BYTES", "dynamic shared memory", group}, [&](const std::string& t) {
    spec.dynamic_shared = parse_small(t, "a size in bytes");
  });
  add_repeated(app,
               {"--arg", "SPEC",
                "once for each parameter: TYPE:VALUE or TYPE[COUNT]=zero|const(V)|iota(START,STEP)|"
                "random(SEED,LO,HI)|file(PATH)|{V,...}",
                group},
               [&](const std::string& t) { spec.args.push_back(parse_arg(t, false)); });
  add_repeated(app, {"--symbol", "NAME=GEN", "fills a .const or .global variable", group},
               [&](const std::string& t) { spec.symbols.push_back(parse_symbol(t)); });
  add_repeated(app,
               {"--check", "EXPR", "what the result must be, instead of the file's checks", group},
               [&](const std::string& t) { spec.checks.push_back({t}); });
  add_repeated(app, {"--goal", "EXPR", "what the metrics must be, beside the file's goals", group},
               [&](const std::string& t) { spec.goals.push_back({t}); });
}

}  // namespace simt
