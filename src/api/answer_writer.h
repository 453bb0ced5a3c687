// Where an answer is written to, field by field: one description of an answer serves both, whether it
// becomes JSON (json_writer.h) or objects of another language (src/python/).
//
//   out.begin('{').field("rank", 1U).field("title", title).key("items").begin('[');
//   for (...) out.line().value(score);
//   out.end(']').end('}');
//
// Objects and lists nest; within an object every value has a key before it. Each thread its own.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

namespace cocite::api {

class AnswerWriter {
 public:
  AnswerWriter() = default;
  AnswerWriter(const AnswerWriter&) = default;
  AnswerWriter& operator=(const AnswerWriter&) = default;
  virtual ~AnswerWriter() = default;

  virtual AnswerWriter& begin(char bracket) = 0;  // '{' or '['
  virtual AnswerWriter& end(char bracket) = 0;    // '}' or ']'
  virtual AnswerWriter& key(std::string_view name) = 0;
  // The next value stands on a new line, where there are lines.
  virtual AnswerWriter& line() { return *this; }

  virtual AnswerWriter& value(std::string_view text) = 0;
  virtual AnswerWriter& value(double number) = 0;
  virtual AnswerWriter& value(bool is_true) = 0;
  virtual AnswerWriter& whole(uint64_t number) = 0;
  AnswerWriter& value(const char* text) { return value(std::string_view(text)); }
  template <std::unsigned_integral Number>
  AnswerWriter& value(Number number) {
    return whole(number);
  }

  template <class Value>
  AnswerWriter& field(std::string_view name, const Value& content) {
    return key(name).value(content);
  }
};

}  // namespace cocite::api
