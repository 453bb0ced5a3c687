// A link farm: pages made for no other purpose than to make one page seem related to others.
//
//   const Farm farm = make_farm({.name = "a.example/", .key = "example,a)/"}, 0, options);
//   farm.lines       // a link list: each farm page links to the query page and the promoted ones
//   farm.promoted    // keys that no honest method should answer with
//
// Kinds: one page; all pages on one host; each on a host of its own, all of one site; on twenty
// sites; on two hundred; the latter in camouflage: each farm page also links to the next one, so
// that it has a parent, and to honest pages before and behind, so that it looks like an ordinary
// list of links. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cocite::measure {

enum class FarmKind : uint8_t {
  kOnePage,
  kOneHost,
  kOneSite,
  kTwentySites,
  kManySites,
  kCamouflage
};
inline constexpr FarmKind kFarmKinds[] = {FarmKind::kOnePage,   FarmKind::kOneHost,
                                          FarmKind::kOneSite,   FarmKind::kTwentySites,
                                          FarmKind::kManySites, FarmKind::kCamouflage};
[[nodiscard]] const char* farm_name(FarmKind kind);

// A page as a link list names it and as the store will.
struct FarmPage {
  std::string name;
  std::string key;
};

struct FarmOptions {
  FarmKind kind = FarmKind::kOneHost;
  uint64_t pages = 200;
  uint64_t promoted = 5;
  bool has_urls = true;        // names are addresses
  bool has_link_order = true;  // false: lists go by key, as those of such a store do
  uint64_t seed = 0;           // of the honest pages
  std::span<const FarmPage> honest = {};
};

struct Farm {
  std::string lines;
  std::vector<std::string> promoted;
  std::vector<std::string> own;  // keys of its pages
};

// `number`: tells farms apart that stand in one graph.
[[nodiscard]] Farm make_farm(const FarmPage& query, uint64_t number, const FarmOptions& options);

}  // namespace cocite::measure
