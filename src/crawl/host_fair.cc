// Fair to hosts: the first page of every host, then the second of every host, and so on, each
// host's in the order in which they were seen.
#include <vector>

#include "crawl/order.h"

namespace cocite::crawl::host_fair {
namespace {

class HostFair final : public Order {
 public:
  float on_seen(uint32_t /*page*/, uint32_t host) override {
    if (host >= pages_.size()) pages_.resize(host + size_t{1});
    // Beyond 2^24 floats have gaps, and a few pages of a host share a place.
    return -static_cast<float>(pages_[host]++);
  }

 private:
  std::vector<uint32_t> pages_;  // seen of each host
};

}  // namespace

extern const OrderInfo kInfo;
const OrderInfo kInfo = {.name = "host-fair",
                         .summary = "a page of every host, then the next of every host",
                         .make = [](const OrderOptions& /*options*/) {
                           return std::unique_ptr<Order>(std::make_unique<HostFair>());
                         }};

}  // namespace cocite::crawl::host_fair
