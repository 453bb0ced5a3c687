#include "base/registry.h"

#include <algorithm>
#include <tuple>

#include "audit/kind.h"

namespace cocite::audit {

#define KIND(name)         \
  namespace name {         \
  extern const Kind kKind; \
  }
#include "audit/kinds.def"
#undef KIND

namespace {

constexpr const Kind* kAll[] = {
#define KIND(name) &name::kKind,
#include "audit/kinds.def"
#undef KIND
};
constexpr Registry<Kind> kKinds("kind of finding", kAll, "kind");

}  // namespace

std::span<const Kind* const> kinds() {
  return kKinds.all();
}

Result<const Kind*> kind_named(std::string_view name) {
  return kKinds.find(name);
}

std::string counted(uint64_t number, std::string_view one, std::string_view many) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits + " " + std::string(number == 1 ? one : many);
}

void sort_items(std::vector<Item>& items) {
  const auto key = [](const Item& item) {
    const PageId about = item.page ? *item.page : item.target.value_or(page_id(0));
    return std::tuple(~item.weight, index(about), std::string_view(item.address),
                      std::string_view(item.text));
  };
  std::ranges::stable_sort(items, [&](const Item& a, const Item& b) { return key(a) < key(b); });
}

}  // namespace cocite::audit
