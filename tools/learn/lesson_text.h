// A lesson for a terminal, from its Markdown.
#pragma once

#include <string>
#include <string_view>

#include "sim/views/text.h"

namespace simt::learn {

/// Headings and **bold** are painted, links become their words, pictures their files. Code stays as
/// it is; `tools/run` of the commands becomes `program`.
std::string lesson_text(std::string_view markdown, std::string_view program, const Style& style);

}  // namespace simt::learn
