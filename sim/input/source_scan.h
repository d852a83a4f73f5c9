// C++ source as text: what is no code taken out, brackets and words found.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/input/c_types.h"

namespace simt::source_scan {

/// Stands in cleaned() for a line of the preprocessor after which text may not be compiled.
constexpr char kConditional = '#';

/// Comments, literals and lines of the preprocessor as one blank each, all white space as blanks.
std::string cleaned(std::string_view text);

/// Where the bracket, ( or {, that opens at `open` closes; npos: nowhere.
std::size_t closing_of(std::string_view text, std::size_t open);
/// The text within the bracket that opens at `open`; "" when it never closes.
std::string within(const std::string& text, std::size_t open);
/// Parts between `mark` at the top level of brackets, trimmed.
std::vector<std::string> parts(const std::string& text, char mark);

/// f(place) for each place of a word.
template <class F>
void each_word(const std::string& text, const std::string& word, F f) {
  if (word.empty()) return;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) {
    const bool begins = at == 0 || !is_word(text[at - 1]);
    const bool ends = at + word.size() >= text.size() || !is_word(text[at + word.size()]);
    if (begins && ends) f(at);
  }
}

}  // namespace simt::source_scan
