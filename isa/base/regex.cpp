#include "isa/base/regex.h"

#include <regex>

namespace simt {
namespace {

Regex::Groups groups(const std::smatch& match) {
  Regex::Groups out;
  for (const auto& group : match) out.push_back(group.str());
  return out;
}

}  // namespace

struct Regex::Impl {
  std::regex expression;
};

Regex::Regex(const std::string& expression) try
    : impl_(std::make_unique<Impl>(std::regex(expression))) {
} catch (const std::regex_error& error) {
  throw RegexError(error.what());
}
Regex::~Regex() = default;

bool Regex::found_in(const std::string& text) const {
  return std::regex_search(text, impl_->expression);
}
std::optional<Regex::Groups> Regex::first_in(const std::string& text) const {
  std::smatch match;
  if (!std::regex_search(text, match, impl_->expression)) return std::nullopt;
  return groups(match);
}
std::optional<Regex::Groups> Regex::whole(const std::string& text) const {
  std::smatch match;
  if (!std::regex_match(text, match, impl_->expression)) return std::nullopt;
  return groups(match);
}
std::vector<Regex::Groups> Regex::all_in(const std::string& text) const {
  std::vector<Groups> out;
  for (std::sregex_iterator at(text.begin(), text.end(), impl_->expression), end; at != end; ++at)
    out.push_back(groups(*at));
  return out;
}

std::string Regex::replace(const std::string& text, const std::string& with) const {
  return std::regex_replace(text, impl_->expression, with);
}
std::string Regex::replace(const std::string& text,
                           const std::function<std::string(const Groups&)>& with) const {
  std::string out;
  auto from = text.begin();
  for (std::sregex_iterator at(text.begin(), text.end(), impl_->expression), end; at != end; ++at) {
    out.append(from, (*at)[0].first);
    out += with(groups(*at));
    from = (*at)[0].second;
  }
  return out.append(from, text.end());
}

}  // namespace simt
