#include "sim/diff/renamed_lines.h"

#include <cctype>
#include <map>

namespace simt::diff {
namespace {

/// "mul.lo %r, %r, %r" of "mul.lo %r4, %r2, %r3", and those names.
struct NamedLine {
  std::string shape;
  std::vector<std::string> names;
};

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

/// Only names that end in a number, as compilers write them: "%r4", "$L__BB0_7".
NamedLine named_line(const std::string& text) {
  NamedLine out;
  for (std::size_t i = 0; i < text.size();) {
    if ((text[i] != '%' && text[i] != '$') || (i > 0 && in_name(text[i - 1]))) {
      out.shape += text[i++];
      continue;
    }
    std::size_t end = i + 1;
    while (end < text.size() && in_name(text[end])) ++end;
    std::size_t number = end;
    while (number > i + 1 && std::isdigit(static_cast<unsigned char>(text[number - 1])) != 0)
      --number;
    out.shape += text.substr(i, number - i);
    if (number < end) {
      out.shape += '#';
      out.names.push_back(text.substr(i, end - i));
    }
    i = end;
  }
  return out;
}

/// Which name of the second text stands for which one of the first.
class Renaming {
 public:
  void keep(const NamedLine& line) {
    for (const std::string& name : line.names) add(name, name);
  }
  /// Learns the names of two lines; false, and nothing learnt, where one has another name already.
  bool accept(const NamedLine& a, const NamedLine& b) {
    if (a.shape != b.shape) return false;
    Renaming trial = {};
    for (std::size_t i = 0; i < a.names.size(); ++i)
      if (!fits(a.names[i], b.names[i]) || !trial.fits(a.names[i], b.names[i]))
        return false;
      else
        trial.add(a.names[i], b.names[i]);
    for (const auto& [from, to] : trial.to_) add(from, to);
    return true;
  }

 private:
  bool fits(const std::string& a, const std::string& b) const {
    const auto to = to_.find(a), from = from_.find(b);
    return (to == to_.end() || to->second == b) && (from == from_.end() || from->second == a);
  }
  void add(const std::string& a, const std::string& b) {
    to_.emplace(a, b);
    from_.emplace(b, a);
  }
  std::map<std::string, std::string> to_, from_;
};

std::vector<std::string> shapes(const std::vector<NamedLine>& lines,
                                const std::vector<unsigned>& of) {
  std::vector<std::string> out;
  for (const unsigned line : of) out.push_back(lines[line].shape);
  return out;
}

std::vector<NamedLine> named_lines(const std::vector<std::string>& text) {
  std::vector<NamedLine> out(1);  // lines count from 1
  for (const std::string& line : text) out.push_back(named_line(line));
  return out;
}

class Pairing {
 public:
  Pairing(const std::vector<std::string>& a, const std::vector<std::string>& b)
      : a_(named_lines(a)), b_(named_lines(b)) {}

  std::vector<LinePair> run(const std::vector<LinePair>& pairs) {
    for (const LinePair& p : pairs)
      if (p.a != 0 && p.b != 0) renaming_.keep(a_[p.a]);
    std::vector<unsigned> only_a, only_b;
    for (const LinePair& p : pairs) {
      if (p.a != 0 && p.b != 0) {
        gap(only_a, only_b);
        out_.push_back(p);
      } else if (p.a != 0) {
        only_a.push_back(p.a);
      } else {
        only_b.push_back(p.b);
      }
    }
    gap(only_a, only_b);
    return std::move(out_);
  }

 private:
  /// Lines between two that are the same; empties both. Of a stretch without pairs the first text's
  /// lines come before the second's.
  void gap(std::vector<unsigned>& only_a, std::vector<unsigned>& only_b) {
    std::vector<LinePair> rest_b;
    const auto end_stretch = [&] {
      out_.insert(out_.end(), rest_b.begin(), rest_b.end());
      rest_b.clear();
    };
    for (const LinePair& p : align(shapes(a_, only_a), shapes(b_, only_b))) {
      const unsigned x = p.a == 0 ? 0 : only_a[p.a - 1], y = p.b == 0 ? 0 : only_b[p.b - 1];
      if (x != 0 && y != 0 && renaming_.accept(a_[x], b_[y])) {
        end_stretch();
        out_.push_back({x, y});
        continue;
      }
      if (x != 0) out_.push_back({x, 0});
      if (y != 0) rest_b.push_back({0, y});
    }
    end_stretch();
    only_a.clear();
    only_b.clear();
  }

  std::vector<NamedLine> a_, b_;
  Renaming renaming_;
  std::vector<LinePair> out_;
};

}  // namespace

std::vector<LinePair> with_renamed(const std::vector<LinePair>& pairs,
                                   const std::vector<std::string>& a,
                                   const std::vector<std::string>& b) {
  return Pairing(a, b).run(pairs);
}

}  // namespace simt::diff
