#include "html/raw_text.h"

#include <cstdint>

#include "base/ascii.h"
#include "html/byte_classes.h"

namespace cocite::html {
namespace {

// Is page[at...] `lower_name` in any case, followed by a byte that ends a tag name?
bool has_name_at(std::string_view page, size_t at, std::string_view lower_name) {
  const size_t end = at + lower_name.size();
  return end < page.size() && is(page[end], kNameEndByte) &&
         equals_ignore_case(page.substr(at, lower_name.size()), lower_name);
}

constexpr std::string_view kScript = "script";

}  // namespace

size_t find_end_tag(std::string_view page, size_t from, std::string_view lower_name) {
  for (size_t lt = find_byte(page, from, '<'); lt < page.size();
       lt = find_byte(page, lt + 1, '<')) {
    if (lt + 1 < page.size() && page[lt + 1] == '/' && has_name_at(page, lt + 2, lower_name)) {
      return lt;
    }
  }
  return page.size();
}

size_t find_script_end(std::string_view page, size_t from) {
  // The standard's script data states, by what they remember: nothing, that a <!-- is open, that a
  // <script> is open inside it.
  enum class State : uint8_t { kPlain, kEscaped, kDoubleEscaped };
  State state = State::kPlain;
  size_t pos = from;
  for (;;) {
    if (state == State::kPlain) {
      pos = find_byte(page, pos, '<');
    } else {
      while (pos < page.size() && page[pos] != '<' && page[pos] != '-') ++pos;
    }
    if (pos + 1 >= page.size()) return page.size();

    if (page[pos] == '-') {
      if (page.substr(pos, 3) == "-->") {
        state = State::kPlain;
        pos += 2;
      }
      ++pos;
    } else if (page[pos + 1] == '/' && has_name_at(page, pos + 2, kScript)) {
      if (state != State::kDoubleEscaped) return pos;
      state = State::kEscaped;
      pos += 2 + kScript.size();
    } else if (state == State::kPlain && page.substr(pos, 4) == "<!--") {
      state = State::kEscaped;
      pos += 2;  // the dashes count for an end too: <!--> is open and shut
    } else if (state == State::kEscaped && has_name_at(page, pos + 1, kScript)) {
      state = State::kDoubleEscaped;
      pos += 1 + kScript.size();
    } else {
      ++pos;
    }
  }
}

CommentEnd find_comment_end(std::string_view page, size_t lt) {
  // "-->" ends a comment even when its dashes are those of "<!--" (<!-->, <!--->); "--!>" only
  // behind them.
  const size_t from = lt + 2;
  for (size_t gt = find_byte(page, from, '>'); gt < page.size();
       gt = find_byte(page, gt + 1, '>')) {
    if (gt >= from + 2 && page[gt - 1] == '-' && page[gt - 2] == '-') return {gt - 2, gt + 1};
    if (gt >= lt + 7 && page[gt - 1] == '!' && page[gt - 2] == '-' && page[gt - 3] == '-') {
      return {gt - 3, gt + 1};
    }
  }
  return {page.size(), page.size()};
}

}  // namespace cocite::html
