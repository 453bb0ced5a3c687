#include "store/page_texts.h"

#include "url/key.h"

namespace cocite::store {
namespace {

constexpr std::string_view kSecure = "s";

std::string secure(const std::string& url) {
  return "https" + url.substr(std::string_view("http").size());
}

}  // namespace

std::string short_url(std::string_view key, std::string_view url) {
  const std::string plain = url::url_of_key(key);
  if (url == plain) return "";
  if (url == secure(plain)) return std::string(kSecure);
  return std::string(url);
}

std::string long_url(std::string_view key, std::string_view short_form) {
  if (!short_form.empty() && short_form != kSecure) return std::string(short_form);
  const std::string plain = url::url_of_key(key);
  return short_form.empty() ? plain : secure(plain);
}

Result<PageTextColumns> PageTextColumns::open(const Open& open, uint64_t pages) {
  PageTextColumns columns;
  columns.files_.reserve(5);
  const auto file = [&](const std::string& name, std::string_view kind,
                        const file::Container*& found) -> Result<void> {
    COCITE_TRY(auto container, open(name, kind));
    found = nullptr;
    if (!container) return {};
    columns.files_.push_back(std::move(*container));
    found = &columns.files_.back();
    return {};
  };
  const auto wrong_size = [](const std::string& name) {
    return fail(ErrorCode::kCorrupt, name + ": not as many as pages");
  };
  const file::Container* found = nullptr;
  COCITE_CHECK(file("texts", "text", found));
  if (found != nullptr) {
    COCITE_TRY(columns.texts_, file::BlockColumn::open(*found));
  }
  COCITE_CHECK(file("anchors", "text", found));
  if (found != nullptr) {
    COCITE_TRY(columns.anchors_, file::BlockColumn::open(*found));
  }
  COCITE_CHECK(file("urls", "text", found));
  if (found != nullptr) {
    COCITE_TRY(columns.urls_, file::TextColumn::open(*found));
    if (columns.urls_->size() != pages) return wrong_size("urls");
  }
  COCITE_CHECK(file("languages", "text", found));
  if (found != nullptr) {
    COCITE_TRY(columns.languages_, file::TextColumn::open(*found));
    if (columns.languages_->size() != pages) return wrong_size("languages");
  }
  COCITE_CHECK(file("dates", "date", found));
  if (found != nullptr) {
    COCITE_TRY(const file::Section values, found->section("values"));
    COCITE_TRY(columns.dates_, values.values<uint32_t>());
    if (columns.dates_.size() != pages) return wrong_size("dates");
  }
  return columns;
}

Result<std::string> PageTextColumns::text(PageId page) const {
  return texts_ ? texts_->get(index(page)) : Result<std::string>(std::string());
}

Result<std::string> PageTextColumns::url(PageId page, std::string_view key) const {
  if (!urls_) return url::url_of_key(key);
  COCITE_TRY(const std::string short_form, urls_->get(index(page)));
  return long_url(key, short_form);
}

Result<std::string> PageTextColumns::language(PageId page) const {
  return languages_ ? languages_->get(index(page)) : Result<std::string>(std::string());
}

Result<std::vector<std::string>> PageTextColumns::anchors(PageId page) const {
  std::vector<std::string> anchors;
  if (!anchors_) return anchors;
  COCITE_TRY(const std::string lines, anchors_->get(index(page)));
  for (size_t at = 0; at < lines.size();) {
    const size_t end = std::min(lines.find('\n', at), lines.size());
    anchors.push_back(lines.substr(at, end - at));
    at = end + 1;
  }
  return anchors;
}

}  // namespace cocite::store
