// What words add, and which pages have the likest, if all likenesses of a page are found at once.
#include <utility>

#include "related/blend/words.h"
#include "related/hits.h"
#include "related/order.h"
#include "text/best_pages.h"

namespace cocite::related::blend {

// Everything is known from the beginning.
class BlendWords::AroundAll : public ExtraScore {
 public:
  AroundAll(const BlendWords& words, PageId page, double rho_squared)
      : words_(&words),
        like_(words.likeness_to_all(page)),
        weight_(words.weights_.text * rho_squared),
        title_weight_(words.weights_.title * rho_squared) {
    const uint32_t own = words.all_->doc(page);
    if (own != AllWords::kNone && !like_->texts.empty()) length_ = words.lengths_->of(own);
  }
  Result<void> meet(std::span<const PageId> pages) override {
    pages_.assign(pages.begin(), pages.end());
    return {};
  }
  [[nodiscard]] double most(uint32_t number) const override {
    const PageId page = pages_[number];
    const double titles =
        like_->titles.empty() ? 0 : title_weight_ * like_->titles[cocite::index(page)];
    const uint32_t doc = words_->all_->doc(page);
    if (length_ <= 0 || doc == AllWords::kNone) return titles;
    const double length = words_->lengths_->of(doc);
    return length <= 0 ? titles : weight_ * like_->texts[doc] / (length_ * length) + titles;
  }
  [[nodiscard]] bool is_known(uint32_t /*number*/) const override { return true; }
  Result<void> know(std::span<const uint32_t> /*numbers*/) override { return {}; }

 private:
  const BlendWords* words_;
  std::shared_ptr<const AllWords::Likeness> like_;
  double weight_;
  double title_weight_;
  double length_ = 0;
  std::vector<PageId> pages_;
};

std::unique_ptr<ExtraScore> BlendWords::around_all(PageId page, double rho_squared) const {
  return std::make_unique<AroundAll>(*this, page, rho_squared);
}

std::shared_ptr<const AllWords::Likeness> BlendWords::likeness_to_all(PageId page) const {
  if (like_ == nullptr || like_->page != page) {
    like_ = std::make_shared<const AllWords::Likeness>(all_->to(page));
  }
  return like_;
}

// As the method `content` finds them.
Result<std::vector<Item>> BlendWords::likest_of_all(const Query& query, uint64_t most) const {
  const auto like = likeness_to_all(query.pages[0]);
  std::vector<Item> items;
  if (like->texts.empty()) return items;
  const double own = all_->norm(all_->doc(like->page));
  text::BestPages best(most, [&](PageId page) -> Result<uint64_t> {
    const uint64_t links = query.web->in().degree(page).value_or(0);
    if (!query.hosts_on) return links;
    COCITE_TRY(const uint64_t hosts, query.web->in_degree_in_hosts(page, links));
    return hosts << 32 | links;
  });
  const std::span<const PageId> pages = all_->pages();
  for (uint32_t doc = 0; doc < pages.size(); ++doc) {
    const double norm = all_->norm(doc);
    if (like->texts[doc] == 0 || norm <= 0) continue;
    const double score = like->texts[doc] / norm / own;
    if (score < best.threshold() || query.is_asked_for(pages[doc]) || query.is_stopped(pages[doc]))
      continue;
    COCITE_CHECK(best.offer(pages[doc], score));
  }
  COCITE_TRY(const std::vector<text::Hit> hits, best.take());
  for (const text::Hit& hit : hits) items.push_back({.page = hit.page, .score = hit.score});
  drop_zeros(query, items);
  return items;
}

Result<std::vector<PageId>> BlendWords::likest(const Query& query) const {
  constexpr uint64_t kLikest = 50;
  const auto first_of = [&](std::vector<Item> items) -> Result<std::vector<PageId>> {
    COCITE_TRY(const std::vector<Item> first,
               best(*query.web, query.hosts_on, std::move(items), kLikest));
    std::vector<PageId> pages;
    for (const Item& item : first) pages.push_back(item.page);
    return pages;
  };
  if (all_ != nullptr) {
    COCITE_TRY(std::vector<Item> items, likest_of_all(query, kLikest));
    return first_of(std::move(items));
  }
  COCITE_TRY(const MethodInfo* const content, method_named("content"));
  COCITE_TRY(const Parameters none, Parameters::make(content->name, content->parameters, {}));
  Query about = query;
  about.parameters = &none;
  about.not_pages = {};
  about.wanted = kLikest;
  about.takes = nullptr;
  about.keeps_gathered = false;
  COCITE_TRY(Answer answer, content->find(about));
  return first_of(std::move(answer.items));
}

}  // namespace cocite::related::blend
