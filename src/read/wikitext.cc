#include "read/wikitext.h"

#include <algorithm>
#include <array>

#include "read/header_fields.h"

namespace cocite::read {
namespace {

using namespace std::string_view_literals;

constexpr size_t kMaxTextBytes = 64 << 10;
constexpr size_t kMaxTargetBytes = 1000;  // a longer one is a bracket that was forgotten
constexpr size_t kMaxAnchorBytes = 2000;
constexpr size_t kMaxLinks = 200'000;

// Elements whose content is shown as it is.
constexpr std::array kVerbatim = {"nowiki"sv,       "pre"sv,   "syntaxhighlight"sv, "source"sv,
                                  "math"sv,         "chem"sv,  "score"sv,           "timeline"sv,
                                  "templatedata"sv, "graph"sv, "mapframe"sv};

constexpr std::array kRedirects = {"redirect"sv,
                                   "weiterleitung"sv,
                                   "redirection"sv,
                                   "redirección"sv,
                                   "redireccion"sv,
                                   "rinvia"sv,
                                   "redirecionamento"sv,
                                   "doorverwijzing"sv,
                                   "patrz"sv,
                                   "przekieruj"sv,
                                   "tam"sv,
                                   "omdirigering"sv,
                                   "перенаправление"sv,
                                   "перенапр"sv,
                                   "ПЕРЕНАПРАВЛЕНИЕ"sv,
                                   "ПЕРЕНАПР"sv,
                                   "перенаправлення"sv,
                                   "転送"sv,
                                   "リダイレクト"sv,
                                   "重定向"sv,
                                   "넘겨주기"sv};

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Where `needle`, in lower case, stands in any case; the text's size if it does not.
size_t find_any_case(std::string_view text, std::string_view needle, size_t from) {
  for (size_t at = text.find(needle[0], from); at != std::string_view::npos;
       at = text.find(needle[0], at + 1)) {
    if (is_same_name(text.substr(at, needle.size()), needle)) return at;
  }
  return text.size();
}

}  // namespace

void Wikitext::read(std::string_view text, size_t max_words) {
  page_ = text;
  at_ = 0;
  at_line_start_ = true;
  templates_ = tables_ = files_ = 0;
  in_note_ = false;
  links_.clear();
  words_.clear(max_words == 0 ? 0 : kMaxTextBytes, max_words);
  while (at_ < page_.size()) {
    if (at_line_start_ && line_start()) continue;
    if (comment_or_tag() || link() || brackets()) continue;
    plain();
  }
}

void Wikitext::say(std::string_view text) {
  if (!is_silent() && !words_.full()) words_.append(text, html::TextKind::kData);
}

// Markup that counts only where a line begins.
bool Wikitext::line_start() {
  at_line_start_ = false;
  const std::string_view rest = page_.substr(at_);
  if (rest.starts_with("{|")) {
    ++tables_;
    at_ += 2;
    return true;
  }
  if (rest.starts_with("|}") && !rest.starts_with("|}}") && tables_ > 0) {
    --tables_;
    at_ += 2;
    return true;
  }
  if (rest.starts_with("==")) {
    // No heading stands inside a template or a table: what was not closed is closed.
    templates_ = tables_ = files_ = 0;
    in_note_ = false;
  }
  in_heading_ = rest.starts_with('=');
  const size_t markers = std::min(rest.find_first_not_of("*#:;="), rest.size());
  at_ += markers;
  if (markers > 0) words_.separate();
  return markers > 0;
}

bool Wikitext::comment_or_tag() {
  if (page_[at_] != '<') return false;
  const std::string_view rest = page_.substr(at_);
  if (rest.starts_with("<!--")) {
    const size_t end = rest.find("-->");
    at_ = end == std::string_view::npos ? page_.size() : at_ + end + 3;
    return true;
  }
  const bool is_end = rest.starts_with("</");
  const size_t begin = is_end ? 2 : 1;
  size_t name_end = begin;
  while (name_end < rest.size() && is_name(rest[name_end])) ++name_end;
  if (name_end == begin) return false;
  const std::string_view name = rest.substr(begin, name_end - begin);
  const size_t close = rest.find('>');
  constexpr size_t kLongestTag = 2000;
  if (close == std::string_view::npos || close > kLongestTag) return false;
  at_ += close + 1;
  const bool is_empty = rest[close - 1] == '/';
  if (is_same_name(name, "ref")) {
    if (!is_empty) in_note_ = !is_end;
    return true;
  }
  if (!is_end && !is_empty) {
    for (const std::string_view verbatim : kVerbatim) {
      if (!is_same_name(name, verbatim)) continue;
      const std::string end_tag = "</" + std::string(verbatim);
      const size_t end = find_any_case(page_, end_tag, at_);
      say(page_.substr(at_, verbatim == "nowiki" || verbatim == "pre" ? end - at_ : 0));
      at_ = std::min(end, page_.size());
      return true;
    }
  }
  if (is_same_name(name, "br") || is_same_name(name, "p") || is_same_name(name, "div")) {
    words_.separate();
  }
  return true;
}

bool Wikitext::link() {
  const std::string_view rest = page_.substr(at_);
  if (!rest.starts_with("[[")) return false;
  const std::string_view body = rest.substr(2);
  const size_t target_end =
      std::min(body.substr(0, kMaxTargetBytes).find_first_of("|[]{}\n"), body.size());
  const std::string_view target = body.substr(0, target_end);
  const std::string_view behind = body.substr(target_end);
  const bool is_page = site_->names_page(target);
  if (behind.starts_with("]]")) {
    at_ += 2 + target_end + 2;
    if (is_page) add_link(target, target);
    return true;
  }
  if (!behind.starts_with('|')) return false;
  const std::string_view inside = behind.substr(1, kMaxAnchorBytes);
  const size_t end = inside.find("]]");
  const bool is_whole = end != std::string_view::npos && end < inside.find("[[");
  if (is_whole) {
    at_ += 2 + target_end + 1 + end + 2;
    if (is_page) add_link(target, inside.substr(0, end));
    return true;
  }
  // A picture with links in its caption, or brackets that were forgotten: what is inside is looked
  // at by itself.
  if (!is_page) ++files_;
  at_ += is_page ? 2 : 2 + target_end + 1;
  return true;
}

// at_ is behind it.
void Wikitext::add_link(std::string_view target, std::string_view anchor) {
  const auto end = std::find_if_not(page_.begin() + static_cast<ptrdiff_t>(at_), page_.end(),
                                    [](char c) { return c >= 'a' && c <= 'z'; });
  const std::string_view trail = page_.substr(at_, static_cast<size_t>(end - page_.begin()) - at_);
  if (anchor.starts_with(':')) anchor.remove_prefix(1);
  if (links_.size() < kMaxLinks) links_.push_back({target, anchor, trail});
  if (!is_silent() && !words_.full()) {
    words_.append(plain_anchor(anchor, anchor_, kMaxAnchorBytes), html::TextKind::kRaw);
    words_.append(trail, html::TextKind::kRaw);
  }
  at_ += trail.size();
}

// Brackets that open or close something, or nothing at all.
bool Wikitext::brackets() {
  const std::string_view rest = page_.substr(at_);
  if (rest.starts_with("{{")) {
    ++templates_;
    at_ += 2;
    return true;
  }
  if (rest.starts_with("}}")) {
    if (templates_ > 0) --templates_;
    at_ += 2;
    return true;
  }
  if (rest.starts_with("]]")) {
    if (files_ > 0) --files_;
    at_ += 2;
    return true;
  }
  if (rest.starts_with("''")) {
    at_ += std::min(rest.find_first_not_of('\''), rest.size());
    return true;
  }
  // [https://address text]: the text is shown, the address is not.
  if (rest.starts_with("[http") || rest.starts_with("[//")) {
    const size_t end = std::min(rest.find_first_of(" ]\n"), rest.size());
    at_ += end;
    return true;
  }
  return false;
}

void Wikitext::plain() {
  const size_t from = at_;
  const char first = page_[from];
  if (first == '\n' || first == '[' || first == ']') {
    at_line_start_ = first == '\n';
    if (at_line_start_) words_.separate();
    ++at_;
    return;
  }
  at_ = std::min(page_.find_first_of("<[]{}'\n", from + 1), page_.size());
  // __NOTOC__ and similar words are instructions for MediaWiki.
  std::string_view run = page_.substr(from, at_ - from);
  if (in_heading_) run = run.substr(0, run.find_last_not_of('=') + 1);
  if (!run.starts_with("__")) say(run);
}

std::string_view redirect_target(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('#')) return {};
  text.remove_prefix(1);
  const auto known = std::ranges::find_if(kRedirects, [&](std::string_view word) {
    const std::string_view begin = text.substr(0, word.size());
    return begin == word || is_same_name(begin, word);
  });
  if (known == kRedirects.end()) return {};
  text.remove_prefix(known->size());
  while (!text.empty() && (is_blank(text.front()) || text.front() == ':')) text.remove_prefix(1);
  if (!text.starts_with("[[")) return {};
  const size_t end = text.find("]]");
  if (end == std::string_view::npos || end > kMaxTargetBytes) return {};
  const std::string_view target = text.substr(2, end - 2);
  return target.substr(0, target.find('|'));
}

std::string_view plain_anchor(std::string_view anchor, html::WordSink& words, size_t max_bytes) {
  words.clear(max_bytes);
  bool in_tag = false;
  for (size_t at = 0; at < anchor.size() && !words.full();) {
    if (in_tag) {
      in_tag = anchor[at++] != '>';
      continue;
    }
    if (anchor[at] == '<' && at + 1 < anchor.size() &&
        (is_name(anchor[at + 1]) || anchor[at + 1] == '/')) {
      in_tag = true;
    } else if (anchor.substr(at).starts_with("''")) {
      at += std::min(anchor.substr(at).find_first_not_of('\''), anchor.size() - at);
    } else {
      const size_t end = std::min(anchor.find_first_of("<'", at + 1), anchor.size());
      words.append(anchor.substr(at, end - at), html::TextKind::kData);
      at = end;
    }
  }
  return words.text();
}

}  // namespace cocite::read
