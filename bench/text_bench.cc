// How fast is the index of words made, and asked?
//
//   text_bench build pages.tsv index [threads]     pages of generate_pages.py: MB of text a second
//   text_bench terms pages.tsv                     reading terms alone
//   text_bench search index queries.txt [top]      bm25: median and slowest, microseconds
//   text_bench phrases index queries.txt [top]     the same, each query as one phrase
//   text_bench content index pages.tsv [count]     pages like a page, over all
//   text_bench peer pages.tsv queries.txt index    for peers/text_peers.py: numbers only
//   text_bench answers index queries.txt           page and score of the first ten, to compare
//
// Times are of the processor, of one thread, unless they are called wall.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "text/index.h"
#include "text/index_builder.h"
#include "text/search.h"
#include "text/terms.h"

namespace {

using namespace cocite;

double cpu_seconds(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Page {
  std::string line;
  std::string_view title;
  std::string_view text;
};

bool read_page(std::ifstream& in, Page& page) {
  if (!std::getline(in, page.line)) return false;
  const std::string_view line = page.line;
  const size_t first = line.find('\t');
  const size_t second = line.find('\t', first + 1);
  page.title = line.substr(first + 1, second - first - 1);
  page.text = line.substr(second + 1);
  return true;
}

template <class T>
T must(Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "text_bench: %s\n", result.error().message.c_str());
    std::exit(1);
  }
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

int build(const std::string& from, const std::string& to, unsigned threads) {
  uint64_t pages = 0;
  uint64_t bytes = 0;
  {
    std::ifstream in(from);
    Page page;
    while (read_page(in, page)) ++pages, bytes += page.title.size() + page.text.size();
  }
  const double wall = wall_seconds();
  const double cpu = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
  auto builder = must(text::IndexBuilder::create(
      {.pages = pages, .stem = "english", .scratch = to + ".scratch", .threads = threads}));
  std::ifstream in(from);
  Page page;
  for (uint64_t i = 0; read_page(in, page); ++i) {
    must(builder.add(page_id(i), {.title = page.title, .text = page.text}));
  }
  auto writer = must(file::ContainerWriter::create(to, text::kIndexKind));
  const auto meta = must(builder.write(writer));
  must(writer.finish());
  const double used = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  const double mb = static_cast<double>(bytes) / 1e6;
  std::ifstream size(to, std::ios::ate | std::ios::binary);
  const double index_mb = static_cast<double>(size.tellg()) / 1e6;
  std::printf(
      "%llu pages, %.0f MB of text, %llu terms, %llu postings\n%.1f s of processor (%.1f MB/s a "
      "core), %.1f s wall on %u threads\nindex %.0f MB: %.1f %% of the text, %.2f bytes a "
      "posting\n",
      static_cast<unsigned long long>(pages), mb, static_cast<unsigned long long>(meta.terms),
      static_cast<unsigned long long>(meta.postings), used, mb / used, wall_seconds() - wall,
      threads, index_mb, 100 * index_mb / mb, index_mb * 1e6 / static_cast<double>(meta.postings));
  return 0;
}

int read_terms(const std::string& from) {
  std::vector<std::string> texts;
  uint64_t bytes = 0;
  {
    std::ifstream in(from);
    Page page;
    while (texts.size() < 50000 && read_page(in, page)) {
      texts.emplace_back(page.text);
      bytes += page.text.size();
    }
  }
  text::TermReader reader;
  uint64_t terms = 0;
  uint64_t letters = 0;
  const double cpu = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
  for (const std::string& text : texts) {
    reader.read(text, [&](std::string_view term) { ++terms, letters += term.size(); });
  }
  const double used = cpu_seconds(CLOCK_THREAD_CPUTIME_ID) - cpu;
  std::printf("%.0f MB/s, %.1f ns a term (%llu terms, %llu letters)\n",
              static_cast<double>(bytes) / 1e6 / used, used * 1e9 / static_cast<double>(terms),
              static_cast<unsigned long long>(terms), static_cast<unsigned long long>(letters));
  return 0;
}

std::vector<std::string> terms_of(std::string_view text, text::Stemmer& stemmer) {
  std::vector<std::string> terms;
  text::TermReader reader;
  reader.read(text, [&](std::string_view term) { terms.emplace_back(stemmer.stem(term)); });
  return terms;
}

void print(const char* what, std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  double sum = 0;
  for (const double s : seconds) sum += s;
  const auto at = [&](double share) {
    return 1e6 * seconds[static_cast<size_t>(share * static_cast<double>(seconds.size() - 1))];
  };
  std::printf("%s: median %.0f us, mean %.0f, 99 %% %.0f, slowest %.0f\n", what, at(0.5),
              1e6 * sum / static_cast<double>(seconds.size()), at(0.99), at(1));
}

int ask(const std::string& mode, const std::string& path, const std::string& from, size_t count) {
  const double start = wall_seconds();
  const auto container = must(file::Container::open(path, text::kIndexKind));
  const auto index = must(text::Index::open(container));
  auto stemmer = must(text::Stemmer::create(index.stem()));
  std::vector<std::vector<std::string>> queries;
  std::ifstream in(from);
  if (mode == "content") {
    Page page;
    for (size_t i = 0; read_page(in, page) && queries.size() < count; ++i) {
      if (i % 97 != 0) continue;
      queries.push_back(terms_of(std::string(page.title) + " " + std::string(page.text), stemmer));
    }
  } else {
    std::string line;
    while (std::getline(in, line)) queries.push_back(terms_of(line, stemmer));
  }
  std::vector<double> seconds;
  bool first = true;
  const bool is_search = mode == "search" || mode == "phrases";
  for (int round = 0; round < (is_search ? 3 : 1); ++round) {
    seconds.clear();
    for (size_t i = 0; i < queries.size(); ++i) {
      text::Request request{.terms = queries[i], .top = is_search ? count : 10};
      if (mode == "phrases") request.phrases = {queries[i]};
      if (mode == "content") {
        request.model = text::Model::kVector;
        request.tf = text::TfKind::kLog;
      }
      const double before = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
      const auto hits = must(text::search(index, request));
      seconds.push_back(cpu_seconds(CLOCK_THREAD_CPUTIME_ID) - before);
      if (first) std::printf("first answer after %.2f ms wall\n", 1e3 * (wall_seconds() - start));
      first = false;
      if (mode != "answers") continue;
      for (const text::Hit& hit : hits) {
        std::printf("%zu\t%u\t%.9f\n", i, cocite::index(hit.page), hit.score);
      }
    }
    if (mode != "answers") print(mode.c_str(), seconds);
  }
  return 0;
}

// Seconds of making the index (- where it was there), MB, then seconds of each query.
int peer(const std::string& from, const std::string& queries, const std::string& to) {
  if (std::ifstream(to).good()) {
    std::puts("-");
  } else {
    std::ifstream in(from);
    Page page;
    uint64_t pages = 0;
    while (read_page(in, page)) ++pages;
    in = std::ifstream(from);
    const double before = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
    auto builder = must(text::IndexBuilder::create(
        {.pages = pages, .stem = "english", .scratch = to + ".scratch", .threads = 1}));
    for (uint64_t i = 0; read_page(in, page); ++i) {
      must(builder.add(page_id(i), {.title = page.title, .text = page.text}));
    }
    auto writer = must(file::ContainerWriter::create(to, text::kIndexKind));
    must(builder.write(writer));
    must(writer.finish());
    std::printf("%.3f\n", cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - before);
  }
  const auto container = must(file::Container::open(to, text::kIndexKind));
  std::printf("%.3f\n", static_cast<double>(container.size()) / 1e6);
  const auto index = must(text::Index::open(container));
  auto stemmer = must(text::Stemmer::create(index.stem()));
  for (int round = 0; round < 2; ++round) {
    std::ifstream in(queries);
    for (std::string line; std::getline(in, line);) {
      const double before = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
      (void)must(text::search(index, {.terms = terms_of(line, stemmer)}));
      if (round == 1) std::printf("%.9f\n", cpu_seconds(CLOCK_THREAD_CPUTIME_ID) - before);
    }
  }
  return 0;
}

}  // namespace

int main(int count, char** values) {
  const std::vector<std::string> arguments(values + 1, values + count);
  const auto number = [&](size_t i, unsigned otherwise) {
    return arguments.size() > i ? static_cast<unsigned>(std::stoul(arguments[i])) : otherwise;
  };
  if (arguments.size() == 2 && arguments[0] == "terms") return read_terms(arguments[1]);
  if (arguments.size() >= 3 && arguments[0] == "build") {
    return build(arguments[1], arguments[2], number(3, 1));
  }
  if (arguments.size() == 4 && arguments[0] == "peer") {
    return peer(arguments[1], arguments[2], arguments[3]);
  }
  if (arguments.size() >= 3) {
    return ask(arguments[0], arguments[1], arguments[2],
               number(3, arguments[0] == "content" ? 100 : 10));
  }
  std::fputs(
      "usage: text_bench build|terms|search|phrases|content|peer|answers ...; see the source\n",
      stderr);
  return 2;
}
