// HTML to links, title and text: bytes of HTML per second on one core.
//
//   COCITE_HTML_TREE=/usr/share/cppreference/doc/html html_bench
//
// Without COCITE_HTML_TREE it takes the Debian package cppreference-doc-en-html if it is installed.
// All pages are read into memory first: files are not what is measured.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "html/charset.h"
#include "html/page_parser.h"

namespace cocite::html {
namespace {

struct Corpus {
  std::vector<std::string> pages;
  int64_t bytes = 0;
};

const Corpus& corpus() {
  static const Corpus loaded = [] {
    Corpus result;
    const char* named = std::getenv("COCITE_HTML_TREE");
    const std::string root = named != nullptr ? named : "/usr/share/cppreference/doc/html";
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator it(root, error), end; !error && it != end;
         it.increment(error)) {
      if (it->path().extension() != ".html") continue;
      std::ifstream file(it->path(), std::ios::binary);
      std::string page(it->file_size(), '\0');
      if (!file.read(page.data(), static_cast<std::streamsize>(page.size()))) continue;
      result.pages.push_back(std::move(page));
      result.bytes += static_cast<int64_t>(result.pages.back().size());
    }
    return result;
  }();
  return loaded;
}

template <class Work>
void over_corpus(benchmark::State& state, Work work) {
  if (corpus().pages.empty()) {
    state.SkipWithError("no pages: name a folder of .html files in COCITE_HTML_TREE");
    return;
  }
  for (auto _ : state) {
    for (const std::string& page : corpus().pages) work(page);
  }
  state.SetBytesProcessed(state.iterations() * corpus().bytes);
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(corpus().pages.size()));
}

// What an import does with each page.
void decode_and_parse(benchmark::State& state) {
  CharsetDecoder decoder;
  PageParser parser;
  size_t links = 0;
  over_corpus(state, [&](const std::string& page) {
    links += parser.parse(decoder.to_utf8(page, "utf-8").text).links.size();
  });
  benchmark::DoNotOptimize(links);
}

void parse(benchmark::State& state) {
  PageParser parser;
  size_t links = 0;
  over_corpus(state, [&](const std::string& page) { links += parser.parse(page).links.size(); });
  benchmark::DoNotOptimize(links);
}

void parse_links_only(benchmark::State& state) {
  PageParser parser;
  const ParseOptions options{.max_anchor_bytes = 0, .max_words = 0};
  size_t links = 0;
  over_corpus(state,
              [&](const std::string& page) { links += parser.parse(page, options).links.size(); });
  benchmark::DoNotOptimize(links);
}

void tokenize(benchmark::State& state) {
  Tokenizer tokens;
  size_t count = 0;
  over_corpus(state, [&](const std::string& page) {
    tokens.start(page);
    while (tokens.next()) ++count;
  });
  benchmark::DoNotOptimize(count);
}

BENCHMARK(decode_and_parse)->Unit(benchmark::kMillisecond);
BENCHMARK(parse)->Unit(benchmark::kMillisecond);
BENCHMARK(parse_links_only)->Unit(benchmark::kMillisecond);
BENCHMARK(tokenize)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cocite::html
