// Which answers are good? Gold pairs, labels and ratings, all asked in the same way.
//
//   COCITE_TRY(auto judge, ...);                       // gold_judge, label_judge or rating_judge
//   judge->rating(query, answer)                       // good, wrong, dead or unjudged
//   judge->good_pages(query)                           // how many there are to be found
//
// Pages are numbers; the readers of the files look them up. Never changes once made; any number
// of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "measure/rating.h"

namespace cocite::measure {

class Judge {
 public:
  virtual ~Judge() = default;
  [[nodiscard]] virtual Rating rating(PageId query, PageId answer) const = 0;
  [[nodiscard]] virtual uint64_t good_pages(PageId query) const = 0;
  // Whether anything is known about what is related to it.
  [[nodiscard]] virtual bool knows(PageId query) const = 0;
  // All such pages, rising.
  [[nodiscard]] virtual std::vector<PageId> queries() const = 0;
};

// Judgements and what was odd about them.
struct Judged {
  std::unique_ptr<Judge> judge;
  uint64_t judgements = 0;      // that count
  uint64_t repeated = 0;        // said again, the same
  uint64_t contradictions = 0;  // pairs, or ratings of one rater, said to be both
};

// A pair counts both ways; a page with itself does not count at all. A pair that is listed both as good
// and as not good is good: one reason to call pages related is enough, and lists of what is not are
// rarely complete.
struct GoldPair {
  PageId one{};
  PageId other{};
  bool is_good = true;
};
[[nodiscard]] Judged gold_judge(std::vector<GoldPair> pairs);

// A page is good if it shares a label with the query page. Pages without labels are unjudged.
struct PageLabel {
  PageId page{};
  uint32_t label = 0;
};
[[nodiscard]] Judged label_judge(std::vector<PageLabel> labels);

// An answer is good if more raters say 1 than 0 or -; a draw is not enough. Of what one rater says
// twice about the same answer the later counts.
struct PageRating {
  PageId query{};
  PageId answer{};
  Rating rating = Rating::kWrong;
  uint32_t rater = 0;
};
// `asked`: query pages that count even without rated answers.
[[nodiscard]] Judged rating_judge(std::vector<PageRating> ratings,
                                  const std::vector<PageId>& asked = {});

// Ratings in order, each rater's last word on each answer.
[[nodiscard]] std::vector<PageRating> last_words(std::vector<PageRating> ratings);

}  // namespace cocite::measure
