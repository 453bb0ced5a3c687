// The lines before the body of an answer, down to the empty one.
//
//   head_of({.status = 204}, true)  // "HTTP/1.1 204 No Content\r\nDate: …\r\n…\r\n\r\n"
//
// Any thread.
#pragma once

#include <string>

#include "serve/message.h"

namespace cocite::serve {

// `keeps_alive`: false says that the connection ends with this answer.
[[nodiscard]] std::string head_of(const Response& response, bool keeps_alive);

}  // namespace cocite::serve
