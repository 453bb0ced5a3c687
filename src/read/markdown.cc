#include "read/markdown.h"

#include <algorithm>
#include <functional>
#include <optional>

#include <md4c.h>

#include "html/page_parser.h"
#include "html/references.h"
#include "html/tokenizer.h"
#include "html/word_sink.h"

namespace cocite::read {
namespace {

constexpr html::ParseOptions kLimits;

std::string_view view(const MD_CHAR* text, MD_SIZE size) {
  return {text, size};
}

constexpr size_t kMaxShortcodeBytes = 1000;

// Hugo's {{< ref "page.md" >}} and relref, as what they refer to: no parser takes them for an address.
std::string without_shortcodes(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (;;) {
    const size_t open = text.find("{{");
    out += text.substr(0, open);
    if (open == std::string_view::npos) return out;
    text.remove_prefix(open);
    const std::string_view start = text.substr(0, kMaxShortcodeBytes);
    const std::string_view line = start.substr(0, start.find('\n'));
    const size_t close = line.find("}}");
    const std::string_view code = line.substr(0, close);
    const size_t quote = code.find('"');
    const size_t end = quote == std::string_view::npos ? quote : code.find('"', quote + 1);
    if (close == std::string_view::npos || code.find("ref ") == std::string_view::npos ||
        end == std::string_view::npos) {
      out += text.substr(0, 2);
      text.remove_prefix(2);
      continue;
    }
    out += code.substr(quote + 1, end - quote - 1);
    text.remove_prefix(close + 2);
  }
}

// Embedded notes are links, not images.
void open_embeds(std::string& text) {
  for (size_t at = 0; (at = text.find("![[", at)) != std::string::npos; ++at) text[at] = ' ';
}

// Lines of MDX that import or export code, up to the first line of another kind.
std::string_view without_imports(std::string_view text) {
  for (;;) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const bool is_blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
    if (end == std::string_view::npos ||
        (!is_blank && !(line.starts_with("import ") && line.find('\'') != std::string_view::npos) &&
         !(line.starts_with("import ") && line.find('"') != std::string_view::npos) &&
         !line.starts_with("export const "))) {
      return text;
    }
    text.remove_prefix(end + 1);
  }
}

}  // namespace

struct MarkdownParser::State {
  MarkdownPage page;
  std::string_view source;  // what md4c parses
  html::WordSink text;
  html::WordSink heading;
  html::WordSink anchor;
  html::Tokenizer tokens;
  std::string html_block;
  std::string room;
  bool in_code = false;
  bool in_heading = false;
  bool in_html_block = false;
  int images = 0;  // depth
  std::optional<size_t> open_link;

  void begin() {
    page.front = {};
    page.title.clear();
    page.text.clear();
    page.links.clear();
    page.links_left_out = 0;
    html_block.clear();
    in_code = in_heading = in_html_block = false;
    images = 0;
    open_link.reset();
  }

  void separate() {
    text.separate();
    heading.separate();
    anchor.separate();
  }

  void words(std::string_view raw, html::TextKind kind) {
    if (in_code) return;
    text.append(raw, kind);
    if (in_heading) heading.append(raw, kind);
    if (open_link) anchor.append(raw, kind);
  }

  void open(std::string target, bool is_wiki) {
    close();
    if (images > 0) return;
    if (page.links.size() >= kLimits.max_links) {
      ++page.links_left_out;
      return;
    }
    open_link = page.links.size();
    page.links.push_back({.target = std::move(target), .anchor = {}, .is_wiki = is_wiki});
    anchor.clear(kLimits.max_anchor_bytes);
  }

  void close() {
    if (!open_link) return;
    page.links[*open_link].anchor = anchor.text();
    open_link.reset();
  }

  // Tags of HTML: links, and what is between tags.
  void html(std::string_view bytes) {
    tokens.start(bytes, html::Comments::kSkip);
    while (tokens.next()) {
      const html::Token& token = tokens.token();
      if (token.kind == html::TokenKind::kText) {
        if (token.text_kind == html::TextKind::kData) words(token.text, token.text_kind);
      } else if (token.kind == html::TokenKind::kStartTag && token.tag == html::Tag::kA) {
        const std::string_view* const href = token.attribute("href");
        if (href != nullptr && href->size() <= kLimits.max_attribute_bytes) {
          open(std::string(html::decode_attribute(*href, room)), false);
        }
      } else if (token.kind == html::TokenKind::kEndTag && token.tag == html::Tag::kA) {
        close();
      }
    }
  }
};

namespace {

std::string decoded(const MD_ATTRIBUTE& attribute) {
  std::string out;
  for (size_t i = 0;
       attribute.substr_offsets != nullptr && attribute.substr_offsets[i] < attribute.size; ++i) {
    const MD_OFFSET begin = attribute.substr_offsets[i];
    const std::string_view piece =
        view(attribute.text + begin, attribute.substr_offsets[i + 1] - begin);
    if (attribute.substr_types[i] == MD_TEXT_ENTITY) {
      const html::Reference reference = html::read_reference(piece, 0, html::Place::kText);
      out += reference.length > 0 ? reference.utf8() : piece;
    } else if (attribute.substr_types[i] != MD_TEXT_NULLCHAR) {
      out += piece;
    }
  }
  return out;
}

}  // namespace

// The library calls these for everything it finds, in page order; 0: go on.
struct MarkdownEvents {
  template <class S>
  static int enter_block(MD_BLOCKTYPE type, void* /*detail*/, void* user) {
    S& state = *static_cast<S*>(user);
    state.separate();
    if (type == MD_BLOCK_CODE) state.in_code = true;
    if (type == MD_BLOCK_HTML) state.in_html_block = true;
    if (type == MD_BLOCK_H && state.page.title.empty()) {
      state.in_heading = true;
      state.heading.clear(kLimits.max_title_bytes);
    }
    return 0;
  }
  template <class S>
  static int leave_block(MD_BLOCKTYPE type, void* /*detail*/, void* user) {
    S& state = *static_cast<S*>(user);
    state.separate();
    if (type == MD_BLOCK_CODE) state.in_code = false;
    if (type == MD_BLOCK_HTML) {
      state.in_html_block = false;
      state.html(state.html_block);
      state.html_block.clear();
    } else if (type != MD_BLOCK_DOC && type != MD_BLOCK_TD) {
      state.close();
    }
    if (type == MD_BLOCK_H && state.in_heading) {
      state.in_heading = false;
      state.page.title = state.heading.text();
    }
    return 0;
  }
  template <class S>
  static int enter_span(MD_SPANTYPE type, void* detail, void* user) {
    S& state = *static_cast<S*>(user);
    if (type == MD_SPAN_A) state.open(decoded(static_cast<MD_SPAN_A_DETAIL*>(detail)->href), false);
    if (type == MD_SPAN_WIKILINK) {
      state.open(decoded(static_cast<MD_SPAN_WIKILINK_DETAIL*>(detail)->target), true);
    }
    if (type == MD_SPAN_IMG) ++state.images;
    return 0;
  }
  template <class S>
  static int leave_span(MD_SPANTYPE type, void* /*detail*/, void* user) {
    S& state = *static_cast<S*>(user);
    if (type == MD_SPAN_A || type == MD_SPAN_WIKILINK) state.close();
    if (type == MD_SPAN_IMG) --state.images;
    return 0;
  }
  template <class S>
  static int text(MD_TEXTTYPE type, const MD_CHAR* bytes, MD_SIZE size, void* user) {
    S& state = *static_cast<S*>(user);
    // Where an address and a link overlap, md4c names bytes behind the end. Those that it has from
    // elsewhere are line breaks.
    const char* const begin = state.source.data();
    const char* const end = begin + state.source.size();
    if (std::less{}(bytes, begin) || std::greater{}(bytes, end)) {
      bytes = "\n";
      size = 1;
    } else {
      size = static_cast<MD_SIZE>(std::min<size_t>(size, static_cast<size_t>(end - bytes)));
    }
    switch (type) {
      case MD_TEXT_BR:
      case MD_TEXT_SOFTBR:
        state.separate();
        break;
      case MD_TEXT_HTML:
        if (state.in_html_block) {
          state.html_block += view(bytes, size);
        } else {
          state.html(view(bytes, size));
        }
        break;
      case MD_TEXT_ENTITY:
        state.words(view(bytes, size), html::TextKind::kData);
        break;
      case MD_TEXT_NULLCHAR:
        break;
      default:
        state.words(view(bytes, size), html::TextKind::kRaw);
    }
    return 0;
  }
};

MarkdownParser::MarkdownParser() : state_(std::make_unique<State>()) {}
MarkdownParser::~MarkdownParser() = default;

const MarkdownPage& MarkdownParser::parse(std::string_view file, size_t max_words) {
  State& state = *state_;
  state.begin();
  state.page.front = read_front_matter(file);
  state.page.title = state.page.front.title;
  state.text.clear(max_words == 0 ? 0 : kLimits.max_text_bytes, max_words);
  std::string_view body = without_imports(file.substr(state.page.front.size));
  const auto has = [&](std::string_view what) { return body.find(what) != std::string_view::npos; };
  std::string expanded;
  if (has("![[") || (has("{{") && has("ref \""))) {
    expanded = without_shortcodes(body);
    open_embeds(expanded);
    body = expanded;
  }
  MD_PARSER parser{};
  parser.flags = MD_FLAG_PERMISSIVEAUTOLINKS | MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH |
                 MD_FLAG_TASKLISTS | MD_FLAG_WIKILINKS;
  parser.enter_block = MarkdownEvents::enter_block<State>;
  parser.leave_block = MarkdownEvents::leave_block<State>;
  parser.enter_span = MarkdownEvents::enter_span<State>;
  parser.leave_span = MarkdownEvents::leave_span<State>;
  parser.text = MarkdownEvents::text<State>;
  state.source = body;
  md_parse(body.data(), static_cast<MD_SIZE>(body.size()), &parser, &state);
  state.close();
  state.page.text = state.text.text();
  return state.page;
}

}  // namespace cocite::read
