#include "suggest/names.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

#include "base/parallel.h"
#include "store/page_texts.h"
#include "url/escape.h"
#include "url/key.h"

namespace cocite::suggest {
namespace {

constexpr uint64_t kMostAnchorPages = 200'000;
constexpr uint64_t kMostTextPages = 20'000;
constexpr size_t kMostSenses = 8;
constexpr size_t kLeastLetters = 3;
constexpr uint32_t kRareSense =
    20;  // a page gets a twentieth of the links with this text, at least

constexpr std::string_view kSeparators[] = {" - ", " | ", " — ", " – ", " · ", " :: ", " » "};

// The part of a title behind its last separator, with the separator; empty: none.
std::string_view last_part(std::string_view title) {
  size_t at = std::string_view::npos;
  for (const std::string_view separator : kSeparators) {
    const size_t place = title.rfind(separator);
    if (place != std::string_view::npos && (at == std::string_view::npos || place > at)) at = place;
  }
  return at == std::string_view::npos ? std::string_view() : title.substr(at);
}

// The part before its first separator, with it.
std::string_view first_part(std::string_view title) {
  size_t end = std::string_view::npos;
  for (const std::string_view separator : kSeparators) {
    const size_t place = title.find(separator);
    if (place < end) end = place + separator.size();
  }
  return end == std::string_view::npos ? std::string_view() : title.substr(0, end);
}

bool is_stopped(const MakeNames& options) {
  return options.stop != nullptr && options.stop->load(std::memory_order_relaxed);
}

// "com,example)/guide/Set_up.html?a=b" -> "Set_up", and with the folder above it: "guide/Set_up".
std::string end_of_address(std::string_view key, bool is_url, size_t parts) {
  if (is_url) key = key.substr(std::min(key.size(), url::host_of_key(key).size() + 1));
  key = key.substr(0, key.find_first_of("?#"));
  while (key.ends_with('/')) key.remove_suffix(1);
  size_t begin = key.size();
  for (size_t i = 0; i < parts && begin != std::string_view::npos && begin > 0; ++i) {
    begin = key.rfind('/', begin - 1);
  }
  std::string name(
      begin == std::string_view::npos ? key : key.substr(begin == key.size() ? begin : begin + 1));
  const size_t dot = name.rfind('.');
  constexpr size_t kLongestEnding = 5;
  if (dot != std::string::npos && dot > 0 && name.size() - dot <= kLongestEnding) name.resize(dot);
  std::string plain;
  for (size_t i = 0; i < name.size(); ++i) {
    const int byte = url::escape_at(name, i);
    plain += byte < 0 ? name[i] : static_cast<char>(byte);
    if (byte >= 0) i += 2;
  }
  std::ranges::replace(plain, '_', ' ');
  return plain;
}

}  // namespace

struct Names::Given {
  uint64_t hash = 0;
  uint64_t first = 0;  // token
  uint32_t page = 0;
  uint16_t links = 0;  // with this text
  uint8_t tokens = 0;
  bool is_title = false;
};

Result<Names> Names::make(const store::Store& store, const MakeNames& options) {
  Names names;
  names.store_ = &store;
  COCITE_CHECK(names.choose_pages());
  COCITE_CHECK(names.find_shared_parts());
  std::vector<Given> given;
  COCITE_CHECK(names.collect(options, given));
  names.keep(std::move(given));
  COCITE_CHECK(names.count(options));
  return names;
}

Result<void> Names::choose_pages() {
  is_own_.assign(store_->pages(), false);
  const bool knows = store_->knows_fetched();
  for (uint64_t i = 0; i < store_->pages(); ++i) {
    COCITE_TRY(const bool is_crawled, store_->is_crawled(page_id(i)));
    is_own_[i] = (is_crawled || !knows) && !store_->status(page_id(i)).is_gone();
  }
  return {};
}

Result<void> Names::find_shared_parts() {
  if (!store_->has_titles()) return {};
  std::map<std::string, uint64_t, std::less<>> ends;
  std::map<std::string, uint64_t, std::less<>> beginnings;
  uint64_t titles = 0;
  const uint64_t step = std::max<uint64_t>(1, store_->pages() / 2000);
  for (uint64_t i = 0; i < store_->pages(); i += step) {
    if (!is_own_[i]) continue;
    COCITE_TRY(const std::string title, store_->title(page_id(i)));
    titles += title.empty() ? 0 : 1;
    if (const auto part = last_part(title); !part.empty()) ++ends[std::string(part)];
    if (const auto part = first_part(title); !part.empty()) ++beginnings[std::string(part)];
  }
  constexpr uint64_t kLeast = 5;
  constexpr uint64_t kShare = 5;  // a fifth of the titles
  for (const auto* const parts : {&ends, &beginnings}) {
    for (const auto& [part, count] : *parts) {
      if (count >= kLeast && count * kShare >= titles) shared_parts_.push_back(part);
    }
  }
  return {};
}

Result<std::string> Names::short_title(PageId page) const {
  std::string title;
  if (store_->has_titles()) {
    COCITE_TRY(title, store_->title(page));
  }
  for (const std::string& part : shared_parts_) {
    if (title.size() <= part.size()) continue;
    if (title.ends_with(part))
      title.resize(title.size() - part.size());
    else if (title.starts_with(part))
      title.erase(0, part.size());
  }
  if (!title.empty()) return title;
  COCITE_TRY(const std::string key, store_->key(page));
  return end_of_address(key, store_->names() == store::Names::kUrl, 1);
}

Result<void> Names::collect(const MakeNames& options, std::vector<Given>& given) const {
  const auto add = [](std::vector<Given>& to, std::span<const Token> tokens, PageId page,
                      bool is_title) {
    if (tokens.empty() || tokens.size() > kLongest) return;
    if (tokens.back().end - tokens.front().begin < kLeastLetters) return;
    to.push_back({.hash = phrase_hash(tokens),
                  .first = tokens[0].hash,
                  .page = index(page),
                  .links = static_cast<uint16_t>(is_title ? 0 : 1),
                  .tokens = static_cast<uint8_t>(tokens.size()),
                  .is_title = is_title});
  };
  const bool is_url = store_->names() == store::Names::kUrl;
  const bool has_anchors = store_->text_columns().has_anchors();
  const uint64_t step = std::max<uint64_t>(1, store_->pages() / kMostAnchorPages);
  constexpr uint64_t kPiece = 512;
  const uint64_t pieces = (store_->pages() + kPiece - 1) / kPiece;
  std::mutex mutex;
  Result<void> status;
  const auto read_piece = [&](size_t piece, std::vector<Given>& own) -> Result<void> {
    Tokenizer tokenizer;
    graph::ListBuffer buffer;
    store::PageTextColumns::Reader reader(store_->text_columns());
    for (uint64_t i = piece * kPiece; i < std::min(store_->pages(), (piece + 1) * kPiece); ++i) {
      const PageId page = page_id(i);
      if (!is_own_[i]) continue;
      COCITE_TRY(const std::string title, short_title(page));
      add(own, tokenizer.read(title), page, true);
      COCITE_TRY(const std::string key, store_->key(page));
      for (const size_t parts : {size_t{1}, size_t{2}}) {
        add(own, tokenizer.read(end_of_address(key, is_url, parts)), page, true);
      }
      if (!has_anchors || i % step != 0) continue;
      COCITE_TRY(const auto children, store_->children(page, buffer));
      COCITE_TRY(const std::vector<std::string> anchors, reader.anchors(page));
      for (size_t k = 0; k < std::min(anchors.size(), children.size()); ++k) {
        if (anchors[k].empty() || !is_own_[index(children[k])]) continue;
        if (is_hidden(options.hidden, page, children[k])) continue;
        add(own, tokenizer.read(anchors[k]), children[k], false);
      }
    }
    return {};
  };
  parallel_for(pieces, options.threads, [&](size_t piece) {
    if (is_stopped(options)) return;
    std::vector<Given> own;
    const Result<void> read = read_piece(piece, own);
    const std::scoped_lock lock(mutex);
    if (!read) status = read;
    given.insert(given.end(), own.begin(), own.end());
  });
  if (is_stopped(options)) return fail(ErrorCode::kCancelled, "stopped");
  return status;
}

void Names::keep(std::vector<Given> given) {
  std::ranges::sort(given, [](const Given& a, const Given& b) {
    return std::pair(a.hash, a.page) < std::pair(b.hash, b.page);
  });
  std::vector<Given> same;  // of one name, each page once
  for (size_t first = 0; first < given.size();) {
    same.clear();
    uint64_t links = 0;
    size_t last = first;
    for (; last < given.size() && given[last].hash == given[first].hash; ++last) {
      const Given& one = given[last];
      links += one.links;
      if (same.empty() || same.back().page != one.page) {
        same.push_back(one);
        continue;
      }
      Given& known = same.back();
      known.is_title = known.is_title || one.is_title;
      known.links = static_cast<uint16_t>(std::min(0xFFFF, known.links + one.links));
    }
    first = last;
    std::erase_if(same, [&](const Given& one) {
      return !one.is_title && uint64_t{one.links} * kRareSense < links;
    });
    std::ranges::stable_sort(same, [](const Given& a, const Given& b) {
      return std::pair(a.is_title, a.links) > std::pair(b.is_title, b.links);
    });
    // What very many pages are called is no name: "index", "read more".
    if (same.empty() || same.size() > 8 * kMostSenses) continue;
    if (same.size() > kMostSenses) same.resize(kMostSenses);
    by_hash_.emplace(same[0].hash, static_cast<uint32_t>(names_.size()));
    uint8_t& longest = longest_[same[0].first];
    longest = std::max(longest, same[0].tokens);
    names_.push_back({.first_sense = static_cast<uint32_t>(senses_.size()),
                      .senses = static_cast<uint32_t>(same.size())});
    for (const Given& one : same) {
      senses_.push_back({.page = page_id(one.page), .is_title = one.is_title});
    }
  }
}

std::vector<Mention> Names::find(std::span<const Token> tokens) const {
  std::vector<Mention> found;
  size_t covered = 0;  // tokens before this are in a name that begins earlier
  for (size_t i = 0; i < tokens.size(); ++i) {
    const auto known = longest_.find(tokens[i].hash);
    if (known == longest_.end()) continue;
    uint64_t phrase = 0;
    Mention longest;
    const size_t end = std::min(tokens.size(), i + known->second);
    for (size_t k = i; k < end; ++k) {
      phrase = extend(phrase, tokens[k].hash);
      const auto name = by_hash_.find(phrase);
      if (name == by_hash_.end()) continue;
      longest = {name->second, static_cast<uint32_t>(i), static_cast<uint32_t>(k + 1 - i)};
    }
    if (longest.tokens == 0 || i + longest.tokens <= covered) continue;
    covered = i + longest.tokens;
    found.push_back(longest);
  }
  return found;
}

std::span<const Sense> Names::senses(uint32_t name) const {
  return std::span(senses_).subspan(names_[name].first_sense, names_[name].senses);
}

double Names::chance(uint32_t name, const Sense& sense) const {
  constexpr double kUnseen = 0.05;  // of a name that no text had
  constexpr double kRare = 50;  // a name on one page in 50 counts in full, on all of them nothing
  constexpr uint32_t kFewTexts = 200;  // of fewer pages, all may have a name
  const double pages = names_[name].pages + 1.0;
  const double rarity = std::log((std::max(texts_, kFewTexts) + 1.0) / pages) / std::log(kRare);
  return (sense.linked + kUnseen) / pages * std::clamp(rarity, 0.0, 1.0);
}

std::vector<uint32_t> Names::names_of(PageId page) const {
  std::vector<uint32_t> own;
  for (uint32_t name = 0; name < names_.size(); ++name) {
    for (const Sense& sense : senses(name)) {
      if (sense.page == page) own.push_back(name);
    }
  }
  return own;
}

Result<void> Names::count(const MakeNames& options) {
  if (!store_->text_columns().has_texts()) return {};
  std::vector<PageId> pages;
  for (uint64_t i = 0; i < store_->pages(); ++i) {
    if (is_own_[i]) pages.push_back(page_id(i));
  }
  const uint64_t step = std::max<uint64_t>(1, pages.size() / kMostTextPages);
  texts_ = static_cast<uint32_t>(pages.size() / step);
  constexpr uint64_t kPiece = 256;
  const uint64_t pieces = (pages.size() + kPiece - 1) / kPiece;
  std::mutex mutex;
  Result<void> status;
  uint64_t done = 0;
  const auto read_piece = [&](size_t piece) -> Result<void> {
    Tokenizer tokenizer;
    graph::ListBuffer buffer;
    store::PageTextColumns::Reader reader(store_->text_columns());
    std::vector<uint32_t> own;
    std::vector<PageId> children;
    for (uint64_t i = piece * kPiece; i < std::min<uint64_t>(pages.size(), (piece + 1) * kPiece);
         i += step) {
      COCITE_TRY(const std::string_view text, reader.text(pages[i]));
      own.clear();
      for (const Mention& mention : find(tokenizer.read(text))) own.push_back(mention.name);
      std::ranges::sort(own);
      own.erase(std::unique(own.begin(), own.end()), own.end());
      COCITE_TRY(const auto list, store_->children(pages[i], buffer));
      children.assign(list.begin(), list.end());
      std::ranges::sort(children);
      for (const uint32_t name : own) {
        std::atomic_ref(names_[name].pages).fetch_add(1, std::memory_order_relaxed);
        for (uint32_t k = 0; k < names_[name].senses; ++k) {
          Sense& sense = senses_[names_[name].first_sense + k];
          if (!std::ranges::binary_search(children, sense.page)) continue;
          if (is_hidden(options.hidden, pages[i], sense.page)) continue;
          std::atomic_ref(sense.linked).fetch_add(1, std::memory_order_relaxed);
        }
      }
    }
    return {};
  };
  parallel_for(pieces, options.threads, [&](size_t piece) {
    if (is_stopped(options)) return;
    const Result<void> read = read_piece(piece);
    const std::scoped_lock lock(mutex);
    if (!read) status = read;
    ++done;
    if (options.progress) {
      options.progress({.stage = "reading names", .done = done, .total = pieces, .unit = "pieces"});
    }
  });
  if (is_stopped(options)) return fail(ErrorCode::kCancelled, "stopped");
  return status;
}

}  // namespace cocite::suggest
