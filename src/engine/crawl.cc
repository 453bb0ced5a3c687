// Crawls as users ask for them: seeds from files and stores, and rules of good manners.
#include <algorithm>
#include <fstream>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <cocite/crawl.h>
#include <cocite/engine.h>

#include "engine/resolve.h"
#include "fetch/crawler.h"
#include "rank/rank.h"
#include "store/store.h"
#include "url/key.h"

namespace cocite {
namespace {

// "example.org/a" is an address, too.
std::string with_scheme(const std::string& seed) {
  return seed.find("://") == std::string::npos ? "http://" + seed : seed;
}

Result<std::vector<std::string>> expand_seeds(const std::vector<std::string>& given) {
  std::vector<std::string> seeds;
  for (const std::string& seed : given) {
    if (!seed.starts_with('@')) {
      seeds.push_back(with_scheme(seed));
      continue;
    }
    const std::string path = seed.substr(1);
    std::ifstream file(path, std::ios::binary);
    if (!file) return fail(ErrorCode::kNotFound, path + ": cannot be opened");
    for (std::string line; std::getline(file, line);) {
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
      if (!line.empty() && !line.starts_with('#')) seeds.push_back(with_scheme(line));
    }
  }
  return seeds;
}

// The pages of a store that were fetched: what is old and important comes first. How old a page is
// and how important are each its place among all, so that neither drowns the other.
Result<std::vector<std::string>> pages_to_refresh(const store::Store& store,
                                                  const CrawlRequest& request) {
  if (store.names() != store::Names::kUrl) {
    return fail({.message = request.refresh + ": its pages have no addresses", .about = "refresh"});
  }
  COCITE_TRY(const rank::Kind* kind, rank::find_kind("pagerank"));
  rank::Options options;
  options.stop = request.stop;
  COCITE_TRY(const rank::Scores scores, kind->compute(store, options));
  const rank::Numbers& important = scores.columns[0].second;
  std::vector<PageId> pages;
  for (uint64_t page = 0; page < store.pages(); ++page) {
    COCITE_TRY(const bool is_crawled, store.is_crawled(page_id(page)));
    if (is_crawled) pages.push_back(page_id(page));
  }
  std::vector<uint64_t> place(store.pages());
  const auto add_places = [&](const auto& value) {
    std::ranges::stable_sort(pages, [&](PageId a, PageId b) { return value(a) < value(b); });
    for (uint64_t i = 0; i < pages.size(); ++i) place[index(pages[i])] += i;
  };
  add_places([&](PageId page) { return store.text_columns().date(page); });
  add_places([&](PageId page) { return -important[index(page)]; });
  std::ranges::stable_sort(pages,
                           [&](PageId a, PageId b) { return place[index(a)] < place[index(b)]; });
  std::vector<std::string> seeds;
  for (const PageId page : pages) {
    COCITE_TRY(const std::string key, store.key(page));
    COCITE_TRY(std::string url, store.text_columns().url(page, key));
    seeds.push_back(std::move(url));
  }
  return seeds;
}

Result<void> check_manners(const CrawlRequest& request, const std::vector<std::string>& seeds) {
  if (!(request.delay_s >= 0) || request.connections == 0) {
    return fail({.message = "a delay is not negative, and there is at least one connection",
                 .about = "delay"});
  }
  if (!request.contact.empty() && request.contact.find_first_of("\r\n") != std::string::npos) {
    return fail({.message = "a contact is one line", .about = "contact"});
  }
  if (!request.contact.empty()) return {};
  std::set<std::string> hosts;
  std::string key;
  for (const std::string& seed : seeds) {
    if (url::make_key(seed, {}, key) == url::Skip::kNone) hosts.emplace(url::host_of_key(key));
  }
  if (request.scope == CrawlScope::kHosts && hosts.size() <= 1) return {};
  return fail({.message = "who crawls more than one host says who he is: an address of mail or web "
                          "that stands in each request",
               .about = "contact"});
}

}  // namespace

Result<CrawlReport> crawl_web(const CrawlRequest& request) {
  CrawlRequest asked = request;
  COCITE_TRY(std::vector<std::string> seeds, expand_seeds(request.seeds));
  std::string topic = request.words;
  if (!request.refresh.empty()) {
    COCITE_TRY(const store::Store store, store::Store::open(request.refresh));
    COCITE_TRY(const auto old, pages_to_refresh(store, request));
    seeds.insert(seeds.end(), old.begin(), old.end());
    if (asked.order.empty()) asked.order = "breadth";
    for (const std::string& like : request.like) {
      COCITE_TRY(const PageId page, engine::resolve(store, like));
      COCITE_TRY(const std::string title, store.title(page));
      COCITE_TRY(const std::string text, store.text_columns().text(page));
      topic += ' ' + title + ' ' + text;
    }
  } else if (!request.like.empty()) {
    return fail({.message = "pages to be like are those of a store", .about = "refresh"});
  }
  COCITE_CHECK(check_manners(request, seeds));
  return fetch::run_crawl(asked, seeds, topic);
}

std::string report_text(const CrawlReport& report) {
  const auto number = [](uint64_t value) { return std::to_string(value); };
  std::string text = "fetched " + number(report.fetched);
  if (report.went_on) text += ", " + number(report.fetched_before) + " before";
  text += "; " + number(report.bytes >> 10) + " KiB; " + number(report.copies) + " copies; " +
          number(report.hosts) + " hosts\n";
  text += "seen " + number(report.seen) + "; waiting " + number(report.queue) +
          "; forbidden by robots.txt " + number(report.forbidden) + "; links that lead outside " +
          number(report.outside) + "\n";
  for (const auto& [status, count] : report.statuses) {
    text += "status " + status + ": " + number(count) + "\n";
  }
  for (const auto& [failure, count] : report.failures) {
    text += "no answer, " + failure + ": " + number(count) + "\n";
  }
  for (const CrawlTrap& trap : report.traps) {
    text +=
        "not followed, " + trap.kind + ": " + number(trap.count) + ", as in " + trap.example + "\n";
  }
  if (report.is_stopped) {
    text += "ended before the end: " + report.why_stopped + "; the same command goes on\n";
  }
  for (const std::string& file : report.files) text += file + "\n";
  if (!report.index.empty()) text += report.index + "\n";
  return text;
}

}  // namespace cocite
