#include "static_site/search_index.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>
#include <mutex>
#include <unordered_map>

#include "base/json_text.h"
#include "base/parallel.h"
#include "base/utf8.h"
#include "words/own_texts.h"
#include "words/plain_text.h"
#include "words/term_maker.h"

namespace cocite::static_site {
namespace {

constexpr double kStep = 1.0 / 16384;    // of shares: the first pages differ by less than 1 / 1024
constexpr size_t kShardBytes = 8 << 10;  // about; a word with a longer list has a shard of its own
constexpr size_t kMostShards = 2000;     // a larger site has larger shards
constexpr size_t kPagesInFile = 10;      // titles and beginnings
constexpr size_t kAboutBytes = 140;      // of the beginning of a page
constexpr uint64_t kPiece = 512;         // terms, or pages, that a thread takes at a time
constexpr size_t kMostShared = 35;       // one digit of base 36

// The highest bit of a byte first.
class Bits {
 public:
  void put(uint64_t value, unsigned count) {
    while (count-- > 0) {
      if (used_ % 8 == 0) bytes_ += '\0';
      if (((value >> count) & 1U) != 0) {
        bytes_.back() = static_cast<char>(bytes_.back() | (0x80U >> (used_ % 8)));
      }
      ++used_;
    }
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
  uint64_t used_ = 0;
};

using Words = std::map<std::string, std::vector<std::string>>;  // by term, in order

bool is_stopped(const MakeSearch& options) {
  return options.stop != nullptr && options.stop->load(std::memory_order_relaxed);
}

// What readers type for each term of a stemmed index: the words of titles, texts and links.
Result<Words> words_of_terms(const store::Store& store, const text::Index& index,
                             const OwnPages& own, const MakeSearch& options) {
  Words words;
  if (index.stem() == "none") return words;
  std::unordered_map<std::string, std::string> stems;  // by word
  std::mutex mutex;
  const size_t pieces = (own.pages().size() + kPiece - 1) / kPiece;
  std::vector<Result<void>> status(pieces);
  const auto read_piece = [&](size_t piece) -> Result<void> {
    COCITE_TRY(words::TermMaker maker, words::TermMaker::create(index.stem()));
    store::PageTextColumns::Reader reader(store.text_columns());
    std::unordered_map<std::string, std::string> found;
    const auto read = [&](std::string_view text) {
      maker.read_words(text, [&](std::string_view term, const std::string& word) {
        if (!found.contains(word)) found.emplace(word, term);
      });
    };
    const size_t end = std::min(own.pages().size(), (piece + 1) * kPiece);
    for (size_t i = piece * kPiece; i < end; ++i) {
      if (is_stopped(options)) return {};
      const PageId page = own.pages()[i].page;
      if (store.has_titles()) {
        COCITE_TRY(const std::string title, store.title(page));
        read(title);
      }
      COCITE_TRY(const std::string_view text, reader.text(page));
      read(text);
      COCITE_TRY(const std::vector<std::string> anchors, reader.anchors(page));
      for (const std::string& anchor : anchors) read(anchor);
    }
    const std::scoped_lock lock(mutex);
    stems.merge(found);
    return {};
  };
  parallel_for(pieces, options.threads, [&](size_t piece) { status[piece] = read_piece(piece); });
  for (const Result<void>& one : status) COCITE_CHECK(one);
  for (const auto& [word, term] : stems) words[term].push_back(word);
  for (auto& [term, list] : words) std::ranges::sort(list);
  return words;
}

// The lists of all terms, under the first of their words; other words lead there.
struct Entry {
  PackedList list = {};  // empty: another word of the term has it
  std::string under = {};
};
using Entries = std::map<std::string, Entry>;

class Lists {
 public:
  Lists(const text::Index& index, const OwnPages& own, const Rules& rules)
      : index_(&index), own_(&own), rules_(&rules) {}

  Result<void> read_pages() {
    numbers_.resize(index_->meta().documents, OwnPages::kNone);
    for (uint32_t doc = 0; doc < numbers_.size(); ++doc) {
      COCITE_TRY(const PageId page, index_->page(doc));
      const uint32_t number = own_->number(page);
      if (number != OwnPages::kNone && !rules_->hides(number)) numbers_[doc] = number;
    }
    return {};
  }

  Result<std::vector<Share>> shares_of(uint64_t term) const {
    COCITE_TRY(const text::TermList list, index_->list(term));
    const double idf = text::bm25_idf(index_->meta().documents, list.df);
    std::vector<Share> shares;
    text::Cursor cursor(*index_, list);
    for (uint32_t block = 0; block < list.blocks(); ++block) {
      if (!cursor.load(block) || !cursor.load_counts()) return index_->damage();
      const text::PostingBlock& loaded = cursor.block();
      for (uint32_t i = 0; i < loaded.size; ++i) {
        const uint32_t doc = loaded.docs[i];
        if (numbers_[doc] == OwnPages::kNone) continue;
        if (!index_->lengths().is_sound(doc, doc + 1)) return index_->damage();
        const double x = text::bm25_x(loaded.counts(i), index_->lengths()[doc], index_->averages());
        shares.push_back({numbers_[doc], idf * x / (text::kSaturation + x)});
      }
    }
    std::ranges::sort(shares, {}, &Share::page);
    return shares;
  }

 private:
  const text::Index* index_;
  const OwnPages* own_;
  const Rules* rules_;
  std::vector<uint32_t> numbers_;  // by document
};

Result<Entries> entries_of(const text::Index& index, const OwnPages& own, const Rules& rules,
                           const Words& words, const MakeSearch& options) {
  Lists lists(index, own, rules);
  COCITE_CHECK(lists.read_pages());
  Entries entries;
  std::mutex mutex;
  const uint64_t terms = index.meta().terms;
  const size_t pieces = (terms + kPiece - 1) / kPiece;
  std::vector<Result<void>> status(pieces);
  const auto read_piece = [&](size_t piece) -> Result<void> {
    std::vector<std::pair<std::string, Entry>> made;
    std::string term;
    for (uint64_t i = piece * kPiece; i < std::min<uint64_t>(terms, (piece + 1) * kPiece); ++i) {
      if (is_stopped(options)) return {};
      COCITE_TRY(const std::vector<Share> shares, lists.shares_of(i));
      if (shares.empty()) continue;
      COCITE_CHECK(index.terms().get(i, term));
      const auto known = words.find(term);
      const std::string first = known == words.end() ? term : known->second.front();
      made.push_back({first, {.list = pack_shares(shares, own.pages().size())}});
      if (known == words.end()) continue;
      for (const std::string& word : known->second) {
        if (word != first) made.push_back({word, {.under = first}});
      }
    }
    const std::scoped_lock lock(mutex);
    entries.insert(std::make_move_iterator(made.begin()), std::make_move_iterator(made.end()));
    return {};
  };
  parallel_for(pieces, options.threads, [&](size_t piece) { status[piece] = read_piece(piece); });
  for (const Result<void>& one : status) COCITE_CHECK(one);
  return entries;
}

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.5g", value);
  return text;
}

// A shard: lines with words, a zero, then the lists. A line begins with how many bytes of the word before it
// shares, at character bounds.
class Shard {
 public:
  void add(const std::string& word, const Entry& entry) {
    size_t shared = 0;
    while (shared < std::min({word.size(), last_.size(), kMostShared}) &&
           word[shared] == last_[shared] && static_cast<unsigned char>(word[shared]) < 0x80) {
      ++shared;
    }
    if (!lines_.empty()) lines_ += '\n';
    lines_ += "0123456789abcdefghijklmnopqrstuvwxyz"[shared];
    lines_ += word.substr(shared);
    last_ = word;
    if (!entry.under.empty()) {
      if (entry.under != list_) lines_ += '\t' + entry.under;
      return;
    }
    list_ = word;
    const PackedList& list = entry.list;
    lines_ += '\t' + std::to_string(list.count) + '\t' + std::to_string(list.rice) + '\t' +
              std::to_string(list.width) + '\t' + number_text(list.step) + '\t' +
              std::to_string(list.bytes.size());
    lists_ += list.bytes;
  }
  [[nodiscard]] size_t size() const { return lines_.size() + 1 + lists_.size(); }
  [[nodiscard]] bool is_empty() const { return lines_.empty(); }
  [[nodiscard]] std::string take() {
    std::string bytes = std::move(lines_) + '\0' + std::move(lists_);
    *this = Shard();
    return bytes;
  }

 private:
  std::string lines_;
  std::string lists_;
  std::string last_;  // word
  std::string list_;  // word with the last list
};

void add_shards(const Entries& entries, uint64_t pages, SearchFiles& files) {
  uint64_t total = 0;
  for (const auto& [word, entry] : entries) total += word.size() + entry.list.bytes.size() + 16;
  const size_t most = std::max<size_t>(kShardBytes, total / kMostShards);
  std::string firsts;
  size_t number = 0;
  Shard shard;
  const auto flush = [&] {
    if (!shard.is_empty())
      files.files.emplace_back(std::to_string(number++) + ".bin", shard.take());
  };
  for (const auto& [word, entry] : entries) {
    const size_t size = word.size() + entry.list.bytes.size() + 16;
    if (shard.is_empty() || shard.size() + size > most) {
      flush();
      firsts += (firsts.empty() ? "" : " ") + word;
    }
    shard.add(word, entry);
    ++files.words;
  }
  flush();
  std::string meta = "{\"version\":1,\"pages\":" + std::to_string(pages) +
                     ",\"chunk\":" + std::to_string(kPagesInFile) + ",\"first\":";
  append_json(firsts, meta);
  files.files.emplace_back("meta.json", meta + "}\n");
}

// Address, title and beginning of each page, a few in a file.
Result<void> add_pages(const store::Store& store, const OwnPages& own, const MakeSearch& options,
                       SearchFiles& files) {
  std::vector<PageId> pages;
  for (const OwnPage& page : own.pages()) pages.push_back(page.page);
  std::ranges::sort(pages);
  constexpr size_t kSample = 400;
  const bool has_texts = store.text_columns().has_texts();
  text::Shingles menus;
  if (has_texts) {
    COCITE_TRY(menus, words::menu_runs(store, pages, kSample, nullptr));
  }
  std::vector<std::string> abouts(own.pages().size());
  std::vector<Result<void>> status((abouts.size() + kPiece - 1) / kPiece);
  const auto read_piece = [&](size_t piece) -> Result<void> {
    store::PageTextColumns::Reader reader(store.text_columns());
    const size_t end = std::min(abouts.size(), (piece + 1) * kPiece);
    for (size_t i = piece * kPiece; i < end; ++i) {
      if (is_stopped(options)) return {};
      COCITE_TRY(const std::string_view text, reader.text(own.pages()[i].page));
      abouts[i] = words::beginning_of(text, menus, kAboutBytes);
    }
    return {};
  };
  if (has_texts) {
    parallel_for(status.size(), options.threads,
                 [&](size_t piece) { status[piece] = read_piece(piece); });
  }
  for (const Result<void>& one : status) COCITE_CHECK(one);
  for (size_t first = 0; first < abouts.size(); first += kPagesInFile) {
    std::string json;
    for (size_t i = first; i < std::min(abouts.size(), first + kPagesInFile); ++i) {
      json += json.empty() ? "[[" : ",\n[";
      append_json(own.pages()[i].path, json);
      json += ',';
      append_json(own.pages()[i].title, json);
      json += ',';
      append_json(abouts[i], json);
      json += ']';
    }
    files.files.emplace_back("p" + std::to_string(first / kPagesInFile) + ".json", json + "]\n");
  }
  return {};
}

}  // namespace

PackedList pack_shares(const std::vector<Share>& shares, uint64_t pages) {
  constexpr unsigned kLeastWidth = 14;  // of a frequent word, whose shares differ least
  constexpr double kRice = 0.69;        // ln 2: the best parameter for random gaps
  PackedList packed{.count = static_cast<uint32_t>(shares.size())};
  double most = 0;
  for (const Share& share : shares) most = std::max(most, share.share);
  const auto steps = static_cast<uint64_t>(std::ceil(most / kStep));
  packed.width = std::max<unsigned>(kLeastWidth, static_cast<unsigned>(std::bit_width(steps)));
  packed.step = most / static_cast<double>((uint64_t{1} << packed.width) - 1);
  const auto gap = static_cast<uint64_t>(kRice * static_cast<double>(pages) /
                                         static_cast<double>(std::max<size_t>(1, shares.size())));
  packed.rice = gap == 0 ? 0 : static_cast<unsigned>(std::bit_width(gap)) - 1;
  Bits bits;
  uint64_t next = 0;
  for (const Share& share : shares) {
    const uint64_t skipped = share.page - next;
    next = uint64_t{share.page} + 1;
    for (uint64_t i = 0; i < skipped >> packed.rice; ++i) bits.put(1, 1);
    bits.put(0, 1);
    bits.put(skipped & ((uint64_t{1} << packed.rice) - 1), packed.rice);
    bits.put(static_cast<uint64_t>(std::llround(share.share / packed.step)), packed.width);
  }
  packed.bytes = bits.take();
  return packed;
}

Result<SearchFiles> make_search_files(const store::Store& store, const text::Index& index,
                                      const OwnPages& own, const Rules& rules,
                                      const MakeSearch& options) {
  SearchFiles files;
  COCITE_TRY(const Words words, words_of_terms(store, index, own, options));
  COCITE_TRY(const Entries entries, entries_of(index, own, rules, words, options));
  add_shards(entries, own.pages().size(), files);
  COCITE_CHECK(add_pages(store, own, options, files));
  if (is_stopped(options)) return fail(ErrorCode::kCancelled, "stopped; nothing was written");
  return files;
}

}  // namespace cocite::static_site
