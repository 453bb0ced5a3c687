// What is around the pages that a search found, ranked, against the letter of the definitions.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "engine/testing/searching.h"

namespace cocite::answer {
namespace {

using namespace engine::searching;  // NOLINT(google-build-using-namespace): its fixture

class SearchRank : public Searching {};

// A web with words, small enough to be ranked by hand.
struct Small {
  std::vector<Page> pages;
  std::vector<std::vector<std::pair<size_t, std::string>>> links;  // target, words
};

Small small_web(unsigned seed) {
  std::mt19937 random(seed);
  const std::vector<std::string> words = {"bee", "honey", "hive", "wasp", "car", "wheel", "road"};
  const auto some = [&](size_t most) {
    std::string text;
    for (size_t i = random() % (most + 1); i > 0; --i) text += words[random() % words.size()] + " ";
    return text;
  };
  Small web;
  constexpr size_t kPages = 30;
  for (size_t i = 0; i < kPages; ++i) {
    web.pages.push_back({"http://h" + std::to_string(random() % 8) + ".example/" +
                             std::string(i < 10 ? "0" : "") + std::to_string(i),
                         some(2), some(6)});
  }
  for (size_t i = 0; i < kPages; ++i) {
    web.links.emplace_back();
    if (i % 3 == 0) continue;  // was never fetched
    std::set<size_t> seen = {i};
    for (size_t n = random() % 6; n > 0; --n) {
      const size_t target = random() % kPages;
      if (!seen.insert(target).second) continue;
      std::string anchor = some(3);
      if (anchor.empty()) anchor = "x";
      web.links[i].emplace_back(target, anchor);
      web.pages[i].body += link(web.pages[target].url, anchor);
    }
  }
  return web;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    if (c >= 'a' && c <= 'z') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  return words;
}

// By the letter: title and text of a fetched page, its links' words among them.
class Naive {
 public:
  explicit Naive(const Small& web) : web_(&web) {
    for (size_t i = 0; i < web.pages.size(); ++i) {
      contents_.emplace_back();
      if (i % 3 == 0) continue;
      std::string text = web.pages[i].title + " " + web.pages[i].body;
      // Without the tags.
      for (size_t at = text.find('<'); at != std::string::npos; at = text.find('<')) {
        text.erase(at, text.find('>', at) - at + 1);
      }
      for (const std::string& word : split(text)) ++contents_.back()[word];
    }
    for (const auto& content : contents_) {
      if (content.empty()) continue;
      ++pages_;
      for (const auto& [word, count] : content) ++df_[word];
    }
  }
  [[nodiscard]] std::string host(size_t page) const {
    return web_->pages[page].url.substr(0, web_->pages[page].url.rfind('/'));
  }
  [[nodiscard]] std::map<std::string, double> vector(
      const std::map<std::string, int>& counts) const {
    std::map<std::string, double> result;
    for (const auto& [word, count] : counts) {
      const auto df = df_.find(word);
      if (df != df_.end()) result[word] = count * std::log(double(pages_) / df->second);
    }
    return result;
  }
  [[nodiscard]] double cosine(const std::map<std::string, int>& a,
                              const std::map<std::string, int>& b) const {
    const auto u = vector(a);
    const auto v = vector(b);
    double uu = 0, vv = 0, uv = 0;
    for (const auto& [word, x] : u) {
      uu += x * x;
      if (v.contains(word)) uv += x * v.at(word);
    }
    for (const auto& [word, x] : v) vv += x * x;
    return uu > 0 && vv > 0 ? uv / std::sqrt(uu * vv) : 0;
  }
  [[nodiscard]] double relevance(const std::vector<size_t>& start, size_t page) const {
    std::map<std::string, int> topic;
    for (const size_t from : start) {
      for (const auto& [word, count] : contents_[from]) topic[word] += count;
    }
    if (!contents_[page].empty()) return cosine(topic, contents_[page]);
    std::set<std::pair<std::string, std::vector<std::string>>> anchors;
    for (size_t from = 0; from < web_->links.size(); ++from) {
      for (const auto& [target, words] : web_->links[from]) {
        if (target == page && host(from) != host(page)) anchors.emplace(host(from), split(words));
      }
    }
    std::map<std::string, int> counts;
    for (const auto& [from, words] : anchors) {
      for (const std::string& word : words) ++counts[word];
    }
    return cosine(topic, counts);
  }
  [[nodiscard]] std::vector<size_t> neighbourhood(const std::vector<size_t>& start) const {
    std::set<size_t> nodes(start.begin(), start.end());
    for (const size_t page : start) {
      for (const auto& [target, words] : web_->links[page]) nodes.insert(target);
      for (size_t from = 0; from < web_->links.size(); ++from) {
        for (const auto& [target, words] : web_->links[from]) {
          if (target == page) nodes.insert(from);
        }
      }
    }
    return {nodes.begin(), nodes.end()};
  }
  // HITS with weights, as matrices: authorities, or hubs.
  [[nodiscard]] std::map<size_t, double> hits(const std::vector<size_t>& nodes, bool by_host,
                                              bool wants_hubs, const std::string& query,
                                              const std::map<size_t, double>& r) const {
    std::map<std::pair<size_t, size_t>, double> edge;
    for (const size_t from : nodes) {
      for (const auto& [target, words] : web_->links[from]) {
        if (host(from) == host(target) || std::ranges::find(nodes, target) == nodes.end()) continue;
        double n = 0;
        for (const std::string& word : split(words)) n += word == query ? 1 : 0;
        edge[{from, target}] = query.empty() ? 1 : 1 + n;
      }
    }
    // Of a link: its weight, divided among the links of one host to a page, or of a page to one
    // host.
    std::map<std::pair<size_t, size_t>, double> to_authority = edge;
    std::map<std::pair<size_t, size_t>, double> to_hub = edge;
    for (const auto& [ends, weight] : edge) {
      double from_host = 0;
      double to_host = 0;
      for (const auto& [other, w] : edge) {
        from_host += other.second == ends.second && host(other.first) == host(ends.first) ? 1 : 0;
        to_host += other.first == ends.first && host(other.second) == host(ends.second) ? 1 : 0;
      }
      if (by_host) to_authority[ends] /= from_host;
      if (by_host) to_hub[ends] /= to_host;
    }
    std::map<size_t, double> a, h;
    for (const size_t node : nodes) a[node] = h[node] = 1;
    for (int step = 0; step < 1000; ++step) {
      std::map<size_t, double> next;
      for (const auto& [ends, weight] : to_authority) next[ends.second] += h[ends.first] * weight;
      scale(next, r, nodes, a);
      next.clear();
      for (const auto& [ends, weight] : to_hub) next[ends.first] += a[ends.second] * weight;
      scale(next, r, nodes, h);
    }
    return wants_hubs ? h : a;
  }

 private:
  static void scale(std::map<size_t, double>& next, const std::map<size_t, double>& r,
                    const std::vector<size_t>& nodes, std::map<size_t, double>& to) {
    double squares = 0;
    for (auto& [node, value] : next) {
      if (!r.empty()) value *= r.at(node);
      squares += value * value;
    }
    for (const size_t node : nodes) to[node] = squares > 0 ? next[node] / std::sqrt(squares) : 0;
  }

  const Small* web_;
  std::vector<std::map<std::string, int>> contents_;
  std::map<std::string, int> df_;
  int pages_ = 0;
};

double middle(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  const size_t n = numbers.size();
  return n % 2 == 1 ? numbers[n / 2] : (numbers[n / 2 - 1] + numbers[n / 2]) / 2;
}

TEST_F(SearchRank, RanksTheNeighbourhoodByTheLetter) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const Small web = small_web(seed);
    std::vector<Page> fetched;
    for (size_t i = 0; i < web.pages.size(); ++i) {
      if (i % 3 != 0) fetched.push_back(web.pages[i]);
    }
    import(fetched);
    const Naive naive(web);
    std::map<std::string, size_t> number;  // of a page, by address
    for (size_t i = 0; i < web.pages.size(); ++i) number[web.pages[i].url] = i;
    std::vector<size_t> start;
    for (const SearchItem& item : ask({.words = "honey", .top = 200}).items) {
      start.push_back(number.at(item.url));
    }
    ASSERT_FALSE(start.empty());
    for (const bool by_host : {false, true}) {
      for (const bool hubs : {false, true}) {
        for (const auto edges : {SearchEdges::kPlain, SearchEdges::kAnchors}) {
          for (const auto content :
               {SearchContent::kNone, SearchContent::kPrune, SearchContent::kRegulate}) {
            std::vector<size_t> nodes = naive.neighbourhood(start);
            std::map<size_t, double> r;
            if (content == SearchContent::kPrune) {
              std::vector<double> of_start;
              for (const size_t page : start) of_start.push_back(naive.relevance(start, page));
              const double least = middle(of_start);
              // One that is the median itself must not depend on the last bit of a sum.
              std::erase_if(
                  nodes, [&](size_t page) { return naive.relevance(start, page) < least - 1e-12; });
            }
            if (content == SearchContent::kRegulate) {
              for (const size_t page : nodes) r[page] = naive.relevance(start, page);
            }
            const auto expected =
                naive.hits(nodes, by_host, hubs, edges == SearchEdges::kAnchors ? "honey" : "", r);
            SearchRequest request{.words = "honey", .edges = edges, .content = content, .top = 100};
            request.rank = std::string(by_host ? "imp-" : "hits-") + (hubs ? "hub" : "authority");
            request.hosts = Switch::kOn;
            const SearchAnswer answer = ask(request);
            EXPECT_EQ(answer.nodes, nodes.size()) << seed;
            EXPECT_EQ(answer.start, start.size());
            std::map<size_t, double> got;
            for (const SearchItem& item : answer.items) got[number.at(item.url)] = item.score;
            for (const size_t page : nodes) {
              EXPECT_NEAR(got[page], expected.at(page), 1e-5)
                  << "seed " << seed << " " << request.rank << " page " << page << " edges "
                  << int(edges) << " content " << int(content);
            }
          }
        }
      }
    }
  }
}

TEST_F(SearchRank, TellsWhatWasFoundByLinksOnly) {
  import(kBees);
  SearchRequest request{.words = "wheels", .rank = "indegree"};
  request.hosts = Switch::kOn;
  const SearchAnswer answer = ask(request);
  ASSERT_EQ(answer.items.size(), 1U);
  EXPECT_EQ(answer.items[0].key, "example,bees)/");
  EXPECT_FALSE(answer.items[0].matched);
  EXPECT_EQ(answer.nodes, 2U);
  EXPECT_EQ(answer.edge_count, 1U);
  EXPECT_EQ(answer.start, 1U);
  request.words = "odd";
  for (const SearchItem& item : ask(request).items) {
    EXPECT_EQ(item.matched, item.key == "example,bees)/") << item.key;  // a link says so
  }
  request.rank = "pagerank";
  double sum = 0;
  for (const SearchItem& item : ask(request).items) sum += item.score;
  EXPECT_NEAR(sum, 1, 1e-9);
}

}  // namespace
}  // namespace cocite::answer
