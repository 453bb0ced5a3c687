// What went wrong, as HTTP says it (RFC 9457, application/problem+json).
//
//   return problem(404, "example.com is not in this graph; nearest keys: …");
//
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

#include <cocite/result.h>

#include "serve/message.h"

namespace cocite::serve {

[[nodiscard]] std::string_view reason_phrase(unsigned status);
[[nodiscard]] unsigned status_of(ErrorCode code);

// `detail` is the message that the command line would print. Problems are kept by nobody.
[[nodiscard]] Response problem(unsigned status, std::string_view detail);
[[nodiscard]] Response problem(const Error& error);
// `allowed` as in "GET, HEAD".
[[nodiscard]] Response not_allowed(std::string_view allowed, std::string_view method);
// The same with the seconds after which to try again.
[[nodiscard]] Response try_later(unsigned status, std::string_view detail, unsigned seconds);

}  // namespace cocite::serve
