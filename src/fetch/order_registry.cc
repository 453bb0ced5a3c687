#include <algorithm>
#include <array>

#include "fetch/order.h"

namespace cocite::fetch {

#define ORDER(name)             \
  namespace name {              \
  extern const OrderInfo kInfo; \
  }
#include "fetch/orders.def"
#undef ORDER

std::span<const OrderInfo* const> orders() {
  static constexpr std::array kAll = {
#define ORDER(name) &name::kInfo,
#include "fetch/orders.def"
#undef ORDER
  };
  return kAll;
}

Result<const OrderInfo*> order_named(std::string_view name) {
  std::string known;
  for (const OrderInfo* info : orders()) {
    if (info->name == name) return info;
    known += (known.empty() ? "" : ", ") + std::string(info->name);
  }
  return fail({.message = "there is no order '" + std::string(name) + "'; there are " + known,
               .about = "order"});
}

uint64_t next_refresh(uint64_t fetched, uint64_t whole) {
  constexpr uint64_t kFirst = 16;
  constexpr uint64_t kParts = 20;
  const uint64_t doubled = std::max(kFirst, fetched * 2);
  return std::min(doubled, std::max(kFirst, fetched + whole / kParts));
}

}  // namespace cocite::fetch
