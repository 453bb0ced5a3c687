// JSON, written from left to right into a string.
//
//   JsonWriter json;
//   json.begin('{').field("rank", 1).field("title", title).key("items").begin('[');
//   for (...) json.line().value(score);
//   json.end(']').end('}');
//   return json.take();                       // {"rank": 1, "title": "…", "items": [\n0.5]}
//
// Commas come by themselves. Texts are checked: what is not UTF-8 becomes U+FFFD. Numbers read back
// as the very same number; infinity and NaN are null. Each thread its own.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "api/answer_writer.h"

namespace cocite::api {

class JsonWriter final : public AnswerWriter {
 public:
  JsonWriter& begin(char bracket) override;
  JsonWriter& end(char bracket) override;
  JsonWriter& key(std::string_view name) override;
  JsonWriter& line() override;

  JsonWriter& value(std::string_view text) override;
  JsonWriter& value(double number) override;
  JsonWriter& value(bool is_true) override;
  JsonWriter& whole(uint64_t number) override;
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  template <std::unsigned_integral Number>
  JsonWriter& value(Number number) {
    return whole(number);
  }
  // Text that is JSON already.
  JsonWriter& raw(std::string_view json);

  template <class Value>
  JsonWriter& field(std::string_view name, const Value& content) {
    return key(name).value(content);
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  void before_value();
  void quote(std::string_view text);

  std::string text_;
  bool needs_comma_ = false;
  bool wants_line_ = false;
};

}  // namespace cocite::api
