#include "suggest/suggest.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "answer/present.h"
#include "answer/resolve.h"
#include "base/budget.h"
#include "base/parallel.h"
#include "url/key.h"

namespace cocite::suggest {
namespace {

// Pages that get no links and that no links lead to.
class Excluded {
 public:
  static Result<Excluded> make(const store::Store& store, const std::vector<std::string>& given) {
    Excluded excluded;
    for (const std::string& text : given) {
      if (!text.ends_with('*')) {
        COCITE_TRY(const PageId page, answer::resolve(store, text));
        excluded.ranges_.emplace_back(index(page), uint64_t{index(page)} + 1);
        continue;
      }
      std::string prefix = text.substr(0, text.size() - 1);
      if (store.names() == store::Names::kUrl) {
        std::string key;
        // A letter in place of the star, so that the end of the address stays as it is.
        if (url::make_key(prefix + 'a', {.fold_www = store.facts().fold_www}, key) !=
            url::Skip::kNone) {
          return fail(
              {.message = "'" + text + "' is not the beginning of an address", .about = "exclude"});
        }
        prefix = key.substr(0, key.size() - 1);
      }
      COCITE_TRY(const uint64_t first, store.keys().lower_bound(prefix));
      COCITE_TRY(const uint64_t last, store.keys().lower_bound(prefix + '\xFF'));
      excluded.ranges_.emplace_back(first, last);
    }
    return excluded;
  }
  [[nodiscard]] bool has(PageId page) const {
    return std::ranges::any_of(ranges_, [&](const auto& range) {
      return index(page) >= range.first && index(page) < range.second;
    });
  }

 private:
  std::vector<std::pair<uint64_t, uint64_t>> ranges_;
};

std::string quoted(const std::string& text) {
  return "“" + text + "”";
}

class Asked {
 public:
  Asked(const answer::Opened& opened, const Names& names, const SuggestRequest& request)
      : opened_(&opened),
        names_(&names),
        request_(&request),
        budget_(request.budget_ms, request.stop) {}

  Result<SuggestAnswer> answer() {
    COCITE_TRY(excluded_, Excluded::make(opened_->store, request_->exclude));
    if (!request_->to.empty()) {
      COCITE_TRY(to_, answer::resolve(opened_->store, request_->to));
    }
    std::vector<PageId> pages;
    if (!request_->page.empty()) {
      COCITE_TRY(const PageId page, answer::resolve(opened_->store, request_->page));
      pages.push_back(page);
    } else if (to_) {
      COCITE_TRY(pages, may_link_to(*to_));
    } else {
      for (uint64_t i = 0; i < opened_->store.pages(); ++i) {
        const PageId page = page_id(i);
        if (names_->is_own(page) && !excluded_.has(page)) pages.push_back(page);
      }
    }
    COCITE_CHECK(opened_->web.expect(pages.size()));
    COCITE_CHECK(ask(pages));
    SuggestAnswer answer{.pages = pages.size(), .is_complete = !is_late_};
    for (std::vector<SuggestItem>& items : items_) {
      std::ranges::move(items, std::back_inserter(answer.items));
    }
    if (to_) {
      std::ranges::stable_sort(answer.items, std::greater<>(), &SuggestItem::score);
      for (size_t i = 0; i < answer.items.size(); ++i) answer.items[i].rank = i + 1;
    }
    if (request_->top != 0 && answer.items.size() > request_->top)
      answer.items.resize(request_->top);
    if (!opened_->store.text_columns().has_texts()) {
      answer.notes.emplace_back("the store has no texts, so no sentence can be named");
    }
    if (is_late_) answer.notes.emplace_back("the time budget ended it: the pages looked at so far");
    return answer;
  }

 private:
  // Pages that have a name of this one in their text, and related ones.
  Result<std::vector<PageId>> may_link_to(PageId to) {
    const store::Store& store = opened_->store;
    std::vector<PageId> pages;
    std::vector<uint32_t> wanted = names_->names_of(to);
    std::ranges::sort(wanted);
    if (!wanted.empty() && store.text_columns().has_texts()) {
      std::vector<std::vector<PageId>> found(store.pages() / kPiece + 1);
      std::vector<Result<void>> status(found.size());
      parallel_for(found.size(), threads(), [&](size_t piece) {
        if (is_late()) return;
        status[piece] = find_mentions(piece, wanted, found[piece]);
      });
      for (size_t piece = 0; piece < found.size(); ++piece) {
        COCITE_CHECK(status[piece]);
        pages.insert(pages.end(), found[piece].begin(), found[piece].end());
      }
    }
    constexpr uint64_t kRelated = 50;
    RelatedRequest request{.top = kRelated, .unlinked = true};
    Budget budget(request_->budget_ms, request_->stop);
    COCITE_TRY(const auto answering,
               answer::Answering::make(opened_->web, opened_->stoplists, request, budget));
    COCITE_TRY(const answer::Found related, answering.find(to, budget));
    for (const related::Item& item : related.items) pages.push_back(item.page);
    std::ranges::sort(pages);
    pages.erase(std::unique(pages.begin(), pages.end()), pages.end());
    std::erase_if(pages, [&](PageId page) {
      return page == to || !names_->is_own(page) || excluded_.has(page);
    });
    return pages;
  }

  Result<void> find_mentions(size_t piece, const std::vector<uint32_t>& wanted,
                             std::vector<PageId>& found) const {
    const store::Store& store = opened_->store;
    store::PageTextColumns::Reader reader(store.text_columns());
    Tokenizer tokenizer;
    for (uint64_t i = piece * kPiece; i < std::min(store.pages(), (piece + 1) * kPiece); ++i) {
      if (!names_->is_own(page_id(i))) continue;
      COCITE_TRY(const std::string_view text, reader.text(page_id(i)));
      const std::vector<Mention> mentions = names_->find(tokenizer.read(text));
      if (std::ranges::any_of(mentions, [&](const Mention& mention) {
            return std::ranges::binary_search(wanted, mention.name);
          })) {
        found.push_back(page_id(i));
      }
    }
    return {};
  }

  Result<void> ask(const std::vector<PageId>& pages) {
    constexpr size_t kPages = 16;
    items_.resize((pages.size() + kPages - 1) / kPages);
    std::vector<Result<void>> status(items_.size());
    std::mutex mutex;
    uint64_t done = 0;
    std::vector<std::unique_ptr<Suggester>> free;  // one a thread
    parallel_for(items_.size(), threads(), [&](size_t piece) {
      if (piece > 0 && is_late()) return;
      std::unique_ptr<Suggester> suggester;
      {
        const std::scoped_lock lock(mutex);
        if (!free.empty()) {
          suggester = std::move(free.back());
          free.pop_back();
        }
        if (request_->progress) {
          request_->progress(
              {.stage = "suggesting", .done = done, .total = pages.size(), .unit = "pages"});
        }
      }
      if (!suggester) suggester = std::make_unique<Suggester>(*opened_, *names_);
      Budget budget = budget_left();
      for (size_t i = piece * kPages; i < std::min(pages.size(), (piece + 1) * kPages); ++i) {
        status[piece] = ask_about(*suggester, pages[i], budget, items_[piece]);
        if (!status[piece] || budget.is_spent()) return;
      }
      const std::scoped_lock lock(mutex);
      done += kPages;
      free.push_back(std::move(suggester));
    });
    if (request_->stop != nullptr && request_->stop->load(std::memory_order_relaxed)) {
      return fail(ErrorCode::kCancelled, "stopped");
    }
    for (const Result<void>& one : status) COCITE_CHECK(one);
    (void)is_late();  // a page may have been cut short
    return {};
  }

  Result<void> ask_about(Suggester& suggester, PageId page, Budget& budget,
                         std::vector<SuggestItem>& items) const {
    const store::Store& store = opened_->store;
    const uint64_t most = request_->page.empty() || request_->top == 0
                              ? request_->max_per_page
                              : std::min(request_->max_per_page, request_->top);
    COCITE_TRY(const std::vector<Missing> missing,
               suggester.from(
                   page, most, [&](PageId other) { return excluded_.has(other); }, to_, &budget));
    if (missing.empty()) return {};
    COCITE_TRY(const LinkItem from, answer::present_link(store, 0, page));
    for (size_t i = 0; i < missing.size(); ++i) {
      COCITE_TRY(const LinkItem to, answer::present_link(store, 0, missing[i].page));
      SuggestItem item{to.ref()};
      item.page = from.ref();
      item.rank = i + 1;
      item.score = missing[i].score;
      item.place = missing[i].name ? kPlaceSentence : kPlaceSeeAlso;
      if (missing[i].name) {
        Sentence sentence = suggester.text().sentence(*missing[i].name);
        item.sentence = std::move(sentence.text);
        item.words = std::move(sentence.words);
      }
      COCITE_TRY(item.reason, reason(suggester, missing[i], item.words));
      items.push_back(std::move(item));
    }
    return {};
  }

  Result<std::string> reason(const Suggester& suggester, const Missing& missing,
                             const std::string& words) const {
    std::string text;
    if (missing.name) {
      text = quoted(words) + " stands in the text without a link";
      const uint32_t pages = names_->pages_with(missing.name->name);
      for (const Sense& sense : names_->senses(missing.name->name)) {
        if (sense.page != missing.page || sense.linked == 0) continue;
        text += "; " + std::to_string(sense.linked) + " of " + std::to_string(pages) +
                " pages with these words link there";
      }
    }
    if (missing.alike_pages > 0) {
      COCITE_TRY(const LinkItem like, answer::present_link(opened_->store, 0, missing.most_alike));
      const std::string& name = !like.title.empty() ? like.title
                                : !like.url.empty() ? like.url
                                                    : like.key;
      text += std::string(text.empty() ? "" : "; ") + std::to_string(missing.alike_pages) +
              " of the " + std::to_string(suggester.alike()) +
              " pages with the most similar links link there, such as " + quoted(name);
    }
    if (text.empty()) text = "it is one of the most related pages";
    return text + ".";
  }

  // Whether the budget is spent; any thread.
  bool is_late() {
    const std::scoped_lock lock(budget_mutex_);
    is_late_ = is_late_ || budget_.is_spent();
    return is_late_;
  }
  // For one thread.
  Budget budget_left() {
    const std::scoped_lock lock(budget_mutex_);
    return budget_;
  }
  [[nodiscard]] unsigned threads() const {
    return request_->threads == 0 ? hardware_threads() : request_->threads;
  }

  static constexpr uint64_t kPiece = 256;

  const answer::Opened* opened_;
  const Names* names_;
  const SuggestRequest* request_;
  Excluded excluded_;
  std::optional<PageId> to_;
  std::vector<std::vector<SuggestItem>> items_;
  std::mutex budget_mutex_;
  Budget budget_;
  bool is_late_ = false;
};

}  // namespace

Result<SuggestAnswer> suggest(const answer::Opened& opened, const Names& names,
                              const SuggestRequest& request) {
  if (request.page.empty() && request.to.empty() && !request.all) {
    return fail({.message =
                     "name a page that should get links, or one that should be linked to, or "
                     "ask for all pages",
                 .remedies = {{.options = {{"all", ""}}}}});
  }
  return Asked(opened, names, request).answer();
}

}  // namespace cocite::suggest
