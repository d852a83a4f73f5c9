// Regular expressions wrapped in one class: each file that includes <regex> takes two seconds more
// to compile.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace simt {

/// The expression is malformed.
struct RegexError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An expression in the grammar of std::regex (ECMAScript).
class Regex {
 public:
  /// What matched: the whole first, then each group, empty where it took no part.
  using Groups = std::vector<std::string>;

  /// Throws RegexError.
  explicit Regex(const std::string& expression);
  ~Regex();
  Regex(const Regex&) = delete;
  Regex& operator=(const Regex&) = delete;

  bool found_in(const std::string& text) const;
  std::optional<Groups> first_in(const std::string& text) const;
  std::vector<Groups> all_in(const std::string& text) const;
  std::optional<Groups> whole(const std::string& text) const;

  std::string replace(const std::string& text, const std::string& with) const;
  std::string replace(const std::string& text,
                      const std::function<std::string(const Groups&)>& with) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace simt
