#include <algorithm>

#include "base/registry.h"
#include "crawl/order.h"

namespace cocite::crawl {

#define ORDER(name)             \
  namespace name {              \
  extern const OrderInfo kInfo; \
  }
#include "crawl/orders.def"
#undef ORDER

namespace {

constexpr const OrderInfo* kAll[] = {
#define ORDER(name) &name::kInfo,
#include "crawl/orders.def"
#undef ORDER
};
constexpr Registry<OrderInfo> kOrders("order", kAll, "order");

}  // namespace

std::span<const OrderInfo* const> orders() {
  return kOrders.all();
}

Result<const OrderInfo*> order_named(std::string_view name) {
  return kOrders.find(name);
}

uint64_t next_refresh(uint64_t fetched, uint64_t whole) {
  constexpr uint64_t kFirst = 16;
  constexpr uint64_t kParts = 20;
  const uint64_t doubled = std::max(kFirst, fetched * 2);
  return std::min(doubled, std::max(kFirst, fetched + whole / kParts));
}

}  // namespace cocite::crawl
