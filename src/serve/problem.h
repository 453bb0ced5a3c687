// What went wrong, as HTTP says it (RFC 9457, application/problem+json).
//
//   return problem(Error{.message = "'x' is not a whole number", .about = "top"});
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

// {type, title, status, code, about, nearest, detail}: `detail` is the whole as a sentence, with
// options as a query has them ("hosts=off"). No cache keeps problems.
[[nodiscard]] Response problem(const Error& error);
// The same where there is only a sentence.
[[nodiscard]] Response problem(unsigned status, std::string_view detail);
// Clients are not told where files of the machine lie: what stands for one instead of its path.
void hide_path(Error& error, std::string_view path, std::string_view name);
// `allowed` as in "GET, HEAD".
[[nodiscard]] Response not_allowed(std::string_view allowed, std::string_view method);
// The same with the seconds after which to try again.
[[nodiscard]] Response try_later(unsigned status, std::string_view detail, unsigned seconds);

}  // namespace cocite::serve
