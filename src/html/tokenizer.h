// A page as a row of tags and texts: the HTML standard's tokenizer, without a tree.
//
//   Tokenizer tokens(page);
//   while (tokens.next()) {
//     if (tokens.token().kind == TokenKind::kStartTag) ...
//   }
//
// Any bytes are a page: there is no failure, only the standard's way of reading on. Nothing is
// copied: names, values and texts are views of the page, with character references still in them
// (read_reference, decode_attribute), and nothing depends on how deep tags are nested.
//
// Two things the standard lets tree construction tell the tokenizer are worked out here:
//  - the content of script, style, textarea, title, xmp, iframe, noembed and noframes is text, and
//    all after <plaintext>; noscript is markup, as with scripting off, because its links are links;
//  - inside svg and math none of that holds, and <![CDATA[ starts a section (foreign.h).
//
// One Tokenizer is used by one thread at a time; start() reuses it for the next page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "html/foreign.h"
#include "html/tags.h"

namespace cocite::html {

enum class TokenKind : uint8_t { kText, kStartTag, kEndTag, kComment, kDoctype };

enum class TextKind : uint8_t {
  kData,    // between tags: character references, NUL is dropped
  kRcdata,  // textarea, title: character references, NUL stands for U+FFFD
  kRaw,     // script, style, plaintext, CDATA and so on: as it is, NUL stands for U+FFFD
};

// Comments and doctypes: tokens, or read past as if they were not there (which is faster: pages
// that went through old programs have more of them than tags).
enum class Comments : uint8_t { kGive, kSkip };

struct Attribute {
  std::string_view name;   // in the page's case
  std::string_view value;  // raw, without quotes; decode_attribute() reads it
};

struct Token {
  TokenKind kind = TokenKind::kText;
  TextKind text_kind = TextKind::kData;
  Tag tag = Tag::kUnknown;
  bool self_closing = false;
  bool foreign = false;   // a start tag that makes an svg or math element
  size_t offset = 0;      // of its first byte in the page
  std::string_view text;  // a text's or comment's content
  std::string_view name;  // a tag's name, in the page's case
  // In page order with duplicates: the standard keeps the first of a name, as attribute() does.
  std::span<const Attribute> attributes;

  // The raw value, or nullptr. REQUIRES: `lower_name` is in lower case.
  [[nodiscard]] const std::string_view* attribute(std::string_view lower_name) const;
};

// Attributes of one tag that are kept; those after them are read past. Browsers keep more, but no
// tag that a person or a program wrote has as many, and a hostile one must not cost memory.
inline constexpr size_t kMaxAttributes = 1024;

class Tokenizer {
 public:
  Tokenizer() = default;
  explicit Tokenizer(std::string_view page, Comments comments = Comments::kGive) {
    start(page, comments);
  }

  // Begins a page; `page` must outlive the tokens read from it.
  void start(std::string_view page, Comments comments = Comments::kGive);

  // Reads the next token; false at the end of the page.
  [[nodiscard]] bool next();
  // Valid until the next call of next() or start().
  [[nodiscard]] const Token& token() const { return token_; }

 private:
  enum class Content : uint8_t { kMarkup, kRcdata, kRawText, kScript, kPlaintext };

  [[nodiscard]] bool read_markup(size_t lt);
  [[nodiscard]] bool read_tag(size_t name_from, TokenKind kind);
  [[nodiscard]] bool read_attributes(size_t pos);
  [[nodiscard]] bool read_declaration(size_t lt);
  [[nodiscard]] bool read_content();
  bool emit_text(size_t from, size_t to, TextKind kind);
  bool emit_comment(size_t from, size_t to, size_t resume);
  bool emit_bogus_comment(size_t from);
  void after_start_tag();

  std::string_view page_;
  size_t pos_ = 0;
  bool skips_comments_ = false;
  Content content_ = Content::kMarkup;
  Tag content_tag_ = Tag::kUnknown;
  ForeignContent foreign_;
  Token token_;
  std::vector<Attribute> attributes_;
};

}  // namespace cocite::html
