// Nanoseconds per address, on addresses as they stand in crawls.
#include <array>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>

#include "url/key.h"
#include "url/site.h"
#include "url/url.h"

namespace cocite::url {
namespace {

constexpr std::array<std::string_view, 12> kPlain = {
    "http://www.cs.wisc.edu/~gsri/bookmarks.html",
    "https://en.wikipedia.org/wiki/Link_analysis",
    "http://www.example.com/",
    "https://developer.mozilla.org/en-US/docs/Web/API/Document/querySelectorAll",
    "https://news.example.co.uk/2023/11/05/science/a-long-headline-about-something-new/index.html",
    "http://forum.example.org/viewtopic.php?f=12&t=45021&start=30",
    "https://shop.example.de/catalog/product/view/id/12345/s/blue-shoes?color=blue&size=42",
    "https://github.com/torvalds/linux/blob/master/Documentation/process/coding-style.rst",
    "http://softlib.rice.edu/MSCP/grad_stud_list.html",
    "https://static.example.net/assets/css/main.min.css?v=1.2.3",
    "http://us.imdb.com/search.html#top",
    "https://www.amazon.com/dp/B000123456/ref=sr_1_1",
};
constexpr std::array<std::string_view, 6> kEscaped = {
    "https://de.wikipedia.org/wiki/K%C3%B6ln",
    "http://www.example.com/%7Eme/a/../b.html",
    "https://example.com/search?q=link%20analysis&l=%c3%a9",
    "http://example.com/My Documents/file name.pdf",
    "https://ja.wikipedia.org/wiki/\xE6\x97\xA5\xE6\x9C\xAC",
    "http://www.example.com/a/./b/.well-known/x",
};
constexpr std::array<std::string_view, 4> kCapitalsAndPorts = {
    "http://WWW.Example.COM/Index.html",
    "http://www.example.com:8080/index.html",
    "HTTP://example.com:80/",
    "http://192.168.1.10/status",
};
constexpr std::array<std::string_view, 3> kOtherScripts = {
    "http://www.b\xC3\xBC"
    "cher.example/katalog",
    "http://xn--bcher-kva.example/katalog",
    "https://\xE4\xBE\x8B\xE3\x81\x88.jp/",
};

template <size_t N>
void keys(benchmark::State& state, const std::array<std::string_view, N>& urls) {
  std::string key;
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(make_key(urls[i], {}, key));
    benchmark::DoNotOptimize(key.data());
    i = i + 1 == N ? 0 : i + 1;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(keys, plain, kPlain);
BENCHMARK_CAPTURE(keys, escaped, kEscaped);
BENCHMARK_CAPTURE(keys, capitals_and_ports, kCapitalsAndPorts);
BENCHMARK_CAPTURE(keys, other_scripts, kOtherScripts);

template <size_t N>
void resolves(benchmark::State& state, const std::array<std::string_view, N>& links) {
  const Url base = *Url::parse("https://www.example.com/docs/guide/index.html?lang=en");
  std::string absolute;
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(resolve(base, links[i], absolute));
    benchmark::DoNotOptimize(absolute.data());
    i = i + 1 == N ? 0 : i + 1;
  }
  state.SetItemsProcessed(state.iterations());
}
constexpr std::array<std::string_view, 8> kRelative = {
    "../api/page.html", "/about",     "chapter-2.html#section-3", "#top", "?page=2",
    "./a/b/../c",       "/img/x.png", "javascript:void(0)",
};
BENCHMARK_CAPTURE(resolves, absolute, kPlain);
BENCHMARK_CAPTURE(resolves, relative, kRelative);

void sites(benchmark::State& state) {
  constexpr std::array<std::string_view, 4> kHosts = {"com,example,www", "uk,co,example,news:8080",
                                                      "io,github,someone", "1.2.3.4"};
  const SiteList list;
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(list.site_of_host(kHosts[i]));
    i = i + 1 == kHosts.size() ? 0 : i + 1;
  }
}
BENCHMARK(sites);

}  // namespace
}  // namespace cocite::url
