#include "api/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>

#include "base/json_text.h"

namespace cocite::api {

void JsonWriter::quote(std::string_view text) {
  append_json(text, text_);
}

void JsonWriter::before_value() {
  if (needs_comma_) text_ += wants_line_ ? "," : ", ";
  if (wants_line_) text_ += '\n';
  wants_line_ = false;
  needs_comma_ = true;
}

JsonWriter& JsonWriter::begin(char bracket) {
  before_value();
  text_ += bracket;
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  if (wants_line_) text_ += '\n';
  wants_line_ = false;
  text_ += bracket;
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  before_value();
  quote(name);
  text_ += ": ";
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::line() {
  wants_line_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  before_value();
  quote(text);
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return raw("null");
  std::array<char, 32> room{};
  const auto end = std::to_chars(room.data(), room.data() + room.size(), number).ptr;
  return raw({room.data(), static_cast<size_t>(end - room.data())});
}

JsonWriter& JsonWriter::value(bool is_true) {
  return raw(is_true ? "true" : "false");
}

JsonWriter& JsonWriter::whole(uint64_t number) {
  std::array<char, 24> room{};
  const auto end = std::to_chars(room.data(), room.data() + room.size(), number).ptr;
  return raw({room.data(), static_cast<size_t>(end - room.data())});
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  before_value();
  text_ += json;
  return *this;
}

}  // namespace cocite::api
