#include "api/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>

#include "base/utf8.h"

namespace cocite::api {
namespace {

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\';
}

void put_control(char c, std::string& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  out += "\\u00";
  out += kDigits[byte >> 4U];
  out += kDigits[byte & 15U];
}

}  // namespace

void JsonWriter::quote(std::string_view text) {
  text_ += '"';
  while (!text.empty()) {
    size_t plain = 0;
    while (plain < text.size() && is_plain(text[plain])) ++plain;
    text_ += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const size_t size = utf8_size(text);
    const char c = text.front();
    if (size == 0) {
      text_ += kReplacement;
    } else if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (c == '\n') {
      text_ += "\\n";
    } else if (c == '\t') {
      text_ += "\\t";
    } else if (size == 1) {
      put_control(c, text_);
    } else {
      text_ += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  text_ += '"';
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
