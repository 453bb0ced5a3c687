#include "read/bookmarks.h"

#include <utility>

#include "base/ascii.h"
#include "html/references.h"
#include "html/tokenizer.h"
#include "html/word_sink.h"

namespace cocite::read {
namespace {

constexpr size_t kMaxTitleBytes = 500;
constexpr size_t kMaxDepth = 64;
// A folder has a path of its own, however many share the names above it.
constexpr size_t kMaxPathBytes = 600;

std::string lower_start(std::string_view bytes) {
  std::string start(bytes.substr(0, 1024));
  for (char& c : start) c = to_lower(c);
  return start;
}

bool is_outline(std::string_view bytes) {
  const std::string start = lower_start(bytes);
  const size_t opml = start.find("<opml");
  return opml != std::string::npos && opml + 5 < start.size() &&
         (is_space(start[opml + 5]) || start[opml + 5] == '>');
}

class Reader {
 public:
  explicit Reader(std::string_view text) : tokens_(text, html::Comments::kSkip) {
    all_.folders.push_back({});
    open_.push_back(0);
  }

  Bookmarks browser() {
    while (tokens_.next() && all_.entries.size() < kMaxBookmarks) {
      const html::Token& token = tokens_.token();
      if (token.kind == html::TokenKind::kText) {
        words_.append(token.text, token.text_kind);
        continue;
      }
      const bool is_start = token.kind == html::TokenKind::kStartTag;
      switch (token.tag) {
        case html::Tag::kA:
          end_entry();
          if (is_start) begin_entry(attribute("href"));
          break;
        case html::Tag::kH1:
        case html::Tag::kTitle:
          if (!is_start && all_.title.empty()) all_.title = words_.text();
          break;
        case html::Tag::kH3:
          if (!is_start) name_ = words_.text();
          break;
        case html::Tag::kDl:
          end_entry();
          if (is_start) {
            begin_folder();
          } else if (open_.size() > 1) {
            open_.pop_back();
          }
          break;
        default:
          continue;
      }
      words_.clear(kMaxTitleBytes);
    }
    end_entry();
    return std::move(all_);
  }

  Bookmarks outline() {
    std::vector<bool> is_folder;  // of the outlines that are open
    while (tokens_.next() && all_.entries.size() < kMaxBookmarks) {
      const html::Token& token = tokens_.token();
      const bool is_start = token.kind == html::TokenKind::kStartTag;
      if (token.kind == html::TokenKind::kText) {
        words_.append(token.text, token.text_kind);
      } else if (equals_ignore_case(token.name, "title")) {
        if (!is_start && all_.title.empty()) all_.title = words_.text();
        words_.clear(kMaxTitleBytes);
      } else if (equals_ignore_case(token.name, "outline") && is_start) {
        std::string address = attribute("htmlurl");
        if (address.empty()) address = attribute("xmlurl");
        if (address.empty()) address = attribute("url");
        std::string title = attribute("title");
        if (title.empty()) title = attribute("text");
        const bool has_address = !address.empty();
        if (has_address) {
          all_.entries.push_back(
              {.address = std::move(address), .title = title, .folder = open_.back()});
        }
        if (token.self_closing) continue;
        is_folder.push_back(!has_address);
        name_ = has_address ? std::string() : title;
        if (!has_address) begin_folder();
      } else if (equals_ignore_case(token.name, "outline") && !is_folder.empty()) {
        if (is_folder.back() && open_.size() > 1) open_.pop_back();
        is_folder.pop_back();
      }
    }
    return std::move(all_);
  }

 private:
  std::string attribute(std::string_view name) {
    const std::string_view* const raw = tokens_.token().attribute(name);
    if (raw == nullptr) return {};
    return std::string(trim(html::decode_attribute(*raw, room_)));
  }

  // The list that follows a name is its folder; a list without a name goes on with the one around it.
  void begin_folder() {
    const Bookmarks::Folder& above = all_.folders[open_.back()];
    if (name_.empty() || open_.size() >= kMaxDepth || all_.folders.size() >= kMaxBookmarks ||
        above.path.size() + name_.size() >= kMaxPathBytes) {
      open_.push_back(open_.back());
      return;
    }
    Bookmarks::Folder folder{.path = above.path.empty() ? name_ : above.path + "/" + name_,
                             .title = name_,
                             .parent = open_.back()};
    name_.clear();
    open_.push_back(all_.folders.size());
    all_.folders.push_back(std::move(folder));
  }

  void begin_entry(std::string address) {
    is_in_entry_ = true;
    all_.entries.push_back({.address = std::move(address), .title = {}, .folder = open_.back()});
  }

  void end_entry() {
    if (!is_in_entry_) return;
    is_in_entry_ = false;
    all_.entries.back().title = words_.text();
    if (all_.entries.back().address.empty()) all_.entries.pop_back();
  }

  html::Tokenizer tokens_;
  html::WordSink words_{kMaxTitleBytes};
  Bookmarks all_;
  std::vector<size_t> open_;  // folders, the innermost last
  std::string name_;          // of the folder whose list comes next
  std::string room_;
  bool is_in_entry_ = false;
};

}  // namespace

bool is_bookmarks(std::string_view first_bytes) {
  return lower_start(first_bytes).find("<!doctype netscape-bookmark-file") != std::string::npos ||
         is_outline(first_bytes);
}

Bookmarks read_bookmarks(std::string_view text) {
  Reader reader(text);
  return is_outline(text) ? reader.outline() : reader.browser();
}

}  // namespace cocite::read
