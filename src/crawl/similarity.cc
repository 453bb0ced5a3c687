// Likest first: the page whose best link has most to do with the topic, by the words of the link
// and of the page that it stands on (topic.h). For crawls about something.
#include <algorithm>

#include "crawl/order.h"

namespace cocite::crawl::similarity {
namespace {

class Similarity final : public Order {
 public:
  float on_seen(uint32_t /*page*/, uint32_t /*host*/) override { return 0; }
  [[nodiscard]] float on_link(float now, const SeenLink& link) const override {
    return std::max(now, link.similarity);
  }
};

}  // namespace

extern const OrderInfo kInfo;
const OrderInfo kInfo = {
    .name = "similarity",
    .summary = "the page whose links have most to do with given words or pages",
    .needs_topic = true,
    .make = [](const OrderOptions& /*options*/) {
      return std::unique_ptr<Order>(std::make_unique<Similarity>());
    }};

}  // namespace cocite::crawl::similarity
