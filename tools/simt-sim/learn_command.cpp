// Lessons in the terminal: lists them, shows one, hands out and checks its exercise.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "isa/cuda/command.h"
#include "tools/driver/kernel_text.h"
#include "tools/learn/catalogue.h"
#include "tools/learn/lesson_names.h"
#include "tools/learn/lesson_text.h"
#include "tools/learn/material.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/exercise_grade.h"
#include "tools/simt-sim/files.h"
#include "tools/simt-sim/notebook.h"
#include "tools/simt-sim/pager.h"
#include "tools/simt-sim/terminal.h"

namespace simt {
namespace {

namespace fs = std::filesystem;
using learn::Language;
using learn::Lesson;

/// What starts this program: in a checkout its script, else the script that did, else the program
/// by its name or, where PATH does not have this one, by its path.
std::string program_name() {
  if (fs::exists("tools/run")) return "tools/run";
  const char* const command = std::getenv("SIMT_SIM_COMMAND");
  if (command != nullptr && *command != '\0') return command;
  std::error_code none;
  const fs::path self = fs::read_symlink("/proc/self/exe", none);
  if (none) return "simt-sim";
  const std::string named = cuda::find_program("simt-sim");
  return !named.empty() && fs::equivalent(named, self, none) ? "simt-sim" : self.string();
}

class LearnCommand {
 public:
  explicit LearnCommand(const CommandLine& line)
      : line_(line), options_(line.learn), style_(stdout_style()), program_(program_name()) {}

  Exit run() {
    if (options_.start + options_.check + options_.hint + options_.solution > 1)
      throw SessionError(Exit::Usage, "--start, --check, --hint, --solution: one at a time");
    if (!options_.unpack.empty()) return unpack();
    if (options_.lesson.empty()) return without_lesson();
    const Lesson& lesson = lesson_of(options_.lesson);
    if (options_.start) return start(lesson);
    if (options_.check) return check(lesson);
    if (options_.hint) return hint(lesson);
    if (options_.solution) {
      fmt::print("{}", learn::solution_text(exercise_of(lesson), language_of(lesson)));
      return Exit::Fine;
    }
    if (!options_.file.empty())
      throw SessionError(Exit::Usage, "FILE goes with --start or --check");
    show(lesson);
    return Exit::Fine;
  }

 private:
  const Lesson& lesson_of(const std::string& words) const {
    const std::vector<const Lesson*> found = learn::lessons_named(words);
    if (found.size() == 1) return *found.front();
    std::string problem;
    if (found.empty() && std::filesystem::path(words).has_extension())
      problem = fmt::format(
          "'{0}' stands where the lesson is named: '{1} learn 6 {0}' and what to do with it", words,
          program_);
    else if (found.empty())
      problem = fmt::format("there is no lesson '{}'{}", words, learn::lesson_hint(words));
    else
      problem = fmt::format("'{}' is a word of several lessons", words);
    for (const Lesson* lesson : found)
      problem += fmt::format("\n  {:>2}  {}", lesson->number, lesson->title);
    throw SessionError(
        Exit::Usage,
        fmt::format("{}\nThe lessons have the numbers {} to {}: '{} learn' lists them.", problem,
                    learn::lessons().front().number, learn::lessons().back().number, program_));
  }

  const learn::Exercise& exercise_of(const Lesson& lesson) const {
    if (!lesson.exercise.exists())
      throw SessionError(Exit::Usage, fmt::format("lesson {} has no exercise", lesson.number));
    return lesson.exercise;
  }

  /// As asked for, else that of the copy the learner works on.
  Language language_of(const Lesson& lesson) const {
    const learn::Exercise& exercise = exercise_of(lesson);
    const bool wanted =
        options_.cuda || is_cuda(options_.start ? options_.file : copy_of(exercise));
    const Language language = wanted ? Language::Cuda : Language::Ptx;
    if (exercise.has(language)) return language;
    std::string others;
    for (const Lesson& other : learn::lessons())
      if (other.exercise.has(Language::Cuda))
        others += fmt::format("{}{}", others.empty() ? "" : ", ", other.number);
    throw SessionError(Exit::Usage, fmt::format("the exercise of lesson {} is in PTX only; in CUDA "
                                                "C++, too, are those of the lessons {}",
                                                lesson.number, others));
  }

  Exit without_lesson() {
    if (options_.start || options_.check || options_.hint || options_.solution)
      throw SessionError(Exit::Usage, "which lesson? Say its number: learn 3 --check");
    list();
    return Exit::Fine;
  }

  std::string state_of(const learn::Exercise& exercise) const {
    const learn::Progress& done = notebook_.now();
    if (!exercise.exists()) return "";
    if (done.solved.contains(exercise.name)) return style_.good("solved");
    const auto file = done.files.find(exercise.name);
    return file == done.files.end() ? style_.dim("not begun") : "begun: " + file->second;
  }

  /// On the way for beginners one that is begun, else the one after the last that is solved: who
  /// leaves lessons out is not sent back to them. Then what was left out, and the lessons beside
  /// the way.
  const Lesson* next_unsolved() const {
    std::vector<const Lesson*> order = learn::first_way();
    const auto solved = [&](const Lesson* lesson) {
      return notebook_.now().solved.contains(lesson->exercise.name);
    };
    const auto last = std::find_if(order.rbegin(), order.rend(), solved);
    std::rotate(order.begin(), last.base(), order.end());
    std::stable_partition(order.begin(), order.end(), [&](const Lesson* lesson) {
      return notebook_.now().files.contains(lesson->exercise.name) && !solved(lesson);
    });
    const std::vector<const Lesson*> others = learn::after_first_way();
    order.insert(order.end(), others.begin(), others.end());
    for (const Lesson* lesson : order)
      if (lesson->exercise.exists() && !solved(lesson)) return lesson;
    return nullptr;
  }

  static std::string_view languages_of(const learn::Exercise& exercise) {
    if (!exercise.exists()) return "";
    return exercise.has(Language::Cuda) ? "PTX, CUDA" : "PTX";
  }

  void list() const {
    std::size_t width = 0;
    for (const Lesson& lesson : learn::lessons()) width = std::max(width, lesson.title.size());
    fmt::print("{}\n",
               style_.bold(fmt::format("    {:<{}}  in         exercise", "lesson", width)));
    for (const Lesson& lesson : learn::lessons()) {
      const std::string state = state_of(lesson.exercise);
      std::string row = fmt::format("{:>2}  {:<{}}  {:<9}  {}", lesson.number, lesson.title, width,
                                    languages_of(lesson.exercise), state);
      row.erase(row.find_last_not_of(' ') + 1);
      fmt::print("{}\n", row);
    }
    std::string way;
    for (const Lesson* lesson : learn::first_way())
      way += fmt::format("{}{}", way.empty() ? "" : ", ", lesson->number);
    fmt::print("\nNew to GPUs: {}. Then the others, in any order.\n", way);
    fmt::print(
        "\n{} learn N           shows lesson N; a word of its name will do: learn coalescing\n",
        program_);
    fmt::print(
        "{} learn N --start   copies its exercise here; --check, --hint and --solution "
        "go on from there\n",
        program_);
    print_next();
  }

  void print_next() const {
    if (const Lesson* next = next_unsolved())
      fmt::print("Next: lesson {}, {}: {} learn {}\n", next->number, next->title, program_,
                 next->number);
    else
      fmt::print("All exercises are solved.\n");
  }

  void show(const Lesson& lesson) const {
    std::string text = learn::lesson_text(lesson.text, program_, style_);
    if (!fs::exists("kernels"))
      text += fmt::format(
          "\nThe files that these commands name are built in: '{} learn "
          "--unpack DIR' writes them to DIR; run the commands there.\n",
          program_);
    if (lesson.exercise.exists()) {
      text += fmt::format("\nExercise {}: {}\n", lesson.exercise.name, state_of(lesson.exercise));
      text += fmt::format("  {} learn {} --start   copies it to {}.ir; edit that, then --check\n",
                          program_, lesson.number, lesson.exercise.name);
      if (lesson.exercise.has(Language::Cuda))
        text += fmt::format("  {} learn {} --start --cuda   the same in CUDA C++ (nvcc or clang)\n",
                            program_, lesson.number);
    }
    show_long(text);
  }

  /// Where --start put a copy that is in the language asked for; "" without one.
  std::string begun(const learn::Exercise& exercise) const {
    const auto remembered = notebook_.now().files.find(exercise.name);
    const bool found = remembered != notebook_.now().files.end() &&
                       (!options_.cuda || is_cuda(remembered->second));
    return found ? remembered->second : "";
  }

  /// Copies that are there, the one that was edited last first. In each language one of the
  /// exercise's name in this folder, else where --start put it.
  std::vector<std::string> copies_of(const learn::Exercise& exercise) const {
    const std::string elsewhere = begun(exercise);
    std::vector<std::string> out;
    for (const Language language : {Language::Ptx, Language::Cuda}) {
      const bool cuda = language == Language::Cuda;
      if (!exercise.has(language) || (options_.cuda && !cuda)) continue;
      if (const std::string here = exercise.file(language); fs::exists(here))
        out.push_back(here);
      else if (!elsewhere.empty() && is_cuda(elsewhere) == cuda && fs::exists(elsewhere))
        out.push_back(elsewhere);
    }
    std::stable_sort(out.begin(), out.end(), [](const std::string& a, const std::string& b) {
      return fs::last_write_time(a) > fs::last_write_time(b);
    });
    return out;
  }

  /// The copy that is meant: as typed, else the one that was edited last.
  std::string copy_of(const learn::Exercise& exercise) const {
    if (!options_.file.empty()) return options_.file;
    const std::vector<std::string> copies = copies_of(exercise);
    if (!copies.empty()) return copies.front();
    const std::string elsewhere = begun(exercise);
    return elsewhere.empty() ? exercise.file(options_.cuda ? Language::Cuda : Language::Ptx)
                             : elsewhere;
  }

  /// Which of two copies was looked at.
  void print_other_copy(const learn::Exercise& exercise, const Lesson& lesson) const {
    if (!options_.file.empty()) return;
    const std::vector<std::string> copies = copies_of(exercise);
    if (copies.size() == 2)
      fmt::print("{} was edited last; the other one: {} learn {} --check {}\n", copies[0], program_,
                 lesson.number, copies[1]);
  }

  Exit start(const Lesson& lesson) {
    const learn::Exercise& exercise = exercise_of(lesson);
    const Language language = language_of(lesson);
    const std::string own = exercise.file(language);
    std::string file = options_.file.empty() ? own : options_.file;
    if (fs::is_directory(file)) file = (fs::path(file) / own).string();
    if (is_cuda(own) != is_cuda(file))
      throw SessionError(
          Exit::Usage, fmt::format("with --cuda the file's name ends in .cu: '{}' does not", file));
    if (fs::exists(file))
      throw SessionError(Exit::Usage, fmt::format("'{}' is there already; name another file: learn "
                                                  "{} FILE --start",
                                                  file, lesson.number));
    check_writable(file);
    const std::string_view text = learn::exercise_text(exercise, language);
    write_file(file, text.data(), text.size());
    notebook_.change([&](learn::Progress& p) {
      p.files[exercise.name] = fs::absolute(file).lexically_normal().string();
    });
    fmt::print("{} holds the exercise of lesson {}. Its first lines say what to do.\n", file,
               lesson.number);
    fmt::print("Edit it, then: {} learn {} --check {}\n", program_, lesson.number, file);
    return Exit::Fine;
  }

  void print_lines(const Grade& grade) const {
    for (const CheckLine& line : grade.lines) {
      fmt::print("  {}  {}\n", line.passed ? style_.good("ok    ") : style_.bad("FAILED"),
                 line.text);
      if (!line.passed)
        for (const std::string& part : wrapped(line.message, 86))
          fmt::print("          {}\n", part);
    }
    fmt::print("{}", grade.explanation);
  }

  Exit check(const Lesson& lesson) {
    const learn::Exercise& exercise = exercise_of(lesson);
    SessionOptions session = line_.session;
    session.file = copy_of(exercise);
    language_of(lesson);  // or that there is no such exercise
    if (!fs::exists(session.file))
      throw SessionError(Exit::Usage,
                         fmt::format("there is no file '{}': 'learn {} --start' copies the "
                                     "exercise, 'learn {} FILE --check' looks at another file",
                                     session.file, lesson.number, lesson.number));
    const Grade result = grade(exercise, session);
    const bool solved = result.exit == Exit::Fine;
    fmt::print("{}: {} ({})\n", exercise.name,
               solved ? style_.good("solved") : style_.bad("not solved yet"), session.file);
    print_lines(result);
    print_other_copy(exercise, lesson);
    if (!solved) {
      fmt::print("For a hint: {} learn {} --hint{}\n", program_, lesson.number,
                 is_cuda(session.file) ? " --cuda" : "");
      return result.exit;
    }
    notebook_.change([&](learn::Progress& p) { p.solved.insert(exercise.name); });
    print_next();
    return Exit::Fine;
  }

  Exit hint(const Lesson& lesson) {
    const learn::Exercise& exercise = exercise_of(lesson);
    const auto seen = notebook_.now().hints.find(exercise.name);
    const std::size_t before = seen == notebook_.now().hints.end() ? 0 : seen->second;
    const std::vector<std::string>& hints = exercise.hints_in(language_of(lesson));
    const std::size_t count = hints.size();
    const std::size_t shown = std::min(before + 1, count);
    for (std::size_t i = 0; i < shown; ++i)
      for (const std::string& part : wrapped(fmt::format("{}. {}", i + 1, hints[i]), 96))
        fmt::print("{}\n", part);
    if (shown < count)
      fmt::print("{} more {}: the same command again.\n", count - shown,
                 count - shown == 1 ? "hint" : "hints");
    else
      fmt::print("That is all; a solution: {} learn {} --solution{}\n", program_, lesson.number,
                 language_of(lesson) == Language::Cuda ? " --cuda" : "");
    notebook_.change(
        [&](learn::Progress& p) { p.hints[exercise.name] = static_cast<unsigned>(shown); });
    return Exit::Fine;
  }

  Exit unpack() const {
    const fs::path top = options_.unpack;
    for (const EmbeddedFile& file : learn::material()) {
      const fs::path to = top / file.path;
      if (fs::exists(to))
        throw SessionError(Exit::Usage,
                           fmt::format("'{}' is there already: name an empty folder", to.string()));
    }
    for (const EmbeddedFile& file : learn::material()) {
      const fs::path to = top / file.path;
      std::error_code error;
      fs::create_directories(to.parent_path(), error);
      if (error)
        throw SessionError(Exit::Usage, fmt::format("cannot make the folder '{}': {}",
                                                    to.parent_path().string(), error.message()));
      write_file(to.string(), file.text.data(), file.text.size());
    }
    fmt::print("{} written to {}: the commands of the lessons run there.\n",
               plural(learn::material().size(), "file"), top.string());
    return Exit::Fine;
  }

  const CommandLine& line_;
  const LearnOptions& options_;
  Style style_;
  std::string program_;
  Notebook notebook_;
};

}  // namespace

Exit learn_command(const CommandLine& line) {
  return LearnCommand(line).run();
}

}  // namespace simt
