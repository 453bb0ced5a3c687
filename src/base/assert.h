// COCITE_ASSERT(condition, "sentence"): states an invariant of our own code.
//
// It catches bugs, never input: no file, argument or page can make it fail. It stays on in every
// build, because an answer from a broken invariant is worse than none.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace cocite {

[[noreturn]] inline void assertion_failed(const char* condition, const char* sentence,
                                          const char* file, int line) {
  std::fprintf(stderr, "cocite: bug: %s (%s) at %s:%d\n", sentence, condition, file, line);
  std::abort();
}

}  // namespace cocite

#define COCITE_ASSERT(condition, sentence) \
  ((condition) ? void() : ::cocite::assertion_failed(#condition, sentence, __FILE__, __LINE__))
