// Any page that was seen, with equal chances: what all other orders have to beat.
#include "base/hash.h"
#include "crawl/order.h"

namespace cocite::crawl::random_order {
namespace {

class Random final : public Order {
 public:
  explicit Random(uint64_t seed) : seed_(seed) {}
  float on_seen(uint32_t page, uint32_t /*host*/) override {
    constexpr int kDigits = 24;  // of a float
    return static_cast<float>(mix(seed_ ^ mix(page)) >> (64 - kDigits));
  }

 private:
  uint64_t seed_;
};

}  // namespace

extern const OrderInfo kInfo;
const OrderInfo kInfo = {.name = "random",
                         .summary = "any page that was seen, with equal chances",
                         .make = [](const OrderOptions& options) {
                           return std::unique_ptr<Order>(std::make_unique<Random>(options.seed));
                         }};

}  // namespace cocite::crawl::random_order
