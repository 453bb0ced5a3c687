// What can go wrong, as a value.
//
//   Result<Engine> engine = Engine::open("web.cocite");
//   if (!engine) std::cerr << error_text(engine.error()) << '\n';
//
// Nothing in Cocite throws for bad input, a missing page or a damaged file; these come back as an
// Error: what happened and where, what it is about, and what to try. Options are named barely
// ("by"), and each edge spells them as its users write them. Values: each thread its own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
  kNoEvidence,       // the pages are there, but nothing speaks for any answer
};

// "invalid_argument", "not_found", "no_evidence": as JSON has it.
[[nodiscard]] std::string_view code_name(ErrorCode code);

// Something to try: the same again with these options, or another command.
struct Remedy {
  std::vector<std::pair<std::string, std::string>> options = {};  // bare name, value ("": a flag)
  std::string command = {};                                       // "rank"; empty: the same again
  std::vector<std::string> arguments = {};                        // of the command: a store
};

struct Error {
  ErrorCode code = ErrorCode::kInvalidArgument;
  std::string message = {};               // what happened and where; names no option
  std::string about = {};                 // option or parameter, by its bare name: "by", "top"
  std::vector<std::string> nearest = {};  // what may have been meant, best first
  std::vector<Remedy> remedies = {};      // what may help, best first
};

// How an edge writes an option: "by", "lli" becomes "by=lli" here, other edges have other ways. The
// value is empty for a flag, or where the option itself is meant. An empty text is left out.
using SpellOption = std::function<std::string(std::string_view name, std::string_view value)>;

// The whole of an error as one sentence for people.
[[nodiscard]] std::string error_text(const Error& error, const SpellOption& spell = {});

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
  return tl::unexpected<Error>(Error{.code = code, .message = std::move(message)});
}
[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
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
