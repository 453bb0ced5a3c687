#include "python/link_arrays.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/arrays.h"

namespace cocite::python {

namespace nb = nanobind;

namespace {

// What stands in place of a target where a page was seen and has no links.
template <class Number>
constexpr Number kNoTarget = std::is_signed_v<Number> ? Number(-1)
                                                      : std::numeric_limits<Number>::max();

// The next key of each run that has one, the least on top.
class NextKeys {
 public:
  struct Next {
    std::string_view key;
    uint32_t run;
  };
  explicit NextKeys(const std::vector<Texts>& runs) {
    for (uint32_t r = 0; r < runs.size(); ++r) {
      if (runs[r].size() > 0) heap_.push_back({runs[r][0], r});
    }
    for (size_t at = heap_.size() / 2; at-- > 0;) sink(at);
  }
  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] const Next& least() const { return heap_.front(); }
  // Whether a key comes before those of all other runs.
  [[nodiscard]] bool is_before_others(std::string_view key) const {
    return (heap_.size() < 2 || key < heap_[1].key) && (heap_.size() < 3 || key < heap_[2].key);
  }
  // The least run goes on with this key.
  void go_on(std::string_view key) {
    heap_.front().key = key;
    sink(0);
  }
  void end_least() {
    heap_.front() = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sink(0);
  }

 private:
  void sink(size_t at) {
    const Next moved = heap_[at];
    for (size_t child = 2 * at + 1; child < heap_.size(); child = 2 * at + 1) {
      if (child + 1 < heap_.size() && heap_[child + 1].key < heap_[child].key) ++child;
      if (heap_[child].key >= moved.key) break;
      heap_[at] = heap_[child];
      at = child;
    }
    heap_[at] = moved;
  }
  std::vector<Next> heap_;
};

// Keys that are in order, from several senders, each once and in order; and of each sender's keys,
// in their order, the place among all.
nb::tuple merge_keys(const std::vector<std::pair<In<int64_t>, In<uint8_t>>>& senders) {
  std::vector<Texts> runs;
  uint64_t most_keys = 0;
  uint64_t most_bytes = 0;
  for (const auto& [offsets, bytes] : senders) {
    runs.emplace_back(offsets, bytes);
    most_keys += runs.back().size();
    most_bytes += bytes.size();
  }
  if (most_keys > std::numeric_limits<uint32_t>::max()) refuse("too many keys to merge at once");
  std::vector<std::vector<uint32_t>> places(runs.size());
  OwnTexts all;
  bool is_sorted = true;
  {
    const nb::gil_scoped_release released;
    // Room that is not written to takes no memory.
    all.offsets.reserve(most_keys + 1);
    all.bytes.reserve(most_bytes);
    for (size_t r = 0; r < runs.size(); ++r) places[r].reserve(runs[r].size());
    std::string_view last;
    uint32_t count = 0;
    const auto take = [&](std::string_view key, std::vector<uint32_t>& mine) {
      const int order = count == 0 ? 1 : key.compare(last);
      is_sorted = is_sorted && order >= 0;
      if (order != 0) {
        all.add(key);
        last = key;
        ++count;
      }
      mine.push_back(count - 1);
    };
    NextKeys next(runs);
    while (!next.empty()) {
      const Texts& run = runs[next.least().run];
      std::vector<uint32_t>& mine = places[next.least().run];
      take(next.least().key, mine);
      // Neighbours are often of one sender: they are taken without asking the others.
      while (mine.size() < run.size() && next.is_before_others(run[mine.size()])) {
        take(run[mine.size()], mine);
      }
      if (mine.size() < run.size()) {
        next.go_on(run[mine.size()]);
      } else {
        next.end_least();
      }
    }
  }
  if (!is_sorted) refuse("keys that are merged are in order");
  nb::list ranks;
  for (auto& some : places) ranks.append(array_of<uint32_t>(std::move(some)));
  return nb::make_tuple(array_of<int64_t>(std::move(all.offsets)),
                        array_of<uint8_t>(std::move(all.bytes)), ranks);
}

// Rows in the order of the part that they go to, and where each part begins.
nb::tuple split_rows(const In<uint32_t>& parts, uint64_t count) {
  std::vector<uint64_t> starts(count + 1);
  std::vector<uint32_t> order(parts.size());
  for (const uint32_t part : span_of(parts)) {
    if (part >= count) refuse("a row goes to a part that there is not");
    ++starts[part + 1];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<uint64_t> next(starts.begin(), starts.end() - 1);
  for (uint32_t i = 0; i < order.size(); ++i) order[next[parts.data()[i]]++] = i;
  return nb::make_tuple(array_of<uint64_t>(std::move(starts)),
                        array_of<uint32_t>(std::move(order)));
}

uint32_t part_of(std::span<const int64_t> bounds, int64_t page) {
  return static_cast<uint32_t>(std::ranges::upper_bound(bounds, page) - bounds.begin() - 1);
}

// Lists of links turned round: (target, source) by the part of the target, then by source.
nb::tuple turn_lists(uint64_t first, const In<uint64_t>& offsets, const In<uint32_t>& targets,
                     const In<int64_t>& bounds) {
  const auto cuts = span_of(bounds);
  const auto places = span_of(offsets);
  if (cuts.size() < 2 || places.empty() || places.back() > targets.size()) {
    refuse("offsets of lists do not fit their targets");
  }
  std::vector<uint64_t> starts(cuts.size());
  std::vector<uint32_t> parts(targets.size());
  std::vector<uint32_t> pages(targets.size());
  std::vector<uint32_t> others(targets.size());
  {
    const nb::gil_scoped_release released;
    for (size_t i = 0; i < parts.size(); ++i) {
      const uint32_t part = part_of(cuts, targets.data()[i]);
      parts[i] = std::min<uint32_t>(part, static_cast<uint32_t>(cuts.size() - 2));
      ++starts[parts[i] + 1];
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<uint64_t> next(starts.begin(), starts.end() - 1);
    for (size_t page = 0; page + 1 < places.size(); ++page) {
      for (uint64_t i = places[page]; i < places[page + 1]; ++i) {
        const uint64_t at = next[parts[i]]++;
        pages[at] = targets.data()[i];
        others[at] = static_cast<uint32_t>(first + page);
      }
    }
  }
  return nb::make_tuple(array_of<uint64_t>(std::move(starts)), array_of<uint32_t>(std::move(pages)),
                        array_of<uint32_t>(std::move(others)));
}

// Pairs (page, other) as lists of `pages` pages from `first` on, in the order in which they came.
nb::tuple lists_of_pairs(uint64_t first, uint64_t pages, const In<uint32_t>& page,
                         const In<uint32_t>& other) {
  if (page.size() != other.size()) refuse("columns of pairs are not of one length");
  std::vector<uint64_t> offsets(pages + 1);
  std::vector<uint32_t> others(other.size());
  for (const uint32_t one : span_of(page)) {
    if (one < first || one - first >= pages) refuse("a page outside of its part");
    ++offsets[one - first + 1];
  }
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  std::vector<uint64_t> next(offsets.begin(), offsets.end() - 1);
  for (size_t i = 0; i < others.size(); ++i) {
    others[next[page.data()[i] - first]++] = other.data()[i];
  }
  return nb::make_tuple(array_of<uint64_t>(std::move(offsets)),
                        array_of<uint32_t>(std::move(others)));
}

// Links within a host: of each page, where the pages of its host begin and end.
uint64_t count_same_host(const In<uint64_t>& offsets, const In<uint32_t>& targets,
                         const In<int64_t>& begins, const In<int64_t>& ends) {
  const auto places = span_of(offsets);
  if (places.empty() || begins.size() + 1 != places.size() || ends.size() != begins.size() ||
      places.back() > targets.size()) {
    refuse("offsets of lists do not fit their targets");
  }
  uint64_t count = 0;
  for (size_t page = 0; page < begins.size(); ++page) {
    for (uint64_t i = places[page]; i < places[page + 1]; ++i) {
      const int64_t target = targets.data()[i];
      count += target >= begins.data()[page] && target < ends.data()[page] ? 1 : 0;
    }
  }
  return count;
}

// Links of `pages` pages, in any order, to the lists that the pages take: the newest (or oldest) of
// each by date and then by generation, or all of them; each list by generation and place.
template <class Number>
class NewestLists {
 public:
  NewestLists(uint64_t pages, const In<uint32_t>& source, const In<Number>& target,
              const In<uint32_t>& date, const In<int64_t>& generation, const In<uint32_t>& place)
      : source_(span_of(source)),
        target_(span_of(target)),
        date_(span_of(date)),
        generation_(span_of(generation)),
        place_(span_of(place)),
        best_date_(pages),
        best_generation_(pages, -1),
        offsets_(pages + 1) {
    const size_t rows = source_.size();
    if (target_.size() != rows || date_.size() != rows || generation_.size() != rows ||
        place_.size() != rows || rows > std::numeric_limits<uint32_t>::max()) {
      refuse("columns of links are not of one length");
    }
    for (const uint32_t one : source_) {
      if (one >= pages) refuse("a page outside of its part");
    }
  }

  void choose(bool takes_oldest) {
    for (size_t i = 0; i < source_.size(); ++i) {
      uint32_t& date = best_date_[source_[i]];
      int64_t& generation = best_generation_[source_[i]];
      const std::pair mine(date_[i], generation_[i]);
      const std::pair best(date, generation);
      if (generation >= 0 && (takes_oldest ? !(mine < best) : !(best < mine))) continue;
      std::tie(date, generation) = mine;
    }
  }

  void gather(bool takes_all) {
    std::vector<bool> is_again(best_date_.size());
    std::vector<bool> is_crawled(best_date_.size());
    for (size_t i = 0; i < source_.size(); ++i) {
      const bool chosen = is_chosen(i);
      if (!chosen) is_again[source_[i]] = true;
      if (chosen || takes_all) {
        is_crawled[source_[i]] = true;
        offsets_[source_[i] + 1] += target_[i] != kNoTarget<Number> ? 1 : 0;
      } else {
        replaced_ += target_[i] != kNoTarget<Number> ? 1 : 0;
      }
    }
    again_ = static_cast<uint64_t>(std::ranges::count(is_again, true));
    for (uint32_t page = 0; page < is_crawled.size(); ++page) {
      if (is_crawled[page]) crawled_.push_back(page);
    }
    std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
    rows_.resize(offsets_.back());
    std::vector<uint64_t> next(offsets_.begin(), offsets_.end() - 1);
    for (uint32_t i = 0; i < source_.size(); ++i) {
      if (target_[i] == kNoTarget<Number> || !(takes_all || is_chosen(i))) continue;
      rows_[next[source_[i]]++] = i;
    }
    const auto by_place = [&](uint32_t i) { return std::pair(generation_[i], place_[i]); };
    for (size_t page = 0; page + 1 < offsets_.size(); ++page) {
      const std::span list(rows_.data() + offsets_[page], offsets_[page + 1] - offsets_[page]);
      if (!std::ranges::is_sorted(list, {}, by_place)) std::ranges::stable_sort(list, {}, by_place);
      look_at(list);
    }
  }

  nb::tuple result() {
    std::vector<Number> targets(rows_.size());
    std::vector<uint8_t> is_told(rows_.size());
    for (size_t i = 0; i < rows_.size(); ++i) {
      targets[i] = target_[rows_[i]];
      is_told[i] = is_chosen(rows_[i]) ? 1 : 0;
    }
    nb::dict about;
    about["rising"] = rising_;
    about["falling"] = falling_;
    about["broken"] = broken_;
    about["replaced_links"] = replaced_;
    about["pages_seen_again"] = again_;
    return nb::make_tuple(
        array_of<uint64_t>(std::move(offsets_)), array_of<Number>(std::move(targets)),
        array_of<uint32_t>(std::move(rows_)), array_of<uint8_t>(std::move(is_told)),
        array_of<uint32_t>(std::move(crawled_)), array_of<uint32_t>(std::move(best_date_)),
        array_of<int64_t>(std::move(best_generation_)), about);
  }

 private:
  [[nodiscard]] bool is_chosen(size_t i) const {
    return best_date_[source_[i]] == date_[i] && best_generation_[source_[i]] == generation_[i];
  }
  // Whether lists come sorted, and in one stretch each: then their order says nothing.
  void look_at(std::span<const uint32_t> list) {
    for (size_t k = 1; k < list.size(); ++k) {
      const uint32_t before = list[k - 1];
      const uint32_t now = list[k];
      rising_ += target_[now] > target_[before] ? 1 : 0;
      falling_ += target_[now] < target_[before] ? 1 : 0;
      const bool follows =
          generation_[now] == generation_[before] && place_[now] == place_[before] + 1;
      broken_ += follows ? 0 : 1;
    }
  }

  std::span<const uint32_t> source_;
  std::span<const Number> target_;
  std::span<const uint32_t> date_;
  std::span<const int64_t> generation_;
  std::span<const uint32_t> place_;
  std::vector<uint32_t> best_date_;
  std::vector<int64_t> best_generation_;
  std::vector<uint64_t> offsets_;
  std::vector<uint32_t> rows_;
  std::vector<uint32_t> crawled_;
  uint64_t rising_ = 0;
  uint64_t falling_ = 0;
  uint64_t broken_ = 0;
  uint64_t replaced_ = 0;
  uint64_t again_ = 0;
};

template <class Number>
nb::tuple newest_lists(uint64_t pages, const In<uint32_t>& source, const In<Number>& target,
                       const In<uint32_t>& date, const In<int64_t>& generation,
                       const In<uint32_t>& place, const std::string& seen_again) {
  NewestLists<Number> lists(pages, source, target, date, generation, place);
  {
    const nb::gil_scoped_release released;
    lists.choose(seen_again == "oldest");
    lists.gather(seen_again == "union");
  }
  return lists.result();
}

}  // namespace

void add_link_arrays(nb::module_& module) {
  module.def("merge_keys", &merge_keys, nb::arg("senders"));
  module.def("split_rows", &split_rows, nb::arg("parts"), nb::arg("count"));
  module.def("turn_lists", &turn_lists, nb::arg("first"), nb::arg("offsets"), nb::arg("targets"),
             nb::arg("bounds"));
  module.def("lists_of_pairs", &lists_of_pairs, nb::arg("first"), nb::arg("pages"), nb::arg("page"),
             nb::arg("other"));
  module.def("count_same_host", &count_same_host, nb::arg("offsets"), nb::arg("targets"),
             nb::arg("begins"), nb::arg("ends"));
  module.def("newest_lists", &newest_lists<uint32_t>, nb::arg("pages"), nb::arg("source"),
             nb::arg("target"), nb::arg("date"), nb::arg("generation"), nb::arg("place"),
             nb::arg("seen_again"));
  module.def("newest_far_lists", &newest_lists<int64_t>, nb::arg("pages"), nb::arg("source"),
             nb::arg("target"), nb::arg("date"), nb::arg("generation"), nb::arg("place"),
             nb::arg("seen_again"));
}

}  // namespace cocite::python
