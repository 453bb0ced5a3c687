// generate_web: writes a made-up web (bench/web_generator.h) as a link list that `cocite import`
// reads.
//
//   generate_web --pages 10000000 --seed 1 | cocite import web.cocite -
//   generate_web --pages 71000000 --names opaque-number --out billion.tsv
//   generate_web --pages 10000000 --mirrors 50 --out mirrored.tsv
//   generate_web --kind domains --factor 0.1 --out FOLDER      # as Common Crawl publishes domains
//
// One line per link, `source<TAB>target`, the links of a page together and in page order; a page
// without links is a line with its name alone. Mirrors are hosts copied under other names, whole and
// last: mirror7.example. The same options give the same bytes on every
// machine.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <unistd.h>

#include "base/ids.h"
#include "bench/web_generator.h"
#include "bench/write_domains.h"

namespace {

using cocite::bench::WebGenerator;

// Collects bytes and writes them in large pieces; after a failed write it only counts.
class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor), buffer_(kSize) {}

  // Room for at least `bytes` bytes; put() says how far it was used.
  char* room(size_t bytes) {
    if (buffer_.size() - used_ < bytes) flush();
    return buffer_.data() + used_;
  }
  void put(const char* end) { used_ = static_cast<size_t>(end - buffer_.data()); }

  void flush() {
    for (size_t written = 0; written < used_ && error_ == 0;) {
      const ssize_t n = ::write(descriptor_, buffer_.data() + written, used_ - written);
      if (n >= 0) {
        written += static_cast<size_t>(n);
      } else if (errno != EINTR) {
        error_ = errno;
      }
    }
    used_ = 0;
  }
  [[nodiscard]] int error() const { return error_; }

 private:
  static constexpr size_t kSize = size_t{1} << 20;
  int descriptor_;
  int error_ = 0;
  size_t used_ = 0;
  std::vector<char> buffer_;
};

// Numbers of equal width, so that a store's order by name is the order of the pages.
class NumberNames {
 public:
  explicit NumberNames(const WebGenerator& web) : width_(std::to_string(web.pages() - 1).size()) {}
  char* write(uint32_t page, char* out) const {
    for (size_t i = width_; i > 0; --i) {
      out[i - 1] = static_cast<char>('0' + page % 10);
      page /= 10;
    }
    return out + width_;
  }

 private:
  size_t width_;
};

class UrlNames {
 public:
  explicit UrlNames(const WebGenerator& web) : web_(web) {}
  char* write(uint32_t page, char* out) const { return web_.write_name(page, out); }

 private:
  const WebGenerator& web_;
};

template <class Names>
uint64_t write_links(const WebGenerator& web, Output& out) {
  const Names names(web);
  uint64_t links = 0;
  char source[WebGenerator::kMaxNameBytes];
  WebGenerator::Scratch scratch;
  for (uint32_t page = 0; page < web.pages() && out.error() == 0; ++page) {
    const std::span<const uint32_t> targets = web.links_of(page, scratch);
    const auto source_size = static_cast<size_t>(names.write(page, source) - source);
    links += targets.size();
    for (const uint32_t target : targets) {
      char* at = out.room(2 * WebGenerator::kMaxNameBytes + 2);
      std::memcpy(at, source, source_size);
      at += source_size;
      *at++ = '\t';
      at = names.write(target, at);
      *at++ = '\n';
      out.put(at);
    }
    if (targets.empty()) {
      char* at = out.room(WebGenerator::kMaxNameBytes + 1);
      std::memcpy(at, source, source_size);
      at[source_size] = '\n';
      out.put(at + source_size + 1);
    }
  }
  out.flush();
  return links;
}

// Copies of `count` hosts with at least 20 pages; links within the host stay within the copy.
uint64_t write_mirrors(const WebGenerator& web, uint32_t count, Output& out) {
  constexpr uint32_t kLeastPages = 20;
  std::vector<std::pair<uint32_t, uint32_t>> hosts;  // first page, end
  for (uint32_t page = 0; page < web.pages();) {
    uint32_t end = page + 1;
    while (end < web.pages() && web.host_of(end) == web.host_of(page)) ++end;
    if (end - page >= kLeastPages) hosts.emplace_back(page, end);
    page = end;
  }
  const auto path_of = [&](uint32_t page) {
    const std::string name = web.name_of(page);
    return name.substr(name.find('/', name.find("://") + 3));
  };
  uint64_t pages = 0;
  WebGenerator::Scratch scratch;
  for (uint32_t mirror = 0; mirror < std::min<size_t>(count, hosts.size()); ++mirror) {
    const auto [first, end] = hosts[uint64_t{mirror} * hosts.size() / count];
    const std::string name = "http://mirror" + std::to_string(mirror) + ".example";
    for (uint32_t page = first; page < end; ++page, ++pages) {
      const std::string source = name + path_of(page);
      for (const uint32_t target : web.links_of(page, scratch)) {
        const std::string line =
            source + "\t" +
            (target >= first && target < end ? name + path_of(target) : web.name_of(target)) + "\n";
        char* at = out.room(line.size());
        out.put(std::ranges::copy(line, at).out);
      }
    }
  }
  out.flush();
  return pages;
}

int run_domains(const cocite::bench::DomainShape& shape, const std::string& folder,
                bool with_text) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const auto figures = cocite::bench::write_domains(shape, folder, with_text);
  if (!figures) {
    std::fprintf(stderr, "generate_web: %s\n", figures.error().message.c_str());
    return 1;
  }
  using cocite::bench::DomainGenerator;
  const auto row = [](const char* what, double is, double real) {
    std::fprintf(stderr, "%-28s %16.8g %16.8g\n", what, is, real);
  };
  std::fprintf(stderr, "%-28s %16s %16s\n", "", "made up", "Common Crawl x F");
  const double f = shape.factor;
  row("domains", static_cast<double>(figures->domains), DomainGenerator::kDomains * f);
  row("links", static_cast<double>(figures->links), DomainGenerator::kLinks * f);
  row("without links, %",
      100.0 * static_cast<double>(figures->without_links) / static_cast<double>(figures->domains),
      64);
  row("largest out-degree", static_cast<double>(figures->most_out), 7.0e6 * f);
  row("largest in-degree", static_cast<double>(figures->most_in), 17.3e6 * f);
  // Numbers of fewer domains have fewer bits, so only the whole graph is comparable.
  row("BVGraph, bits a link", figures->bits_a_link, f == 1 ? 13.9 : std::nan(""));
  return 0;
}

int run(int argc, char** argv) {
  cocite::bench::WebShape shape;
  uint32_t mirrors = 0;
  std::string names = "url";
  std::string format = "links";
  std::string path = "-";
  std::string kind = "pages";
  cocite::bench::DomainShape domains;
  bool without_text = false;
  CLI::App app{
      "Writes a made-up web of links for benchmarks; the same options give the same bytes."};
  app.add_option("--kind", kind, "pages, or domains in Common Crawl's files")
      ->check(CLI::IsMember({"pages", "domains"}))
      ->capture_default_str();
  app.add_option("--factor", domains.factor, "domains: size, where Common Crawl's graph is 1")
      ->check(CLI::Range(0.0001, 10.0))
      ->capture_default_str();
  app.add_flag("--no-text", without_text, "domains: only .graph, not edges.txt.gz");
  app.add_option("--pages", shape.pages, "number of pages")
      ->check(CLI::Range(uint64_t{1}, cocite::kMaxPages))
      ->capture_default_str();
  app.add_option("--links", shape.links_per_page, "links per page, on average")
      ->check(CLI::Range(0.0, 200.0))
      ->capture_default_str();
  app.add_option("--seed", shape.seed, "another number, another web")->capture_default_str();
  app.add_option("--names", names, "how pages are called")
      ->check(CLI::IsMember({"url", "opaque-number"}))
      ->capture_default_str();
  app.add_option("--format", format, "links: source<TAB>target")
      ->check(CLI::IsMember({"links"}))
      ->capture_default_str();
  app.add_option("--mirrors", mirrors, "hosts that are copied under other names (URLs only)");
  app.add_option("--out", path, "file to write, - for standard output; domains: a folder")
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }

  if (kind == "domains") {
    if (path == "-") {
      std::fprintf(stderr,
                   "generate_web: --kind domains writes several files; name a folder with --out\n");
      return 2;
    }
    domains.seed = shape.seed;
    return run_domains(domains, path, !without_text);
  }

  int descriptor = STDOUT_FILENO;
  if (path != "-") {
    descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) {
      std::fprintf(stderr, "generate_web: cannot write %s: %s\n", path.c_str(),
                   std::strerror(errno));
      return 1;
    }
  }
  const WebGenerator web(shape);
  Output out(descriptor);
  const uint64_t links =
      names == "url" ? write_links<UrlNames>(web, out) : write_links<NumberNames>(web, out);
  if (mirrors > 0 && names == "url") {
    const uint64_t copied = write_mirrors(web, mirrors, out);
    std::fprintf(stderr, "generate_web: %llu pages of mirrors\n",
                 static_cast<unsigned long long>(copied));
  }
  int error = out.error();
  if (descriptor != STDOUT_FILENO && ::close(descriptor) != 0 && error == 0) error = errno;
  if (error != 0) {
    std::fprintf(stderr, "generate_web: writing %s: %s\n", path.c_str(), std::strerror(error));
    return 1;
  }
  std::fprintf(stderr, "generate_web: %u pages on %u hosts, %llu links\n", web.pages(), web.hosts(),
               static_cast<unsigned long long>(links));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "generate_web: %s\n", error.what());
    return 1;
  }
}
