// Breadth first: pages in the order in which they were seen. What most crawlers do, and not bad:
// good pages are linked to from many places, and so are seen early.
#include "crawl/order.h"

namespace cocite::crawl::breadth {
namespace {

class Breadth final : public Order {
 public:
  float on_seen(uint32_t /*page*/, uint32_t /*host*/) override { return 0; }
};

}  // namespace

extern const OrderInfo kInfo;
const OrderInfo kInfo = {
    .name = "breadth", .summary = "as they were seen", .make = [](const OrderOptions& /*options*/) {
      return std::unique_ptr<Order>(std::make_unique<Breadth>());
    }};

}  // namespace cocite::crawl::breadth
