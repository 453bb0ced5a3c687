#include "related/page_bounds.h"

#include <cmath>
#include <vector>

#include "related/every_list.h"
#include "related/power_table.h"

namespace cocite::related {
namespace {

constexpr size_t kAhead = 8;  // what is looked up is asked for so much earlier

// The parents of a page in their groups, as far as it is known without reading more lists.
class Groups {
 public:
  explicit Groups(PageBounds::Page& page) : page_(&page) {}

  // Parents come in order, so those of a host follow each other.
  void add(Endorsed endorsed, uint32_t host) {
    if (endorsed == Endorsed::kNo) {
      ++loose_;
      return;
    }
    if (host != host_) finish_group();
    host_ = host;
    ++(endorsed == Endorsed::kYes ? endorsed_ : unclear_);
  }
  void finish() {
    finish_group();
    page_->votes = Short(static_cast<double>(votes_));
    page_->loose = Short(static_cast<double>(loose_));
    page_->in_small = Short(static_cast<double>(small_));
    page_->largest = Short(static_cast<double>(largest_));
  }

 private:
  void finish_group() {
    if (endorsed_ > 0) ++votes_;
    // Those that are unclear are either of this group, or loose, which counts less.
    if (endorsed_ < PageBounds::kSmall) small_ += endorsed_ + unclear_;
    if (endorsed_ > largest_) {
      largest_ = endorsed_;
      page_->largest_host = host_;
    }
    endorsed_ = 0;
    unclear_ = 0;
  }

  PageBounds::Page* page_;
  uint32_t host_ = ~uint32_t{0};
  uint64_t endorsed_ = 0;  // of this host
  uint64_t unclear_ = 0;
  uint64_t votes_ = 0;
  uint64_t small_ = 0;
  uint64_t largest_ = 0;
  uint64_t loose_ = 0;
};

}  // namespace

double rareness(uint64_t in_degree) {
  static const PowerTable table(-0.3);
  return table(in_degree);
}

Result<PageBounds> PageBounds::make(const Web& web, const Endorsements& endorsements,
                                    bool hosts_on) {
  auto all = std::make_shared<std::vector<Page>>(web.pages());
  std::vector<Page>& pages = *all;
  std::vector<float> rare(web.pages());
  const store::Store& store = web.store();
  COCITE_CHECK(
      for_every_list(web, Direction::kIn, [&](PageId page, std::span<const PageId> parents) {
        Page& known = pages[index(page)];
        known.in_degree = Short(static_cast<double>(parents.size()));
        rare[index(page)] = std::nextafter(static_cast<float>(rareness(parents.size())), 0.0F);
        Groups groups(known);
        for (size_t i = 0; i < parents.size(); ++i) {
          if (i + kAhead < parents.size()) endorsements.prefetch(parents[i + kAhead]);
          const PageId parent = parents[i];
          const Endorsed endorsed = endorsements.at_a_glance(parent, page, parents);
          uint32_t group = index(parent);
          if (hosts_on && endorsed != Endorsed::kNo) {
            const auto host = store.host_of(parent);
            if (!host) return false;
            group = index(*host);
          }
          groups.add(endorsed, group);
        }
        groups.finish();
        return true;
      }));
  const bool has_order = store.has_link_order();
  COCITE_CHECK(
      for_every_list(web, Direction::kOut, [&](PageId page, std::span<const PageId> children) {
        double mass = 0;
        for (size_t place = 0; place < children.size(); ++place) {
          if (place + kAhead < children.size())
            __builtin_prefetch(&rare[index(children[place + kAhead])]);
          const double top = has_order ? prominence(place) : 1;
          mass += rare[index(children[place])] * top * top;
        }
        Page& known = pages[index(page)];
        known.mass = Short(mass);
        known.out_degree = Short(static_cast<double>(children.size()));
        return true;
      }));
  return PageBounds(pages, std::move(all));
}

}  // namespace cocite::related
