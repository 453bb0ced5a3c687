#include "python/group_arrays.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>

#include "ingest/target_tally.h"
#include "python/arrays.h"
#include "url/key.h"
#include "url/scheme.h"
#include "url/site.h"

namespace cocite::python {

namespace nb = nanobind;

namespace {

// Of a key: is it the page whose title and address the host or site takes?
enum Root : uint8_t { kNone = 0, kFirstChoice = 1, kSecondChoice = 2 };

// Of keys that are in order: the number of the group of each, by first occurrence; the keys of
// these groups; and what each key is to its group.
nb::tuple group_keys(const In<int64_t>& offsets, const In<uint8_t>& bytes, const std::string& on) {
  const Texts keys(offsets, bytes);
  const bool by_site = on == "sites";
  if (!by_site && on != "hosts") refuse("groups are hosts or sites");
  static const url::SiteList sites;
  std::vector<uint32_t> numbers(keys.size());
  std::vector<uint8_t> roots(keys.size());
  OwnTexts groups;
  std::string_view host;
  std::string group;
  std::string last_group;
  for (size_t i = 0; i < keys.size(); ++i) {
    const std::string_view name = url::host_of_key(keys[i]);
    if (i == 0 || name != host) {
      host = name;
      group = by_site ? sites.site_of_host(std::string(name)) : std::string(name);
      // Hosts of a site are mostly neighbours; where they are not, it is named twice.
      if (i == 0 || group != last_group) groups.add(group + ")/");
      last_group = group;
    }
    numbers[i] = static_cast<uint32_t>(groups.offsets.size() - 2);
    const bool is_root = keys[i].size() == name.size() + 2 && keys[i].ends_with(")/");
    if (!is_root) continue;
    if (name == group) roots[i] = kFirstChoice;
    if (name == group + ",www") roots[i] = kSecondChoice;
  }
  return nb::make_tuple(
      array_of<uint32_t>(std::move(numbers)), array_of<int64_t>(std::move(groups.offsets)),
      array_of<uint8_t>(std::move(groups.bytes)), array_of<uint8_t>(std::move(roots)));
}

struct Tallied {
  std::vector<uint32_t> group;
  std::vector<uint32_t> target;
  std::vector<uint64_t> links;
  std::vector<uint64_t> pages;
  void add(uint32_t of, const ingest::TargetTally& tally) {
    for (const ingest::TargetTally::Target& one : tally.targets()) {
      group.push_back(of);
      target.push_back(one.target);
      links.push_back(one.count.links);
      pages.push_back(one.count.pages);
    }
  }
};

// The places in a list of targets that are a target's first.
class FirstOnes {
 public:
  std::span<const uint32_t> find(std::span<const int64_t> targets) {
    order_.resize(targets.size());
    std::iota(order_.begin(), order_.end(), 0U);
    const auto target = [&](uint32_t i) { return std::pair(targets[i], i); };
    std::ranges::sort(order_, {}, target);
    const auto is_same = [&](uint32_t i, uint32_t k) { return targets[i] == targets[k]; };
    order_.erase(std::unique(order_.begin(), order_.end(), is_same), order_.end());
    std::ranges::sort(order_);
    return order_;
  }

 private:
  std::vector<uint32_t> order_;
};

// Lists of pages (pages' numbers, and beside each the group of the target) to what the groups of
// these pages link to: by group, then in the order of the first such link. Links to the page itself
// and all but the first of equal ones are dropped, and counted; links within a group are dropped.
nb::tuple tally_groups(uint64_t first, const In<uint64_t>& offsets, const In<int64_t>& targets,
                       const In<uint32_t>& target_groups, const In<uint32_t>& page_groups) {
  const auto places = span_of(offsets);
  const auto to = span_of(targets);
  const auto groups = span_of(page_groups);
  if (places.empty() || places.size() != groups.size() + 1 || places.back() != to.size() ||
      target_groups.size() != to.size() || !std::ranges::is_sorted(places)) {
    refuse("offsets of lists do not fit their targets");
  }
  std::vector<uint32_t> pages(groups.size());
  std::iota(pages.begin(), pages.end(), 0U);
  const auto group_of = [&](uint32_t page) { return groups[page]; };
  if (!std::ranges::is_sorted(pages, {}, group_of)) std::ranges::stable_sort(pages, {}, group_of);
  Tallied tallied;
  FirstOnes firsts;
  ingest::TargetTally tally;
  uint64_t self_links = 0;
  uint64_t repeated = 0;
  for (size_t i = 0; i < pages.size(); ++i) {
    const uint32_t page = pages[i];
    const auto list = to.subspan(places[page], places[page + 1] - places[page]);
    const auto own = static_cast<int64_t>(first + page);
    uint64_t kept = 0;
    uint64_t to_itself = 0;
    for (const int64_t target : list) to_itself += target == own ? 1 : 0;
    for (const uint32_t k : firsts.find(list)) {
      if (list[k] == own) continue;
      ++kept;
      const uint32_t group = target_groups.data()[places[page] + k];
      if (group != groups[page]) tally.add_link(group, page);
    }
    self_links += to_itself;
    repeated += list.size() - to_itself - kept;
    if (i + 1 == pages.size() || groups[pages[i + 1]] != groups[page]) {
      tallied.add(groups[page], tally);
      tally.clear();
    }
  }
  return nb::make_tuple(array_of<uint32_t>(std::move(tallied.group)),
                        array_of<uint32_t>(std::move(tallied.target)),
                        array_of<uint64_t>(std::move(tallied.links)),
                        array_of<uint64_t>(std::move(tallied.pages)), self_links, repeated);
}

// What tally_groups() told of some groups, part of the pages after part, as lists of the groups
// from `first` on: each target once, counts added up.
nb::tuple merge_tallies(uint64_t first, uint64_t count, const In<uint32_t>& group,
                        const In<uint32_t>& target, const In<uint64_t>& links,
                        const In<uint64_t>& pages, bool ordered) {
  const size_t rows = group.size();
  if (target.size() != rows || links.size() != rows || pages.size() != rows) {
    refuse("columns of counts are not of one length");
  }
  std::vector<uint64_t> starts(count + 1);
  for (const uint32_t one : span_of(group)) {
    if (one < first || one - first >= count) refuse("a group outside of its part");
    ++starts[one - first + 1];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<uint32_t> order(rows);
  std::vector<uint64_t> next(starts.begin(), starts.end() - 1);
  for (uint32_t i = 0; i < rows; ++i) order[next[group.data()[i] - first]++] = i;

  std::vector<uint64_t> offsets(count + 1);
  Tallied tallied;
  ingest::TargetTally tally;
  std::vector<ingest::TargetTally::Target> list;
  uint64_t rising = 0;
  uint64_t falling = 0;
  for (uint64_t g = 0; g < count; ++g) {
    for (uint64_t at = starts[g]; at < starts[g + 1]; ++at) {
      const uint32_t i = order[at];
      tally.add(target.data()[i], {.links = links.data()[i], .pages = pages.data()[i]});
    }
    list.assign(tally.targets().begin(), tally.targets().end());
    if (!ordered) std::ranges::sort(list, {}, &ingest::TargetTally::Target::target);
    for (size_t k = 0; k < list.size(); ++k) {
      tallied.target.push_back(list[k].target);
      tallied.links.push_back(list[k].count.links);
      tallied.pages.push_back(list[k].count.pages);
      if (k == 0) continue;
      ++(list[k].target > list[k - 1].target ? rising : falling);
    }
    offsets[g + 1] = tallied.target.size();
    tally.clear();
  }
  return nb::make_tuple(array_of<uint64_t>(std::move(offsets)),
                        array_of<uint32_t>(std::move(tallied.target)),
                        array_of<uint64_t>(std::move(tallied.links)),
                        array_of<uint64_t>(std::move(tallied.pages)), rising, falling);
}

}  // namespace

void add_group_arrays(nb::module_& module) {
  module.def("group_keys", &group_keys, nb::arg("key_offsets"), nb::arg("key_bytes"),
             nb::arg("on"));
  module.def("tally_groups", &tally_groups, nb::arg("first"), nb::arg("offsets"),
             nb::arg("targets"), nb::arg("target_groups"), nb::arg("page_groups"));
  module.def("merge_tallies", &merge_tallies, nb::arg("first"), nb::arg("count"), nb::arg("group"),
             nb::arg("target"), nb::arg("links"), nb::arg("pages"), nb::arg("ordered"));
  module.def(
      "url_of_key",
      [](const nb::bytes& key, bool is_secure) {
        return url::url_of_key({key.c_str(), key.size()}, is_secure);
      },
      nb::arg("key"), nb::arg("is_secure"));
  module.attr("OWN_VOTES") = url::kOwnVotes;
}

}  // namespace cocite::python
