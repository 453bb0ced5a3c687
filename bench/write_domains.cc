#include "bench/write_domains.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include <zlib.h>

#include "graph/bvgraph.h"

namespace cocite::bench {
namespace {

// A gzip file that is written in order. After an error nothing more is written.
class GzipFile {
 public:
  explicit GzipFile(const std::string& path)
      : path_(path), file_(gzopen(path.c_str(), "wb4"), gzclose_w), buffer_(kSize) {}

  [[nodiscard]] char* room(size_t bytes) {
    if (buffer_.size() - used_ < bytes) flush();
    return buffer_.data() + used_;
  }
  void put(const char* end) { used_ = static_cast<size_t>(end - buffer_.data()); }

  [[nodiscard]] Result<void> finish() {
    flush();
    if (!file_ || failed_ || gzclose_w(file_.release()) != Z_OK) {
      return fail(ErrorCode::kIo, "cannot write " + path_ + ": " + std::strerror(errno));
    }
    return {};
  }

 private:
  static constexpr size_t kSize = size_t{1} << 20;
  void flush() {
    failed_ =
        failed_ || !file_ ||
        (used_ > 0 && gzwrite(file_.get(), buffer_.data(), static_cast<unsigned>(used_)) <= 0);
    used_ = 0;
  }

  std::string path_;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
  bool failed_ = false;
  size_t used_ = 0;
  std::vector<char> buffer_;
};

char* put_number(uint64_t number, char* out) {
  return std::to_chars(out, out + 20, number).ptr;
}

}  // namespace

Result<DomainFigures> write_domains(const DomainShape& shape, const std::string& folder,
                                    bool with_text) {
  const DomainGenerator graph(shape);
  DomainFigures figures{.domains = graph.domains()};
  GzipFile vertices(folder + "/domain-vertices.txt.gz");
  for (uint32_t domain = 0; domain < graph.domains(); ++domain) {
    char* at = put_number(domain, vertices.room(DomainGenerator::kMaxNameBytes + 32));
    *at++ = '\t';
    at = graph.write_name(domain, at);
    at = std::copy_n("\t1\n", 3, at);  // Common Crawl has the number of hosts here
    vertices.put(at);
  }
  COCITE_CHECK(vertices.finish());

  std::unique_ptr<GzipFile> edges;
  if (with_text) edges = std::make_unique<GzipFile>(folder + "/domain-edges.txt.gz");
  COCITE_TRY(auto packed, graph::BvGraphWriter::create(folder + "/domain"));
  std::vector<uint32_t> parents(graph.domains());
  std::vector<uint32_t> targets;
  for (uint32_t domain = 0; domain < graph.domains(); ++domain) {
    graph.links_of(domain, targets);
    COCITE_CHECK(packed.add(targets));
    figures.links += targets.size();
    figures.without_links += targets.empty() ? 1 : 0;
    figures.most_out = std::max<uint64_t>(figures.most_out, targets.size());
    for (const uint32_t target : targets) {
      ++parents[target];
      if (!edges) continue;
      char* at = put_number(domain, edges->room(48));
      *at++ = '\t';
      at = put_number(target, at);
      *at++ = '\n';
      edges->put(at);
    }
  }
  COCITE_CHECK(packed.finish());
  if (edges) COCITE_CHECK(edges->finish());
  figures.most_in = *std::max_element(parents.begin(), parents.end());
  std::error_code error;
  const auto bytes = std::filesystem::file_size(folder + "/domain.graph", error);
  if (!error)
    figures.bits_a_link = 8.0 * static_cast<double>(bytes) / static_cast<double>(figures.links);
  return figures;
}

}  // namespace cocite::bench
