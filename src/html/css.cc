#include "html/css.h"

#include <algorithm>

#include "base/ascii.h"
#include "html/references.h"

namespace cocite::html {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view css) : css_(css) {}

  std::vector<std::string> read() {
    while (at_ < css_.size() && found_.size() < kMaxCssAddresses) {
      if (rest().starts_with("/*")) {
        const size_t end = css_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? css_.size() : end + 2;
      } else if (css_[at_] == '"' || css_[at_] == '\'') {
        std::string text = string();
        if (is_import_) add(std::move(text));
      } else if (begins("url(") && !is_name_before()) {
        at_ += 4;
        add(address());
      } else {
        if (begins("@import")) is_import_ = true;
        if (css_[at_] == ';' || css_[at_] == '{' || css_[at_] == '}') is_import_ = false;
        ++at_;
      }
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::string_view rest() const { return css_.substr(at_); }
  [[nodiscard]] bool begins(std::string_view lower) const {
    return equals_ignore_case(css_.substr(at_, lower.size()), lower);
  }
  [[nodiscard]] bool is_name_before() const {
    if (at_ == 0) return false;
    const char c = css_[at_ - 1];
    return is_alphanumeric(c) || c == '-' || c == '_';
  }

  void add(std::string text) {
    is_import_ = false;
    if (!text.empty()) found_.push_back(std::move(text));
  }

  // Behind a backslash: up to six digits of a character's number and one blank, or the character itself.
  void escape(std::string& text) {
    uint32_t point = 0;
    size_t digits = 0;
    for (; digits < 6 && at_ < css_.size() && is_hex(css_[at_]); ++digits, ++at_) {
      point = point * 16 + static_cast<uint32_t>(hex_value(css_[at_]));
    }
    if (digits > 0) {
      if (at_ < css_.size() && is_space(css_[at_])) ++at_;
      const bool is_scalar = point != 0 && point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
      append_utf8(is_scalar ? char32_t{point} : char32_t{0xFFFD}, text);
    } else if (at_ < css_.size()) {
      if (css_[at_] != '\n') text += css_[at_];
      ++at_;
    }
  }

  // From its opening quote to behind the closing one, or to the end of the line.
  std::string string() {
    const char quote = css_[at_++];
    std::string text;
    while (at_ < css_.size() && css_[at_] != quote && css_[at_] != '\n') {
      const char c = css_[at_++];
      if (c == '\\') {
        escape(text);
      } else {
        text += c;
      }
    }
    if (at_ < css_.size()) ++at_;
    return text;
  }

  // Behind "url(", to behind the bracket.
  std::string address() {
    while (at_ < css_.size() && is_space(css_[at_])) ++at_;
    if (at_ < css_.size() && (css_[at_] == '"' || css_[at_] == '\'')) return string();
    std::string text;
    while (at_ < css_.size() && css_[at_] != ')') {
      const char c = css_[at_++];
      if (c == '\\') {
        escape(text);
      } else {
        text += c;
      }
    }
    return std::string(trim(text));
  }

  std::string_view css_;
  size_t at_ = 0;
  bool is_import_ = false;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> css_addresses(std::string_view css) {
  return Reader(css).read();
}

}  // namespace cocite::html
