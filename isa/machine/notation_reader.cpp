#include "isa/machine/notation_reader.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>

#include "isa/machine/notation.h"

namespace simt::machine {

bool NotationReader::take(std::string_view what) {
  if (!text_.substr(at_).starts_with(what)) return false;
  at_ += what.size();
  return true;
}

void NotationReader::expect(std::string_view what) {
  if (!take(what)) fail("'" + std::string(what) + "' expected");
}

unsigned NotationReader::number() {
  if (std::isdigit(static_cast<unsigned char>(peek())) == 0) fail("a number expected");
  unsigned out = 0;
  while (std::isdigit(static_cast<unsigned char>(peek())) != 0)
    out = out * 10 + static_cast<unsigned>(text_[at_++] - '0');
  return out;
}

std::string_view NotationReader::until(std::string_view ends) {
  const std::size_t end = std::min(text_.find_first_of(ends, at_), text_.size());
  const std::string_view out = text_.substr(at_, end - at_);
  at_ = end;
  return out;
}

Bits NotationReader::bits() {
  Bits out;
  for (BitRange& range : out.ranges) {
    const unsigned first = number();
    const unsigned last = take("-") ? number() : first;
    if (last < first || last > 127) fail("bits are given as FIRST-LAST");
    range = {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(last - first + 1)};
    const bool more = at_ + 1 < text_.size() && text_[at_] == ',' &&
                      std::isdigit(static_cast<unsigned char>(text_[at_ + 1])) != 0;
    if (!more) return out;
    ++at_;
  }
  fail("more than three ranges of bits");
}

void NotationReader::fail(std::string_view what) const {
  throw NotationError("row " + std::string(row_) + ": " + std::string(what) + " at '" +
                      std::string(text_.substr(at_)) + "'");
}

FieldIndex FieldList::add(const Bits& bits) {
  const auto known = std::ranges::find(fields_, bits);
  if (known != fields_.end()) return static_cast<FieldIndex>(known - fields_.begin());
  fields_.push_back(bits);
  return static_cast<FieldIndex>(fields_.size()) - 1;
}

FieldIndex FieldList::add(unsigned first, unsigned width) {
  Bits bits;
  bits.ranges[0] = {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(width)};
  return add(bits);
}

Modifier read_modifier(NotationReader& in, FieldList& fields) {
  Modifier out;
  if (in.peek() == '.') {
    out.names.emplace_back(in.until("}"));
    out.reserved.push_back(false);
    in.expect("}");
    return out;
  }
  const Bits bits = in.bits();
  in.expect(":");
  out.field = fields.add(bits);
  do {
    const std::string_view name = in.until("|}");
    out.reserved.push_back(name == "!");
    out.names.emplace_back(name == "!" ? "" : name);
  } while (in.take("|"));
  in.expect("}");
  if (out.names.size() == 1 && bits.width() == 1) {
    out.names.insert(out.names.begin(), "");
    out.reserved.insert(out.reserved.begin(), false);
  }
  if (out.names.size() > std::size_t(1) << bits.width()) in.fail("more names than values");
  return out;
}

Condition read_condition(NotationReader& in) {
  Condition out;
  do {
    const bool wanted = !in.take("!");
    const unsigned bit = in.number();
    out.mask.set_bit(bit);
    out.value.set_bit(bit, wanted);
  } while (in.take("&"));
  return out;
}

}  // namespace simt::machine
