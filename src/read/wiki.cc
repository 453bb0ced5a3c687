// MediaWiki dumps: pages of the main namespace, their links [[…]] in order, redirects as aliases.
//
// A dump is one XML file: <siteinfo> says where the wiki is, then page follows page. One thread
// cuts behind </page>; nothing in a page can look like that, as its text has no bare "<". Rules:
// docs/formats/wiki.md.
#include <algorithm>
#include <limits>
#include <utility>

#include "read/archive_date.h"
#include "read/header_fields.h"
#include "read/page_emitter.h"
#include "read/record_source.h"
#include "read/wiki_title.h"
#include "read/wikitext.h"

namespace cocite::read::wiki {
namespace {

constexpr size_t kMaxSiteInfo = size_t{1} << 20;
constexpr size_t kMaxPageBytes = size_t{32} << 20;
constexpr size_t kReadStep = size_t{1} << 18;
constexpr size_t kMaxWords = 1000;
constexpr size_t kMaxAnchorBytes = 200;
constexpr std::string_view kPageEnd = "</page>";

uint32_t date_of(std::string_view text) {
  const auto date = parse_date(trimmed(text));
  const bool fits = date && *date > 0 && *date <= std::numeric_limits<uint32_t>::max();
  return fits ? static_cast<uint32_t>(*date) : 0;
}

// What stands between <name …> and </name>, the first or the last of them; empty for <name/>.
std::string_view content(std::string_view xml, std::string_view name, bool last = false) {
  const std::string open = "<" + std::string(name);
  size_t begin = last ? xml.rfind(open) : xml.find(open);
  // "<text" is not "<textarea".
  while (begin != std::string_view::npos && begin + open.size() < xml.size() &&
         std::string_view(" >/\t\n").find(xml[begin + open.size()]) == std::string_view::npos) {
    if (last && begin == 0) return {};
    begin = last ? xml.rfind(open, begin - 1) : xml.find(open, begin + 1);
  }
  if (begin == std::string_view::npos) return {};
  const size_t start = xml.find('>', begin);
  if (start == std::string_view::npos || xml[start - 1] == '/') return {};
  const size_t end = xml.find("</" + std::string(name), start);
  return xml.substr(start + 1, end == std::string_view::npos ? end : end - start - 1);
}

class PagesPiece final : public Piece {
 public:
  PagesPiece(std::string xml, const WikiSite& site, const SourceOptions& options,
             uint64_t cut_pages, uint64_t bad_members)
      : xml_(std::move(xml)),
        site_(&site),
        options_(options),
        cut_pages_(cut_pages),
        bad_members_(bad_members),
        wikitext_(site) {}

  void parse(LinkBlock& block) override {
    block.bytes = xml_.size();
    if (cut_pages_ > 0) block.skip(SkipReason::kBadRecord, 0, "cut or too large", cut_pages_);
    if (bad_members_ > 0) block.skip(SkipReason::kBadMember, 0, "compressed data", bad_members_);
    PageEmitter emitter(options_, block);
    std::string_view rest = xml_;
    for (size_t end = rest.find(kPageEnd); end != std::string_view::npos;
         end = rest.find(kPageEnd)) {
      // Behind damage there may be the end of a page whose beginning is lost.
      const size_t begin = rest.substr(0, end).rfind("<page>");
      if (begin != std::string_view::npos) page(rest.substr(begin, end - begin), emitter, block);
      rest.remove_prefix(end + kPageEnd.size());
    }
  }

 private:
  void page(std::string_view xml, PageEmitter& emitter, LinkBlock& block) {
    ++block.lines;
    // Before the revisions, whose comments could hold anything.
    const std::string_view head = xml.substr(0, xml.find("<revision"));
    decode_xml(trimmed(content(head, "title")), title_);
    if (title_.empty()) return block.skip(SkipReason::kBadRecord, 0, "page without a title");
    if (const std::string_view ns = trimmed(content(head, "ns")); !ns.empty() && ns != "0") {
      return block.count_record("page of another namespace");
    }
    // Of several revisions the last one counts: dumps have them in order.
    const size_t last = xml.rfind("<revision");
    const std::string_view revision =
        last == std::string_view::npos ? std::string_view() : xml.substr(last);
    const uint32_t date = date_of(content(revision, "timestamp"));
    decode_xml(content(revision, "text", true), text_);
    site_->address(title_, url_);
    if (const std::string_view target = redirect_of(head); !target.empty()) {
      block.count_record("redirect");
      if (site_->resolve(target, target_)) emitter.redirect(url_, date, target_);
      return;
    }
    block.count_record("page");
    if (!emitter.begin(url_, date)) return;
    emitter.title(title_);
    wikitext_.read(text_, options_.keep_text ? kMaxWords : 0);
    for (const Wikitext::Link& link : wikitext_.links()) {
      if (!site_->resolve(link.target, target_)) continue;
      anchor_ = plain_anchor(link.anchor, words_, kMaxAnchorBytes);
      anchor_ += link.trail;
      emitter.link(target_, anchor_, LinkUse::kWiki);
    }
    emitter.text(wikitext_.text());
  }

  // The title that the page leads to, if it does nothing else.
  std::string_view redirect_of(std::string_view head) {
    constexpr std::string_view kRedirect = "<redirect title=\"";
    const size_t at = head.find(kRedirect);
    if (at == std::string_view::npos) return redirect_target(text_);
    const std::string_view value = head.substr(at + kRedirect.size());
    decode_xml(value.substr(0, value.find('"')), redirect_);
    return redirect_;
  }

  std::string xml_;
  const WikiSite* site_;
  SourceOptions options_;
  uint64_t cut_pages_;
  uint64_t bad_members_;
  Wikitext wikitext_;
  html::WordSink words_;
  std::string title_;
  std::string text_;
  std::string url_;
  std::string redirect_;
  std::string target_;
  std::string anchor_;
};

class DumpSource final : public Source {
 public:
  DumpSource(std::unique_ptr<RecordStream> stream, WikiSite site, const SourceOptions& options)
      : stream_(std::move(stream)), site_(std::move(site)), options_(options) {}

  Result<std::unique_ptr<Piece>> next() override {
    std::string xml = std::exchange(rest_, {});
    uint64_t cut_pages = 0;
    size_t end = std::string::npos;  // of the last whole page
    size_t searched = 0;
    for (bool is_end = false;;) {
      if (xml.size() > searched) {
        const size_t from = searched - std::min(searched, kPageEnd.size() - 1);
        const size_t found = std::string_view(xml).substr(from).rfind(kPageEnd);
        if (found != std::string_view::npos) end = from + found + kPageEnd.size();
        searched = xml.size();
      }
      if (is_end && end == std::string::npos) {
        // What is left has no end: "</mediawiki>", or a page that was cut.
        cut_pages += xml.find("<page>") != std::string::npos ? 1 : 0;
        xml.clear();
        break;
      }
      if (end != std::string::npos && (is_end || xml.size() >= options_.piece_bytes)) {
        rest_ = xml.substr(end);
        xml.resize(end);
        break;
      }
      if (xml.size() > kMaxPageBytes) {
        ++cut_pages;
        // Enough to meet the end of the page, nothing of its inside.
        xml.erase(0, xml.size() - kPageEnd.size());
        searched = 0;
      }
      COCITE_TRY(const bool has_more, read_more(xml));
      is_end = !has_more && !stream_->at_gap();
      if (!has_more && !is_end) {
        // The page before the gap is lost, and the rest of the one behind it.
        stream_->cross_gap();
        ++cut_pages;
        xml.resize(end == std::string::npos ? 0 : end);
        searched = xml.size();
      }
    }
    const uint64_t bad = bad_members() - std::exchange(bad_reported_, bad_members());
    if (xml.empty() && cut_pages == 0 && bad == 0) return std::unique_ptr<Piece>();
    return std::make_unique<PagesPiece>(std::move(xml), site_, options_, cut_pages, bad);
  }
  [[nodiscard]] uint64_t bytes_done() const override { return stream_->raw_done(); }
  [[nodiscard]] uint64_t bytes_total() const override { return stream_->raw_total(); }
  [[nodiscard]] std::string name() const override { return stream_->name(); }

 private:
  [[nodiscard]] uint64_t bad_members() const {
    return stream_->damage().damaged_members + stream_->damage().cut_members;
  }

  // False at a gap or the end.
  Result<bool> read_more(std::string& xml) {
    COCITE_TRY(const std::string_view bytes, stream_->look(1));
    const size_t take = std::min(bytes.size(), kReadStep);
    xml.append(bytes.substr(0, take));
    stream_->take(take);
    return take > 0;
  }

  std::unique_ptr<RecordStream> stream_;
  WikiSite site_;
  SourceOptions options_;
  std::string rest_;
  uint64_t bad_reported_ = 0;
};

// XML in two bytes a character, whether or not a mark says so.
bool is_wide(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv)) return true;
  return bytes.starts_with("<\0"sv) || bytes.starts_with("\0<"sv);
}

bool recognises(std::string_view input, std::string_view first_bytes) {
  if (is_wide(first_bytes)) {
    std::string narrow;
    for (const char c : first_bytes.substr(0, 2048)) {
      if (c != '\0') narrow += c;
    }
    return narrow.find("<mediawiki") != std::string::npos;
  }
  if (first_bytes.substr(0, 1024).find("<mediawiki") != std::string_view::npos) return true;
  return first_bytes.starts_with("BZh") && has_extension(input, ".xml");
}

Result<std::unique_ptr<Source>> over(std::unique_ptr<RecordStream> stream,
                                     const SourceOptions& options) {
  if (options.opaque_names) {
    return fail({.message = stream->name() + ": pages of a wiki have URLs, not opaque names",
                 .about = "names"});
  }
  // Step by step: small dumps need no look at a megabyte.
  std::string_view head;
  size_t end = std::string_view::npos;
  for (size_t wanted = 1 << 14; wanted <= kMaxSiteInfo; wanted *= 4) {
    COCITE_TRY(head, stream->look(wanted));
    end = head.find("</siteinfo>");
    if (end != std::string_view::npos || head.size() < wanted) break;
  }
  if (is_wide(head)) {
    return fail(
        ErrorCode::kInvalidArgument,
        stream->name() + ": is in UTF-16; import what `iconv -f UTF-16 -t UTF-8` makes of it");
  }
  WikiSite site;
  if (end == std::string_view::npos || !site.read(head.substr(0, end))) {
    const bool is_wiki = head.find("<mediawiki") != std::string_view::npos;
    return fail(ErrorCode::kInvalidArgument,
                stream->name() +
                    (is_wiki ? ": does not say which wiki it is from; put the address of its main "
                               "page behind <mediawiki …>, as in <siteinfo><base>"
                               "https://wiki.example.org/wiki/Main_Page</base></siteinfo>"
                             : ": is not a MediaWiki dump: it has no <mediawiki>, and no "
                               "<siteinfo> with a <base> address"));
  }
  return std::make_unique<DumpSource>(std::move(stream), std::move(site), options);
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "wiki",
    .summary = "MediaWiki XML dumps: links [[…]] in order, redirects; plain, gzip, bzip2 or zstd",
    .recognises = recognises,
    .over = over,
};

}  // namespace cocite::read::wiki
