#include "tools/learn/lesson_names.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "sim/base/nearest_name.h"

namespace simt::learn {
namespace {

/// Small letters and digits; whatever else stands between parts them.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      out.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!out.back().empty())
      out.emplace_back();
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

/// "the" and "one" name no lesson.
bool names_something(const std::string& word) {
  return word.size() > 3 && word != "that" && word != "each" && word != "with" && word != "other";
}

struct Names {
  std::vector<std::string> own, others;  ///< of the file; of title, keywords and exercise
};

Names names_of(const Lesson& lesson) {
  Names out{words_of(lesson.file.substr(0, lesson.file.find('.'))), words_of(lesson.title)};
  for (const std::string& word : words_of(lesson.exercise.name)) out.others.push_back(word);
  std::erase_if(out.own, [](const std::string& word) { return !names_something(word); });
  std::erase_if(out.others, [](const std::string& word) { return !names_something(word); });
  for (const std::string& word : words_of(lesson.keywords)) out.others.push_back(word);
  return out;
}

unsigned fit(const Names& names, const std::string& word) {
  const auto begins = [&](const std::string& name) { return name.starts_with(word); };
  if (std::ranges::find(names.own, word) != names.own.end()) return 4;
  if (std::ranges::any_of(names.own, begins)) return 3;
  if (std::ranges::find(names.others, word) != names.others.end()) return 2;
  return std::ranges::any_of(names.others, begins) ? 1 : 0;
}

// "conflicts" names what "conflict" does.
unsigned fit_or_plural(const Names& names, const std::string& word) {
  const bool plural = word.size() > 3 && word.back() == 's';
  return std::max(fit(names, word), plural ? fit(names, word.substr(0, word.size() - 1)) : 0);
}

}  // namespace

std::vector<const Lesson*> lessons_named(const std::string& words) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), number);
  if (error == std::errc{} && end == words.data() + words.size()) {
    const Lesson* const lesson = find_lesson(number);
    return lesson == nullptr ? std::vector<const Lesson*>{} : std::vector{lesson};
  }
  const std::vector<std::string> wanted = words_of(words);
  std::vector<const Lesson*> out;
  unsigned best = 1;
  for (const Lesson& lesson : lessons()) {
    const Names names = names_of(lesson);
    unsigned worst = wanted.empty() ? 0 : 4;
    for (const std::string& word : wanted) worst = std::min(worst, fit_or_plural(names, word));
    if (worst < best) continue;
    if (worst > best) out.clear();
    best = worst;
    out.push_back(&lesson);
  }
  return out;
}

std::string lesson_hint(const std::string& words) {
  std::vector<std::string> known;
  for (const Lesson& lesson : lessons()) {
    const Names names = names_of(lesson);
    known.insert(known.end(), names.own.begin(), names.own.end());
    known.insert(known.end(), names.others.begin(), names.others.end());
  }
  const std::vector<std::string> typed = words_of(words);
  return typed.empty() ? "" : nearest_hint(typed.back(), known);
}

}  // namespace simt::learn
