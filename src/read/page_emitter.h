// How a fetched page becomes part of a block: one place for all sources that have pages.
//
//   PageEmitter emitter(options, block);
//   emitter.html("https://example.org/a", date, body, "utf-8");     // an HTML page, whole
//   emitter.redirect("http://example.org/a", date, "/b");           // asked for a, told to go to b
//
// and for sources that know a page's parts without its HTML:
//
//   if (emitter.begin(url, date)) {
//     emitter.base(href);                       // before the links, if at all
//     emitter.title(text);  emitter.text(text);
//     emitter.link(href, anchor, LinkUse::kA, rel);
//     emitter.canonical(href);
//   }
//
// What is no page is counted in the block by its reason. One thread; as many pages as one likes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "html/charset.h"
#include "html/page_parser.h"
#include "read/link_block.h"
#include "read/source.h"
#include "url/key_maker.h"
#include "url/url.h"

namespace cocite::read {

// What stands in a page's place because it says so: at most this long after it was opened.
inline constexpr double kMaxRefreshSeconds = 5;

class PageEmitter {
 public:
  // Both live longer than this.
  PageEmitter(const SourceOptions& options, LinkBlock& block)
      : options_(&options), block_(&block), keys_({.fold_www = options.fold_www}) {}

  // Told every absolute address before it becomes a key; may change it.
  using Settle = std::function<void(std::string& address)>;
  void settle_with(Settle settle) { settle_ = std::move(settle); }

  // `canonical`: the address that the head of the answer says it is known by, if the page names none.
  void html(std::string_view url, uint32_t date, std::string_view body,
            std::string_view http_charset = {}, std::string_view canonical = {});
  // RSS or Atom: a page that links to what it lists. False: it is no feed, and nothing was done.
  bool feed(std::string_view url, uint32_t date, std::string_view body,
            std::string_view http_charset = {});
  void redirect(std::string_view url, uint32_t date, std::string_view location);
  // What the server said where it gave no page. Nothing without a date.
  void status(std::string_view url, uint32_t date, int status);

  // The machine that the next pages come from, as archives write it. Invalid addresses count as
  // empty.
  void fetched_from(std::string_view ip);

  // False: not a page, or outside the dates; it is counted already.
  [[nodiscard]] bool begin(std::string_view url, uint32_t date);
  // The same for what was drawn from a page and does not tell its links: as if it had no date, so
  // that the page itself counts more, whenever it was fetched.
  [[nodiscard]] bool begin_extract(std::string_view url, uint32_t date);
  // All of these: after a begin() that was true.
  void base(std::string_view href);
  void title(std::string_view text);
  void text(std::string_view text);
  void language(std::string_view language);
  void canonical(std::string_view href);
  // Another address by which links name this page.
  void also_called(std::string_view address);
  // `rel`: kRelNofollow and so on of html/meta.h.
  void link(std::string_view href, std::string_view anchor, LinkUse use, uint8_t rel = 0);

 private:
  // The page at an address, which counts `vote_weight` times for its scheme. False: not a page;
  // counted.
  bool number(std::string& address, uint32_t& page, int32_t vote_weight = 1);
  // Where `href` leads from the page in work. False: nowhere, and counted.
  bool number_of_link(std::string_view href, uint32_t& page);
  [[nodiscard]] bool is_within_dates(uint32_t date) const {
    return date == 0 || (date >= options_->from_date && date <= options_->to_date);
  }
  void alias(std::string_view href);
  void count_skip(SkipReason reason, std::string_view href);

  const SourceOptions* options_;
  LinkBlock* block_;
  Settle settle_;
  html::PageParser parser_;
  html::CharsetDecoder decoder_;
  std::optional<url::Url> document_;
  std::optional<url::Url> base_;
  uint32_t page_ = 0;
  uint32_t date_ = 0;
  std::string address_;
  std::string ip_;       // as it was told
  std::string ip_text_;  // as it is written here; empty: none
  url::KeyMaker keys_;
  std::string key_;
};

}  // namespace cocite::read
