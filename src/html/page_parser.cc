#include "html/page_parser.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "html/css.h"
#include "html/references.h"

namespace cocite::html {
namespace {

// Links of one page for which memory is kept from page to page (40 bytes each).
constexpr size_t kKeptLinks = 16 << 10;

}  // namespace

const PageContent& PageParser::parse(std::string_view html, const ParseOptions& options) {
  options_ = options;
  std::vector<Link> links = std::move(content_.links);
  links.clear();
  if (links.capacity() > kKeptLinks) links = {};
  content_ = PageContent{};
  content_.links = std::move(links);
  arena_.clear();
  title_.clear(options.max_title_bytes);
  anchor_.clear(0);
  text_.clear(options.max_text_bytes, options.max_words);
  in_title_ = in_anchor_ = in_style_ = skip_text_ = false;
  template_depth_ = noscript_depth_ = hidden_depth_ = 0;

  tokens_.start(html, Comments::kSkip);
  while (tokens_.next()) {
    const Token& token = tokens_.token();
    switch (token.kind) {
      case TokenKind::kText:
        text(token);
        break;
      case TokenKind::kStartTag:
        start_tag(token);
        break;
      case TokenKind::kEndTag:
        end_tag(token);
        break;
      case TokenKind::kComment:
      case TokenKind::kDoctype:
        break;
    }
  }
  close_anchor();
  content_.title = title_.text();
  content_.text = text_.text();
  content_.words = text_.words();
  return content_;
}

void PageParser::text(const Token& token) {
  if (in_style_) add_styles(token.text);
  if (in_title_) {
    title_.append(token.text, token.text_kind);
    return;
  }
  if ((text_.full() && !in_anchor_) || skip_text_ || template_depth_ != 0) return;
  if (in_anchor_ && !anchor_.full()) anchor_.append(token.text, token.text_kind);
  if (hidden_depth_ == 0) text_.append(token.text, token.text_kind);
}

void PageParser::start_tag(const Token& token) {
  if (has(token.tag, kBlock)) {
    text_.separate();
    anchor_.separate();
  }
  update_hidden_start(token);
  if (template_depth_ != 0 && token.tag != Tag::kTemplate) {
    // A template's content is not part of the page.
    skip_text_ = false;
    return;
  }
  if (options_.requisites) add_requisites(token);
  switch (token.tag) {
    case Tag::kA: {
      const std::string_view* href = token.attribute("href");
      if (href == nullptr && token.foreign) href = token.attribute("xlink:href");
      close_anchor();
      if (href != nullptr) add_link(token, LinkKind::kA, href);
      break;
    }
    case Tag::kArea:
      if (!token.foreign) add_link(token, LinkKind::kArea, token.attribute("href"));
      break;
    case Tag::kFrame:
      if (options_.frames && !token.foreign) {
        add_link(token, LinkKind::kFrame, token.attribute("src"));
      }
      break;
    case Tag::kIframe:
      if (token.foreign) break;
      skip_text_ = true;
      if (options_.frames) add_link(token, LinkKind::kIframe, token.attribute("src"));
      break;
    case Tag::kImg:
      if (in_anchor_ && !anchor_.full()) {
        if (const std::string_view* alt = token.attribute("alt")) {
          anchor_.separate();
          anchor_.append(*alt, TextKind::kRcdata);
          anchor_.separate();
        }
      }
      break;
    case Tag::kTitle:
      in_title_ = !token.foreign && title_.words() == 0;
      skip_text_ = !token.foreign && !in_title_;
      break;
    case Tag::kScript:
    case Tag::kStyle:
    case Tag::kNoembed:
    case Tag::kNoframes:
      skip_text_ = !token.foreign;
      break;
    case Tag::kTemplate:
      if (!token.foreign) ++template_depth_;
      break;
    case Tag::kNoscript:
      ++noscript_depth_;
      break;
    case Tag::kBase:
      if (const std::string_view* href = token.attribute("href");
          href != nullptr && !content_.has_base && !token.foreign) {
        content_.has_base = true;
        content_.base_href = keep(href);
      }
      break;
    case Tag::kHtml:
      if (content_.lang.empty()) {
        const std::string_view* lang = token.attribute("lang");
        content_.lang = keep(lang != nullptr ? lang : token.attribute("xml:lang"));
      }
      break;
    case Tag::kLink:
      if (!token.foreign) read_link_element(token);
      break;
    case Tag::kMeta:
      if (!token.foreign) read_meta(token);
      break;
    default:
      break;
  }
}

void PageParser::end_tag(const Token& token) {
  if (has(token.tag, kBlock)) {
    text_.separate();
    anchor_.separate();
  }
  update_hidden_end(token);
  if (token.tag == Tag::kStyle) in_style_ = false;
  switch (token.tag) {
    case Tag::kA:
      if (template_depth_ == 0) close_anchor();
      break;
    case Tag::kTitle:
      in_title_ = skip_text_ = false;
      break;
    case Tag::kScript:
    case Tag::kStyle:
    case Tag::kIframe:
    case Tag::kNoembed:
    case Tag::kNoframes:
      skip_text_ = false;
      break;
    case Tag::kTemplate:
      if (template_depth_ != 0) --template_depth_;
      break;
    case Tag::kNoscript:
      if (noscript_depth_ != 0) --noscript_depth_;
      break;
    default:
      break;
  }
}

void PageParser::add_link(const Token& token, LinkKind kind, const std::string_view* href) {
  if (href == nullptr) return;
  if (content_.links.size() >= options_.max_links || href->size() > options_.max_attribute_bytes ||
      arena_.used_bytes() >= options_.max_stored_bytes) {
    ++content_.links_left_out;
    return;
  }
  Link link;
  link.href = keep(href);
  link.offset = token.offset;
  link.kind = kind;
  if (const std::string_view* rel = token.attribute("rel")) {
    link.rel = read_rel(decode_attribute(*rel, buffer_)) & static_cast<uint8_t>(~kRelCanonical);
  }
  if (kind == LinkKind::kArea) {
    if (const std::string_view* alt = token.attribute("alt")) {
      WordSink words(options_.max_anchor_bytes);
      words.append(*alt, TextKind::kRcdata);
      link.anchor = arena_.store(words.text());
    }
  }
  content_.links.push_back(link);
  if (kind == LinkKind::kA && !(token.foreign && token.self_closing)) {
    in_anchor_ = true;
    anchor_.clear(options_.max_anchor_bytes);
  }
}

void PageParser::close_anchor() {
  if (!in_anchor_) return;
  in_anchor_ = false;
  content_.links.back().anchor = arena_.store(anchor_.text());
}

void PageParser::add_requisite(std::string_view href) {
  if (href.empty() || content_.requisites.size() >= options_.max_links ||
      arena_.used_bytes() >= options_.max_stored_bytes) {
    return;
  }
  content_.requisites.push_back(arena_.store(href));
}

void PageParser::add_styles(std::string_view css) {
  for (const std::string& one : css_addresses(css)) add_requisite(one);
}

void PageParser::add_requisites(const Token& token) {
  const auto value = [&](std::string_view name) { return keep(token.attribute(name)); };
  // "a.png 1x, b.png 2x": an address has no blanks, and may have commas.
  const auto add_set = [&](std::string_view set) {
    for (size_t at = 0; at < set.size();) {
      while (at < set.size() && (is_space(set[at]) || set[at] == ',')) ++at;
      const size_t begin = at;
      while (at < set.size() && !is_space(set[at])) ++at;
      std::string_view href = set.substr(begin, at - begin);
      const bool has_no_size = href.ends_with(',');
      while (href.ends_with(',')) href.remove_suffix(1);
      add_requisite(href);
      if (!has_no_size) at = std::min(set.find(',', at), set.size());
    }
  };
  if (token.attribute("style") != nullptr) add_styles(value("style"));
  if (token.attribute("background") != nullptr) add_requisite(value("background"));
  switch (token.tag) {
    case Tag::kImg:
      add_requisite(value("src"));
      add_set(value("srcset"));
      break;
    case Tag::kSource:
      add_set(value("srcset"));
      break;
    case Tag::kInput:
      if (equals_ignore_case(value("type"), "image")) add_requisite(value("src"));
      break;
    case Tag::kScript:
      add_requisite(value("src"));
      break;
    case Tag::kStyle:
      in_style_ = true;
      break;
    case Tag::kLink: {
      constexpr std::array<std::string_view, 6> kNeeded = {
          "stylesheet", "icon", "apple-touch-icon", "preload", "modulepreload", "mask-icon"};
      std::string_view rel = value("rel");
      while (!rel.empty()) {
        size_t end = 0;
        while (end < rel.size() && !is_space(rel[end])) ++end;
        const std::string_view word = rel.substr(0, end);
        rel.remove_prefix(std::min(end + 1, rel.size()));
        if (std::ranges::none_of(kNeeded,
                                 [&](auto one) { return equals_ignore_case(word, one); })) {
          continue;
        }
        add_requisite(value("href"));
        break;
      }
      break;
    }
    default:
      if (equals_ignore_case(token.name, "video")) add_requisite(value("poster"));
      if (token.foreign && equals_ignore_case(token.name, "image")) {
        add_requisite(value(token.attribute("href") != nullptr ? "href" : "xlink:href"));
      }
  }
}

void PageParser::read_meta(const Token& token) {
  if (content_.charset.empty()) content_.charset = trim(keep(token.attribute("charset")));
  const std::string_view* content = token.attribute("content");
  if (content == nullptr || content->size() > options_.max_attribute_bytes) return;

  if (const std::string_view* equiv = token.attribute("http-equiv")) {
    std::string name_buffer;
    const std::string_view name = trim(decode_attribute(*equiv, name_buffer));
    if (equals_ignore_case(name, "refresh")) {
      // Inside noscript it sends only readers without scripts elsewhere: no alias of this page.
      if (content_.has_refresh || noscript_depth_ != 0) return;
      const std::optional<Refresh> refresh = read_refresh(decode_attribute(*content, buffer_));
      if (!refresh) return;
      content_.has_refresh = true;
      content_.refresh = {refresh->delay_s, arena_.store(refresh->url)};
    } else if (equals_ignore_case(name, "content-type") && content_.charset.empty()) {
      content_.charset =
          arena_.store(trim(charset_of_content_type(decode_attribute(*content, buffer_))));
    }
  } else if (const std::string_view* raw_name = token.attribute("name")) {
    std::string name_buffer;
    const std::string_view name = trim(decode_attribute(*raw_name, name_buffer));
    if (!equals_ignore_case(name, "robots")) return;
    const Robots robots = read_robots(decode_attribute(*content, buffer_));
    content_.nofollow |= robots.nofollow;
    content_.noindex |= robots.noindex;
  }
}

void PageParser::read_link_element(const Token& token) {
  if (!content_.canonical.empty()) return;
  const std::string_view* rel = token.attribute("rel");
  if (rel == nullptr || (read_rel(decode_attribute(*rel, buffer_)) & kRelCanonical) == 0) return;
  content_.canonical = keep(token.attribute("href"));
}

std::string_view PageParser::keep(const std::string_view* raw) {
  if (raw == nullptr || raw->size() > options_.max_attribute_bytes) return {};
  const std::string_view value = decode_attribute(*raw, buffer_);
  return value.data() == raw->data() ? value : arena_.store(value);
}

bool PageParser::hides(const Token& token) const {
  if (token.foreign) {
    return token.tag == Tag::kTitle || token.tag == Tag::kDesc || token.tag == Tag::kScript ||
           token.tag == Tag::kStyle;
  }
  if (token.tag == Tag::kDatalist) return true;
  // Pages with a hidden html or body show it by script: their text is what readers see.
  if (token.tag == Tag::kHtml || token.tag == Tag::kBody) return false;
  for (const Attribute& attribute : token.attributes) {
    if (attribute.name.size() == 6 && equals_ignore_case(attribute.name, "hidden")) return true;
  }
  return false;
}

// Without a tree an element ends at the end tag that matches it by counting tags of its name. One
// that may lack its end tag also ends at the next of its kind, or with what could hold it.
void PageParser::update_hidden_start(const Token& token) {
  if (hidden_depth_ != 0) {
    if (token.tag != hidden_tag_ || token.self_closing) return;
    if (has(token.tag, kOptionalEnd)) {
      hidden_depth_ = 0;
    } else if (token.tag != Tag::kUnknown || token.name == hidden_name_) {
      ++hidden_depth_;
      return;
    }
  }
  if (token.attributes.empty() && !token.foreign && token.tag != Tag::kDatalist) return;
  if (hidden_depth_ != 0 || has(token.tag, kVoid) || (token.foreign && token.self_closing)) return;
  if (!hides(token)) return;
  hidden_tag_ = token.tag;
  hidden_name_ = token.name;
  hidden_depth_ = 1;
}

void PageParser::update_hidden_end(const Token& token) {
  if (hidden_depth_ == 0) return;
  if (token.tag == hidden_tag_) {
    if (token.tag != Tag::kUnknown || token.name == hidden_name_) --hidden_depth_;
    return;
  }
  if (has(hidden_tag_, kOptionalEnd) &&
      (token.tag == Tag::kUl || token.tag == Tag::kOl || token.tag == Tag::kDl ||
       token.tag == Tag::kTable || token.tag == Tag::kSelect || token.tag == Tag::kDiv)) {
    hidden_depth_ = 0;
  }
}

}  // namespace cocite::html
