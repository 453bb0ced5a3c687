#include "html/feed.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "html/references.h"

namespace cocite::html {
namespace {

constexpr size_t kMaxTextBytes = 4096;  // of a title or an address

// "atom:link" is "link" here: prefixes are anybody's choice.
std::string_view local_name(std::string_view name) {
  return name.substr(name.rfind(':') + 1);  // npos + 1 is 0
}

bool begins_with(std::string_view text, size_t at, std::string_view what) {
  return text.substr(at, what.size()) == what;
}

// The value of an attribute, in what stands between the name of a tag and its end.
std::string attribute(std::string_view tag, std::string_view wanted) {
  for (size_t at = 0; at < tag.size();) {
    while (at < tag.size() && (is_space(tag[at]) || tag[at] == '/')) ++at;
    const size_t begin = at;
    while (at < tag.size() && !is_space(tag[at]) && tag[at] != '=') ++at;
    const std::string_view name = tag.substr(begin, at - begin);
    while (at < tag.size() && is_space(tag[at])) ++at;
    if (at == tag.size() || tag[at] != '=') {
      if (name.empty()) ++at;
      continue;
    }
    ++at;
    while (at < tag.size() && is_space(tag[at])) ++at;
    if (at == tag.size() || (tag[at] != '"' && tag[at] != '\'')) continue;
    const size_t end = std::min(tag.find(tag[at], at + 1), tag.size());
    if (name == wanted) {
      std::string buffer;
      return std::string(decode_attribute(tag.substr(at + 1, end - at - 1), buffer));
    }
    at = end + 1;
  }
  return {};
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Feed read() {
    size_t at = 0;
    while (at < text_.size() && (feed_.is_feed || !is_root_seen_)) {
      const size_t open = std::min(text_.find('<', at), text_.size());
      take_text(text_.substr(at, open - at), true);
      if (open == text_.size()) break;
      at = read_markup(open);
    }
    end_item();
    return std::move(feed_);
  }

 private:
  // What begins with the "<" at `open`; returns where it ends.
  size_t read_markup(size_t open) {
    const auto skip_to = [&](std::string_view end, size_t from) {
      const size_t found = text_.find(end, from);
      return found == std::string_view::npos ? text_.size() : found + end.size();
    };
    if (begins_with(text_, open, "<!--")) return skip_to("-->", open + 4);
    if (begins_with(text_, open, "<![CDATA[")) {
      const size_t begin = open + 9;
      const size_t end = std::min(text_.find("]]>", begin), text_.size());
      take_text(text_.substr(begin, end - begin), false);
      return std::min(end + 3, text_.size());
    }
    if (begins_with(text_, open, "<?")) return skip_to("?>", open + 2);
    if (begins_with(text_, open, "<!")) return skip_to(">", open + 2);
    const size_t end = tag_end(open);
    std::string_view tag = text_.substr(open + 1, end - open - 1);
    if (tag.ends_with('>')) tag.remove_suffix(1);
    if (tag.starts_with('/')) {
      end_tag(local_name(trim(tag.substr(1))));
      return end;
    }
    const bool is_empty = tag.ends_with('/');
    if (is_empty) tag.remove_suffix(1);
    const auto space = std::ranges::find_if(tag, is_space);
    const auto size = static_cast<size_t>(space - tag.begin());
    start_tag(local_name(tag.substr(0, size)), tag.substr(size));
    if (is_empty) end_tag(local_name(tag.substr(0, size)));
    return end;
  }

  // Behind the ">" that is not inside a quoted value.
  [[nodiscard]] size_t tag_end(size_t open) const {
    char quote = '\0';
    for (size_t at = open; at < text_.size(); ++at) {
      const char c = text_[at];
      if (quote != '\0') {
        if (c == quote) quote = '\0';
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        return at + 1;
      }
    }
    return text_.size();
  }

  void start_tag(std::string_view name, std::string_view attributes) {
    if (!std::exchange(is_root_seen_, true)) {
      is_atom_ = name == "feed";
      feed_.is_feed = is_atom_ || name == "rss" || name == "RDF";
      feed_.base = attribute(attributes, "xml:base");
      return;
    }
    if (name == "item" || name == "entry") {
      end_item();
      in_item_ = true;
      return;
    }
    // The channel's image and search box have titles and links of their own; an entry may have a source.
    if (name == "image" || name == "textinput" || name == "textInput" || name == "source") {
      if (aside_.empty()) aside_ = name;
      return;
    }
    if (!aside_.empty()) return;
    if (name == "link") {
      if (const std::string href = attribute(attributes, "href"); !href.empty()) {
        const std::string rel = attribute(attributes, "rel");
        if (rel.empty() || rel == "alternate") found(href);
        return;
      }
    }
    is_permalink_ = name != "guid" || attribute(attributes, "isPermaLink") != "false";
    const bool is_kept = name == "title" || (!is_atom_ && (name == "link" || name == "guid"));
    kept_ = is_kept ? std::string(name) : std::string();
    value_.clear();
  }

  void end_tag(std::string_view name) {
    if (!aside_.empty()) {
      if (name == aside_) aside_.clear();
      return;
    }
    if (name == "item" || name == "entry") return end_item();
    if (kept_.empty() || name != kept_) return;
    kept_.clear();
    const std::string value(trim(value_));
    if (name == "title") {
      std::string& title = in_item_ ? item_title_ : feed_.title;
      if (title.empty()) title = value;
    } else if (name == "link") {
      if (!value.empty()) found(value);
    } else if (is_permalink_ && (value.starts_with("http://") || value.starts_with("https://"))) {
      guid_ = value;
    }
  }

  void take_text(std::string_view text, bool has_references) {
    if (kept_.empty() || value_.size() > kMaxTextBytes) return;
    text = text.substr(0, kMaxTextBytes);
    std::string buffer;
    value_ += has_references ? decode_attribute(text, buffer) : text;
  }

  void found(std::string href) {
    if (in_item_) {
      item_links_.push_back(std::move(href));
    } else {
      add(std::move(href), {});
    }
  }

  void end_item() {
    if (item_links_.empty() && !guid_.empty()) item_links_.push_back(guid_);
    for (std::string& href : item_links_) add(std::move(href), item_title_);
    item_links_.clear();
    guid_.clear();
    item_title_.clear();
    in_item_ = false;
  }

  void add(std::string href, const std::string& title) {
    if (feed_.links.size() < kMaxFeedLinks) feed_.links.push_back({std::move(href), title});
  }

  std::string_view text_;
  Feed feed_;
  bool is_root_seen_ = false;
  bool is_atom_ = false;
  bool in_item_ = false;
  bool is_permalink_ = true;
  std::string aside_;  // the element whose content is passed over
  std::string kept_;   // the element whose text is kept
  std::string value_;
  std::string item_title_;
  std::string guid_;
  std::vector<std::string> item_links_;
};

}  // namespace

Feed read_feed(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (!trim(text.substr(0, 256)).starts_with('<')) return {};
  return Reader(text).read();
}

bool may_be_feed(std::string_view content_type) {
  const std::string_view type = trim(content_type.substr(0, content_type.find(';')));
  constexpr std::array<std::string_view, 5> kTypes = {"application/rss+xml", "application/atom+xml",
                                                      "application/rdf+xml", "application/xml",
                                                      "text/xml"};
  return std::ranges::any_of(kTypes,
                             [&](std::string_view one) { return equals_ignore_case(type, one); });
}

std::string_view xml_encoding(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return {};
  const std::string_view declaration = bytes.substr(0, std::min(bytes.find("?>"), size_t{200}));
  const size_t at = declaration.find("encoding");
  if (at == std::string_view::npos) return {};
  const size_t quote = declaration.find_first_of("\"'", at);
  if (quote == std::string_view::npos) return {};
  const size_t end = declaration.find(declaration[quote], quote + 1);
  return end == std::string_view::npos ? std::string_view()
                                       : declaration.substr(quote + 1, end - quote - 1);
}

}  // namespace cocite::html
