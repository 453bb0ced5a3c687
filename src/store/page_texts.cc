#include "store/page_texts.h"

#include <algorithm>
#include <utility>

#include "url/scheme.h"

namespace cocite::store {
namespace {

constexpr std::string_view kSecure = "s";
constexpr std::string_view kPlain = "p";

tl::unexpected<Error> wrong_size(const file::Container& container) {
  return fail(ErrorCode::kCorrupt,
              container.path() + ": the number of rows is not the number of pages");
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace

std::string short_url(std::string_view key, std::string_view url, bool is_secure) {
  if (url.empty() || url == url::url_of_key(key, is_secure)) return "";
  if (url != url::url_of_key(key, !is_secure)) return std::string(url);
  return std::string(is_secure ? kPlain : kSecure);
}

std::string long_url(std::string_view key, std::string_view short_form, bool is_secure) {
  if (short_form.empty()) return url::url_of_key(key, is_secure);
  if (short_form == kSecure || short_form == kPlain) {
    return url::url_of_key(key, short_form == kSecure);
  }
  return std::string(short_form);
}

Result<void> PageTextColumns::open_texts(file::Container container) {
  COCITE_TRY(texts_, file::BlockColumn::open(container));
  files_.push_back(std::move(container));
  return {};
}

Result<void> PageTextColumns::open_anchors(file::Container container) {
  COCITE_TRY(anchors_, file::BlockColumn::open(container));
  files_.push_back(std::move(container));
  return {};
}

Result<void> PageTextColumns::open_urls(file::Container container, uint64_t pages) {
  COCITE_TRY(urls_, file::TextColumn::open(container));
  if (urls_->size() != pages) return wrong_size(container);
  files_.push_back(std::move(container));
  return {};
}

Result<void> PageTextColumns::open_languages(file::Container container, uint64_t pages) {
  COCITE_TRY(languages_, file::TextColumn::open(container));
  if (languages_->size() != pages) return wrong_size(container);
  files_.push_back(std::move(container));
  return {};
}

Result<void> PageTextColumns::open_dates(file::Container container, uint64_t pages) {
  COCITE_TRY(const file::Section values, container.section("values"));
  COCITE_TRY(dates_, values.values<uint32_t>());
  if (dates_.size() != pages) return wrong_size(container);
  files_.push_back(std::move(container));
  return {};
}

Result<std::string> PageTextColumns::text(PageId page) const {
  return texts_ ? texts_->get(index(page)) : Result<std::string>(std::string());
}

Result<std::string> PageTextColumns::url(PageId page, std::string_view key, bool is_secure) const {
  if (!urls_) return url::url_of_key(key, is_secure);
  COCITE_TRY(const std::string short_form, urls_->get(index(page)));
  return long_url(key, short_form, is_secure);
}

Result<std::string> PageTextColumns::language(PageId page) const {
  return languages_ ? languages_->get(index(page)) : Result<std::string>(std::string());
}

Result<std::vector<std::string>> PageTextColumns::anchors(PageId page) const {
  if (!anchors_) return std::vector<std::string>();
  COCITE_TRY(const std::string lines, anchors_->get(index(page)));
  return lines_of(lines);
}

PageTextColumns::Reader::Reader(const PageTextColumns& columns) {
  if (columns.texts_) texts_.emplace(*columns.texts_);
  if (columns.anchors_) anchors_.emplace(*columns.anchors_);
}

Result<std::string_view> PageTextColumns::Reader::text(PageId page) {
  return texts_ ? texts_->get(index(page)) : Result<std::string_view>(std::string_view());
}

Result<std::vector<std::string>> PageTextColumns::Reader::anchors(PageId page) {
  if (!anchors_) return std::vector<std::string>();
  COCITE_TRY(const std::string_view lines, anchors_->get(index(page)));
  return lines_of(lines);
}

}  // namespace cocite::store
