// ZIM: offline Wikipedia and documentation. Pages in order of clusters, so that each is unpacked once.
//
// Such a file does not say where pages are served: SourceOptions::base does, else the file's own "Source". Files that
// warc2zim made have the host of each page in its path. Rules: docs/formats/zim.md.
#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/mapped_file.h"
#include "read/archive_date.h"
#include "read/page_emitter.h"
#include "read/record_source.h"
#include "read/source.h"
#include "read/spooled_file.h"
#include "read/zim_file.h"
#include "url/url.h"

namespace cocite::read::zim {
namespace {

// Where pages are while they are read; no site can have that name.
constexpr std::string_view kInside = "https://zim.invalid/";
// Pages of a cluster that claim more of it than there is, some over and over.
constexpr uint64_t kMostReadings = 4;

struct Page {
  uint32_t cluster;
  uint32_t blob;
  uint32_t entry;
};

// Shared by all pieces.
struct Archive {
  std::string name;
  MappedFile mapped;
  ZimFile file;
  std::string base;    // "https://en.wikipedia.org/wiki/"; of warc2zim "https://"
  std::string prefix;  // of addresses while they are read
  char ns = 'C';       // of pages
  uint32_t date = 0;
  std::vector<Page> pages;  // in order of clusters
  std::vector<uint32_t> redirects;
  uint64_t others = 0;  // images, styles and so on
  SourceOptions options;

  void settle(std::string& address) const {
    if (address.starts_with(prefix)) {
      address.replace(0, prefix.size(), base);
    } else if (address.starts_with(kInside)) {
      address.replace(0, kInside.size(), base);
    }
  }
  [[nodiscard]] std::string address_of(std::string_view path) const {
    std::string address = prefix;
    for (const char c : path) {
      // Letters that mean something else in an address.
      if (c == '%' || c == '?' || c == '#') {
        address += c == '%' ? "%25" : c == '?' ? "%3F" : "%23";
      } else {
        address += c;
      }
    }
    return address;
  }
};

class PagesPiece final : public Piece {
 public:
  PagesPiece(std::shared_ptr<const Archive> archive, size_t first, size_t end)
      : archive_(std::move(archive)), first_(first), end_(end) {}

  void parse(LinkBlock& block) override {
    PageEmitter emitter(archive_->options, block);
    emitter.settle_with([&](std::string& address) { archive_->settle(address); });
    Result<ZimCluster> cluster;
    uint32_t number = 0;
    uint64_t left = 0;  // bytes of the cluster that may still be read
    for (size_t i = first_; i < end_; ++i) {
      const Page& page = archive_->pages[i];
      ++block.lines;
      if (i == first_ || page.cluster != number) {
        number = page.cluster;
        cluster = archive_->file.cluster(number);
        left = cluster ? cluster->size() * kMostReadings : 0;
      }
      if (!cluster) {
        block.skip(SkipReason::kBadMember, 0, cluster.error().message);
        continue;
      }
      const auto blob = cluster->blob(page.blob);
      if (!blob || blob->size() > left) {
        block.skip(SkipReason::kBadRecord, 0, "a page without its bytes");
        continue;
      }
      left -= blob->size();
      block.bytes += blob->size();
      add(page, *blob, emitter, block);
    }
  }

 private:
  void add(const Page& page, std::string_view html, PageEmitter& emitter, LinkBlock& block) const {
    const auto entry = archive_->file.entry(page.entry);
    if (!entry) return block.skip(SkipReason::kBadRecord, 0, entry.error().message);
    block.count_record("page");
    const size_t before = block.fetches().size();
    std::string address = archive_->address_of(entry->path);
    emitter.html(address, archive_->date, html, "utf-8");
    if (block.fetches().size() == before) return;
    if (block.fetches().back().title.length == 0) emitter.title(entry->title);
    archive_->settle(address);
    if (const auto url = url::Url::parse(address, url::Escaping::kAsKeys)) {
      block.set_url(url->href());
    }
  }

  std::shared_ptr<const Archive> archive_;
  size_t first_;
  size_t end_;
};

class RedirectsPiece final : public Piece {
 public:
  RedirectsPiece(std::shared_ptr<const Archive> archive, size_t first, size_t end)
      : archive_(std::move(archive)), first_(first), end_(end) {}

  void parse(LinkBlock& block) override {
    PageEmitter emitter(archive_->options, block);
    emitter.settle_with([&](std::string& address) { archive_->settle(address); });
    if (first_ == 0 && archive_->others > 0) {
      for (uint64_t i = 0; i < archive_->others; ++i) block.count_record("other");
    }
    for (size_t i = first_; i < end_; ++i) {
      const auto from = archive_->file.entry(archive_->redirects[i]);
      const auto to = from ? archive_->file.entry(from->target) : from;
      block.count_record("redirect");
      if (!from || !to) {
        block.skip(SkipReason::kBadRecord, 0, "a redirect to nowhere");
      } else if (to->ns == archive_->ns) {
        emitter.redirect(archive_->address_of(from->path), archive_->date,
                         archive_->address_of(to->path));
      }
    }
  }

 private:
  std::shared_ptr<const Archive> archive_;
  size_t first_;
  size_t end_;
};

class ZimSource final : public Source {
 public:
  explicit ZimSource(std::shared_ptr<const Archive> archive) : archive_(std::move(archive)) {}

  Result<std::unique_ptr<Piece>> next() override {
    const std::vector<Page>& pages = archive_->pages;
    const size_t first = at_;
    if (first < pages.size()) {
      // Whole clusters.
      const ZimFile& file = archive_->file;
      const uint64_t begin = file.cluster_place(pages[first].cluster);
      for (uint32_t cluster = pages[at_].cluster; at_ < pages.size(); ++at_) {
        if (pages[at_].cluster == cluster) continue;
        cluster = pages[at_].cluster;
        const uint64_t place = file.cluster_place(cluster);
        done_ = std::clamp(place, done_, bytes_total());
        if (place < begin || place - begin >= archive_->options.piece_bytes / 4) break;
      }
      return std::make_unique<PagesPiece>(archive_, first, at_);
    }
    const size_t redirects = archive_->redirects.size();
    if (redirect_ == redirects && (has_told_ || archive_->others == 0)) {
      return std::unique_ptr<Piece>();
    }
    has_told_ = true;
    const size_t begin = redirect_;
    redirect_ = std::min(redirects, begin + kRedirectsPerPiece);
    return std::make_unique<RedirectsPiece>(archive_, begin, redirect_);
  }
  [[nodiscard]] uint64_t bytes_done() const override { return done_; }
  [[nodiscard]] uint64_t bytes_total() const override { return archive_->mapped.bytes().size(); }
  [[nodiscard]] std::string name() const override { return archive_->name; }
  [[nodiscard]] std::string note() const override {
    return name() + ": read as ZIM: " + std::to_string(archive_->pages.size()) +
           " pages; their addresses begin with " + archive_->base;
  }

 private:
  static constexpr size_t kRedirectsPerPiece = 1 << 14;
  std::shared_ptr<const Archive> archive_;
  size_t at_ = 0;
  size_t redirect_ = 0;
  uint64_t done_ = 0;
  bool has_told_ = false;
};

// Where the pages are served.
Result<std::string> base_of(const Archive& archive) {
  std::string base = archive.options.base;
  if (base.empty()) {
    const std::string scraper = archive.file.metadata("Scraper");
    if (scraper.find("warc2zim") != std::string::npos ||
        scraper.find("zimit") != std::string::npos) {
      return std::string("https://");
    }
    base = archive.file.metadata("Source");
    if (!base.empty() && base.find("://") == std::string::npos) base.insert(0, "https://");
    // Scrapers of wikis name the host alone.
    const auto url = url::Url::parse(base);
    const bool is_wiki = scraper.find("mwoffliner") != std::string::npos;
    if (url && is_wiki && url->path() == "/") base = url->href() + "wiki/";
  }
  const auto url = url::Url::parse(base);
  const bool is_address = url && base.starts_with("http") && url->query().empty();
  if (!is_address && !archive.options.base.empty()) {
    return fail({.message = base + ": is not an http(s) address of a folder", .about = "base"});
  }
  std::string address = is_address ? url->href() : std::string(kInside);
  if (address.back() != '/') address += '/';
  return address;
}

Result<void> find_pages(Archive& archive) {
  std::vector<bool> is_html;
  for (const std::string& type : archive.file.mime_types()) {
    is_html.push_back(type.starts_with("text/html") || type.starts_with("application/xhtml"));
  }
  for (uint32_t i = 0; i < archive.file.entries(); ++i) {
    COCITE_TRY(const ZimEntry entry, archive.file.entry(i));
    if (entry.ns != archive.ns) continue;
    if (entry.is_redirect) {
      archive.redirects.push_back(i);
    } else if (entry.is_content && entry.type < is_html.size() && is_html[entry.type]) {
      archive.pages.push_back({entry.cluster, entry.blob, i});
    } else {
      ++archive.others;
    }
  }
  std::ranges::sort(archive.pages, {},
                    [](const Page& page) { return std::pair(page.cluster, page.blob); });
  return {};
}

Result<std::unique_ptr<Source>> open(const std::string& input, const SourceOptions& options) {
  if (options.opaque_names) {
    return fail(
        {.message = input + ": pages of a ZIM file have URLs, not opaque names", .about = "names"});
  }
  auto archive = std::make_shared<Archive>();
  archive->name = input;
  archive->options = options;
  COCITE_TRY(archive->mapped, map_input(input, options.stop));
  const auto bytes = archive->mapped.bytes();
  COCITE_TRY(archive->file,
             ZimFile::of({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, input));
  archive->ns = archive->file.has_one_namespace() ? 'C' : 'A';
  archive->prefix = std::string(kInside) + (archive->ns == 'A' ? "A/" : "");
  COCITE_TRY(archive->base, base_of(*archive));
  const auto date = parse_date(archive->file.metadata("Date"));
  if (date) archive->date = seconds_of(*date, TimeUnit::kSeconds);
  COCITE_CHECK(find_pages(*archive));
  return std::make_unique<ZimSource>(std::move(archive));
}

bool recognises(std::string_view /*input*/, std::string_view first_bytes) {
  return first_bytes.starts_with("ZIM\x04");
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "zim",
    .summary = "ZIM: offline Wikipedia and documentation",
    .recognises = recognises,
    .open = open,
};

}  // namespace cocite::read::zim
