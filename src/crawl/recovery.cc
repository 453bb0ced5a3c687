#include "crawl/recovery.h"

#include <array>
#include <charconv>
#include <fstream>
#include <optional>
#include <utility>

#include "read/archive_date.h"
#include "read/header_fields.h"
#include "read/unpacker.h"
#include "url/url.h"

namespace cocite::crawl {
namespace {

struct TailRecord {
  std::string type;
  std::string uri;
  std::string digest;
  uint32_t date = 0;
  uint32_t refers_to = 0;  // of a revisit: when the page was fetched whole
  std::string refers_to_uri;
  std::string cut_by;
  bool is_requisite = false;
  std::string block;
  uint64_t offset = 0;
  uint64_t end = 0;
};

// Reads gzip members from a file, one after the other.
class TailReader {
 public:
  TailReader(const std::string& path, uint64_t offset)
      : file_(path, std::ios::binary), offset_(offset) {
    file_.seekg(static_cast<std::streamoff>(offset));
  }
  [[nodiscard]] bool is_open() const { return file_.is_open(); }

  // Nothing: there is no further whole record.
  std::optional<TailRecord> next() {
    std::string plain;
    TailRecord record;
    record.offset = offset_;
    unpacker_->restart();
    for (;;) {
      if (packed_.empty() && !fill()) return {};
      const auto step = unpacker_->step(packed_, room_);
      plain.append(room_.data(), step.given);
      packed_.erase(0, step.taken);
      offset_ += step.taken;
      if (step.state == read::Unpacker::State::kDamaged) return {};
      if (step.state == read::Unpacker::State::kEnded) break;
      if (step.taken == 0 && step.given == 0 && !fill()) return {};
    }
    record.end = offset_;
    const size_t head = read::header_size(plain);
    if (head == 0) return {};
    read::HeaderFields fields;
    fields.parse(std::string_view(plain).substr(0, head));
    record.type = fields.find("warc-type");
    record.uri = fields.find("warc-target-uri");
    record.digest = fields.find("warc-payload-digest");
    record.date = static_cast<uint32_t>(read::parse_date(fields.find("warc-date")).value_or(0));
    record.refers_to =
        static_cast<uint32_t>(read::parse_date(fields.find("warc-refers-to-date")).value_or(0));
    record.refers_to_uri = fields.find("warc-refers-to-target-uri");
    record.cut_by = fields.find("warc-truncated");
    record.is_requisite = fields.find("warc-resource-type") == "requisite";
    size_t length = 0;
    const std::string_view text = fields.find("content-length");
    std::from_chars(text.data(), text.data() + text.size(), length);
    if (head + length > plain.size()) return {};
    record.block = plain.substr(head, length);
    return record;
  }

 private:
  bool fill() {
    std::array<char, 1 << 16> bytes{};
    file_.read(bytes.data(), bytes.size());
    packed_.append(bytes.data(), static_cast<size_t>(file_.gcount()));
    return file_.gcount() > 0;
  }

  std::ifstream file_;
  uint64_t offset_;
  std::string packed_;
  std::array<char, 1 << 16> room_{};
  std::unique_ptr<read::Unpacker> unpacker_ = read::make_unpacker(read::Packing::kGzip);
};

// What a server said whose record has no head: a 304.
std::string head_of(std::string_view about) {
  std::string head;
  for (size_t at = 0; at < about.size();) {
    const size_t end = std::min(about.find("\r\n", at), about.size());
    const std::string_view line = about.substr(at, end - at);
    at = end + 2;
    if (line.starts_with(kHttpResponse)) {
      head += std::string(line.substr(kHttpResponse.size())) + "\r\n";
    }
  }
  return head.empty() ? head : head + "\r\n";
}

// "via: URL", "hopsFromSeed: 3", and links: "outlink: URL L a/@href", with "nofollow" behind where
// they are not to be followed.
void read_metadata(std::string_view about, ReadPage& page) {
  for (size_t at = 0; at < about.size();) {
    const size_t end = std::min(about.find("\r\n", at), about.size());
    std::string_view line = about.substr(at, end - at);
    at = end + 2;
    constexpr std::string_view kVia = "via: ";
    constexpr std::string_view kHops = "hopsFromSeed: ";
    constexpr std::string_view kLink = "outlink: ";
    if (line.starts_with(kVia)) page.fetched.via = line.substr(kVia.size());
    if (line.starts_with(kHops)) {
      line.remove_prefix(kHops.size());
      std::from_chars(line.data(), line.data() + line.size(), page.fetched.depth);
    }
    if (!line.starts_with(kLink)) continue;
    line.remove_prefix(kLink.size());
    const size_t space = std::min(line.find(' '), line.size());
    if (line.substr(space).starts_with(" E")) {
      page.requisites.emplace_back(line.substr(0, space));
      continue;
    }
    page.links.push_back({.url = std::string(line.substr(0, space)),
                          .is_followed = !line.ends_with(" nofollow"),
                          .is_link = line.substr(space).starts_with(" L")});
  }
}

ReadPage page_of(const TailRecord& answer, const TailRecord& metadata, bool is_sitemap) {
  ReadPage page;
  page.fetched.url = answer.uri;
  if (is_sitemap) page.fetched.kind = FetchKind::kSitemap;
  read_metadata(metadata.block, page);
  page.fetched.response.date = answer.date;
  const std::string said = answer.block.empty() ? head_of(metadata.block) : std::string();
  read::HttpReader http;
  http.read_head(said.empty() ? answer.block : said);
  page.fetched.response.status = http.status();
  page.digest = answer.digest;
  if (answer.type == "revisit" && http.status() == 304) {
    page.fetched.unchanged = PageVersion{.date = answer.refers_to, .digest = answer.digest};
  } else if (answer.type == "revisit") {
    page.fetched.original = Original{answer.refers_to_uri, answer.refers_to};
  }
  read::HttpHead head;
  head.read(answer.block);
  page.body_bytes = head.body.size();
  page.fetched.digest = sha1(head.body);
  page.mime = http.content_type().substr(0, http.content_type().find(';'));
  const auto url = url::Url::parse(answer.uri);
  if (is_redirect(http.status()) && url &&
      url::resolve(*url, http.field("location"), page.location) != url::LinkKind::kPage) {
    page.location.clear();
  }
  const bool is_robots = url && url->path() == "/robots.txt";
  if (is_robots) page.fetched.kind = FetchKind::kRobots;
  if (answer.is_requisite) page.fetched.kind = FetchKind::kRequisite;
  if (is_robots) page.text = http.body();
  if (!is_robots && page.body_bytes > 0) {
    page.sitemap = sitemap_of(page.fetched, page.mime, http.body());
  }
  page.fetched.response.is_cut = !answer.cut_by.empty();
  if (answer.cut_by != "length") page.fetched.response.cut_by = "disconnect";
  page.version = version_of(page.fetched, http, page.digest);
  return page;
}

}  // namespace

Result<uint64_t> read_tail(const std::string& path, uint64_t offset, const IsSitemap& is_sitemap,
                           const UseTail& use) {
  TailReader reader(path, offset);
  if (!reader.is_open()) return fail(ErrorCode::kIo, path + ": cannot be opened");
  uint64_t end = offset;
  std::optional<TailRecord> answer;
  while (auto record = reader.next()) {
    if (record->type == "warcinfo") {
      end = record->end;
    } else if (record->type == "response" || record->type == "revisit") {
      answer = std::move(record);
    } else if (record->type == "metadata" && answer) {
      ReadPage page = page_of(*answer, *record, is_sitemap(answer->uri));
      page.records.resize(record->end - answer->offset);  // only its size counts
      page.response_bytes = answer->end - answer->offset;
      COCITE_CHECK(use(std::move(page), answer->offset));
      end = record->end;
      answer.reset();
    }
  }
  return end;
}

}  // namespace cocite::crawl
