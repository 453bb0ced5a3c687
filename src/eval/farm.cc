#include "eval/farm.h"

#include <algorithm>

#include "base/hash.h"

namespace cocite::eval {
namespace {

// Honest pages before and behind the links that matter, on each page in camouflage.
constexpr uint64_t kHonestLinks = 5;

// .invalid never is anybody's (RFC 2606).
FarmPage page_on(const std::string& host, const std::string& path, bool has_urls) {
  if (!has_urls) {
    const std::string name = path.empty() ? host : host + " " + path;
    return {name, name};
  }
  return {"http://" + host + ".invalid/" + path, "invalid," + host + ")/" + path};
}

class Maker {
 public:
  Maker(const FarmPage& query, uint64_t number, const FarmOptions& options)
      : query_(&query), number_(std::to_string(number)), options_(&options) {
    for (uint64_t k = 0; k < options.promoted; ++k) {
      promoted_.push_back(
          page_on("promoted" + number_ + "-" + std::to_string(k), "", options.has_urls));
      farm_.promoted.push_back(promoted_.back().key);
    }
    random_ = mix(mix(options.seed) ^ mix(number));
  }

  Farm make() {
    for (uint64_t i = 0; i < options_->pages; ++i) {
      const std::string source = member(i).name;
      for (const FarmPage& target : targets(i)) {
        farm_.lines += source + '\t' + target.name + '\n';
      }
    }
    return std::move(farm_);
  }

 private:
  [[nodiscard]] FarmPage member(uint64_t i) const {
    const std::string place = std::to_string(i);
    if (options_->kind == FarmKind::kOneHost) {
      return page_on("farm" + number_, "page" + place, options_->has_urls);
    }
    return page_on("farm" + number_ + "-" + place, "", options_->has_urls);
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
    case FarmKind::kOneHost:
      return "one-host";
    case FarmKind::kManyHosts:
      return "many-hosts";
    case FarmKind::kCamouflage:
      return "camouflage";
  }
  return "";
}

Farm make_farm(const FarmPage& query, uint64_t number, const FarmOptions& options) {
  return Maker(query, number, options).make();
}

}  // namespace cocite::eval
