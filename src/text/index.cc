#include "text/index.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "text/positions.h"

namespace cocite::text {

namespace {

// What sums of many products in another order may differ by.
constexpr double kRounding = 1e-9;

[[nodiscard]] const uint8_t* bytes(const file::Section& section) {
  return reinterpret_cast<const uint8_t*>(section.data());
}

// Whether every posting of the loaded block stands in as many places of each field as it counts.
[[nodiscard]] bool check_positions(const Index& index, Cursor& cursor, Positions& positions) {
  for (uint32_t i = 0; i < cursor.block().size; ++i) {
    const FieldCounts counts = cursor.block().counts(i);
    FieldCounts lengths;
    std::span<const uint32_t> places;
    if (!cursor.seek(cursor.block().docs[i]) || !positions.of(cursor, places) ||
        !index.lengths().get(cursor.doc(), lengths)) {
      return false;
    }
    const auto before = [&](uint32_t place) {
      return static_cast<uint64_t>(std::ranges::lower_bound(places, place) - places.begin());
    };
    const bool fits =
        before(lengths.title) == counts.title && before(first_of_text(lengths)) == counts.title &&
        before(first_of_text(lengths) + lengths.text) == counts.content() &&
        before(first_of_anchors(lengths)) == counts.content() &&
        std::ranges::adjacent_find(places, std::ranges::greater_equal()) == places.end();
    if (!fits) return false;
  }
  return positions.is_at_end_of_block();
}

}  // namespace

Result<Index> Index::open(const file::Container& container) {
  Index index;
  index.container_ = container;
  COCITE_TRY(const auto meta_section, container.section("meta"));
  COCITE_TRY(const auto meta, meta_section.values<IndexMeta>());
  if (meta.size() != 1) return meta_section.damage();
  index.meta_ = meta[0];
  if (index.meta_.version != kIndexVersion) {
    return fail(ErrorCode::kUnsupported,
                "the index of words is of version " + std::to_string(index.meta_.version) +
                    ", and this program reads version " + std::to_string(kIndexVersion));
  }
  COCITE_TRY(index.terms_, file::StringTable::open(container, "terms"));
  COCITE_TRY(index.lists_, container.section("lists"));
  COCITE_TRY(index.offsets_, file::EliasFano::open(container, "offsets"));
  COCITE_TRY(index.skips_, container.section("skips"));
  COCITE_TRY(index.positions_, container.section("positions"));
  COCITE_TRY(index.position_offsets_, file::EliasFano::open(container, "position-offsets"));
  COCITE_TRY(index.position_skips_, container.section("position-skips"));
  COCITE_TRY(index.docs_, file::EliasFano::open(container, "docs"));
  COCITE_TRY(index.content_, file::Bitmap::open(container, "content"));
  COCITE_TRY(index.norms_, container.section("norms"));
  COCITE_TRY(index.frequent_, container.section("frequent"));
  const IndexMeta& m = index.meta_;
  const bool fits =
      m.pages <= kMaxPages && m.documents <= m.pages && m.content_pages <= m.documents &&
      index.terms_.size() == m.terms && index.offsets_.size() == m.terms + 1 &&
      index.offsets_.max_value() <= index.lists_.size() && index.docs_.size() == m.documents &&
      index.docs_.max_value() <= m.pages && index.content_.size() == m.documents &&
      index.content_.ones() == m.content_pages &&
      index.frequent_.size() == m.documents * kFrequentIdf.size() &&
      index.norms_.size() == m.content_pages * 16 && index.skips_.size() % sizeof(SkipEntry) == 0 &&
      index.position_offsets_.size() == m.terms + 1 &&
      index.position_offsets_.max_value() <= index.positions_.size() &&
      index.position_skips_.size() / sizeof(uint32_t) == index.skips_.size() / sizeof(SkipEntry) &&
      m.stem.back() == '\0';
  if (!fits) return meta_section.damage();
  COCITE_TRY(index.lengths_, Lengths::open(container, m.documents));
  index.averages_ = average_lengths(m);
  return index;
}

Result<std::optional<TermList>> Index::find(std::string_view term) const {
  COCITE_TRY(const auto number, terms_.find(term));
  if (!number) return std::nullopt;
  COCITE_TRY(TermList found, list(*number));
  return found;
}

Result<TermList> Index::list(uint64_t number) const {
  TermList list;
  list.number = number;
  uint64_t begin = 0;
  if (!offsets_.get_pair(number, begin, list.end)) return offsets_.damage();
  // The head is at most three numbers.
  const uint64_t head_end = std::min<uint64_t>(list.end, begin + 30);
  if (!lists_.is_sound(begin, head_end)) return lists_.damage();
  const uint8_t* const start = bytes(lists_);
  const uint8_t* at = start + begin;
  const uint8_t* const end = start + head_end;
  uint64_t without_content = 0;
  at = take_number(at, end, list.df);
  if (at != nullptr) at = take_number(at, end, without_content);
  if (at == nullptr || list.df == 0 || list.df > meta_.documents || without_content > list.df ||
      list.df - without_content > meta_.content_pages) {
    return lists_.damage();
  }
  list.content_df = list.df - without_content;
  if (list.df > kBlockPostings) {
    uint64_t first = 0;
    at = take_number(at, end, first);
    const uint64_t blocks = (list.df + kBlockPostings - 1) / kBlockPostings;
    const uint64_t all = skips_.size() / sizeof(SkipEntry);
    if (at == nullptr || first > all || blocks > all - first) return lists_.damage();
    if (!skips_.is_sound(first * sizeof(SkipEntry), (first + blocks) * sizeof(SkipEntry))) {
      return skips_.damage();
    }
    list.skips = {reinterpret_cast<const SkipEntry*>(skips_.data()) + first, blocks};
  }
  list.begin = static_cast<uint64_t>(at - start);
  return list;
}

std::span<const uint8_t> Index::positions_of(const TermList& list, uint32_t block) const {
  uint64_t begin = 0;
  uint64_t end = 0;
  if (!position_offsets_.get_pair(list.number, begin, end)) return {};
  if (!list.skips.empty()) {
    const auto first = static_cast<uint64_t>(list.skips.data() -
                                             reinterpret_cast<const SkipEntry*>(skips_.data()));
    const uint64_t number = first + block;
    const bool is_last = block + 1 == list.skips.size();
    if (!position_skips_.is_sound(number * 4, (number + (is_last ? 1 : 2)) * 4)) return {};
    const auto* const skips = reinterpret_cast<const uint32_t*>(position_skips_.data()) + number;
    if (!is_last) end = std::min(end, begin + skips[1]);
    begin += skips[0];
  }
  if (begin >= end || !positions_.is_sound(begin, end)) return {};
  return {bytes(positions_) + begin, end - begin};
}

Result<PageId> Index::page(uint32_t doc) const {
  uint64_t page = 0;
  if (!docs_.get(doc, page) || page >= meta_.pages) return docs_.damage();
  return page_id(page);
}

bool Index::norm(uint32_t doc, TfKind kind, double& norm) const {
  norm = 0;
  uint64_t place = doc;
  if (meta_.content_pages != meta_.documents) {
    const auto has_content = content_.get(doc);
    if (!has_content) return false;
    if (!*has_content) return true;
    const auto rank = content_.rank(doc);
    if (!rank || *rank >= meta_.content_pages) return false;
    place = *rank;
  }
  const uint64_t at = place * 16 + (kind == TfKind::kLog ? 8 : 0);
  if (!norms_.is_sound(at, at + 8)) return false;
  std::memcpy(&norm, norms_.data() + at, sizeof norm);
  return true;
}

bool Index::inverse_norms(uint32_t begin, uint32_t end, TfKind kind, float* out) const {
  if (meta_.content_pages == meta_.documents) {
    if (!norms_.is_sound(uint64_t{begin} * 16, uint64_t{end} * 16)) return false;
    const auto* at = reinterpret_cast<const double*>(norms_.data()) + uint64_t{begin} * 2 +
                     (kind == TfKind::kLog ? 1 : 0);
    for (uint32_t i = 0; i < end - begin; ++i) {
      const auto norm = static_cast<float>(at[i * 2]);
      out[i] = norm > 0 ? 1 / norm : 0;
    }
    return true;
  }
  for (uint32_t doc = begin; doc < end; ++doc) {
    double norm = 0;
    if (!this->norm(doc, kind, norm)) return false;
    out[doc - begin] = norm > 0 ? static_cast<float>(1 / norm) : 0;
  }
  return true;
}

Result<uint32_t> Index::first_doc(uint64_t page) const {
  uint64_t low = 0;
  uint64_t high = meta_.documents;
  while (low < high) {
    const uint64_t middle = (low + high) / 2;
    uint64_t at = 0;
    if (!docs_.get(middle, at)) return docs_.damage();
    if (at < page) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return static_cast<uint32_t>(low);
}

Result<std::optional<uint32_t>> Index::doc(PageId page) const {
  COCITE_TRY(const uint32_t first, first_doc(index(page)));
  if (first == meta_.documents) return std::nullopt;
  COCITE_TRY(const PageId found, this->page(first));
  if (found != page) return std::nullopt;
  return first;
}

bool Cursor::load(uint32_t block) {
  if (loaded_ && block == number_) return true;
  loaded_ = false;
  has_counts_ = false;
  const file::Section& section = index_->lists_;
  uint64_t begin = list_.begin;
  uint64_t end = list_.end;
  uint32_t base = 0;
  if (!list_.skips.empty()) {
    begin += list_.skips[block].offset;
    if (block + 1 < list_.skips.size()) end = list_.begin + list_.skips[block + 1].offset;
    if (block > 0) {
      const uint32_t last = list_.skips[block - 1].last_doc;
      if (last == ~uint32_t{0}) return false;
      base = last + 1;
    }
    if (begin > end || end > list_.end) return false;
  }
  if (!section.is_sound(begin, end)) return false;
  const uint8_t* const start = bytes(section);
  if (!decode_docs(start + begin, start + end, base, list_.block_size(block),
                   index_->meta_.documents, block_)) {
    return false;
  }
  if (!list_.skips.empty() && block_.docs[block_.size - 1] != list_.skips[block].last_doc) {
    return false;
  }
  number_ = block;
  loaded_ = true;
  place_ = 0;
  return true;
}

void Cursor::expect(uint32_t block) const {
  if ((loaded_ && block == number_) || block >= list_.blocks()) return;
  const uint64_t begin = list_.begin + (list_.skips.empty() ? 0 : list_.skips[block].offset);
  if (begin >= list_.end) return;
  // Most blocks have 100 to 250 bytes.
  constexpr uint64_t kLine = 64;
  const uint8_t* const start = bytes(index_->lists_) + begin;
  for (uint64_t line = 0; line < 3 * kLine && begin + line < list_.end; line += kLine) {
    __builtin_prefetch(start + line);
  }
}

bool Cursor::load_counts() {
  if (has_counts_) return true;
  uint64_t begin = list_.begin;
  uint64_t end = list_.end;
  if (!list_.skips.empty()) {
    begin += list_.skips[number_].offset;
    if (number_ + 1 < list_.skips.size()) end = list_.begin + list_.skips[number_ + 1].offset;
  }
  const uint8_t* const start = bytes(index_->lists_);
  has_counts_ = decode_counts(start + begin, start + end, block_);
  return has_counts_;
}

uint32_t Cursor::block_of(uint32_t doc) const {
  if (list_.skips.empty()) return 0;
  const auto at = std::ranges::lower_bound(list_.skips, doc, {}, &SkipEntry::last_doc);
  return static_cast<uint32_t>(at - list_.skips.begin());
}

bool Cursor::seek_far(uint32_t doc) {
  at_end_ = false;
  uint32_t block = 0;
  if (!list_.skips.empty()) {
    // Nearly always the block after this one, or one soon after it.
    block = loaded_ && doc > block_.docs[block_.size - 1] ? number_ + 1 : 0;
    uint32_t steps = 0;
    while (block > 0 && steps < 8 && block < list_.blocks() && list_.skips[block].last_doc < doc) {
      ++block;
      ++steps;
    }
    if (block == 0 || steps == 8) block = block_of(doc);
    if (block >= list_.blocks()) {
      at_end_ = true;
      return true;
    }
  }
  if (!load(block)) return false;
  place_ = place_in_block(doc);
  // In a list of one block only; elsewhere the entry says that there is one.
  at_end_ = place_ == block_.size;
  return true;
}

Result<void> Index::check() const {
  COCITE_CHECK(container_.check());
  COCITE_CHECK(content_.check());
  COCITE_CHECK(lengths_.check());
  const auto damaged = [&](const file::Section& section) { return Result<void>(section.damage()); };
  std::vector<FieldCounts> lengths(meta_.documents);
  std::vector<double> count_norms(meta_.documents);
  std::vector<double> log_norms(meta_.documents);
  std::vector<std::array<double, kFrequentIdf.size()>> frequent(meta_.documents);
  uint64_t postings = 0;
  uint64_t next_skip = 0;
  for (uint64_t number = 0; number < meta_.terms; ++number) {
    COCITE_TRY(const TermList list, this->list(number));
    postings += list.df;
    const double idf = list.content_df == 0 ? 0 : vector_idf(meta_.content_pages, list.content_df);
    uint64_t content = 0;
    if (!list.skips.empty()) {
      const auto* first = reinterpret_cast<const SkipEntry*>(skips_.data()) + next_skip;
      if (list.skips.data() != first) return damaged(lists_);
      next_skip += list.skips.size();
    }
    Cursor cursor(*this, list);
    Positions positions(*this, list);
    for (uint32_t block = 0; block < list.blocks(); ++block) {
      if (!cursor.load(block) || !cursor.load_counts()) return damaged(lists_);
      if (!check_positions(*this, cursor, positions)) return damaged(positions_);
      for (uint32_t i = 0; i < cursor.block().size; ++i) {
        const uint32_t doc = cursor.block().docs[i];
        const FieldCounts counts = cursor.block().counts(i);
        FieldCounts whole;
        double count_norm = 0;
        double log_norm = 0;
        if (!lengths_.get(doc, whole)) return lengths_.damage();
        if (!norm(doc, TfKind::kCount, count_norm) || !norm(doc, TfKind::kLog, log_norm)) {
          return damaged(norms_);
        }
        if (counts == FieldCounts{}) return damaged(lists_);
        lengths[doc].title += counts.title;
        lengths[doc].text += counts.text;
        lengths[doc].anchors += counts.anchors;
        const uint32_t tf = counts.content();
        content += tf > 0 ? 1 : 0;
        count_norms[doc] += tf * idf * (tf * idf);
        const double log_weight = tf_weight(TfKind::kLog, tf) * idf;
        log_norms[doc] += log_weight * log_weight;
        for (size_t part = 0; part < kFrequentIdf.size(); ++part) {
          if (idf < kFrequentIdf[part]) frequent[doc][part] += log_weight * log_weight;
        }
        if (list.skips.empty()) continue;
        const SkipEntry& skip = list.skips[block];
        const double x = bm25_x(counts, whole, averages_);
        const bool within =
            x <= skip.x && (tf == 0 || log_norm == 0 ||
                            (tf / count_norm <= from_half(skip.count_share) &&
                             tf_weight(TfKind::kLog, tf) / log_norm <= from_half(skip.log_share)));
        if (!within) return damaged(skips_);
      }
    }
    if (content != list.content_df) return damaged(lists_);
  }
  if (postings != meta_.postings || next_skip * sizeof(SkipEntry) != skips_.size()) {
    return damaged(lists_);
  }
  uint64_t before_page = 0;
  for (uint32_t doc = 0; doc < meta_.documents; ++doc) {
    FieldCounts whole;
    double count_norm = 0;
    double log_norm = 0;
    if (!lengths_.get(doc, whole) || whole != lengths[doc] || whole == FieldCounts{}) {
      return lengths_.damage();
    }
    const auto has_content = content_.get(doc);
    if (!has_content || *has_content != (whole.content() > 0) ||
        !norm(doc, TfKind::kCount, count_norm) || !norm(doc, TfKind::kLog, log_norm) ||
        std::abs(count_norm - std::sqrt(count_norms[doc])) > kRounding * (1 + count_norm) ||
        std::abs(log_norm - std::sqrt(log_norms[doc])) > kRounding * (1 + log_norm)) {
      return damaged(norms_);
    }
    for (size_t i = 0; i < kFrequentIdf.size(); ++i) {
      const uint8_t* const shares = this->frequent(i, doc, doc + 1);
      if (shares == nullptr ||
          std::sqrt(frequent[doc][i]) * kShareUnit > shares[doc] * log_norm * (1 + kRounding)) {
        return damaged(frequent_);
      }
    }
    COCITE_TRY(const PageId page, this->page(doc));
    if (doc > 0 && index(page) <= before_page) return docs_.damage();
    before_page = index(page);
  }
  return {};
}

}  // namespace cocite::text
