// WAT files: what Common Crawl found in each record of a crawl, as JSON in metadata records.
//
// {"Envelope": {"WARC-Header-Metadata": {"WARC-Target-URI": …, "WARC-Date": …},
//   "Payload-Metadata": {"HTTP-Response-Metadata": {"Response-Message": {"Status": "200"},
//     "Headers": {"Location": …},
//     "HTML-Metadata": {"Head": {"Title": …, "Base": …, "Link": [{"rel": "canonical", "url": …}]},
//       "Links": [{"path": "A@/href", "url": …, "text": …, "rel": …}]}}}}}
//
// Links keep their order. There is no text. Rules: docs/formats/wat.md.
#include <charconv>
#include <limits>

#include <simdjson.h>

#include "html/meta.h"
#include "html/word_sink.h"
#include "read/archive_date.h"
#include "read/header_fields.h"
#include "read/record_source.h"

namespace cocite::read::wat {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

constexpr html::ParseOptions kLimits;  // those of pages

bool is_json(std::string_view content_type) {
  return is_same_name(content_type.substr(0, 16), "application/json");
}

size_t keep(const Record& record, std::string_view /*head*/) {
  return record.type == RecordType::kMetadata && is_json(record.content_type) ? kMaxBlockBytes : 0;
}

// A text member; empty if it is not text.
std::string_view text(const element& from, std::string_view name) {
  std::string_view value;
  return from[name].get(value) == simdjson::SUCCESS ? value : std::string_view();
}

// The same by a name that servers write in any case; the name is given in lower case.
std::string_view header(const element& headers, std::string_view lower_name) {
  object fields;
  if (headers.get(fields) != simdjson::SUCCESS) return {};
  for (const auto& field : fields) {
    std::string_view value;
    if (!is_same_name(field.key, lower_name)) continue;
    if (field.value.get(value) == simdjson::SUCCESS) return value;
    // Sent twice, it is a list: the first counts.
    simdjson::dom::array values;
    if (field.value.get(values) == simdjson::SUCCESS && values.size() > 0 &&
        values.at(0).get(value) == simdjson::SUCCESS) {
      return value;
    }
  }
  return {};
}

int status_of(const element& response) {
  const std::string_view digits = text(response, "Status");
  int status = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), status);
  return status;
}

uint32_t date_of(std::string_view text) {
  const auto date = parse_date(text);
  const bool fits = date && *date > 0 && *date <= std::numeric_limits<uint32_t>::max();
  return fits ? static_cast<uint32_t>(*date) : 0;
}

class Envelopes final : public RecordParser {
 public:
  explicit Envelopes(bool frames) : frames_(frames), json_(kMaxBlockBytes) {}

  void parse(const KeptRecord& record, PageEmitter& emitter, LinkBlock& block) override {
    if (record.type != RecordType::kMetadata || !is_json(record.content_type)) return;
    element document;
    element envelope;
    if (json_.parse(record.block.data(), record.block.size()).get(document) != simdjson::SUCCESS ||
        document["Envelope"].get(envelope) != simdjson::SUCCESS) {
      return block.skip(SkipReason::kBadRecord, 0, record.url);
    }
    element about;
    element response;
    // Records about requests and about the crawl itself have no response.
    if (envelope["WARC-Header-Metadata"].get(about) != simdjson::SUCCESS ||
        envelope["Payload-Metadata"]["HTTP-Response-Metadata"].get(response) != simdjson::SUCCESS) {
      return;
    }
    // The record's own address where the envelope has none; its date is that of the extraction.
    std::string_view url = text(about, "WARC-Target-URI");
    if (url.empty()) url = record.url;
    emitter.fetched_from(text(about, "WARC-IP-Address"));
    this->response(response, url, date_of(text(about, "WARC-Date")), emitter, block);
  }

 private:
  void response(const element& response, std::string_view url, uint32_t date, PageEmitter& emitter,
                LinkBlock& block) {
    // Some writers leave the message out where there are links to tell of.
    element message;
    const bool has_message = response["Response-Message"].get(message) == simdjson::SUCCESS;
    const int status = has_message ? status_of(message) : 200;
    element headers;
    const bool has_headers = response["Headers"].get(headers) == simdjson::SUCCESS;
    const std::string_view location =
        has_headers ? header(headers, "location") : std::string_view();
    const bool is_redirect =
        status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    if (is_redirect && !location.empty()) return emitter.redirect(url, date, location);
    if (status != 200 && status != 203) {
      return block.skip(SkipReason::kStatus, 0, std::to_string(status) + " " + std::string(url));
    }
    element html;
    if (response["HTML-Metadata"].get(html) != simdjson::SUCCESS) {
      return block.skip(SkipReason::kNotHtml, 0, url);
    }
    if (emitter.begin(url, date)) page(html, emitter);
  }

  void page(const element& html, PageEmitter& emitter) {
    element head;
    std::string_view same;  // the address that this page says it is known by
    if (html["Head"].get(head) == simdjson::SUCCESS) {
      if (const std::string_view base = text(head, "Base"); !base.empty()) emitter.base(base);
      emitter.title(words(text(head, "Title"), kLimits.max_title_bytes));
      same = find_canonical(head);
      if (same.empty()) same = find_refresh(head);
    }
    simdjson::dom::array links;
    if (html["Links"].get(links) == simdjson::SUCCESS) {
      for (const element link : links) this->link(link, emitter);
    }
    emitter.canonical(same);
  }

  void link(const element& link, PageEmitter& emitter) {
    const std::string_view path = text(link, "path");
    LinkUse use = LinkUse::kA;
    if (path == "AREA@/href") {
      use = LinkUse::kArea;
    } else if (path == "FRAME@/src" || path == "IFRAME@/src") {
      if (!frames_) return;
      use = LinkUse::kFrame;
    } else if (path != "A@/href") {
      return;
    }
    std::string_view anchor = text(link, "text");
    if (anchor.empty()) anchor = text(link, "alt");
    emitter.link(text(link, "url"), words(anchor, kLimits.max_anchor_bytes), use,
                 html::read_rel(text(link, "rel")));
  }

  // One space between words, and no more of them than of an HTML page. Valid until the next call.
  std::string_view words(std::string_view raw, size_t max_bytes) {
    words_.clear(max_bytes);
    words_.append(raw, html::TextKind::kRaw);
    return words_.text();
  }

  static std::string_view find_canonical(const element& head) {
    simdjson::dom::array links;
    if (head["Link"].get(links) != simdjson::SUCCESS) return {};
    for (const element link : links) {
      if ((html::read_rel(text(link, "rel")) & html::kRelCanonical) != 0) return text(link, "url");
    }
    return {};
  }

  static std::string_view find_refresh(const element& head) {
    simdjson::dom::array metas;
    if (head["Metas"].get(metas) != simdjson::SUCCESS) return {};
    for (const element meta : metas) {
      if (!is_same_name(text(meta, "http-equiv"), "refresh")) continue;
      const auto refresh = html::read_refresh(text(meta, "content"));
      if (refresh && refresh->delay_s <= kMaxRefreshSeconds) return refresh->url;
    }
    return {};
  }

  bool frames_;
  simdjson::dom::parser json_;
  html::WordSink words_;
};

constexpr RecordFormat kFormat = {
    .keep = keep,
    .make_parser =
        [](const SourceOptions& options) {
          return std::unique_ptr<RecordParser>(std::make_unique<Envelopes>(options.frames));
        },
};

bool recognises(std::string_view input, std::string_view first_bytes) {
  if (!begins_archive(first_bytes)) return first_bytes.empty() && has_extension(input, ".wat");
  return has_extension(input, ".wat") ||
         first_bytes.find("\n{\"Container\":") != std::string_view::npos ||
         first_bytes.find("\n{\"Envelope\":") != std::string_view::npos ||
         first_bytes.find(".warc.wat.gz") != std::string_view::npos;
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "wat",
    .summary = "Common Crawl's metadata (WAT): links with their text, titles, redirects",
    .recognises = recognises,
    .over = records_over<kFormat>,
};

}  // namespace cocite::read::wat
