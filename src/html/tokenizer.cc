#include "html/tokenizer.h"

#include <algorithm>

#include "base/ascii.h"
#include "html/byte_classes.h"
#include "html/raw_text.h"

namespace cocite::html {

const std::string_view* Token::attribute(std::string_view lower_name) const {
  for (const Attribute& candidate : attributes) {
    if (equals_ignore_case(candidate.name, lower_name)) return &candidate.value;
  }
  return nullptr;
}

void Tokenizer::start(std::string_view page, Comments comments) {
  page_ = page;
  skips_comments_ = comments == Comments::kSkip;
  pos_ = 0;
  content_ = Content::kMarkup;
  foreign_.clear();
  token_ = Token{};
  attributes_.reserve(kMaxAttributes);  // once: a span of it is in token_
}

bool Tokenizer::next() {
  if (content_ != Content::kMarkup && read_content()) return true;
  while (pos_ < page_.size()) {
    const size_t from = pos_;
    size_t lt = page_[from] == '<' ? from : find_byte(page_, from + 1, '<');
    // A '<' that starts nothing is text like any other.
    while (lt + 1 < page_.size()) {
      const char c = page_[lt + 1];
      if (is_letter(c) || c == '!' || c == '?') break;
      if (c == '/' && lt + 2 < page_.size()) break;
      lt = find_byte(page_, lt + 1, '<');
    }
    if (lt + 1 >= page_.size()) lt = page_.size();
    if (lt > from) return emit_text(from, lt, TextKind::kData);
    if (skips_comments_ && lt + 2 < page_.size() && page_[lt + 1] == '!') {
      // A doctype, or a comment for want of another name: both end with the next '>'.
      if (is_letter(page_[lt + 2])) {
        pos_ = std::min(find_byte(page_, lt + 3, '>') + 1, page_.size());
        continue;
      }
      if (read_declaration(lt) && token_.kind == TokenKind::kText) return true;
      continue;
    }
    if (read_markup(lt)) return true;
  }
  return false;
}

// False when the markup makes no token: "</>", or a tag that the end of the page cuts off.
bool Tokenizer::read_markup(size_t lt) {
  token_.offset = lt;
  const char c = page_[lt + 1];
  if (is_letter(c)) return read_tag(lt + 1, TokenKind::kStartTag);
  if (c == '!') return read_declaration(lt);
  if (c == '?') return emit_bogus_comment(lt + 1);
  const char name = page_[lt + 2];
  if (is_letter(name)) return read_tag(lt + 2, TokenKind::kEndTag);
  if (name == '>') {
    pos_ = lt + 3;
    return false;
  }
  return emit_bogus_comment(lt + 2);
}

bool Tokenizer::read_tag(size_t name_from, TokenKind kind) {
  const size_t pos = find_name_end<kNameEndByte>(page_, name_from);
  token_.kind = kind;
  token_.name = page_.substr(name_from, pos - name_from);
  token_.tag = find_tag(token_.name, page_.size() - name_from);
  token_.self_closing = false;
  token_.foreign = false;
  attributes_.clear();
  if (pos < page_.size() && page_[pos] == '>') {
    pos_ = pos + 1;
  } else if (!read_attributes(pos)) {
    pos_ = page_.size();
    return false;
  }
  token_.attributes = attributes_;
  if (kind == TokenKind::kStartTag) {
    after_start_tag();
  } else if (foreign_.any()) {
    foreign_.end_tag(token_.tag);
  }
  return true;
}

// From behind the tag's name to behind its '>'; false when the page ends before that.
bool Tokenizer::read_attributes(size_t pos) {
  const std::string_view page = page_;
  const size_t size = page.size();
  for (;;) {
    while (pos < size && is_space(page[pos])) ++pos;
    if (pos >= size) return false;
    if (page[pos] == '>') break;
    if (page[pos] == '/') {
      ++pos;
      if (pos < size && page[pos] == '>') {
        token_.self_closing = true;
        break;
      }
      continue;
    }

    const size_t name_from = pos;  // whatever it is, an '=' too, it begins a name
    pos = find_name_end<kAttributeEndByte>(page, pos + 1);
    Attribute attribute{page.substr(name_from, pos - name_from), {}};
    while (pos < size && is_space(page[pos])) ++pos;
    if (pos < size && page[pos] == '=') {
      ++pos;
      while (pos < size && is_space(page[pos])) ++pos;
      if (pos >= size) return false;
      const char quote = page[pos];
      if (quote == '"' || quote == '\'') {
        const size_t from = pos + 1;
        const size_t to = find_byte(page, from, quote);
        if (to >= size) return false;
        attribute.value = page.substr(from, to - from);
        pos = to + 1;
      } else if (quote != '>') {
        const size_t from = pos;
        while (pos < size && !is(page[pos], kUnquotedEndByte)) ++pos;
        attribute.value = page.substr(from, pos - from);
      }
    }
    if (attributes_.size() < kMaxAttributes) attributes_.push_back(attribute);
  }
  pos_ = pos + 1;
  return true;
}

void Tokenizer::after_start_tag() {
  if (foreign_.any() || token_.tag == Tag::kSvg || token_.tag == Tag::kMath) {
    bool html_allowed = false;
    if (token_.tag == Tag::kAnnotationXml) {
      const std::string_view* encoding = token_.attribute("encoding");
      html_allowed =
          encoding != nullptr && (equals_ignore_case(*encoding, "text/html") ||
                                  equals_ignore_case(*encoding, "application/xhtml+xml"));
    } else if (token_.tag == Tag::kFont) {
      html_allowed = token_.attribute("color") != nullptr || token_.attribute("face") != nullptr ||
                     token_.attribute("size") != nullptr;
    }
    token_.foreign = foreign_.start_tag(token_.tag, token_.self_closing, html_allowed);
    if (token_.foreign) return;
  }
  switch (token_.tag) {
    case Tag::kTitle:
    case Tag::kTextarea:
      content_ = Content::kRcdata;
      break;
    case Tag::kScript:
      content_ = Content::kScript;
      break;
    case Tag::kStyle:
    case Tag::kXmp:
    case Tag::kIframe:
    case Tag::kNoembed:
    case Tag::kNoframes:
      content_ = Content::kRawText;
      break;
    case Tag::kPlaintext:
      content_ = Content::kPlaintext;
      break;
    default:
      return;
  }
  content_tag_ = token_.tag;
}

// The text inside a script, title and so on; its end tag is then read like any other.
bool Tokenizer::read_content() {
  const Content content = content_;
  const size_t from = pos_;
  content_ = Content::kMarkup;
  size_t to = page_.size();
  if (content == Content::kScript) {
    to = find_script_end(page_, from);
  } else if (content != Content::kPlaintext) {
    to = find_end_tag(page_, from, name_of(content_tag_));
  }
  return to > from &&
         emit_text(from, to, content == Content::kRcdata ? TextKind::kRcdata : TextKind::kRaw);
}

bool Tokenizer::read_declaration(size_t lt) {
  const std::string_view rest = page_.substr(lt + 2);
  if (rest.starts_with("--")) {
    const CommentEnd end = find_comment_end(page_, lt);
    return emit_comment(lt + 4, end.text_end, end.resume);
  }
  if (rest.size() >= 7 && equals_ignore_case(rest.substr(0, 7), "doctype")) {
    // In every state of a doctype, quoted or not, the next '>' ends it.
    emit_bogus_comment(lt + 9);
    token_.kind = TokenKind::kDoctype;
    return true;
  }
  if (foreign_.inside() && rest.starts_with("[CDATA[")) {
    const size_t from = lt + 9;
    const size_t end = page_.find("]]>", from);
    const size_t to = end == std::string_view::npos ? page_.size() : end;
    pos_ = end == std::string_view::npos ? page_.size() : end + 3;
    if (to == from) return false;
    const size_t resume = pos_;
    emit_text(from, to, TextKind::kRaw);
    pos_ = resume;
    return true;
  }
  return emit_bogus_comment(lt + 2);
}

bool Tokenizer::emit_text(size_t from, size_t to, TextKind kind) {
  token_.kind = TokenKind::kText;
  token_.text_kind = kind;
  token_.offset = from;
  token_.text = page_.substr(from, to - from);
  pos_ = to;
  return true;
}

bool Tokenizer::emit_comment(size_t from, size_t to, size_t resume) {
  token_.kind = TokenKind::kComment;
  token_.text = to > from ? page_.substr(from, to - from) : std::string_view();
  pos_ = resume;
  return true;
}

bool Tokenizer::emit_bogus_comment(size_t from) {
  const size_t end = find_byte(page_, from, '>');
  return emit_comment(from, end, end < page_.size() ? end + 1 : end);
}

}  // namespace cocite::html
