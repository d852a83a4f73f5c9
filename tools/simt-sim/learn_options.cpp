#include "tools/options/options.h"
#include "tools/simt-sim/command_options.h"

namespace simt {

void add_learn(CLI::App& app, CommandLine& line) {
  LearnOptions& learn = line.learn;
  app.add_option("LESSON", learn.lesson,
                 "its number or a word of its name: 6, coalescing; without it all are listed")
      ->type_name("");
  app.add_option("FILE", learn.file, "your copy of the exercise; --start remembers where it is")
      ->type_name("");
  const std::string group = "What to do with its exercise, one of";
  app.add_flag("--start", learn.start, "copy it to FILE (its own name by default)")->group(group);
  app.add_flag("--check", learn.check, "run FILE: solved (exit 0) or not yet (exit 6)")
      ->group(group);
  app.add_flag("--hint", learn.hint, "a hint, each time one more")->group(group);
  app.add_flag("--solution", learn.solution, "print a solution")->group(group);
  app.add_option("--unpack", learn.unpack, "write all lessons, kernels and exercises to DIR")
      ->type_name("DIR");
  app.add_flag("--cuda", learn.cuda,
               "with --start, --hint, --solution: the exercise in CUDA C++, where there is one "
               "(so with a FILE named .cu)");
  app.footer(
      "What is solved, and which FILE is whose, is kept in ~/.local/state/simt-sim/learn.json\n"
      "(under $XDG_STATE_HOME where that is set); remove that file to begin anew.");
}

}  // namespace simt
