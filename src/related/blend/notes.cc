#include "related/blend/notes.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/parallel.h"
#include "related/blend/formula.h"
#include "url/site.h"

namespace cocite::related::blend {
namespace {

constexpr uint64_t kPiece = uint64_t{1} << 14;

struct Made {
  std::vector<PageNotes::Page> pages;
  std::vector<PageNotes::Large> large;
};

std::string about_notes(const url::FolderHosts& folders) {
  return "blend 2; sites by lists " + std::to_string(url::SiteList::system_version()) + " and " +
         std::to_string(folders.version());
}

// use(first, last) for pieces of all pages, on several threads; false: damaged.
template <class Use>
Result<void> for_pieces(const Web& web, const PrepareOptions& options, uint64_t done_before,
                        const Use& use) {
  std::atomic<bool> is_good = true;
  std::atomic<uint64_t> done = done_before;
  const uint64_t pages = web.pages();
  const auto is_stopped = [&] {
    return options.stop != nullptr && options.stop->load(std::memory_order_relaxed);
  };
  const unsigned threads = options.threads == 0 ? hardware_threads() : options.threads;
  parallel_for((pages + kPiece - 1) / kPiece, threads, [&](size_t piece) {
    if (is_stopped() || !is_good) return;
    const uint64_t first = piece * kPiece;
    const uint64_t last = std::min(pages, first + kPiece);
    if (!use(first, last)) is_good = false;
    const uint64_t now = done.fetch_add(last - first, std::memory_order_relaxed) + last - first;
    if (options.progress) options.progress(now, pages * 2);
  });
  if (is_stopped()) return fail(ErrorCode::kCancelled, "stopped");
  if (is_good) return {};
  return fail(ErrorCode::kCorrupt, web.store().path() + ": is damaged; 'cocite check' says where");
}

// How many sites these pages are of. They rise, so most sites follow each other.
uint32_t count_sites(const Sites& sites, std::span<const PageId> pages,
                     std::vector<uint32_t>& room) {
  room.clear();
  bool is_rising = true;
  for (const PageId page : pages) {
    const uint32_t site = sites.of(page);
    if (!room.empty() && site == room.back()) continue;
    is_rising = is_rising && (room.empty() || site > room.back());
    room.push_back(site);
  }
  if (!is_rising) {
    std::ranges::sort(room);
    room.erase(std::unique(room.begin(), room.end()), room.end());
  }
  return static_cast<uint32_t>(room.size());
}

}  // namespace

// Eighths of powers of two; the first is no mass at all, the last has no upper end.
uint8_t PageNotes::mass_code(double mass) {
  if (mass <= 0) return 0;
  return static_cast<uint8_t>(std::clamp(std::floor(8 * std::log2(1 + mass)) + 1, 1.0, 127.0));
}

const std::array<PageNotes::Mass, 128> PageNotes::kMasses = [] {
  // A little wider than they are: log2() and floats round.
  constexpr double kSlack = 1e-5;
  std::array<Mass, 128> masses{};
  for (size_t code = 1; code < masses.size(); ++code) {
    const double low = std::exp2(static_cast<double>(code - 1) / 8) - 1;
    const double high = std::exp2(static_cast<double>(code) / 8) - 1;
    masses[code] = {static_cast<float>(low * (1 - kSlack)),
                    static_cast<float>(high * (1 + kSlack))};
  }
  masses.back().most = std::numeric_limits<float>::max();
  return masses;
}();

const PageNotes::Large& PageNotes::large(PageId page) const {
  static constexpr Large kNone{};  // notes that were damaged past their checksums
  const auto found = std::ranges::lower_bound(large_, index(page), {}, &Large::page);
  return found != large_.end() && found->page == index(page) ? *found : kNone;
}

Result<PageNotes> PageNotes::make(const Web& web, const PrepareOptions& options) {
  const url::FolderHosts& folders =
      options.folders != nullptr ? *options.folders : url::FolderHosts::shipped();
  COCITE_TRY(Sites sites, Sites::make(web.store(), folders));
  auto made = std::make_shared<Made>();
  made->pages.resize(web.pages());
  std::mutex large_mutex;
  std::vector<uint32_t> in_degrees(web.pages());
  {
    COCITE_TRY(const Web::Numbers page_rank, web.rank("pagerank"));
    double least = page_rank.empty() ? 0 : page_rank[0];
    for (const double rank : page_rank) least = std::min(least, rank);
    constexpr double kHighEnough = 1.2;
    for (size_t i = 0; i < page_rank.size() && i < made->pages.size(); ++i) {
      if (page_rank[i] >= kHighEnough * least) made->pages[i].mass_and_rank = kRanked;
    }
  }
  std::vector<Large> sites_of_large;
  COCITE_CHECK(for_pieces(web, options, 0, [&](uint64_t first, uint64_t last) {
    std::vector<uint32_t> room;
    auto scan = web.in().scan(page_id(first), last);
    while (scan.next()) {
      const uint32_t at = index(scan.page());
      in_degrees[at] = static_cast<uint32_t>(scan.list().size());
      const uint32_t count = count_sites(sites, scan.list(), room);
      made->pages[at].linking_sites = static_cast<uint8_t>(std::min<uint32_t>(count, kMany8));
      if (count >= kMany8) {
        const std::scoped_lock lock(large_mutex);
        sites_of_large.push_back({.page = at, .linking_sites = count});
      }
    }
    return static_cast<bool>(scan.status());
  }));
  std::ranges::sort(sites_of_large, {}, &Large::page);
  const bool has_order = web.store().has_link_order();
  COCITE_CHECK(for_pieces(web, options, web.pages(), [&](uint64_t first, uint64_t last) {
    auto in = web.in().scan(page_id(first), last);
    auto out = web.out().scan(page_id(first), last);
    while (in.next() && out.next()) {
      const uint32_t at = index(in.page());
      double mass = 0;
      uint32_t mutual = 0;
      for (size_t place = 0; place < out.list().size(); ++place) {
        const PageId child = out.list()[place];
        const double top = has_order ? prominence(place) : 1;
        mass += rareness(in_degrees[index(child)]) * top * top;
        if (std::binary_search(in.list().begin(), in.list().end(), child)) ++mutual;
      }
      Page& page = made->pages[at];
      const auto neighbours = static_cast<uint32_t>(in.list().size() + out.list().size()) - mutual;
      page.mass_and_rank |= mass_code(mass);
      page.neighbours = static_cast<uint16_t>(std::min<uint32_t>(neighbours, kMany16));
      page.in_degree = static_cast<uint16_t>(std::min<uint32_t>(in_degrees[at], kMany16));
      if (page.neighbours == kMany16 || page.in_degree == kMany16 || page.linking_sites == kMany8) {
        const auto known = std::ranges::lower_bound(sites_of_large, at, {}, &Large::page);
        const bool is_known = known != sites_of_large.end() && known->page == at;
        const std::scoped_lock lock(large_mutex);
        made->large.push_back(
            {at, neighbours, in_degrees[at], is_known ? known->linking_sites : page.linking_sites});
      }
    }
    return static_cast<bool>(in.status()) && static_cast<bool>(out.status());
  }));
  std::ranges::sort(made->large, {}, &Large::page);
  PageNotes notes;
  notes.pages_ = made->pages;
  notes.large_ = made->large;
  notes.sites_ = std::make_shared<const Sites>(std::move(sites));
  notes.about_ = about_notes(folders);
  notes.owner_ = std::move(made);
  return notes;
}

std::unique_ptr<PageNotes> PageNotes::saved(const Web& web, const url::FolderHosts& folders) {
  const std::string about = about_notes(folders);
  const std::shared_ptr<const store::Notes> found = web.notes(kName, about);
  if (!found) return nullptr;
  const auto pages = found->part<Page>("pages");
  const auto large = found->part<Large>("large");
  if (!pages || !large || pages->size() != web.pages()) return nullptr;
  std::unique_ptr<PageNotes> notes(new PageNotes);
  notes->pages_ = *pages;
  notes->large_ = *large;
  notes->about_ = about;
  notes->are_saved_ = true;
  notes->owner_ = found;
  if (web.store().names() != store::Names::kUrl) {
    Result<Sites> sites = Sites::make(web.store(), folders);  // which reads nothing
    if (!sites) return nullptr;
    notes->sites_ = std::make_shared<const Sites>(*std::move(sites));
    return notes;
  }
  const auto starts = found->part<uint64_t>("site starts");
  const auto before = found->part<uint32_t>("sites before");
  const auto site_of_range = found->part<uint32_t>("site of range");
  if (!starts || !before || !site_of_range) return nullptr;
  auto sites = Sites::of_parts({*starts, *before, *site_of_range}, web.pages(), found);
  if (!sites) return nullptr;
  notes->sites_ = std::make_shared<const Sites>(*std::move(sites));
  return notes;
}

store::NewNotes PageNotes::to_save() const {
  const Sites::Parts& sites = sites_->parts();
  return {.name = std::string(kName),
          .about = about_,
          .parts = {{"pages", std::as_bytes(pages_)},
                    {"large", std::as_bytes(large_)},
                    {"site starts", std::as_bytes(sites.starts)},
                    {"sites before", std::as_bytes(sites.before)},
                    {"site of range", std::as_bytes(sites.site_of_range)}},
          .replaces = {"blend-no-hosts"}};
}

}  // namespace cocite::related::blend
