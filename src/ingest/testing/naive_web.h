// For tests: what a store must hold, read from link lists in the plainest way there is.
//
//   NaiveWeb web({.opaque_names = true});
//   web.read("a\tb\n");                        // one input after the other
//   web.expect_in(store_path);                 // all that a store answers, compared
//
// Shares nothing with the code under test but url::make_key and url::SiteList, which have oracles
// of their own.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <cocite/query.h>

#include "store/store.h"
#include "url/key.h"
#include "url/site.h"

namespace cocite::ingest::testing {

using Strings = std::vector<std::string>;

class NaiveWeb {
 public:
  explicit NaiveWeb(ImportRequest options = {}) : options_(std::move(options)) {}

  // One whole input.
  void read(std::string_view text) {
    std::map<std::string, Strings> lists;
    while (!text.empty()) {
      std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(text.size(), line.size() + 1));
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.empty() || line[0] == '#') continue;
      Strings fields;
      for (size_t at = 0; at <= line.size();) {
        const size_t end = std::min(line.find('\t', at), line.size());
        fields.emplace_back(line.substr(at, end - at));
        at = end + 1;
      }
      if (fields.size() == 1) fields.emplace_back();
      std::string source;
      if (fields.size() > 2 || (fields[1].empty() && is_two_names(fields[0])) ||
          !key_of(fields[0], source)) {
        ++bad_lines;
        continue;
      }
      pages_.insert(source);
      Strings& list = lists[source];
      if (fields[1].empty()) continue;
      std::string target;
      if (!key_of(fields[1], target)) {
        ++bad_lines;
        continue;
      }
      pages_.insert(target);
      list.push_back(target);
    }
    inputs_.push_back(std::move(lists));
  }

  // The children of every page, as they must be.
  [[nodiscard]] std::map<std::string, Strings> children() const {
    std::map<std::string, Strings> all;
    for (const std::string& page : pages_) {
      std::vector<const Strings*> lists;
      for (const auto& input : inputs_) {
        const auto found = input.find(page);
        if (found != input.end()) lists.push_back(&found->second);
      }
      if (lists.size() > 1 && options_.seen_again == SeenAgain::kNewest) lists = {lists.back()};
      if (lists.size() > 1 && options_.seen_again == SeenAgain::kOldest) lists = {lists.front()};
      Strings& result = all[page];
      std::set<std::string> seen = {page};
      for (const Strings* list : lists) {
        for (const std::string& target : *list) {
          if (seen.insert(target).second) result.push_back(target);
        }
      }
    }
    return all;
  }

  [[nodiscard]] bool is_crawled(const std::string& page) const {
    return std::ranges::any_of(inputs_, [&](const auto& input) { return input.contains(page); });
  }
  [[nodiscard]] std::string host_of(const std::string& page) const {
    return options_.opaque_names ? page : std::string(url::host_of_key(page));
  }

  void expect_in(const std::string& path) const {
    const auto opened = store::Store::open(path);
    ASSERT_TRUE(opened) << opened.error().message;
    const store::Store& store = *opened;
    const auto checked = store.check();
    ASSERT_TRUE(checked) << checked.error().message;
    const auto lists = children();
    ASSERT_EQ(store.pages(), lists.size());
    const Strings keys(pages_.begin(), pages_.end());  // in order of key, so by page id
    const auto names = [&](std::span<const PageId> list) {
      Strings result;
      for (const PageId page : list) result.push_back(keys.at(index(page)));
      return result;
    };
    std::map<std::string, std::set<std::string>> parents;
    for (const auto& [page, list] : lists) {
      for (const std::string& target : list) parents[target].insert(page);
    }
    graph::ListBuffer buffer;
    for (uint64_t i = 0; i < keys.size(); ++i) {
      const std::string& key = keys[i];
      ASSERT_EQ(*store.key(page_id(i)), key);
      ASSERT_EQ(*store.find(key), std::optional(page_id(i)));
      Strings expected = lists.at(key);
      if (options_.order == LinkOrder::kNone) std::ranges::sort(expected);
      if (!store.has_link_order()) {
        // Order may be given up only where there is none to lose.
        ASSERT_TRUE(std::ranges::is_sorted(expected)) << "the order of links was lost";
      }
      ASSERT_EQ(names(*store.children(page_id(i), buffer)), expected) << key;
      const Strings of_parents(parents[key].begin(), parents[key].end());
      ASSERT_EQ(names(*store.parents(page_id(i), buffer)), of_parents) << key;
      ASSERT_EQ(*store.is_crawled(page_id(i)), is_crawled(key)) << key;
      const auto host = store.host_of(page_id(i));
      ASSERT_TRUE(host);
      const auto range = store.pages_of(*host);
      ASSERT_TRUE(range);
      // The range has this page, the neighbours of one host are in one range, others are not.
      ASSERT_TRUE(index(range->first) <= i && i < range->second) << key;
      if (i > 0) {
        const bool same_host = host_of(keys[i - 1]) == host_of(key);
        ASSERT_EQ(i - 1 >= index(range->first), same_host) << key;
      }
    }
    if (!keys.empty()) {
      ASSERT_EQ(store.pages_of(host_id(store.hosts() - 1))->second, keys.size());
    }
    expect_facts(store, lists, parents);
  }

  uint64_t bad_lines = 0;

 private:
  static bool is_only(std::string_view text, std::string_view characters) {
    return text.find_first_not_of(characters) == std::string_view::npos;
  }
  [[nodiscard]] bool is_two_names(const std::string& line) const {
    const size_t blank = line.find(' ');
    if (blank == std::string::npos) return false;
    return options_.opaque_names ? is_only(line, "0123456789 ")
                                 : line.find("://", blank) != std::string::npos;
  }
  [[nodiscard]] bool key_of(const std::string& name, std::string& key) const {
    if (options_.opaque_names) {
      key = name;
      return !name.empty() && name.find('\0') == std::string::npos;
    }
    return url::make_key(name, {.fold_www = options_.fold_www}, key) == url::Skip::kNone;
  }

  void expect_facts(const store::Store& store, const std::map<std::string, Strings>& lists,
                    const std::map<std::string, std::set<std::string>>& parents) const {
    std::map<std::string, uint64_t> facts;
    std::set<std::string> hosts;
    std::set<std::string> sites;
    const url::SiteList site_list;
    for (const auto& [page, list] : lists) {
      facts["pages"] += 1;
      facts["links"] += list.size();
      facts["childless"] += list.empty() ? 1 : 0;
      facts["crawled"] += is_crawled(page) ? 1 : 0;
      facts["max_out"] = std::max<uint64_t>(facts["max_out"], list.size());
      hosts.insert(host_of(page));
      sites.insert(options_.opaque_names ? page : site_list.site_of_host(host_of(page)));
      for (const std::string& target : list) {
        facts["same_host_links"] += host_of(page) == host_of(target) ? 1 : 0;
      }
    }
    for (const auto& [page, list] : parents) {
      facts["max_in"] = std::max<uint64_t>(facts["max_in"], list.size());
    }
    facts["hosts"] = hosts.size();
    facts["sites"] = sites.size();
    std::map<std::string, std::string> told;
    store::for_each_fact(store.facts(), [&](std::string_view name, const std::string& word) {
      told[std::string(name)] = word;
    });
    for (const auto& [name, value] : facts) EXPECT_EQ(told[name], std::to_string(value)) << name;
    EXPECT_EQ(store.hosts(), hosts.size());
    EXPECT_EQ(store.names(), options_.opaque_names ? store::Names::kOpaque : store::Names::kUrl);
  }

  ImportRequest options_;
  std::set<std::string> pages_;
  std::vector<std::map<std::string, Strings>> inputs_;
};

}  // namespace cocite::ingest::testing
