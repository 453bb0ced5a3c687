#include "read/page_emitter.h"

#include "base/ip_address.h"
#include "html/feed.h"
#include "html/meta.h"
#include "url/scheme.h"

namespace cocite::read {
namespace {

SkipReason reason_of(url::LinkKind kind) {
  return kind == url::LinkKind::kBroken ? SkipReason::kHost : SkipReason::kScheme;
}

SkipReason reason_of(url::Skip skip) {
  switch (skip) {
    case url::Skip::kPort:
      return SkipReason::kPort;
    case url::Skip::kTooLong:
      return SkipReason::kUrlTooLong;
    case url::Skip::kScheme:
      return SkipReason::kScheme;
    default:
      return SkipReason::kHost;
  }
}

LinkUse use_of(html::LinkKind kind) {
  switch (kind) {
    case html::LinkKind::kA:
      return LinkUse::kA;
    case html::LinkKind::kArea:
      return LinkUse::kArea;
    default:
      return LinkUse::kFrame;
  }
}

bool refreshes(const html::PageContent& content) {
  return content.has_refresh && content.refresh.delay_s <= kMaxRefreshSeconds &&
         !content.refresh.url.empty();
}

// A page that only says where the real one is: its few words must not stand in for those of that page.
bool is_stub(const html::PageContent& content, std::string_view header_canonical) {
  constexpr size_t kMostBytes = 200;
  constexpr size_t kMostLinks = 2;
  return refreshes(content) && content.canonical.empty() && header_canonical.empty() &&
         content.text.size() <= kMostBytes && content.links.size() <= kMostLinks;
}

}  // namespace

bool PageEmitter::number(std::string& address, uint32_t& page, int32_t vote_weight) {
  if (settle_) settle_(address);
  const url::Skip skip = keys_.make(address, key_);
  if (skip != url::Skip::kNone) {
    count_skip(reason_of(skip), address);
    return false;
  }
  page = block_->page(key_, vote_weight * url::scheme_vote(address));
  return true;
}

void PageEmitter::count_skip(SkipReason reason, std::string_view href) {
  // Only if it is wanted as a sample: most pages have links that do not count.
  const bool is_sample =
      block_->skipped()[static_cast<size_t>(reason)] < LinkBlock::kSamplesPerReason;
  block_->skip(
      reason, 0,
      is_sample ? document_->href() + ": " + std::string(href.substr(0, 200)) : std::string());
}

bool PageEmitter::number_of_link(std::string_view href, uint32_t& page) {
  const url::LinkKind kind = url::resolve(*base_, href, address_);
  if (kind == url::LinkKind::kPage) return number(address_, page);
  count_skip(reason_of(kind), href);
  return false;
}

void PageEmitter::fetched_from(std::string_view ip) {
  if (ip == ip_) return;  // most records are of the machine of the one before
  ip_ = ip;
  const auto parsed = IpAddress::parse(ip);
  ip_text_ = parsed ? parsed->text() : std::string();
}

bool PageEmitter::begin(std::string_view url, uint32_t date) {
  document_ = url::Url::parse(url, url::Escaping::kAsKeys);
  if (!document_) {
    block_->skip(SkipReason::kHost, 0, url);
    return false;
  }
  if (!is_within_dates(date)) {
    block_->skip(SkipReason::kOutsideDates, 0, url);
    return false;
  }
  address_ = document_->href();
  if (!number(address_, page_, url::kOwnVotes)) return false;
  base_ = document_;
  date_ = date;
  block_->begin_fetch(page_, date);
  if (!ip_text_.empty()) block_->set_ip(ip_text_);
  // Without the fragment, which is not sent.
  const std::string_view whole = document_->href();
  block_->set_url(whole.substr(0, whole.size() - document_->fragment().size()));
  return true;
}

bool PageEmitter::begin_extract(std::string_view url, uint32_t date) {
  if (!is_within_dates(date)) {
    block_->skip(SkipReason::kOutsideDates, 0, url);
    return false;
  }
  if (!begin(url, 0)) return false;
  block_->set_extract();
  return true;
}

void PageEmitter::base(std::string_view href) {
  base_ = url::base_url(*document_, href);
}
void PageEmitter::title(std::string_view text) {
  block_->set_title(text);
}
void PageEmitter::text(std::string_view text) {
  if (options_->keep_text) block_->set_text(text);
}
void PageEmitter::language(std::string_view language) {
  block_->set_language(language);
}

void PageEmitter::link(std::string_view href, std::string_view anchor, LinkUse use, uint8_t rel) {
  ++block_->links_read;
  uint32_t target = 0;
  if (!number_of_link(href, target)) return;
  block_->count_link(use);
  if ((rel & html::kRelNofollow) != 0) block_->count_link(LinkUse::kNofollow);
  if ((rel & html::kRelUgc) != 0) block_->count_link(LinkUse::kUgc);
  if ((rel & html::kRelSponsored) != 0) block_->count_link(LinkUse::kSponsored);
  constexpr uint8_t kAny = html::kRelNofollow | html::kRelUgc | html::kRelSponsored;
  if (options_->drop_nofollow && (rel & kAny) != 0) {
    block_->skip(SkipReason::kNofollow, 0, address_);
  } else if (target == page_) {
    ++block_->self_links;
  } else {
    block_->link(page_, target, options_->keep_anchors ? anchor : std::string_view());
  }
}

void PageEmitter::alias(std::string_view href) {
  uint32_t target = 0;
  if (!options_->aliases || !number_of_link(href, target) || target == page_) return;
  block_->alias(page_, target, date_);
}

void PageEmitter::canonical(std::string_view href) {
  if (!href.empty()) alias(href);
}

void PageEmitter::also_called(std::string_view address) {
  uint32_t other = 0;
  if (!options_->aliases || !number_of_link(address, other) || other == page_) return;
  block_->alias(other, page_, date_);
}

void PageEmitter::redirect(std::string_view url, uint32_t date, std::string_view location) {
  if (!options_->aliases) return;
  document_ = url::Url::parse(url, url::Escaping::kAsKeys);
  if (!document_) return block_->skip(SkipReason::kHost, 0, url);
  if (!is_within_dates(date)) return block_->skip(SkipReason::kOutsideDates, 0, url);
  address_ = document_->href();
  if (!number(address_, page_, url::kOwnVotes)) return;
  base_ = document_;
  date_ = date;
  alias(location);
}

void PageEmitter::status(std::string_view url, uint32_t date, int status) {
  if (date == 0 || !is_within_dates(date)) return;
  const auto parsed = url::Url::parse(url, url::Escaping::kAsKeys);
  if (!parsed || keys_.make(parsed->href(), key_) != url::Skip::kNone) return;
  block_->status(key_, static_cast<uint32_t>(status), date);
}

void PageEmitter::html(std::string_view url, uint32_t date, std::string_view body,
                       std::string_view http_charset, std::string_view header_canonical) {
  html::ParseOptions parse{.frames = options_->frames};
  if (!options_->keep_text) parse.max_words = 0;
  if (!options_->keep_anchors) parse.max_anchor_bytes = 0;
  const html::PageContent& content =
      parser_.parse(decoder_.to_utf8(body, http_charset).text, parse);
  if (is_stub(content, header_canonical) && options_->aliases) {
    return redirect(url, date, content.refresh.url);
  }
  if (!begin(url, date)) return;
  if (content.has_base) base(content.base_href);
  title(content.title);
  language(content.lang);
  text(content.text);
  const uint8_t all_rel = content.nofollow ? html::kRelNofollow : 0;
  for (const html::Link& one : content.links) {
    link(one.href, one.anchor, use_of(one.kind), one.rel | all_rel);
  }
  if (content.links_left_out > 0) {
    block_->skip(SkipReason::kTooManyLinks, 0, document_->href(), content.links_left_out);
  }
  if (!content.canonical.empty()) {
    canonical(content.canonical);
  } else if (!header_canonical.empty()) {
    base_ = document_;  // a <base> is for what stands in the page
    canonical(header_canonical);
  } else if (refreshes(content)) {
    alias(content.refresh.url);
  }
}

bool PageEmitter::feed(std::string_view url, uint32_t date, std::string_view body,
                       std::string_view http_charset) {
  const std::string_view charset = http_charset.empty() ? html::xml_encoding(body) : http_charset;
  const html::Feed feed = html::read_feed(decoder_.to_utf8(body, charset).text);
  if (!feed.is_feed) return false;
  if (!begin(url, date)) return true;
  if (!feed.base.empty()) base(feed.base);
  title(feed.title);
  for (const html::FeedLink& one : feed.links) link(one.href, one.title, LinkUse::kA);
  return true;
}

}  // namespace cocite::read
