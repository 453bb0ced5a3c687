// Bodies of POST requests. What reads JSON (simdjson) is seen here alone in this folder.
#include <cmath>
#include <new>

#include <simdjson.h>

#include "serve/query_string.h"

namespace cocite::serve {
namespace {

tl::unexpected<Error> not_a_value(std::string_view name) {
  return fail(ErrorCode::kInvalidArgument,
              "the body has '" + std::string(name) +
                  "' that is not a text, a number, true, false or a list of these");
}

Result<std::string> text_of(std::string_view name, simdjson::dom::element element) {
  switch (element.type()) {
    case simdjson::dom::element_type::STRING:
      return std::string(element.get_string().value_unsafe());
    case simdjson::dom::element_type::INT64:
      return std::to_string(element.get_int64().value_unsafe());
    case simdjson::dom::element_type::UINT64:
      return std::to_string(element.get_uint64().value_unsafe());
    case simdjson::dom::element_type::DOUBLE:
      return simdjson::minify(element);
    case simdjson::dom::element_type::BOOL:
      return std::string(element.get_bool().value_unsafe() ? "true" : "false");
    default:
      return not_a_value(name);
  }
}

}  // namespace

Result<Pairs> parse_body(std::string_view json) {
  if (json.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                "the body is empty; it is an object such as {\"page\": [\"a\"]}");
  }
  // A body is a flat object with lists; what is nested deeper is refused before it costs anything.
  constexpr size_t kDeepest = 4;
  simdjson::dom::parser parser;
  const auto check_memory = [](simdjson::error_code error) {
    if (error == simdjson::MEMALLOC) throw std::bad_alloc();
  };
  const simdjson::error_code no_room = parser.allocate(json.size() + 1, kDeepest);
  check_memory(no_room);
  if (no_room != simdjson::SUCCESS) {
    return fail(ErrorCode::kInvalidArgument, "the body is too large");
  }
  simdjson::dom::element document;
  const simdjson::error_code error = parser.parse(json.data(), json.size()).get(document);
  check_memory(error);
  if (error != simdjson::SUCCESS) {
    return fail(ErrorCode::kInvalidArgument,
                "the body is not JSON: " + std::string(simdjson::error_message(error)) +
                    "; it is an object such as {\"page\": [\"a\"]}");
  }
  simdjson::dom::object object;
  if (document.get(object) != simdjson::SUCCESS) {
    return fail(ErrorCode::kInvalidArgument,
                "the body is not a JSON object such as {\"page\": [\"a\"]}");
  }
  Pairs pairs;
  const auto add = [&](std::string_view name, simdjson::dom::element element) -> Result<void> {
    if (pairs.size() == kMostPairs) {
      return fail(ErrorCode::kInvalidArgument, "the body has too many values");
    }
    COCITE_TRY(std::string text, text_of(name, element));
    pairs.emplace_back(std::string(name), std::move(text));
    return {};
  };
  for (const auto field : object) {
    simdjson::dom::array list;
    if (field.value.get(list) != simdjson::SUCCESS) {
      COCITE_CHECK(add(field.key, field.value));
      continue;
    }
    for (const simdjson::dom::element element : list) COCITE_CHECK(add(field.key, element));
  }
  return pairs;
}

}  // namespace cocite::serve
