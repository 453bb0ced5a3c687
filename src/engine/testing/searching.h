// For tests of searches: pages as an archive, a few about bees, and a store of them.
//
//   class Mine : public Searching {};
//   import(kBees);
//   ask({.words = "honey"}).items
//
// One thread.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/testing_web.h"

namespace cocite::engine::searching {

struct Page {
  std::string url;
  std::string title;
  std::string body;
  std::string language = "en";
};

inline std::string archive(const std::vector<Page>& pages) {
  std::string all;
  for (const Page& page : pages) {
    const std::string http =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html lang=" +
        page.language + "><title>" + page.title + "</title><body>" + page.body;
    all += "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + page.url +
           "\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nContent-Type: application/http; "
           "msgtype=response\r\nContent-Length: " +
           std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
  }
  return all;
}

inline std::string link(const std::string& url, const std::string& words) {
  return "<a href=\"" + url + "\">" + words + "</a> ";
}

inline const std::vector<Page> kBees = {
    {"http://bees.example/", "All about bees",
     "Honey bees live in a hive. " + link("http://honey.example/", "golden nectar") +
         link("http://bees.example/hive", "the hive")},
    {"http://bees.example/hive", "The hive", "A hive is where bees make honey."},
    {"http://garden.example/", "Garden",
     "Flowers for honey and for bees. " + link("http://honey.example/", "Golden nectar") +
         link("http://wasps.example/", "wasps")},
    {"http://sub.garden.example/", "Garten", "Blumen und honey.", "de"},
    {"http://cars.example/", "Cars",
     "Engines and wheels. " + link("http://bees.example/", "odd bees")},
};

class Searching : public ::testing::Test {
 protected:
  void import(const std::vector<Page>& pages, ImportRequest request = {}) const {
    web_.write("a.warc", archive(pages));
    request.store = web_.path("web.cocite");
    request.inputs = {web_.path("a.warc")};
    request.force = true;
    request.prepare = false;
    if (request.stem.empty()) request.stem = "none";
    const auto report = import_store(request);
    ASSERT_TRUE(report) << report.error().message;
  }
  [[nodiscard]] SearchAnswer ask(const SearchRequest& request) const {
    const auto answer = web_.open().search(request);
    EXPECT_TRUE(answer) << request.words << ": " << answer.error().message;
    return answer ? *answer : SearchAnswer{};
  }
  [[nodiscard]] std::string found(const std::string& words) const {
    std::string hosts;
    for (const SearchItem& item : ask({.words = words}).items) {
      hosts += (hosts.empty() ? "" : " ") + item.key;
    }
    return hosts;
  }
  TestWeb web_;
};

}  // namespace cocite::engine::searching
