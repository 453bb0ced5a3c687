// For tests: a NaiveWeb as a store, and a query about it.
//
//   TestStore store(web);
//   auto items = store.related("cocitation", {3}, web);   // in order
//
// One thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "related/method.h"
#include "related/order.h"
#include "related/testing/naive_methods.h"
#include "related/testing/naive_web.h"
#include "related/together.h"
#include "store/testing/small_store.h"

namespace cocite::related::testing {

class TestStore {
 public:
  explicit TestStore(const NaiveWeb& naive, const std::string& name = "related")
      : small_(small_web(naive), name), store_(store::Store::open(small_.path()).value()) {
    web_ = std::make_unique<Web>(
        store_,
        [naive](const std::string& rank) -> Result<Web::Ranked> {
          return Web::Ranked{naive_rank(naive, rank), "made naively"};
        },
        Web::SaveNotes(),
        // So small that every web has samples, and runs out of them.
        ParentSampleSizes{.least = 5, .sampled = 8, .most_linked = 6, .kept = 12});
  }
  [[nodiscard]] const Web& web() const { return *web_; }

  struct Found {
    std::vector<Item> items;
    bool is_sufficient = false;
    std::string error = {};
  };
  // By the settings and parameters of `naive`; those that the method does not have are left out.
  [[nodiscard]] Found related(const std::string& name, const std::vector<int>& pages,
                              const NaiveWeb& naive, size_t top = 1000) const {
    Found found;
    with_query(name, pages, naive, [&](const MethodInfo& method, Query query) {
      query.wanted = top;
      Result<Answer> answer = find_together(method, query);
      if (!answer) {
        found.error = answer.error().message;
        return;
      }
      found.is_sufficient = answer->is_sufficient;
      found.items = best(*web_, query.hosts_on, std::move(answer->items), top).value();
    });
    return found;
  }
  [[nodiscard]] Result<Explanation> explain(const std::string& name, const std::vector<int>& pages,
                                            const NaiveWeb& naive, int answer) const {
    Result<Explanation> result;
    with_query(name, pages, naive, [&](const MethodInfo& method, const Query& query) {
      const PageId page = page_id(static_cast<uint64_t>(answer));
      result = explain_together(method, query, page);
    });
    return result;
  }
  // The first `top` answers, with reasons from what finding them gathered.
  [[nodiscard]] std::vector<std::pair<PageId, Explanation>> explain_found(
      const std::string& name, const std::vector<int>& pages, const NaiveWeb& naive,
      size_t top) const {
    std::vector<std::pair<PageId, Explanation>> all;
    with_query(name, pages, naive, [&](const MethodInfo& method, Query query) {
      query.wanted = top;
      query.keeps_gathered = true;
      Result<Answer> answer = find_together(method, query);
      if (!answer) return;
      std::vector<PageId> first;
      const std::vector<Item> items = best(*web_, query.hosts_on, answer->items, top).value();
      for (const Item& item : items) first.push_back(item.page);
      const auto reasons = related::explain(method, query, *answer, first).value();
      for (size_t i = 0; i < first.size(); ++i) all.emplace_back(first[i], reasons[i]);
    });
    return all;
  }

  // What SmallStore makes the store from.
  [[nodiscard]] static store::testing::SmallWeb small_web(const NaiveWeb& naive) {
    store::testing::SmallWeb web;
    web.has_order = naive.has_order;
    for (int page = 0; page < naive.size(); ++page) {
      const std::string number = std::to_string(1000000 + page);
      const std::string host = std::to_string(1000000 + naive.host[static_cast<size_t>(page)]);
      std::string domain = "com,h" + host;
      if (!naive.site.empty()) {
        domain =
            "com,s" + std::to_string(1000000 + naive.site[static_cast<size_t>(page)]) + ",h" + host;
      }
      web.keys.push_back(domain + ")/" + (naive.are_sites ? "" : number));
      auto& list = web.children.emplace_back();
      for (const int child : naive.list(page)) list.push_back(static_cast<uint32_t>(child));
      web.crawled.push_back(true);
      web.titles.push_back("");
      web.ranks.push_back(0);
    }
    return web;
  }

 private:
  template <class Use>
  void with_query(const std::string& name, const std::vector<int>& pages, const NaiveWeb& naive,
                  Use&& use) const {
    const MethodInfo* method = method_named(name).value();
    Parameters::Given given;
    for (const ParameterInfo& info : method->parameters) {
      const std::string parameter(info.name);
      if (naive.numbers.contains(parameter)) {
        std::string text = std::to_string(naive.numbers.at(parameter));
        if (info.kind == ParameterKind::kCount) text = text.substr(0, text.find('.'));
        given.emplace_back(parameter, text);
      }
      if (naive.words.contains(parameter)) given.emplace_back(parameter, naive.words.at(parameter));
    }
    const Parameters parameters = Parameters::make(method->name, method->parameters, given).value();
    std::vector<PageId> ids;
    for (const int page : pages) ids.push_back(page_id(static_cast<uint64_t>(page)));
    std::vector<PageId> not_ids;
    for (const int page : naive.not_pages) not_ids.push_back(page_id(static_cast<uint64_t>(page)));
    std::vector<PageId> stopped;
    for (const int page : naive.stop) stopped.push_back(page_id(static_cast<uint64_t>(page)));
    const Stoplist stoplist(stopped);
    use(*method, Query{.web = web_.get(),
                       .pages = ids,
                       .not_pages = not_ids,
                       .parameters = &parameters,
                       .hosts_on = naive.hosts_on,
                       .stoplist = stoplist_for(ids, &stoplist),
                       .given_stoplist = &stoplist,
                       .seed = naive.seed});
  }
  store::testing::SmallStore small_;
  store::Store store_;
  std::unique_ptr<Web> web_;
};

}  // namespace cocite::related::testing
