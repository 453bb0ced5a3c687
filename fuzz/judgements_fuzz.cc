// links: measure
// Any bytes as gold pairs, labels, ratings and query pages: lines that say what they said, or an
// error with a line.
//
//   input: the file
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "measure/judge.h"
#include "measure/judgement_files.h"

namespace {

using namespace cocite::measure;

// A fuzzer needs a crash to see a broken promise.
void require(bool promise) {
  if (!promise) std::abort();
}

template <class Read>
void check_error(const Read& read) {
  if (read) return;
  const std::string& message = read.error().message;
  require(message.starts_with("fuzz:"));
  for (const char c : message) require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
}

cocite::PageId page(std::string_view name) {
  return cocite::page_id(name.size() % 7 + (name.empty() ? 0 : static_cast<uint8_t>(name[0]) % 5));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto gold = read_gold(text, "fuzz");
  check_error(gold);
  if (gold) {
    std::vector<GoldPair> pairs;
    uint64_t line = 0;
    for (const GoldLine& one : *gold) {
      require(one.line > line && !one.one.empty() && !one.other.empty());
      line = one.line;
      pairs.push_back({page(one.one), page(one.other), one.is_good});
    }
    const Judged judged = gold_judge(pairs);
    require(judged.judgements + judged.repeated + judged.contradictions <= pairs.size());
    for (const cocite::PageId query : judged.judge->queries()) {
      require(judged.judge->rating(query, query) == Rating::kUnjudged);
    }
  }
  const auto labels = read_labels(text, "fuzz");
  check_error(labels);
  if (labels) require(gold.has_value());  // two columns are a pair too
  check_error(read_pages(text, "fuzz"));
  const auto ratings = read_ratings(text, "fuzz");
  check_error(ratings);
  if (ratings) {
    // Written again they say the same.
    std::string again;
    for (const RatingLine& one : *ratings) {
      again += one.answer.empty() ? query_line(one.query)
                                  : rating_line(one.query, one.answer, one.rating, one.rater);
    }
    const auto reread = read_ratings(again, "fuzz");
    require(reread.has_value() && reread->size() == ratings->size());
    for (size_t i = 0; i < reread->size(); ++i) {
      require((*reread)[i].rating == (*ratings)[i].rating);
      require((*reread)[i].answer == (*ratings)[i].answer);
      require((*reread)[i].rater == (*ratings)[i].rater);
    }
  }
  return 0;
}
