#include "words/find_pages.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "text/inverter.h"
#include "url/key.h"
#include "words/sort_anchors.h"
#include "words/term_maker.h"

namespace cocite::words {
namespace {

constexpr size_t kMaxLinksRead = 2000;

using Terms = std::vector<std::string>;

bool has_run(const Terms& field, const Terms& phrase) {
  return std::search(field.begin(), field.end(), phrase.begin(), phrase.end()) != field.end();
}

// Whether these terms stand one after the other in one field of a page.
class PhraseReader {
 public:
  PhraseReader(const store::Store& store, const text::Index& index, TermMaker& terms)
      : store_(&store), index_(&index), terms_(&terms) {}

  Result<bool> title_has(PageId page, const Terms& phrase) {
    COCITE_TRY(const std::string title, store_->title(page));
    return has_run(terms_->of(title), phrase);
  }
  Result<bool> any_field_has(PageId page, const Terms& phrase) {
    COCITE_TRY(const bool in_title, title_has(page, phrase));
    if (in_title) return true;
    COCITE_TRY(const std::string text, store_->text_columns().text(page));
    if (has_run(terms_->of(text), phrase)) return true;
    return links_have(page, phrase);
  }

 private:
  // Reading what stands in links costs a block each: only where the index has all of the terms there.
  Result<bool> links_have(PageId page, const Terms& phrase) {
    COCITE_TRY(const std::optional<uint32_t> doc, index_->doc(page));
    if (!doc) return false;
    for (const std::string& term : phrase) {
      COCITE_TRY(const auto list, index_->find(term));
      if (!list) return false;
      text::Cursor cursor(*index_, *list);
      text::FieldCounts counts;
      if (!cursor.seek(*doc)) return index_->damage();
      if (cursor.at_end() || cursor.doc() != *doc) return false;
      if (!cursor.counts(counts)) return index_->damage();
      if (counts.anchors == 0) return false;
    }
    graph::ListBuffer buffer;
    COCITE_TRY(const std::span<const PageId> parents, store_->parents(page, buffer));
    const std::vector<PageId> read(
        parents.begin(),
        parents.begin() + static_cast<ptrdiff_t>(std::min(parents.size(), kMaxLinksRead)));
    // The same links that the index has read (sort_anchors.h).
    COCITE_TRY(const uint32_t own_host, voter_of(*store_, page));
    for (const PageId parent : read) {
      COCITE_TRY(const uint32_t host, voter_of(*store_, parent));
      if (host == own_host) continue;
      COCITE_TRY(const std::string anchor, anchor_between(*store_, parent, page));
      const Terms said = terms_->of(anchor);
      if (said.size() <= text::kMaxAnchorTerms && has_run(said, phrase)) return true;
    }
    return false;
  }

  const store::Store* store_;
  const text::Index* index_;
  TermMaker* terms_;
};

// The pages of "example.org" and its subdomains, or those whose address begins like
// "example.org/docs", as ranges of keys.
Result<void> add_ranges(const store::Store& store, const std::string& site,
                        std::vector<std::pair<uint64_t, uint64_t>>& ranges) {
  if (store.names() != store::Names::kUrl) {
    return fail({.code = ErrorCode::kInvalidArgument,
                 .message = "site:" + site + ": the pages of this store have no addresses"});
  }
  std::string key;
  if (url::make_key(site, {.fold_www = store.facts().fold_www}, key) != url::Skip::kNone) {
    return fail({.code = ErrorCode::kInvalidArgument,
                 .message = "site:" + site + ": is no host; write it like site:example.org"});
  }
  const auto add = [&](const std::string& prefix) -> Result<void> {
    COCITE_TRY(const uint64_t first, store.keys().lower_bound(prefix));
    std::string behind = prefix;
    ++behind.back();
    COCITE_TRY(const uint64_t last, store.keys().lower_bound(behind));
    if (first < last) ranges.emplace_back(first, last);
    return {};
  };
  if (!key.ends_with(")/")) return add(key);
  const std::string host(url::host_of_key(key));
  COCITE_CHECK(add(host + ")"));
  COCITE_CHECK(add(host + ","));
  return add(host + ":");
}

Result<bool> has_language(const store::Store& store, PageId page,
                          const std::vector<std::string>& languages) {
  COCITE_TRY(const std::string own, store.text_columns().language(page));
  return std::ranges::any_of(languages, [&](const std::string& language) {
    return own.size() >= language.size() &&
           std::ranges::equal(std::string_view(own).substr(0, language.size()), language,
                              [](char a, char b) { return (a | 0x20) == (b | 0x20); }) &&
           (own.size() == language.size() || own[language.size()] == '-' ||
            own[language.size()] == '_');
  });
}

}  // namespace

Result<std::string> anchor_between(const store::Store& store, PageId from, PageId to) {
  if (!store.text_columns().has_anchors()) return std::string();
  graph::ListBuffer buffer;
  COCITE_TRY(const std::span<const PageId> children, store.children(from, buffer));
  const auto place = static_cast<size_t>(std::ranges::find(children, to) - children.begin());
  if (place == children.size()) return std::string();
  COCITE_TRY(std::vector<std::string> anchors, store.text_columns().anchors(from));
  return place < anchors.size() ? std::move(anchors[place]) : std::string();
}

Result<Found> find_pages(const store::Store& store, const text::Index& index,
                         const FindPages& request) {
  COCITE_TRY(TermMaker terms, TermMaker::create(index.stem()));
  const text::Query& query = request.query;
  Found found;
  text::Request wanted{.model = request.model, .tf = request.tf, .top = request.top};
  std::vector<Terms> phrases;
  std::vector<Terms> title_phrases;
  std::vector<Terms> not_phrases;
  const auto look_for = [&](const std::string& words) -> Result<Terms> {
    Terms made = terms.of(words);
    bool is_known = made.empty();
    for (const std::string& term : made) {
      COCITE_TRY(const auto list, index.find(term));
      is_known |= list.has_value();
    }
    if (!is_known) found.unmatched.push_back(words);
    found.terms.insert(found.terms.end(), made.begin(), made.end());
    return made;
  };
  for (const std::string& word : query.words) COCITE_CHECK(look_for(word));
  for (const std::string& phrase : query.phrases) {
    COCITE_TRY(Terms made, look_for(phrase));
    wanted.required.insert(wanted.required.end(), made.begin(), made.end());
    if (made.size() > 1) phrases.push_back(std::move(made));
  }
  for (const std::string& words : query.in_title) {
    COCITE_TRY(Terms made, look_for(words));
    wanted.in_title.insert(wanted.in_title.end(), made.begin(), made.end());
    if (made.size() > 1) title_phrases.push_back(std::move(made));
  }
  for (const std::string& words : query.excluded) {
    Terms made = terms.of(words);
    if (made.size() == 1)
      wanted.excluded.push_back(std::move(made));
    else if (!made.empty())
      not_phrases.push_back(std::move(made));
  }
  if (found.terms.empty()) {
    return fail({.code = ErrorCode::kInvalidArgument,
                 .message = "there is no word to look for; write at least one",
                 .about = "words"});
  }
  for (const std::string& site : query.sites) {
    COCITE_CHECK(add_ranges(store, site, wanted.ranges));
  }
  if (!query.sites.empty() && wanted.ranges.empty()) return found;
  std::ranges::sort(wanted.ranges);
  std::vector<std::pair<uint64_t, uint64_t>> apart;
  for (const auto& range : wanted.ranges) {
    if (!apart.empty() && range.first <= apart.back().second) {
      apart.back().second = std::max(apart.back().second, range.second);
    } else {
      apart.push_back(range);
    }
  }
  wanted.ranges = std::move(apart);
  if (request.only) {
    const uint64_t page = cocite::index(*request.only);
    const bool is_allowed =
        query.sites.empty() || std::ranges::any_of(wanted.ranges, [&](const auto& range) {
          return range.first <= page && page < range.second;
        });
    if (!is_allowed) return found;
    wanted.ranges = {{page, page + 1}};
  }
  wanted.terms = found.terms;

  PhraseReader reader(store, index, terms);
  if (!phrases.empty() || !title_phrases.empty() || !not_phrases.empty() ||
      !query.languages.empty()) {
    wanted.accept = [&](PageId page) -> Result<bool> {
      if (!query.languages.empty()) {
        COCITE_TRY(const bool has_it, has_language(store, page, query.languages));
        if (!has_it) return false;
      }
      for (const Terms& phrase : title_phrases) {
        COCITE_TRY(const bool has_it, reader.title_has(page, phrase));
        if (!has_it) return false;
      }
      for (const Terms& phrase : phrases) {
        COCITE_TRY(const bool has_it, reader.any_field_has(page, phrase));
        if (!has_it) return false;
      }
      for (const Terms& phrase : not_phrases) {
        COCITE_TRY(const bool has_it, reader.any_field_has(page, phrase));
        if (has_it) return false;
      }
      return true;
    };
  }
  wanted.tie = [&](PageId page) { return store.in().degree(page); };
  COCITE_TRY(found.hits, text::search(index, wanted));
  return found;
}

Result<std::vector<text::TermShare>> explain_page(const text::Index& index, const Found& found,
                                                  const FindPages& request, PageId page) {
  return text::explain(
      index, {.terms = found.terms, .model = request.model, .tf = request.tf, .top = request.top},
      page);
}

}  // namespace cocite::words
