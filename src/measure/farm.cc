#include "measure/farm.h"

#include <algorithm>

#include "base/hash.h"

namespace cocite::measure {
namespace {

// Honest pages before and behind the links that matter, on each page in camouflage.
constexpr uint64_t kHonestLinks = 5;

constexpr uint64_t kFewSites = 20;
constexpr uint64_t kManySites = 200;

// `label`.`site`.invalid/`path`, where label and path may be empty. .invalid never is anybody's
// (RFC 2606).
FarmPage page_on(const std::string& site, const std::string& label, const std::string& path,
                 bool has_urls) {
  if (!has_urls) {
    std::string name = site;
    for (const std::string& part : {label, path}) {
      if (!part.empty()) name += " " + part;
    }
    return {name, name};
  }
  const bool is_bare = label.empty();
  return {"http://" + (is_bare ? "" : label + ".") + site + ".invalid/" + path,
          "invalid," + site + (is_bare ? "" : "," + label) + ")/" + path};
}

class Maker {
 public:
  Maker(const FarmPage& query, uint64_t number, const FarmOptions& options)
      : query_(&query), number_(std::to_string(number)), options_(&options) {
    for (uint64_t k = 0; k < options.promoted; ++k) {
      promoted_.push_back(
          page_on("promoted" + number_ + "-" + std::to_string(k), "", "", options.has_urls));
      farm_.promoted.push_back(promoted_.back().key);
    }
    random_ = mix(mix(options.seed) ^ mix(number));
  }

  Farm make() {
    const uint64_t pages = options_->kind == FarmKind::kOnePage ? 1 : options_->pages;
    for (uint64_t i = 0; i < pages; ++i) {
      const FarmPage source = member(i);
      for (const FarmPage& target : targets(i)) {
        farm_.lines += source.name + '\t' + target.name + '\n';
      }
      farm_.own.push_back(source.key);
    }
    return std::move(farm_);
  }

 private:
  [[nodiscard]] FarmPage member(uint64_t i) const {
    const std::string place = "page" + std::to_string(i);
    const std::string farm = "farm" + number_;
    const auto one_of = [&](uint64_t sites) { return farm + "-" + std::to_string(i % sites); };
    switch (options_->kind) {
      case FarmKind::kOnePage:
      case FarmKind::kOneHost:
        return page_on(farm, "", place, options_->has_urls);
      case FarmKind::kOneSite:
        return page_on(farm, place, "", options_->has_urls);
      case FarmKind::kTwentySites:
        return page_on(one_of(kFewSites), "", place, options_->has_urls);
      case FarmKind::kManySites:
      case FarmKind::kCamouflage:
        break;
    }
    return page_on(one_of(kManySites), "", place, options_->has_urls);
  }
  std::vector<FarmPage> targets(uint64_t i) {
    std::vector<FarmPage> list;
    const bool is_hidden = options_->kind == FarmKind::kCamouflage;
    if (is_hidden) add_honest(list);
    list.push_back(*query_);
    list.insert(list.end(), promoted_.begin(), promoted_.end());
    if (is_hidden) {
      add_honest(list);
      list.push_back(member((i + 1) % options_->pages));
    }
    if (!options_->has_link_order) std::ranges::sort(list, {}, &FarmPage::key);
    return list;
  }
  void add_honest(std::vector<FarmPage>& list) {
    for (uint64_t i = 0; i < kHonestLinks && !options_->honest.empty(); ++i) {
      random_ = mix(random_);
      list.push_back(options_->honest[random_ % options_->honest.size()]);
    }
  }

  const FarmPage* query_;
  std::string number_;
  const FarmOptions* options_;
  std::vector<FarmPage> promoted_;
  uint64_t random_ = 0;
  Farm farm_;
};

}  // namespace

const char* farm_name(FarmKind kind) {
  switch (kind) {
    case FarmKind::kOnePage:
      return "one-page";
    case FarmKind::kOneHost:
      return "one-host";
    case FarmKind::kOneSite:
      return "one-site";
    case FarmKind::kTwentySites:
      return "20-sites";
    case FarmKind::kManySites:
      return "200-sites";
    case FarmKind::kCamouflage:
      return "camouflage";
  }
  return "";
}

Farm make_farm(const FarmPage& query, uint64_t number, const FarmOptions& options) {
  return Maker(query, number, options).make();
}

}  // namespace cocite::measure
