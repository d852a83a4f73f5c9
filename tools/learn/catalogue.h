// The lessons in their order, with the exercise of each: docs/lessons/lessons.json and the files
// that it names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt::learn {

/// A kernel to change until its checks and goals hold.
struct Exercise {
  std::string name;                ///< "sort_by_warp"; empty: the lesson has none
  std::vector<std::string> archs;  ///< it must hold on each of them
  bool sanitize = false;           ///< and be without races and reads of unset words
  std::vector<std::string> hints;  ///< from a nudge to nearly all
  bool exists() const { return !name.empty(); }
};

struct Lesson {
  unsigned number = 0;
  std::string title;  ///< "A block is cut into warps of 32"
  std::string_view text;
  Exercise exercise;
};

/// Throws std::logic_error when the files do not fit each other: they are part of the program.
const std::vector<Lesson>& lessons();
/// nullptr when there is no such lesson.
const Lesson* find_lesson(unsigned number);

/// The kernel as shipped, and one that meets its goals.
std::string_view exercise_text(const Exercise& exercise);
std::string_view solution_text(const Exercise& exercise);

/// Header lines (`//! arg`, `symbol`, `check`, `goal`) of the exercise that `text` has not: they
/// say what is to be computed and what must hold, so a solution keeps them.
std::vector<std::string> missing_promises(const Exercise& exercise, std::string_view text);

}  // namespace simt::learn
