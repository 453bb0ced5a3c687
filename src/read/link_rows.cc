#include "read/link_rows.h"

#include "html/page_parser.h"
#include "url/scheme.h"

namespace cocite::read {
namespace {

constexpr size_t kMaxTitleBytes = html::ParseOptions{}.max_title_bytes;
constexpr size_t kMaxAnchorBytes = html::ParseOptions{}.max_anchor_bytes;

SkipReason reason_of(url::Skip skip) {
  switch (skip) {
    case url::Skip::kNone:
    case url::Skip::kEmpty:
      return SkipReason::kEmptyName;
    case url::Skip::kScheme:
      return SkipReason::kScheme;
    case url::Skip::kHost:
      return SkipReason::kHost;
    case url::Skip::kPort:
      return SkipReason::kPort;
    case url::Skip::kTooLong:
      return SkipReason::kUrlTooLong;
  }
  return SkipReason::kHost;
}

}  // namespace

bool LinkRows::number(std::string_view name, const LinkRow& row, url::KeyMaker& keys,
                      LinkBlock& block, uint32_t& page, int32_t vote_weight) {
  if (options_->opaque_names) {
    if (name.empty()) {
      block.skip(SkipReason::kEmptyName, row.line, row.text);
      return false;
    }
    if (name.find('\0') != std::string_view::npos) {
      block.skip(SkipReason::kHasNul, row.line, row.text);
      return false;
    }
    page = block.page(name);
    return true;
  }
  const url::Skip skip = keys.make(name, key_);
  if (skip != url::Skip::kNone) {
    block.skip(reason_of(skip), row.line, row.text);
    return false;
  }
  page = block.page(key_, vote_weight * url::scheme_vote(name));
  return true;
}

void LinkRows::seen(LinkBlock& block) const {
  if (!has_details_) block.seen(last_source_);  // with details, a run of rows says so itself
}

void LinkRows::add(const LinkRow& row, LinkBlock& block) {
  if (row.date != 0 && (row.date < options_->from_date || row.date > options_->to_date)) {
    return block.skip(SkipReason::kOutsideDates, row.line, row.text);
  }
  // Rows are mostly grouped by source: the same text again needs no second look.
  const bool is_same = last_source_ != LinkBlock::kNoTarget && row.source == last_source_text_;
  if (!is_same) {
    last_source_text_.assign(row.source);
    if (!number(row.source, row, source_keys_, block, last_source_, url::kOwnVotes)) {
      last_source_ = LinkBlock::kNoTarget;
      return;
    }
  }
  if (has_details_ && (!is_same || row.date != last_date_)) {
    block.begin_rows(last_source_, row.date);
    last_date_ = row.date;
  }
  if (!row.title.empty() && has_details_) {
    anchor_.clear(kMaxTitleBytes);
    anchor_.append(row.title, html::TextKind::kRaw);
    block.set_title(anchor_.text());
  }
  if (row.target.empty()) return seen(block);
  ++block.links_read;
  uint32_t to = 0;
  if (!number(row.target, row, target_keys_, block, to, 1)) return seen(block);
  if (to == last_source_) {
    ++block.self_links;
    return seen(block);
  }
  if (has_details_) {
    anchor_.clear(options_->keep_anchors ? kMaxAnchorBytes : 0);
    anchor_.append(row.anchor, html::TextKind::kRaw);
    block.link(last_source_, to, anchor_.text());
  } else {
    block.link(last_source_, to);
  }
}

}  // namespace cocite::read
