// Which lesson a person means: by its number, or by a word of its name, title or keywords.
#pragma once

#include <string>
#include <vector>

#include "tools/learn/catalogue.h"

namespace simt::learn {

/// The lessons that fit `words` best: one that has the number, else those of whose names every word
/// is the beginning. A word of the file's name ("coalescing" of 06_coalescing.md) counts more than
/// one of the title or a keyword. Case does not matter.
std::vector<const Lesson*> lessons_named(const std::string& words);

/// "; did you mean coalescing?", or nothing.
std::string lesson_hint(const std::string& words);

}  // namespace simt::learn
