// Sitemaps (sitemaps.org) as lists of known pages: they have no links, and no page is fetched for being in one. Given
// beside a crawl, audits find pages that the site lists and that no page links to. Rules: docs/formats/bookmarks.md.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "read/link_rows.h"
#include "read/source.h"
#include "read/text_pieces.h"
#include "read/xml_tags.h"

namespace cocite::read::sitemap_file {
namespace {

constexpr size_t kPagesPerPiece = 10'000;

class PagesPiece final : public Piece {
 public:
  PagesPiece(std::vector<std::string> pages, const SourceOptions& options)
      : pages_(std::move(pages)), options_(options) {}

  void parse(LinkBlock& block) override {
    LinkRows rows(options_, /*has_details=*/false);
    for (const std::string& address : pages_) {
      ++block.lines;
      block.bytes += address.size();
      block.count_record("sitemap entry");
      uint32_t page = 0;
      static_cast<void>(rows.number(address, {.source = address, .text = address}, block, page));
    }
  }

 private:
  std::vector<std::string> pages_;
  SourceOptions options_;
};

class SitemapSource final : public Source {
 public:
  SitemapSource(std::unique_ptr<InputStream> stream, const SourceOptions& options)
      : tags_(std::move(stream)), options_(options) {}

  Result<std::unique_ptr<Piece>> next() override {
    std::vector<std::string> pages;
    while (pages.size() < kPagesPerPiece) {
      COCITE_TRY(const bool has_more, tags_.next());
      if (!has_more) break;
      if (tags_.name() == "sitemap" && !tags_.is_end()) {
        return fail(ErrorCode::kUnsupported,
                    name() + ": is an index of sitemaps; download these and give them instead");
      }
      if (tags_.name() == "loc" && tags_.is_end()) pages.push_back(tags_.text());
    }
    count_ += pages.size();
    if (pages.empty()) return std::unique_ptr<Piece>();
    return std::make_unique<PagesPiece>(std::move(pages), options_);
  }
  [[nodiscard]] uint64_t bytes_done() const override { return tags_.stream().raw_done(); }
  [[nodiscard]] uint64_t bytes_total() const override { return tags_.stream().raw_total(); }
  [[nodiscard]] std::string name() const override { return tags_.stream().path(); }
  [[nodiscard]] std::string note() const override {
    return name() + ": read as a sitemap: " + std::to_string(count_) +
           " pages are known, and it has no links";
  }

 private:
  XmlTags tags_;
  SourceOptions options_;
  uint64_t count_ = 0;
};

bool recognises(std::string_view /*input*/, std::string_view first_bytes) {
  const std::string head = text_head(first_bytes);
  if (!trim(head).starts_with('<')) return false;
  return head.find("<urlset") != std::string::npos ||
         head.find("<sitemapindex") != std::string::npos;
}

Result<std::unique_ptr<Source>> over(std::unique_ptr<InputStream> stream,
                                     const SourceOptions& options) {
  return std::make_unique<SitemapSource>(std::move(stream), options);
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "sitemap",
    .summary = "a sitemap: pages that a site lists, beside inputs with its links",
    .recognises = recognises,
    .over_text = over,
};

}  // namespace cocite::read::sitemap_file
