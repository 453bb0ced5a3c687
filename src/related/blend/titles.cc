#include "related/blend/titles.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <unordered_map>

#include "base/hash.h"
#include "text/folded_name.h"

namespace cocite::related::blend {
namespace {

// A part that more than a tenth of a host's titles share, and this many at least.
constexpr uint64_t kLeastSharing = 3;
constexpr uint64_t kSharing = 10;

// Where titles are cut into parts.
constexpr std::string_view kCuts[] = {" - ", " | ", " – ", " — ", " · ", " :: ", ": ", " » "};

// The first and the last part of a title, [0, first) and [last, size); nothing where it has but one.
struct Ends {
  size_t first = 0;
  size_t last = std::string_view::npos;
  size_t first_cut = 0;  // behind what separates them
  size_t last_cut = std::string_view::npos;
};

Ends ends_of(std::string_view title) {
  Ends ends{.first = title.size(), .last = title.size()};
  bool is_cut = false;
  for (const std::string_view cut : kCuts) {
    const size_t begin = title.find(cut);
    if (begin == std::string_view::npos) continue;
    const size_t end = title.rfind(cut);
    if (!is_cut || begin < ends.first) {
      ends.first = begin;
      ends.first_cut = begin + cut.size();
    }
    if (!is_cut || end + cut.size() > ends.last) {
      ends.last = end + cut.size();
      ends.last_cut = end;
    }
    is_cut = true;
  }
  if (!is_cut) ends.first = 0;
  return ends;
}

uint64_t hash_part(uint64_t host, bool is_first, std::string_view part) {
  text::FoldedName folded;
  text::fold_name(part, folded);
  folded.text += is_first ? '<' : '>';
  folded.text.append(reinterpret_cast<const char*>(&host), sizeof(host));
  return hash64(folded.text);
}

// Calls use(gram) for each run of three characters of a folded title; a shorter one is one gram.
template <class Use>
void for_grams(std::string_view title, const Use& use) {
  text::FoldedName folded;
  text::fold_name(title, folded);
  uint64_t gram = 0;
  size_t characters = 0;
  constexpr uint64_t kThree = (uint64_t{1} << 63U) - 1;
  for (size_t at = 0; at < folded.text.size();) {
    const auto lead = static_cast<unsigned char>(folded.text[at]);
    const size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    uint32_t character = bytes == 1 ? lead : lead & (0xFFU >> (bytes + 1));
    for (size_t i = 1; i < bytes && at + i < folded.text.size(); ++i) {
      character = character << 6U | (static_cast<unsigned char>(folded.text[at + i]) & 0x3FU);
    }
    at += bytes;
    gram = (gram << 21U | character) & kThree;
    if (++characters >= 3) use(gram);
  }
  if (characters > 0 && characters < 3) use(gram);
}

Result<uint64_t> host_number(const store::Store& store, PageId page) {
  if (store.names() != store::Names::kUrl) return uint64_t{0};  // all are of one place
  COCITE_TRY(const HostId host, store.host_of(page));
  return uint64_t{index(host)};
}

std::string_view without_shared(std::string_view title, uint64_t host,
                                std::span<const uint64_t> shared) {
  const Ends ends = ends_of(title);
  if (ends.first == 0) return title;
  const auto is_shared = [&](bool is_first, std::string_view part) {
    return std::ranges::binary_search(shared, hash_part(host, is_first, part));
  };
  size_t begin = 0;
  size_t end = title.size();
  if (is_shared(false, title.substr(ends.last))) end = ends.last_cut;
  if (is_shared(true, title.substr(0, ends.first)) && ends.first_cut < end) begin = ends.first_cut;
  return title.substr(begin, end - begin);
}

}  // namespace

Result<TitleGrams> TitleGrams::make(const store::Store& store) {
  TitleGrams grams;
  uint64_t titles = 0;
  // Hosts are ranges of pages: what the titles of one share is known at its end.
  std::unordered_map<uint64_t, uint64_t> parts;
  uint64_t host = 0;
  uint64_t of_host = 0;
  const auto end_host = [&] {
    for (const auto& [part, count] : parts) {
      if (count >= kLeastSharing && count * kSharing > of_host) grams.made_shared_.push_back(part);
    }
    parts.clear();
    of_host = 0;
  };
  for (uint64_t i = 0; i < store.pages(); ++i) {
    COCITE_TRY(const std::string title, store.title(page_id(i)));
    if (title.empty()) continue;
    COCITE_TRY(const uint64_t own, host_number(store, page_id(i)));
    if (own != host) end_host();
    host = own;
    ++of_host;
    ++titles;
    const Ends ends = ends_of(title);
    if (ends.first == 0) continue;
    ++parts[hash_part(host, true, std::string_view(title).substr(0, ends.first))];
    ++parts[hash_part(host, false, std::string_view(title).substr(ends.last))];
  }
  end_host();
  std::ranges::sort(grams.made_shared_);
  std::unordered_map<Gram, uint32_t> counts;
  std::vector<Gram> own_grams;
  for (uint64_t i = 0; i < store.pages(); ++i) {
    COCITE_TRY(const std::string title, store.title(page_id(i)));
    if (title.empty()) continue;
    COCITE_TRY(const uint64_t own, host_number(store, page_id(i)));
    own_grams.clear();
    for_grams(without_shared(title, own, grams.made_shared_),
              [&](Gram gram) { own_grams.push_back(gram); });
    std::ranges::sort(own_grams);
    const auto end = std::unique(own_grams.begin(), own_grams.end());
    for (auto gram = own_grams.begin(); gram != end; ++gram) ++counts[*gram];
  }
  std::vector<std::pair<Gram, uint32_t>> sorted(counts.begin(), counts.end());
  std::ranges::sort(sorted);
  for (const auto& [gram, count] : sorted) {
    grams.made_grams_.push_back(gram);
    grams.made_counts_.push_back(count);
  }
  grams.made_titles_.push_back(titles);
  grams.grams_ = grams.made_grams_;
  grams.counts_ = grams.made_counts_;
  grams.shared_ = grams.made_shared_;
  grams.titles_ = grams.made_titles_;
  return grams;
}

store::NewNotes TitleGrams::to_save() const {
  return {.name = std::string(kNotes),
          .about = std::string(kAbout),
          .parts = {{"grams", std::as_bytes(grams_)},
                    {"counts", std::as_bytes(counts_)},
                    {"shared", std::as_bytes(shared_)},
                    {"titles", std::as_bytes(titles_)}}};
}

Result<std::shared_ptr<const TitleGrams>> TitleGrams::saved(const Web& web) {
  const auto notes = web.notes(kNotes, kAbout);
  if (notes == nullptr) return std::shared_ptr<const TitleGrams>();
  auto grams = std::make_shared<TitleGrams>();
  COCITE_TRY(grams->grams_, notes->part<Gram>("grams"));
  COCITE_TRY(grams->counts_, notes->part<uint32_t>("counts"));
  COCITE_TRY(grams->shared_, notes->part<uint64_t>("shared"));
  COCITE_TRY(grams->titles_, notes->part<uint64_t>("titles"));
  // What does not fit together is made again.
  if (grams->grams_.size() != grams->counts_.size() || grams->titles_.size() != 1) {
    return std::shared_ptr<const TitleGrams>();
  }
  grams->notes_ = notes;
  return std::shared_ptr<const TitleGrams>(std::move(grams));
}

Result<std::shared_ptr<const TitleGrams>> TitleGrams::of(const Query& query) {
  using Kept = std::shared_ptr<const TitleGrams>;
  if (!query.web->store().has_titles()) return Kept();
  COCITE_TRY(const std::shared_ptr<const Kept> kept,
             query.web->keep<Kept>(
                 "title-grams",
                 [](const Web& web) -> Result<Kept> {
                   COCITE_TRY(Kept found, saved(web));
                   if (found != nullptr) return found;
                   COCITE_TRY(TitleGrams made, make(web.store()));
                   return std::make_shared<const TitleGrams>(std::move(made));
                 },
                 query.budget));
  return *kept;
}

uint32_t TitleGrams::titles_with(Gram gram) const {
  const auto found = std::ranges::lower_bound(grams_, gram);
  if (found == grams_.end() || *found != gram) return 0;
  return counts_[static_cast<size_t>(found - grams_.begin())];
}

Result<TitleGrams::Vector> TitleGrams::vector_of(const store::Store& store, PageId page) const {
  COCITE_TRY(const std::string title, store.title(page));
  Vector vector;
  if (title.empty()) return vector;
  COCITE_TRY(const uint64_t host, host_number(store, page));
  for_grams(without_shared(title, host, shared_), [&](Gram gram) { vector.emplace_back(gram, 1); });
  std::ranges::sort(vector);
  size_t kept = 0;
  for (size_t i = 0; i < vector.size();) {
    const Gram gram = vector[i].first;
    double count = 0;
    for (; i < vector.size() && vector[i].first == gram; ++i) ++count;
    const uint32_t titles = titles_with(gram);
    if (titles == 0 || titles >= titles_[0]) continue;
    vector[kept++] = {gram, count * std::log(static_cast<double>(titles_[0]) / titles)};
  }
  vector.resize(kept);
  double squares = 0;
  for (const auto& [gram, weight] : vector) squares += weight * weight;
  for (auto& [gram, weight] : vector) weight /= std::sqrt(squares);
  return vector;
}

uint64_t TitleGrams::next_identity() {
  static std::atomic<uint64_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

Result<const TitleGrams::Vector*> TitleGrams::kept_vector_of(const store::Store& store,
                                                             PageId page) const {
  constexpr size_t kPlaces = 8192;  // some 3 MB when all are taken
  struct Place {
    uint64_t identity = 0;
    PageId page{};
    Vector vector;
  };
  thread_local std::vector<Place> places(kPlaces);
  Place& place = places[index(page) % kPlaces];
  if (place.identity != identity_ || place.page != page) {
    place.identity = 0;
    COCITE_TRY(place.vector, vector_of(store, page));
    place.page = page;
    place.identity = identity_;
  }
  return &place.vector;
}

double TitleGrams::cosine(const Vector& one, const Vector& other) {
  double sum = 0;
  for (size_t a = 0, b = 0; a < one.size() && b < other.size();) {
    if (one[a].first == other[b].first) {
      sum += one[a++].second * other[b++].second;
    } else if (one[a].first < other[b].first) {
      ++a;
    } else {
      ++b;
    }
  }
  return sum;
}

}  // namespace cocite::related::blend
