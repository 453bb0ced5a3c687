// How much has this text to do with what a crawl is about?
//
//   COCITE_TRY(Topic topic, Topic::create("honey bees", "english"));
//   topic.similarity("Bees make honey.")       // 0.82: the cosine of the two
//
// Terms are those of the index of words (folded, stems of a language or "none"), weighed by
// 1 + ln(times); a crawl cannot know how rare they are. A topic keeps room to work in: one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <cocite/result.h>

#include "words/term_maker.h"

namespace cocite::crawl {

class Topic {
 public:
  // kInvalidArgument where the text has no terms.
  [[nodiscard]] static Result<Topic> create(std::string_view text, std::string_view stem);
  // From 0 to 1.
  [[nodiscard]] float similarity(std::string_view text);
  // Of a link: half by its own words and those of its address, half by the page that it stands on.
  [[nodiscard]] float of_link(std::string_view anchor, std::string_view address,
                              float page_similarity);

 private:
  using Terms = std::unordered_map<std::string, double>;
  void count(std::string_view text, Terms& terms);

  words::TermMaker maker_;
  Terms terms_;  // with their weights
  double length_ = 0;
  Terms room_;
  std::string link_;
};

}  // namespace cocite::crawl
