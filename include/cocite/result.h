// What can go wrong, as a value.
//
//   Result<Engine> engine = Engine::open("web.cocite");
//   if (!engine) std::cerr << engine.error().message;
//
// Nothing in Cocite throws for bad input, a missing page or a damaged file; these come back as an
// Error whose message says what happened, where, and what to try.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace cocite {

enum class ErrorCode : uint8_t {
  kInvalidArgument,  // the request itself makes no sense
  kNotFound,         // a page, file or store that is not there
  kAlreadyExists,    // would overwrite something
  kCorrupt,          // a damaged or foreign file
  kUnsupported,      // a newer version, or more than this build can hold
  kIo,               // the disk or the file system said no
  kBusy,             // somebody else is writing
  kCancelled,        // the user asked to stop
};

struct Error {
  ErrorCode code = ErrorCode::kInvalidArgument;
  std::string message;
};

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message)});
}

}  // namespace cocite

#define COCITE_CONCAT_INNER_(a, b) a##b
#define COCITE_CONCAT_(a, b) COCITE_CONCAT_INNER_(a, b)
#define COCITE_TRY_INNER_(tmp, declaration, ...)                          \
  auto tmp = (__VA_ARGS__);                                               \
  if (!tmp) return tl::unexpected<cocite::Error>(std::move(tmp).error()); \
  declaration = *std::move(tmp)

// COCITE_TRY(auto graph, open(path)); declares `graph`, or returns the error upward.
#define COCITE_TRY(declaration, ...) \
  COCITE_TRY_INNER_(COCITE_CONCAT_(cocite_try_, __COUNTER__), declaration, __VA_ARGS__)

#define COCITE_CHECK_INNER_(tmp, ...)                                       \
  do {                                                                      \
    auto tmp = (__VA_ARGS__);                                               \
    if (!tmp) return tl::unexpected<cocite::Error>(std::move(tmp).error()); \
  } while (false)

// COCITE_CHECK(file.write(bytes)); for a Result<void>: goes on, or returns the error upward.
#define COCITE_CHECK(...) \
  COCITE_CHECK_INNER_(COCITE_CONCAT_(cocite_check_, __COUNTER__), __VA_ARGS__)
