#include "words/find_pages.h"

#include <algorithm>
#include <utility>

#include "url/key.h"
#include "words/term_maker.h"

namespace cocite::words {
namespace {

using Terms = std::vector<std::string>;

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

Result<Found> find_pages(const store::Store& store, const text::Index& index,
                         const FindPages& request) {
  COCITE_TRY(TermMaker terms, TermMaker::create(index.stem()));
  const text::Query& query = request.query;
  Found found;
  text::Request wanted{
      .model = request.model, .tf = request.tf, .top = request.top, .budget = request.budget};
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
    if (made.size() == 1)
      wanted.required.push_back(std::move(made.front()));
    else
      wanted.phrases.push_back(std::move(made));
  }
  for (const std::vector<text::Literal>& clause : query.must) {
    std::vector<Terms> any;
    for (const text::Literal& literal : clause) {
      Terms made = terms.of(literal.text);
      if (!made.empty()) any.push_back(std::move(made));
    }
    if (any.size() == 1 && any[0].size() == 1) {
      wanted.required.push_back(std::move(any[0][0]));
    } else if (any.size() == 1) {
      wanted.phrases.push_back(std::move(any[0]));
    } else if (!any.empty()) {
      wanted.any.push_back(std::move(any));
    }
  }
  for (const std::string& words : query.in_title) {
    COCITE_TRY(Terms made, look_for(words));
    if (made.size() == 1)
      wanted.in_title.push_back(std::move(made.front()));
    else
      wanted.title_phrases.push_back(std::move(made));
  }
  for (const std::string& words : query.excluded) {
    wanted.excluded.push_back(terms.of(words));
  }
  if (found.terms.empty()) {
    return fail({.code = ErrorCode::kInvalidArgument,
                 .message = query.excluded.empty()
                                ? "there is no word to look for; write at least one"
                                : "there is no word to look for, only words that pages must not "
                                  "have; write at least one that they should have",
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

  if (!query.languages.empty()) {
    wanted.accept = [&](PageId page) { return has_language(store, page, query.languages); };
  }
  wanted.tie = request.tie;
  if (!wanted.tie) wanted.tie = [&](PageId page) { return store.in().degree(page); };
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
