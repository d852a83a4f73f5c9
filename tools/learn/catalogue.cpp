#include "tools/learn/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "sim/base/json.h"
#include "tools/learn/material.h"

namespace simt::learn {
namespace {

constexpr std::string_view kFolder = "docs/lessons/";

std::string_view needed(const std::string& path) {
  const std::optional<std::string_view> text = find_material(path);
  if (!text) throw std::logic_error("lessons.json names " + path + ", which is not built in");
  return *text;
}

// "# 3. What decides a branch" of lesson 3.
std::string title_of(const std::string& file, std::string_view text, unsigned number) {
  const std::string head = fmt::format("# {}. ", number);
  if (!text.starts_with(head))
    throw std::logic_error(fmt::format("{} does not begin with '{}'", file, head));
  return std::string(text.substr(head.size(), text.find('\n') - head.size()));
}

Exercise exercise_of(const nlohmann::json& row) {
  Exercise out;
  if (!row.contains("exercise")) return out;
  out.name = row.at("exercise").get<std::string>();
  out.archs = row.value("archs", std::vector<std::string>{"volta"});
  out.sanitize = row.value("sanitize", false);
  out.hints = row.at("hints").get<std::vector<std::string>>();
  out.cuda_hints = row.value("cuda_hints", std::vector<std::string>{});
  for (const Language language : {Language::Ptx, Language::Cuda})
    if (out.has(language)) {
      exercise_text(out, language);
      solution_text(out, language);
    }
  return out;
}

std::vector<Lesson> read() {
  std::vector<Lesson> out;
  for (const auto& row : parse_json(needed(std::string(kFolder) + "lessons.json"))) {
    const std::string file = row.at("lesson").get<std::string>();
    const auto number = static_cast<unsigned>(std::stoul(file));
    const std::string_view text = needed(std::string(kFolder) + file);
    out.push_back({number, file, title_of(file, text, number), text, exercise_of(row),
                   row.value("way", 0u), row.value("keywords", "")});
  }
  return out;
}

// A header line that says what is computed and what must hold, with single blanks; else "".
std::string promise(const std::string& line) {
  std::istringstream words(line);
  std::string mark, kind, out, word;
  words >> mark >> kind;
  if (mark != "//!" || (kind != "arg" && kind != "symbol" && kind != "check" && kind != "goal"))
    return "";
  out = mark + " " + kind;
  while (words >> word && word != "//") out += " " + word;
  return out;
}

std::vector<std::string> promises(std::string_view text) {
  std::vector<std::string> out;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);)
    if (std::string p = promise(line); !p.empty()) out.push_back(std::move(p));
  return out;
}

}  // namespace

const std::vector<Lesson>& lessons() {
  static const std::vector<Lesson> all = read();
  return all;
}

const Lesson* find_lesson(unsigned number) {
  for (const Lesson& lesson : lessons())
    if (lesson.number == number) return &lesson;
  return nullptr;
}

std::vector<const Lesson*> first_way() {
  std::vector<const Lesson*> out;
  for (const Lesson& lesson : lessons())
    if (lesson.way != 0) out.push_back(&lesson);
  std::sort(out.begin(), out.end(),
            [](const Lesson* a, const Lesson* b) { return a->way < b->way; });
  return out;
}

std::vector<const Lesson*> after_first_way() {
  std::vector<const Lesson*> out;
  for (const Lesson& lesson : lessons())
    if (lesson.way == 0) out.push_back(&lesson);
  return out;
}

std::string_view exercise_text(const Exercise& exercise, Language language) {
  return needed(fmt::format("{}exercises/{}", kFolder, exercise.file(language)));
}

std::string_view solution_text(const Exercise& exercise, Language language) {
  return needed(fmt::format("{}solutions/{}", kFolder, exercise.file(language)));
}

std::vector<std::string> missing_promises(const Exercise& exercise, Language language,
                                          std::string_view text) {
  const std::vector<std::string> kept = promises(text);
  std::vector<std::string> out = promises(exercise_text(exercise, language));
  std::erase_if(out, [&](const std::string& line) {
    return std::find(kept.begin(), kept.end(), line) != kept.end();
  });
  return out;
}

}  // namespace simt::learn
