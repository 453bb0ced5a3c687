// In-degree so far: the page that most fetched pages link to.
//
// Cho, Garcia-Molina, Page 1998: better than breadth first at first, worse than PageRank, and drawn
// into one site where pages of it all link to each other.
#include "crawl/order.h"

namespace cocite::crawl::indegree {
namespace {

class Indegree final : public Order {
 public:
  float on_seen(uint32_t /*page*/, uint32_t /*host*/) override { return 0; }
  [[nodiscard]] float on_link(float now, const SeenLink& /*link*/) const override {
    return now + 1;
  }
};

}  // namespace

extern const OrderInfo kInfo;
const OrderInfo kInfo = {.name = "indegree",
                         .summary = "the page that most fetched pages link to",
                         .make = [](const OrderOptions& /*options*/) {
                           return std::unique_ptr<Order>(std::make_unique<Indegree>());
                         }};

}  // namespace cocite::crawl::indegree
