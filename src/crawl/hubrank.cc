// HubRank of what was seen: as PageRank, but jumps end at pages with many links, so that what good
// lists of links name comes first. A page that was not fetched has no links yet, and no jumps.
#include "crawl/order.h"
#include "crawl/seen_rank.h"

namespace cocite::crawl::hubrank {
namespace {

class HubRank final : public Order {
 public:
  float on_seen(uint32_t /*page*/, uint32_t /*host*/) override { return 0; }
  [[nodiscard]] float on_link(float now, const SeenLink& link) const override {
    return now + flow(link);
  }
  [[nodiscard]] bool is_refreshed() const override { return true; }
  [[nodiscard]] Result<void> refresh(const SeenGraph& graph, std::span<float> priorities,
                                     const RefreshRoom& room) const override {
    return rank_seen(graph, Jumps::kToHubs, priorities, room);
  }
};

}  // namespace

extern const OrderInfo kInfo;
const OrderInfo kInfo = {.name = "hubrank",
                         .summary = "HubRank of all that was seen",
                         .make = [](const OrderOptions& /*options*/) {
                           return std::unique_ptr<Order>(std::make_unique<HubRank>());
                         }};

}  // namespace cocite::crawl::hubrank
