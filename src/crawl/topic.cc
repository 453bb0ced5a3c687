#include "crawl/topic.h"

#include <cmath>

namespace cocite::crawl {
namespace {

double weight(double times) {
  return 1 + std::log(times);
}

}  // namespace

void Topic::count(std::string_view text, Terms& terms) {
  terms.clear();
  maker_.read(text, [&](std::string_view term) { terms[std::string(term)] += 1; });
}

Result<Topic> Topic::create(std::string_view text, std::string_view stem) {
  Topic topic;
  COCITE_TRY(topic.maker_, words::TermMaker::create(stem));
  topic.count(text, topic.terms_);
  if (topic.terms_.empty()) {
    return fail({.message = "'" + std::string(text.substr(0, 100)) + "' has no words to look for",
                 .about = "like"});
  }
  double squares = 0;
  for (auto& [term, value] : topic.terms_) {
    value = weight(value);
    squares += value * value;
  }
  topic.length_ = std::sqrt(squares);
  return topic;
}

float Topic::similarity(std::string_view text) {
  count(text, room_);
  double product = 0;
  double squares = 0;
  for (const auto& [term, times] : room_) {
    const double value = weight(times);
    squares += value * value;
    const auto found = terms_.find(term);
    if (found != terms_.end()) product += value * found->second;
  }
  return squares > 0 ? static_cast<float>(product / (std::sqrt(squares) * length_)) : 0;
}

float Topic::of_link(std::string_view anchor, std::string_view address, float page_similarity) {
  link_.assign(anchor);
  link_ += ' ';
  link_ += address;
  return (similarity(link_) + page_similarity) / 2;
}

}  // namespace cocite::crawl
