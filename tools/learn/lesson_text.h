// A lesson for a terminal, from its Markdown.
#pragma once

#include <string>
#include <string_view>

#include "sim/views/text.h"

namespace simt::learn {

/// Headings and **bold** are painted. After the words of a link stands where it leads: to a lesson
/// as the command that shows it, to another file as its path in the repository. Pictures become
/// their files, tables columns that fit a line of 80. Code stays as it is; `tools/run` of the
/// commands becomes `program`.
std::string lesson_text(std::string_view markdown, std::string_view program, const Style& style);

}  // namespace simt::learn
