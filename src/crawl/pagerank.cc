// PageRank of what was seen: Cho, Garcia-Molina, Page 1998, whose crawler had the hot pages first.
//
// Computed from all links seen whenever the crawl has doubled or grown by a twentieth. In between a
// page has what its parents give it by their own priorities, (1-ε)·r(q)/out(q) each, which is what
// one more iteration would. Scores are scaled to a mean of 1, so that those of different times can
// be compared: a new page has ε.
#include "crawl/order.h"
#include "crawl/seen_rank.h"

namespace cocite::crawl::pagerank {
namespace {

class PageRank final : public Order {
 public:
  float on_seen(uint32_t /*page*/, uint32_t /*host*/) override { return kJump; }
  [[nodiscard]] float on_link(float now, const SeenLink& link) const override {
    return now + flow(link);
  }
  [[nodiscard]] bool is_refreshed() const override { return true; }
  [[nodiscard]] Result<void> refresh(const SeenGraph& graph, std::span<float> priorities,
                                     const RefreshRoom& room) const override {
    return rank_seen(graph, Jumps::kAnywhere, priorities, room);
  }
};

}  // namespace

extern const OrderInfo kInfo;
const OrderInfo kInfo = {.name = "pagerank",
                         .summary = "PageRank of all that was seen",
                         .make = [](const OrderOptions& /*options*/) {
                           return std::unique_ptr<Order>(std::make_unique<PageRank>());
                         }};

}  // namespace cocite::crawl::pagerank
