// Answers as JSON: the command line and the service give the same text.
//
//   std::cout << to_json(*engine->related(request));   // {"by": "blend", "pages": [...], ...}
//
// Names of fields are those of query.h, and stay. What is not UTF-8 becomes U+FFFD, because JSON
// has no other way to hold it; infinity and NaN become null. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <cocite/engine.h>
#include <cocite/eval.h>
#include <cocite/query.h>
#include <cocite/tune.h>

namespace cocite {

// Of every answer and report of query.h, eval.h, tune.h, insight.h and crawl.h; what has no JSON does
// not link.
template <class Answer>
[[nodiscard]] std::string to_json(const Answer& answer);

// A text in quotes.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace cocite
