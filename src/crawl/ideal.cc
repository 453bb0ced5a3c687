// By true PageRank, which no crawl knows beforehand: how good an order could be.
#include "crawl/order.h"

namespace cocite::crawl::ideal {
namespace {

class Ideal final : public Order {
 public:
  explicit Ideal(std::span<const double> truth) : truth_(truth) {}
  float on_seen(uint32_t page, uint32_t /*host*/) override {
    return static_cast<float>(truth_[page] * static_cast<double>(truth_.size()));
  }

 private:
  std::span<const double> truth_;
};

}  // namespace

extern const OrderInfo kInfo;
const OrderInfo kInfo = {.name = "ideal",
                         .summary = "by true PageRank; for simulated crawls",
                         .needs_truth = true,
                         .make = [](const OrderOptions& options) {
                           return std::unique_ptr<Order>(std::make_unique<Ideal>(options.truth));
                         }};

}  // namespace cocite::crawl::ideal
