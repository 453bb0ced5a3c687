#include "read/xml_tags.h"

#include <algorithm>

#include "base/ascii.h"
#include "html/references.h"

namespace cocite::read {
namespace {

constexpr size_t kReadBytes = size_t{1} << 18;
constexpr size_t kMaxTagBytes = size_t{4} << 20;
constexpr size_t kMaxTextBytes = size_t{1} << 16;

std::string_view without_prefix(std::string_view name) {
  const size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::string decoded(std::string_view raw) {
  std::string room;
  return std::string(trim(html::decode_attribute(raw, room)));
}

}  // namespace

tl::unexpected<Error> XmlTags::cut_off() const {
  return fail(ErrorCode::kCorrupt, stream_->path() + ": ends within a tag; the file is cut off");
}

Result<bool> XmlTags::read_more() {
  bytes_.erase(0, at_);
  at_ = 0;
  const size_t old = bytes_.size();
  bytes_.resize(old + kReadBytes);
  COCITE_TRY(const size_t got, stream_->read(std::span(bytes_).subspan(old)));
  bytes_.resize(old + got);
  return got > 0;
}

Result<size_t> XmlTags::find(std::string_view mark, size_t from) {
  for (;;) {
    const size_t found = rest().find(mark, from);
    if (found != std::string_view::npos) return found;
    if (rest().size() > kMaxTagBytes) {
      return fail(ErrorCode::kCorrupt, stream_->path() + ": has a tag of more than 4 MiB");
    }
    from = std::max(from, rest().size() - std::min(rest().size(), mark.size() - 1));
    COCITE_TRY(const bool has_more, read_more());
    if (!has_more) return std::string_view::npos;
  }
}

// The ">" that no quotes enclose.
Result<size_t> XmlTags::find_tag_end() {
  char quote = '\0';
  for (size_t at = 1;; ++at) {
    if (at >= rest().size()) {
      if (at > kMaxTagBytes) {
        return fail(ErrorCode::kCorrupt, stream_->path() + ": has a tag of more than 4 MiB");
      }
      COCITE_TRY(const bool has_more, read_more());
      if (!has_more) return cut_off();
    }
    const char c = rest()[at];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at;
    }
  }
}

void XmlTags::keep_text(std::string_view text) {
  text_.append(text.substr(0, kMaxTextBytes - std::min(kMaxTextBytes, text_.size())));
}

// Up to the next "<".
Result<void> XmlTags::take_text() {
  for (;;) {
    const size_t found = std::min(rest().find('<'), rest().size());
    keep_text(rest().substr(0, found));
    at_ += found;
    if (!rest().empty()) return {};
    COCITE_TRY(const bool has_more, read_more());
    if (!has_more) return {};
  }
}

Result<bool> XmlTags::next() {
  constexpr std::string_view kComment = "<!--";
  constexpr std::string_view kData = "<![CDATA[";
  text_.clear();
  for (;;) {
    COCITE_CHECK(take_text());
    if (rest().empty()) return false;
    while (rest().size() < kData.size()) {
      COCITE_TRY(const bool has_more, read_more());
      if (!has_more) break;
    }
    std::string_view end_mark;
    size_t from = 2;
    if (rest().starts_with(kComment)) {
      end_mark = "-->";
      from = kComment.size();
    } else if (rest().starts_with(kData)) {
      end_mark = "]]>";
      from = kData.size();
    } else if (rest().starts_with("<?")) {
      end_mark = "?>";
    } else if (rest().starts_with("<!")) {
      end_mark = ">";  // <!DOCTYPE ...>, perhaps with entities in brackets
      COCITE_TRY(const size_t close, find(">", from));
      if (close != std::string_view::npos &&
          rest().substr(0, close).find('[') != std::string_view::npos) {
        end_mark = "]>";
      }
    } else {
      break;
    }
    const bool is_data = rest().starts_with(kData);
    COCITE_TRY(const size_t end, find(end_mark, from));
    if (end == std::string_view::npos) return cut_off();
    if (is_data) {
      // Kept as it is: an "&" in it is written as the entity that it becomes below.
      for (const char c : rest().substr(from, end - from)) {
        keep_text(c == '&' ? std::string_view("&amp;") : std::string_view(&c, 1));
      }
    }
    at_ += end + end_mark.size();
  }
  COCITE_TRY(const size_t end, find_tag_end());
  tag_.assign(rest().substr(1, end - 1));
  at_ += end + 1;
  parse(tag_);
  return true;
}

void XmlTags::parse(std::string_view tag) {
  attributes_.clear();
  is_end_ = tag.starts_with('/');
  if (is_end_) tag.remove_prefix(1);
  is_empty_ = tag.ends_with('/');
  if (is_empty_) tag.remove_suffix(1);
  const auto is_name = [](char c) { return !is_space(c) && c != '='; };
  const auto take_while = [&](auto is_taken) {
    size_t size = 0;
    while (size < tag.size() && is_taken(tag[size])) ++size;
    const std::string_view taken = tag.substr(0, size);
    tag.remove_prefix(size);
    return taken;
  };
  name_ = without_prefix(take_while(is_name));
  for (;;) {
    take_while(is_space);
    if (tag.empty()) return;
    const std::string_view name = without_prefix(take_while(is_name));
    take_while(is_space);
    if (!tag.starts_with('=')) {
      if (name.empty()) return;
      continue;
    }
    tag.remove_prefix(1);
    take_while(is_space);
    if (tag.empty()) return;
    const char quote = tag.front();
    if (quote != '"' && quote != '\'') {
      attributes_.emplace_back(name, take_while([](char c) { return !is_space(c); }));
      continue;
    }
    tag.remove_prefix(1);
    attributes_.emplace_back(name, take_while([&](char c) { return c != quote; }));
    tag.remove_prefix(std::min<size_t>(1, tag.size()));
  }
}

std::string XmlTags::attribute(std::string_view name) const {
  const auto found =
      std::ranges::find(attributes_, name, [](const auto& one) { return one.first; });
  return found == attributes_.end() ? std::string() : decoded(found->second);
}

std::string XmlTags::text() const {
  return decoded(text_);
}

}  // namespace cocite::read
