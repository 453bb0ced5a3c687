#include "words/relevance.h"

#include <algorithm>
#include <set>
#include <utility>

#include "text/inverter.h"
#include "words/page_terms.h"
#include "words/similarity.h"
#include "words/sort_anchors.h"

namespace cocite::words {
namespace {

constexpr size_t kMaxLinksRead = 2000;

Result<TermWeights> topic_of(const store::Store& store, std::span<const PageId> start,
                             TermMaker& maker, Budget* budget) {
  // In order, so that texts that are packed together are unpacked once.
  std::vector<PageId> pages(start.begin(), start.end());
  std::ranges::sort(pages);
  store::PageTextColumns::Reader texts(store.text_columns());
  TermCounts topic;
  for (const PageId page : pages) {
    if (is_spent(budget)) break;
    COCITE_CHECK(add_page_terms(store, texts, page, maker, topic));
  }
  return weights_of(topic, text::TfKind::kCount);
}

// Anchor texts of the links to these pages, as terms: each pair of a host and an anchor once.
Result<std::vector<TermCounts>> anchors_of(const store::Store& store, std::span<const PageId> pages,
                                           TermMaker& maker, Budget* budget) {
  std::vector<TermCounts> counts(pages.size());
  if (!store.text_columns().has_anchors()) return counts;
  std::vector<std::pair<PageId, size_t>>
      links;  // the linking page, and which of the pages it links to
  graph::ListBuffer buffer;
  buffer.budget = budget;
  for (size_t i = 0; i < pages.size(); ++i) {
    if (is_spent(budget)) break;
    COCITE_TRY(const std::span<const PageId> parents, store.parents(pages[i], buffer));
    for (const PageId parent : parents.first(std::min(parents.size(), kMaxLinksRead))) {
      links.emplace_back(parent, i);
    }
  }
  std::ranges::sort(links);
  std::vector<std::set<std::pair<uint32_t, std::vector<std::string>>>> seen(pages.size());
  store::PageTextColumns::Reader reader(store.text_columns());
  for (size_t at = 0; at < links.size();) {
    if (is_spent(budget)) break;
    const PageId parent = links[at].first;
    COCITE_TRY(const std::vector<std::string> anchors, reader.anchors(parent));
    COCITE_TRY(const std::span<const PageId> children, store.children(parent, buffer));
    COCITE_TRY(const uint32_t host, voter_of(store, parent));
    for (; at < links.size() && links[at].first == parent; ++at) {
      const PageId page = pages[links[at].second];
      const auto place = static_cast<size_t>(std::ranges::find(children, page) - children.begin());
      COCITE_TRY(const uint32_t own_host, voter_of(store, page));
      if (place >= anchors.size() || own_host == host) continue;
      std::vector<std::string> terms = maker.of(anchors[place]);
      if (terms.empty() || terms.size() > text::kMaxAnchorTerms) continue;
      const auto [found, is_new] = seen[links[at].second].emplace(host, std::move(terms));
      if (is_new) counts[links[at].second].add(found->second);
    }
  }
  return counts;
}

}  // namespace

Result<std::vector<double>> relevance(const store::Store& store, const text::Index& index,
                                      std::span<const PageId> start, std::span<const PageId> pages,
                                      Budget* budget) {
  COCITE_TRY(TermMaker maker, TermMaker::create(index.stem()));
  COCITE_TRY(const TermWeights topic, topic_of(store, start, maker, budget));
  std::vector<double> result(pages.size(), 0);
  COCITE_TRY(const auto like, page_similarities(index, topic, text::TfKind::kCount, pages, budget));
  std::vector<size_t> named;  // have nothing but what others call them
  for (size_t i = 0; i < pages.size(); ++i) {
    if (like[i]) {
      result[i] = *like[i];
      continue;
    }
    COCITE_TRY(const auto doc, index.doc(pages[i]));
    if (doc) named.push_back(i);
  }

  std::vector<PageId> unfetched;
  for (const size_t place : named) unfetched.push_back(pages[place]);
  COCITE_TRY(const auto anchors, anchors_of(store, unfetched, maker, budget));
  if (named.empty() || is_spent(budget)) return result;
  COCITE_TRY(SimilarTexts texts, SimilarTexts::to(index, topic));
  for (size_t i = 0; i < named.size() && !is_spent(budget); ++i) {
    COCITE_TRY(result[named[i]], texts.similarity(weights_of(anchors[i], text::TfKind::kCount)));
  }
  return result;
}

Result<std::vector<uint32_t>> matches_in_links(const store::Store& store,
                                               const std::unordered_set<std::string>& terms,
                                               PageId page, TermMaker& maker) {
  COCITE_TRY(const std::vector<std::string> anchors, store.text_columns().anchors(page));
  std::vector<uint32_t> matches;
  for (const std::string& anchor : anchors) {
    uint32_t count = 0;
    maker.read(anchor, [&](std::string_view term) {
      if (terms.contains(std::string(term))) ++count;
    });
    matches.push_back(count);
  }
  return matches;
}

double median(std::vector<double> numbers) {
  if (numbers.empty()) return 0;
  std::ranges::sort(numbers);
  const size_t middle = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2;
}

}  // namespace cocite::words
