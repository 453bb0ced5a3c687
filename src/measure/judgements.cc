#include "measure/judgements.h"

#include <algorithm>
#include <utility>

#include <cocite/text_file.h>

#include "answer/present.h"
#include "answer/resolve.h"
#include "base/hash.h"
#include "measure/judgement_files.h"

namespace cocite::measure {
namespace {

Result<void> read_gold(const std::string& text, PageNumbers& numbers, Judgements& judgements) {
  COCITE_TRY(const auto lines, measure::read_gold(text, judgements.file));
  std::vector<GoldPair> pairs;
  Tally unknown("unknown_pages");
  Tally itself("pages_paired_with_themselves");
  for (const GoldLine& line : lines) {
    COCITE_TRY(const std::optional<PageId> one, numbers.find(line.one));
    COCITE_TRY(const std::optional<PageId> other, numbers.find(line.other));
    if (!one) unknown.add(judgements.file, line.line, line.one);
    if (!other) unknown.add(judgements.file, line.line, line.other);
    if (!one || !other) continue;
    if (*one == *other) itself.add(judgements.file, line.line, line.one);
    pairs.push_back({*one, *other, line.is_good});
  }
  judgements.judged = gold_judge(std::move(pairs));
  judgements.facts = {unknown.fact(), itself.fact()};
  return {};
}

Result<void> read_labels(const std::string& text, PageNumbers& numbers, Judgements& judgements) {
  COCITE_TRY(const auto lines, measure::read_labels(text, judgements.file));
  std::vector<PageLabel> labels;
  std::map<std::string_view, uint32_t> names;
  Tally unknown("unknown_pages");
  for (const LabelLine& line : lines) {
    COCITE_TRY(const std::optional<PageId> page, numbers.find(line.page));
    if (!page) {
      unknown.add(judgements.file, line.line, line.page);
      continue;
    }
    const auto number = static_cast<uint32_t>(names.size());
    labels.push_back({*page, names.try_emplace(line.label, number).first->second});
  }
  judgements.judged = label_judge(std::move(labels));
  judgements.facts = {unknown.fact(), {.name = "labels", .value = names.size()}};
  return {};
}

Result<void> read_ratings(const std::string& text, PageNumbers& numbers, Judgements& judgements) {
  COCITE_TRY(const auto lines, measure::read_ratings(text, judgements.file));
  std::vector<PageRating> ratings;
  std::vector<PageId> asked;
  std::map<std::string_view, uint32_t> names;
  Tally unknown("unknown_pages");
  for (const RatingLine& line : lines) {
    COCITE_TRY(const std::optional<PageId> query, numbers.number(line.query));
    if (line.answer.empty()) {
      if (query) asked.push_back(*query);
      if (!query) unknown.add(judgements.file, line.line, line.query);
      continue;
    }
    COCITE_TRY(const std::optional<PageId> answer, numbers.find(line.answer));
    if (!query) unknown.add(judgements.file, line.line, line.query);
    if (!answer) unknown.add(judgements.file, line.line, line.answer);
    if (!query || !answer) continue;
    const auto number = static_cast<uint32_t>(names.size());
    const auto [rater, is_new] = names.try_emplace(line.rater, number);
    if (is_new) judgements.raters.emplace_back(line.rater.empty() ? "-" : line.rater);
    ratings.push_back({*query, *answer, line.rating, rater->second});
  }
  judgements.ratings = last_words(ratings);
  judgements.judged = rating_judge(std::move(ratings), asked);
  judgements.facts = {unknown.fact(), {.name = "raters", .value = judgements.raters.size()}};
  return {};
}

}  // namespace

void Tally::add(const std::string& file, uint64_t line, std::string_view what) {
  constexpr size_t kSamples = 5;
  if (fact_.samples.size() < kSamples) {
    fact_.samples.push_back(file + ":" + std::to_string(line) + ": " + readable(what));
  }
  ++fact_.value;
}

Result<std::optional<PageId>> PageNumbers::find(std::string_view text) const {
  Result<std::optional<PageId>> page = answer::find_page(*store_, text);
  if (!page && page.error().code == ErrorCode::kInvalidArgument) return std::optional<PageId>();
  return page;
}

Result<std::optional<PageId>> PageNumbers::number(std::string_view text) {
  COCITE_TRY(std::optional<PageId> page, find(text));
  if (page) return page;
  Result<std::string> key = answer::key_meant(*store_, text);
  if (!key && key.error().code == ErrorCode::kInvalidArgument) return page;
  COCITE_CHECK(key);
  const uint64_t next = store_->pages() + unknown_keys_.size();
  if (next >= kMaxPages) return page;
  const auto [found, is_new] = unknown_.try_emplace(*key, static_cast<uint32_t>(next));
  if (is_new) unknown_keys_.push_back(*key);
  return std::optional(page_id(found->second));
}

Result<std::string> PageNumbers::key(PageId page) const {
  if (is_known(page)) return store_->key(page);
  return unknown_keys_[index(page) - store_->pages()];
}

Result<Judgements> Judgements::read(PageNumbers& numbers, const EvalRequest& request) {
  Judgements judgements;
  struct Kind {
    const char* name;
    const std::string* file;
    Result<void> (*read)(const std::string&, PageNumbers&, Judgements&);
  };
  const Kind kinds[] = {{"gold", &request.gold, read_gold},
                        {"labels", &request.labels, read_labels},
                        {"ratings", &request.ratings, read_ratings}};
  if (std::ranges::count_if(kinds, [](const Kind& kind) { return !kind.file->empty(); }) != 1) {
    return fail(ErrorCode::kInvalidArgument,
                "one file tells what is good: gold pairs, labels or ratings");
  }
  for (const Kind& kind : kinds) {
    if (kind.file->empty()) continue;
    judgements.kind = kind.name;
    judgements.file = *kind.file;
    COCITE_TRY(const std::string text, read_text_file(*kind.file, {.stop = request.stop}));
    COCITE_CHECK(kind.read(text, numbers, judgements));
  }
  const Judged& judged = judgements.judged;
  judgements.facts.push_back({.name = "judgements", .value = judged.judgements});
  judgements.facts.push_back({.name = "repeated", .value = judged.repeated});
  judgements.facts.push_back({.name = "contradictions", .value = judged.contradictions});
  return judgements;
}

Result<std::vector<PageId>> choose_queries(PageNumbers& numbers, const Judgements& judgements,
                                           const EvalRequest& request,
                                           std::vector<EvalFact>& facts) {
  const Judge& judge = *judgements.judged.judge;
  std::vector<PageId> queries;
  if (request.queries.empty()) {
    queries = judge.queries();
  } else {
    Tally unknown("unknown_query_pages");
    Tally unjudged("query_pages_without_judgement");
    Tally repeated("repeated_query_pages");
    COCITE_TRY(const std::string text, read_text_file(request.queries, {.stop = request.stop}));
    COCITE_TRY(const auto lines, measure::read_pages(text, request.queries));
    std::vector<bool> is_taken;
    for (const PageLine& line : lines) {
      COCITE_TRY(const std::optional<PageId> page, numbers.number(line.page));
      if (!page || (!numbers.is_known(*page) && !judge.knows(*page))) {
        unknown.add(request.queries, line.line, line.page);
      } else if (!judge.knows(*page)) {
        unjudged.add(request.queries, line.line, line.page);
      } else {
        if (is_taken.size() <= index(*page)) is_taken.resize(index(*page) + 1);
        if (is_taken[index(*page)]) {
          repeated.add(request.queries, line.line, line.page);
        } else {
          is_taken[index(*page)] = true;
          queries.push_back(*page);
        }
      }
    }
    for (const Tally& tally : {unknown, unjudged, repeated}) facts.push_back(tally.fact());
  }
  if (queries.empty()) {
    return fail(ErrorCode::kNotFound,
                judgements.file + ": no query page is left: none of those asked for is both in " +
                    "this graph and judged; are these the names of this store's pages?");
  }
  return sample_of(numbers, std::move(queries), request.sample, request.seed);
}

Result<std::vector<PageId>> sample_of(PageNumbers& numbers, std::vector<PageId> queries,
                                      uint64_t most, uint64_t seed) {
  if (most == 0 || most >= queries.size()) return queries;
  std::vector<std::pair<uint64_t, size_t>> hashed;
  for (size_t i = 0; i < queries.size(); ++i) {
    COCITE_TRY(const std::string key, numbers.key(queries[i]));
    hashed.emplace_back(mix(mix(seed) ^ hash64(key)), i);
  }
  std::ranges::sort(hashed);
  hashed.resize(most);
  std::ranges::sort(hashed, {}, [](const auto& one) { return one.second; });
  std::vector<PageId> sampled;
  for (const auto& [hash, i] : hashed) sampled.push_back(queries[i]);
  return sampled;
}

}  // namespace cocite::measure
