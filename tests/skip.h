// A test that cannot compare here, because a program or header that it needs is not installed, is
// skipped by name: ctest shows "Skipped" for it (SKIP_REGULAR_EXPRESSION in cmake/targets.cmake).
// Catch2 2 has no way to say so.
#pragma once

#include <cstdio>

/// Ends the running test; `why` is a string literal.
#define SKIP_TEST(why)           \
  do {                           \
    std::puts("[SKIPPED] " why); \
    std::fflush(stdout);         \
    return;                      \
  } while (false)
