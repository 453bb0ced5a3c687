// Web archives: WARC and ARC, as crawlers and archives write them.
//
// A response with status 200 that is HTML is a page; a redirect is an alias; a resource that is
// HTML is a page without HTTP; a conversion to plain text (WET) is a page with words and no links.
// Everything else is counted. Rules: docs/formats/warc.md.
#include <algorithm>

#include "html/feed.h"
#include "html/meta.h"
#include "html/word_sink.h"
#include "read/http_message.h"
#include "read/record_source.h"

namespace cocite::read::warc {
namespace {

constexpr size_t kMaxWords = 1000;
constexpr size_t kMaxTextBytes = 64 << 10;
constexpr size_t kTextBlockBytes = 256 << 10;  // holds the first words of any text
constexpr size_t kHeadOnly = 64 << 10;         // headers, whatever cookies they set

// In the metadata that Cocite's own crawls have (docs/formats/crawl.md).
constexpr std::string_view kDuplicateOf = "duplicateOf: ";

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}
// 203: as 200, by way of a proxy.
bool is_page(int status) {
  return status == 200 || status == 203;
}

// Whether the type leaves it open that this is a page: HTML, or a feed.
bool may_be_page(std::string_view content_type) {
  return is_html(content_type, "<html>") || html::may_be_feed(content_type);
}

bool is_text(std::string_view content_type) {
  return is_same_name(content_type.substr(0, 10), "text/plain");
}

bool is_web(std::string_view url) {
  return is_same_name(url.substr(0, 7), "http://") || is_same_name(url.substr(0, 8), "https://");
}

size_t keep(const Record& record, std::string_view head) {
  if (record.is_requisite) return 0;
  switch (record.type) {
    case RecordType::kResponse:
    case RecordType::kArc: {
      HttpHead http;
      if (!http.read(head)) return kMaxBlockBytes;
      const bool is_whole_head = header_size(head) > 0;
      const bool is_wanted = is_page(http.status) && may_be_page(http.fields.find("content-type"));
      return is_wanted || !is_whole_head ? kMaxBlockBytes : kHeadOnly;
    }
    case RecordType::kRevisit:
      return kHeadOnly;
    case RecordType::kMetadata:
      return head.find(kDuplicateOf) == std::string_view::npos ? 0 : kMaxBlockBytes;
    case RecordType::kResource:
      return may_be_page(record.content_type) ? kMaxBlockBytes : 0;
    case RecordType::kConversion:
      return is_text(record.content_type) ? kTextBlockBytes : 0;
    default:
      return 0;
  }
}

class PageRecords final : public RecordParser {
 public:
  explicit PageRecords(bool frames) : frames_(frames) {}

  void parse(const KeptRecord& record, PageEmitter& emitter, LinkBlock& block) override {
    if (record.is_requisite) {
      if (record.type == RecordType::kResponse) block.skip(SkipReason::kNotHtml, 0, record.url);
      return;
    }
    switch (record.type) {
      case RecordType::kResponse:
      case RecordType::kArc:
        if (!is_web(record.url)) return block.skip(SkipReason::kScheme, 0, record.url);
        return response(record, emitter, block);
      case RecordType::kRevisit:
        http_.read_head(record.block);
        if (is_redirect(http_.status())) {
          redirect(record, emitter, block);
        } else if (is_web(record.url) && (is_page(http_.status()) || is_not_modified(record))) {
          // Still there, with the same bytes or not modified: its links are what they were.
          emitter.status(record.url, record.date, 200);
        }
        return;
      case RecordType::kMetadata:
        return copy(record, emitter);
      case RecordType::kResource:
        return document(record, record.content_type, record.block, emitter, block);
      case RecordType::kConversion:
        return text(record, emitter, block);
      default:
        return;
    }
  }

 private:
  void response(const KeptRecord& record, PageEmitter& emitter, LinkBlock& block) {
    if (!http_.read_head(record.block)) {
      // Old archives hold pages without their headers; the record then has the page's own type.
      if (record.content_type.starts_with("application/http")) {
        return block.skip(SkipReason::kBadHttp, 0, record.url);
      }
      return document(record, record.content_type, record.block, emitter, block);
    }
    if (http_.status() == 0) return block.skip(SkipReason::kBadHttp, 0, record.url);
    if (is_redirect(http_.status())) return redirect(record, emitter, block);
    if (!is_page(http_.status())) {
      emitter.status(record.url, record.date, http_.status());
      return block.skip(SkipReason::kStatus, 0, std::to_string(http_.status()) + " " + record.url);
    }
    if (!may_be_page(http_.content_type())) {
      return block.skip(SkipReason::kNotHtml, 0, record.url);
    }
    const std::string_view body = http_.body();
    if (http_.is_body_cut()) block.skip(SkipReason::kCutBody, 0, record.url);
    document(record, http_.content_type(), body, emitter, block, http_.canonical());
  }

  // Some crawlers write the server's 304 into the record; others leave it empty, so that replay
  // shows the earlier copy.
  [[nodiscard]] bool is_not_modified(const KeptRecord& record) const {
    return http_.status() == 304 || (record.is_not_modified && record.block.empty());
  }

  void redirect(const KeptRecord& record, PageEmitter& emitter, LinkBlock& block) {
    const std::string_view location = http_.field("location");
    if (location.empty()) {
      return block.skip(SkipReason::kStatus, 0, std::to_string(http_.status()) + " " + record.url);
    }
    emitter.redirect(record.url, record.date, location);
  }

  // A page whose bytes are those of another one, and are there only: its metadata have its links.
  void copy(const KeptRecord& record, PageEmitter& emitter) const {
    if (record.block.find(kDuplicateOf) == std::string_view::npos || !is_web(record.url)) return;
    if (!emitter.begin(record.url, record.date)) return;
    std::string_view lines = record.block;
    while (!lines.empty()) {
      const size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
      const std::string_view line = trimmed(lines.substr(0, end));
      lines.remove_prefix(end);
      constexpr std::string_view kTitle = "title: ";
      constexpr std::string_view kLink = "outlink: ";
      if (line.starts_with(kTitle)) emitter.title(line.substr(kTitle.size()));
      if (!line.starts_with(kLink)) continue;
      const std::string_view link = line.substr(kLink.size());
      const std::string_view href = link.substr(0, link.find(' '));
      const std::string_view how = link.substr(href.size());
      if (how.starts_with(" L")) {
        const bool is_followed = !how.ends_with(" nofollow");
        const bool is_frame = how.starts_with(" L frame/");
        if (is_frame && !frames_) continue;
        emitter.link(href, {}, is_frame ? LinkUse::kFrame : LinkUse::kA,
                     is_followed ? 0 : html::kRelNofollow);
      } else if (how.starts_with(" R")) {
        emitter.canonical(href);
      }
    }
  }

  static void document(const KeptRecord& record, std::string_view content_type,
                       std::string_view body, PageEmitter& emitter, LinkBlock& block,
                       std::string_view canonical = {}) {
    if (!is_web(record.url)) return block.skip(SkipReason::kScheme, 0, record.url);
    const std::string_view charset = html::charset_of_content_type(content_type);
    if (is_html(content_type, body)) {
      return emitter.html(record.url, record.date, body, charset, canonical);
    }
    if (html::may_be_feed(content_type) && emitter.feed(record.url, record.date, body, charset)) {
      return;
    }
    block.skip(SkipReason::kNotHtml, 0, record.url);
  }

  void text(const KeptRecord& record, PageEmitter& emitter, LinkBlock& block) {
    if (!is_web(record.url)) return block.skip(SkipReason::kScheme, 0, record.url);
    if (!is_text(record.content_type)) return block.skip(SkipReason::kNotHtml, 0, record.url);
    if (!emitter.begin_extract(record.url, record.date)) return;
    words_.clear(kMaxTextBytes, kMaxWords);
    words_.append(record.block, html::TextKind::kRaw);
    emitter.text(words_.text());
  }

  bool frames_;
  HttpReader http_;
  html::WordSink words_;
};

constexpr RecordFormat kFormat = {
    .keep = keep,
    .make_parser =
        [](const SourceOptions& options) {
          return std::unique_ptr<RecordParser>(std::make_unique<PageRecords>(options.frames));
        },
};

bool recognises(std::string_view input, std::string_view first_bytes) {
  if (begins_archive(first_bytes)) return true;
  return has_extension(input, ".warc") || has_extension(input, ".arc") ||
         has_extension(input, ".wet");
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "warc",
    .summary =
        "web archives: WARC and ARC, and text extracts (WET); plain, gzip, zstd, lz4 or bzip2",
    .recognises = recognises,
    .over = records_over<kFormat>,
};

}  // namespace cocite::read::warc
