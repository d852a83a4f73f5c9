#include "tools/simt-sim/line_editor.h"

#include <editline/readline.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>

#include "tools/simt-sim/interrupt.h"

namespace simt {
namespace {

constexpr int kRemembered = 1000;

// The library calls plain functions: one editor at a time.
LineEditor::Completer completer;
std::vector<std::string> candidates;

char* next_candidate(const char*, int state) {
  static std::size_t at = 0;
  if (state == 0) at = 0;
  return at < candidates.size() ? strdup(candidates[at++].c_str()) : nullptr;
}

char** complete(const char* word, int start, int) {
  rl_attempted_completion_over = 1;  // no file names
  candidates = completer(std::string(rl_line_buffer, static_cast<std::size_t>(start)) + word);
  return rl_completion_matches(word, next_candidate);
}

}  // namespace

LineEditor::LineEditor(std::string history_file, Completer words)
    : history_file_(std::move(history_file)),
      interactive_(isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0) {
  if (!interactive_) return;
  completer = std::move(words);
  catch_interrupts();
  rl_catch_signals = 0;
  rl_readline_name = "simt-sim";
  rl_attempted_completion_function = complete;
  rl_basic_word_break_characters = " \t";
  using_history();
  stifle_history(kRemembered);
  if (!history_file_.empty()) read_history(history_file_.c_str());
}

LineEditor::~LineEditor() {
  if (!interactive_) return;
  if (!history_file_.empty()) write_history(history_file_.c_str());
  completer = {};
}

std::optional<std::string> LineEditor::read(const std::string& prompt) {
  if (!interactive_) {
    std::string line;
    if (!std::getline(std::cin, line)) return {};
    return line;
  }
  std::unique_ptr<char, decltype(&std::free)> line(nullptr, &std::free);
  do line.reset(readline(prompt.c_str()));
  while (!line && take_interrupt() && std::puts("^C") >= 0);  // the line is dropped
  if (!line) return {};
  std::string text = line.get();
  if (text.find_first_not_of(" \t") != std::string::npos) add_history(line.get());
  return text;
}

}  // namespace simt
