// What a body is rejected for: one error, where and in which words.
#pragma once

#include <catch2/catch.hpp>

#include "decode_support.h"

namespace simt {

struct Case {
  const char* body;
  const char* message;  ///< column and text of the error
  const char* hint = "";
};

inline void check(const Case& c) {
  const Decoded decoded = decode_body(c.body, ".global .u32 gv; .shared .u32 sm; .func fn() {}");
  INFO(c.body << "\n" << decoded.messages);
  CHECK_FALSE(decoded);
  CHECK(decoded.errors == 1);
  CHECK(decoded.messages.find(std::string("t.ptx:7:") + c.message) != std::string::npos);
  CHECK(decoded.messages.find(c.hint) != std::string::npos);
}

}  // namespace simt
