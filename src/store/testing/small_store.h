// For tests: a small store made by hand, part by part, with everything a store may have.
//
//   const SmallStore web;                    // "com,example)/" and its neighbours
//   auto store = Store::open(web.path());
//   expect_right_or_error(*store, web);      // for stores that were spoilt
//
// Pages and links are drawn in small_web(); nothing here comes from ingest/.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "file/scratch_file.h"
#include "store/store.h"
#include "url/key.h"

namespace cocite::store::testing {

struct SmallWeb {
  std::vector<std::string> keys;
  std::vector<std::vector<uint32_t>> children;
  std::vector<bool> crawled;
  std::vector<std::string> titles;
  std::vector<double> ranks;
  bool has_order = true;  // false: every list rises
};

// Four hosts of several pages; each page links to the next few of its host, backwards, and to the
// first page of all.
inline SmallWeb small_web(size_t pages = 60) {
  SmallWeb web;
  for (size_t i = 0; i < pages; ++i) {
    std::string number = std::to_string(10000 + i);
    web.keys.push_back("com,h" + std::to_string(i * 4 / pages) + ")/page" + number);
    auto& list = web.children.emplace_back();
    for (size_t k = i % 7; k > 0; --k) list.push_back(static_cast<uint32_t>((i + k) % pages));
    if (i > 0 && std::ranges::find(list, 0U) == list.end()) list.push_back(0);
    if (i % 5 == 4) list.clear();
    web.crawled.push_back(i % 5 != 4);
    web.titles.push_back(i % 3 == 0 ? "Title " + number : "");
    web.ranks.push_back(1.0 / static_cast<double>(i + 1));
  }
  return web;
}

class SmallStore {
 public:
  explicit SmallStore(SmallWeb web = small_web(), const std::string& name = "store")
      : place_(name), web_(std::move(web)) {
    std::filesystem::create_directories(path());
    const auto written = write();
    EXPECT_TRUE(written) << written.error().message;
  }
  [[nodiscard]] const std::string& path() const { return place_.path(); }
  [[nodiscard]] const SmallWeb& web() const { return web_; }
  [[nodiscard]] std::string operator/(const std::string& name) const { return path() + "/" + name; }
  [[nodiscard]] static std::vector<std::string> file_names() {
    return {"manifest", "pages", "crawled", "out", "in", "titles", "column-rank", "report"};
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream in(*this / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // A new file in place of the old one.
  void write(const std::string& name, std::string_view bytes) const {
    std::filesystem::remove(*this / name);
    std::ofstream(*this / name, std::ios::binary) << bytes;
  }

 private:
  Result<void> write() const {
    COCITE_TRY(auto pages, file::ContainerWriter::create(*this / "pages", "page"));
    COCITE_TRY(auto keys, file::StringTableWriter::create(pages, "keys", web_.keys));
    file::BitmapBuilder hosts;
    std::string_view last;
    for (const std::string& key : web_.keys) {
      COCITE_CHECK(keys.add(key));
      hosts.push(hosts.size() == 0 || url::host_of_key(key) != last);
      last = url::host_of_key(key);
    }
    COCITE_CHECK(keys.finish());
    COCITE_CHECK(hosts.write(pages, "hosts"));
    COCITE_CHECK(pages.finish());

    file::BitmapBuilder crawled(web_.keys.size());
    for (size_t i = 0; i < web_.crawled.size(); ++i) {
      if (web_.crawled[i]) crawled.set(i);
    }
    COCITE_TRY(auto bits, file::ContainerWriter::create(*this / "crawled", "bits"));
    COCITE_CHECK(crawled.write(bits, "crawled"));
    COCITE_CHECK(bits.finish());

    COCITE_CHECK(write_links("out",
                             web_.has_order ? graph::ListOrder::kPage : graph::ListOrder::kSorted,
                             web_.children));
    COCITE_CHECK(write_links("in", graph::ListOrder::kSorted, parents()));

    const std::vector<std::string_view> titles(web_.titles.begin(), web_.titles.end());
    COCITE_TRY(auto text, file::ContainerWriter::create(*this / "titles", "text"));
    COCITE_TRY(auto column, file::TextColumnWriter::create(text, titles));
    for (const std::string_view title : titles) COCITE_CHECK(column.add(title));
    COCITE_CHECK(column.finish());
    COCITE_CHECK(text.finish());

    COCITE_TRY(auto rank, file::ContainerWriter::create(*this / "column-rank", "colu"));
    COCITE_CHECK(write_column(std::move(rank), web_.ranks, "made up"));
    COCITE_TRY(auto report, file::ContainerWriter::create(*this / "report", "repo"));
    COCITE_CHECK(report.begin("text"));
    const std::string words = "made by hand";
    COCITE_CHECK(report.write(std::as_bytes(std::span(words))));
    COCITE_CHECK(report.finish());

    Manifest manifest;
    manifest.facts.pages = web_.keys.size();
    manifest.facts.link_order = web_.has_order;
    manifest.facts.names = Names::kUrl;
    for (const std::string& name : file_names()) {
      if (name == "manifest") continue;
      COCITE_TRY(const auto container, file::Container::open_any(*this / name));
      manifest.files.push_back({name, container.size(), container.identity()});
    }
    return manifest.write(path());
  }

  Result<void> write_links(const std::string& name, graph::ListOrder order,
                           const std::vector<std::vector<uint32_t>>& lists) const {
    COCITE_TRY(auto packer, graph::LinkPacker::create(*this / name, lists.size(), order,
                                                      graph::ListCoding::kBits, 1));
    std::vector<uint64_t> offsets = {0};
    std::vector<PageId> targets;
    for (const auto& list : lists) {
      for (const uint32_t target : list) targets.push_back(page_id(target));
      offsets.push_back(targets.size());
    }
    COCITE_CHECK(packer.add({.first = 0, .offsets = offsets, .targets = targets}));
    return packer.finish();
  }

  [[nodiscard]] std::vector<std::vector<uint32_t>> parents() const {
    std::vector<std::vector<uint32_t>> lists(web_.keys.size());
    for (uint32_t i = 0; i < web_.children.size(); ++i) {
      for (const uint32_t child : web_.children[i]) lists[child].push_back(i);
    }
    return lists;
  }

  file::ScratchFile place_;
  SmallWeb web_;
};

// Every answer is right or an error of this store. Returns whether all were right.
inline bool right_or_error(const Store& store, const SmallStore& small) {
  const SmallWeb& web = small.web();
  bool all = true;
  const auto is = [&](const auto& result, const auto& expected) {
    if (result) {
      EXPECT_EQ(*result, expected);
      return;
    }
    all = false;
    EXPECT_TRUE(result.error().code == ErrorCode::kCorrupt ||
                result.error().code == ErrorCode::kNotFound ||
                result.error().code == ErrorCode::kInvalidArgument)  // a folder
        << result.error().message;
    EXPECT_NE(result.error().message.find(small.path()), std::string::npos)
        << result.error().message;
  };
  EXPECT_EQ(store.pages(), web.keys.size());
  graph::ListBuffer buffer;
  const auto numbers = [](const Result<std::span<const PageId>>& list) {
    return list.map([](std::span<const PageId> pages) {
      std::vector<uint32_t> found;
      for (const PageId page : pages) found.push_back(index(page));
      return found;
    });
  };
  const auto column = store.column("rank");
  if (column) {
    EXPECT_TRUE(std::ranges::equal(column->values(), web.ranks));
    EXPECT_EQ(column->about(), "made up");
  } else {
    is(column.map([](const NumberColumn&) { return 0; }), 0);
  }
  is(store.report(), std::string("made by hand"));
  for (uint32_t i = 0; i < web.keys.size(); ++i) {
    const PageId page = page_id(i);
    is(store.key(page), web.keys[i]);
    is(store.find(web.keys[i]), std::optional(page));
    is(store.find(web.keys[i] + "x"), std::optional<PageId>());
    is(numbers(store.children(page, buffer)), web.children[i]);
    std::vector<uint32_t> parents;
    for (uint32_t j = 0; j < web.keys.size(); ++j) {
      if (std::ranges::find(web.children[j], i) != web.children[j].end()) parents.push_back(j);
    }
    is(numbers(store.parents(page, buffer)), parents);
    is(store.is_crawled(page), static_cast<bool>(web.crawled[i]));
    is(store.title(page), web.titles[i]);
    const auto host = store.host_of(page);
    const auto host_number = static_cast<uint32_t>(web.keys[i][5] - '0');
    is(host, host_id(host_number));
    if (!host) continue;
    const auto range = store.pages_of(host_id(host_number));
    is(range.map([&](const auto& pages) {
      return index(pages.first) <= i && i < pages.second &&
             (index(pages.first) == 0 || web.keys[index(pages.first) - 1][5] != web.keys[i][5]) &&
             (pages.second == web.keys.size() || web.keys[pages.second][5] != web.keys[i][5]);
    }),
       true);
  }
  return all;
}

}  // namespace cocite::store::testing
