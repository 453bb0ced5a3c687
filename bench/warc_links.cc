// What a crawl's files hold, and how fast it is read on one core: for bench/peers/ and for a look.
//
//   warc_links [--from KIND] FILE...     one line a file: records, pages, hrefs, aliases, MB,
//   seconds, MB/s, left out
//
// Reads as an import does (unpack, HTTP, HTML, page keys), and keeps nothing.
#include <array>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>

#include "html/charset.h"
#include "html/meta.h"
#include "html/page_parser.h"
#include "read/http_message.h"
#include "read/record_source.h"
#include "read/source.h"
#include "read/warc_reader.h"

namespace {

using cocite::read::LinkBlock;

struct Sum {
  uint64_t records = 0;
  uint64_t pages = 0;
  uint64_t hrefs = 0;
  uint64_t aliases = 0;
  uint64_t bytes = 0;
  std::array<uint64_t, cocite::read::kSkipReasons> skipped{};
};

cocite::Result<Sum> read(const char* kind, const std::string& file) {
  COCITE_TRY(const cocite::read::SourceInfo* info, cocite::read::find_source(kind));
  COCITE_TRY(const auto source, cocite::read::open_source(*info, file, {}));
  Sum sum;
  LinkBlock block;
  for (;;) {
    COCITE_TRY(const auto piece, source->next());
    if (piece == nullptr) return sum;
    block.clear();
    piece->parse(block);
    sum.records += block.lines;
    sum.pages += block.fetches().size();
    sum.hrefs += block.links_read;
    sum.aliases += block.aliases().size();
    sum.bytes += block.bytes;
    for (size_t i = 0; i < sum.skipped.size(); ++i) sum.skipped[i] += block.skipped()[i];
  }
}

cocite::Result<Sum> read_as_written(const std::string& file) {
  COCITE_TRY(auto stream, cocite::read::RecordStream::open(file));
  cocite::read::WarcReader reader(std::move(stream));
  cocite::read::Record record;
  cocite::read::HttpReader http;
  cocite::html::CharsetDecoder decoder;
  cocite::html::PageParser parser;
  Sum sum;
  std::string bytes;
  for (;;) {
    COCITE_TRY(const auto found, reader.next(record));
    if (found == cocite::read::WarcReader::Found::kEnd) break;
    if (found != cocite::read::WarcReader::Found::kRecord) continue;
    ++sum.records;
    if (record.type != cocite::read::RecordType::kResponse) continue;
    bytes.clear();
    COCITE_TRY([[maybe_unused]] const auto trouble,
               reader.read_block(bytes, cocite::read::kMaxBlockBytes));
    if (!http.read_head(bytes) || http.status() != 200 ||
        !cocite::read::is_html(http.content_type(), "")) {
      continue;
    }
    const std::string_view charset = cocite::html::charset_of_content_type(http.content_type());
    const auto page = decoder.to_utf8(http.body(), charset);
    sum.hrefs += parser.parse(page.text, {.max_words = 0}).links.size();
    ++sum.pages;
  }
  sum.bytes = reader.stream().position();
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const char* kind = "warc";
  int first = 1;
  const bool as_written = argc > 1 && std::strcmp(argv[1], "--as-written") == 0;
  if (as_written) first = 2;
  if (argc > 2 && std::strcmp(argv[1], "--from") == 0) {
    kind = argv[2];
    first = 3;
  }
  std::printf("file\trecords\tpages\threfs\taliases\tMB\tseconds\tMB/s\tleft_out\n");
  for (int i = first; i < argc; ++i) {
    const std::clock_t begin = std::clock();  // of the processor, not of the wall
    const auto sum = as_written ? read_as_written(argv[i]) : read(kind, argv[i]);
    const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    if (!sum) {
      std::printf("%s\t%s\n", argv[i], sum.error().message.c_str());
      continue;
    }
    std::string left_out;
    for (size_t k = 0; k < sum->skipped.size(); ++k) {
      if (sum->skipped[k] == 0) continue;
      left_out += (left_out.empty() ? "" : ", ") +
                  std::string(skip_reason_text(static_cast<cocite::read::SkipReason>(k))) + " " +
                  std::to_string(sum->skipped[k]);
    }
    const double mb = static_cast<double>(sum->bytes) / 1e6;
    std::printf(
        "%s\t%llu\t%llu\t%llu\t%llu\t%.1f\t%.3f\t%.0f\t%s\n", argv[i],
        static_cast<unsigned long long>(sum->records), static_cast<unsigned long long>(sum->pages),
        static_cast<unsigned long long>(sum->hrefs), static_cast<unsigned long long>(sum->aliases),
        mb, took, mb / took, left_out.c_str());
  }
  return 0;
}
