// The lessons in their order, with the exercise of each: docs/lessons/lessons.json and the files
// that it names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt::learn {

/// What an exercise is written in.
enum class Language { Ptx, Cuda };

/// A kernel to change until its checks and goals hold.
struct Exercise {
  std::string name;                     ///< "sort_by_warp"; empty: the lesson has none
  std::vector<std::string> archs;       ///< it must hold on each of them
  bool sanitize = false;                ///< and be without races and reads of unset words
  std::vector<std::string> hints;       ///< from a nudge to nearly all
  std::vector<std::string> cuda_hints;  ///< of its twin in CUDA C++; empty: there is none
  bool exists() const { return !name.empty(); }
  bool has(Language language) const {
    return exists() && (language == Language::Ptx || !cuda_hints.empty());
  }
  const std::vector<std::string>& hints_in(Language language) const {
    return language == Language::Cuda ? cuda_hints : hints;
  }
  /// "sort_by_warp.cu"
  std::string file(Language language) const {
    return name + (language == Language::Cuda ? ".cu" : ".ir");
  }
};

struct Lesson {
  unsigned number = 0;
  std::string file;   ///< "01_warps.md"
  std::string title;  ///< "A block is cut into warps of 32"
  std::string_view text;
  Exercise exercise;
  unsigned way = 0;      ///< its place on the way through for beginners; 0: it is not on it
  std::string keywords;  ///< that neither the file's name nor the title has
};

/// Throws std::logic_error when the files do not fit each other: they are part of the program.
const std::vector<Lesson>& lessons();
/// nullptr when there is no such lesson.
const Lesson* find_lesson(unsigned number);

/// The way through for those who are new to GPUs, as the index of the lessons names it.
std::vector<const Lesson*> first_way();
/// The other lessons, by number.
std::vector<const Lesson*> after_first_way();

/// The kernel as shipped, and one that meets its goals.
std::string_view exercise_text(const Exercise& exercise, Language language);
std::string_view solution_text(const Exercise& exercise, Language language);

/// Header lines (`//! arg`, `symbol`, `check`, `goal`) of the exercise that `text` has not: they
/// say what is to be computed and what must hold, so a solution keeps them.
std::vector<std::string> missing_promises(const Exercise& exercise, Language language,
                                          std::string_view text);

}  // namespace simt::learn
