// What one piece of input says: the pages it names, and links between them in order.
//
//   block.clear();
//   const uint32_t from = block.page("com,example)/");
//   block.link(from, block.page("org,example)/"));
//
// or, for a page that was fetched, with what it says:
//
//   block.begin_fetch(page, date);  block.set_title("…");
//   block.link(page, target, "anchor text");
//
// Pages are numbered within the block as they come up. Filled by one thread, then handed on; made
// to be reused, so that a piece costs no allocation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cocite::read {

// Why something in the input was left out.
enum class SkipReason : uint8_t {
  kNoTab,  // a line that is not one or two fields
  kLineTooLong,
  kEmptyName,
  kHasNul,
  kScheme,  // an address that is not http(s)
  kHost,
  kPort,
  kUrlTooLong,
  kUnknownPage,  // a title, rank or edge of a page that is not there
  kNotReadable,  // a file of a tree that cannot be read
  kNumber,       // a number was expected
  kNotHtml,      // a record that is no page: an image, a style sheet
  kStatus,       // an HTTP status that is neither a page nor a redirect
  kBadHttp,      // a record whose HTTP head makes no sense
  kBadRecord,    // a record whose header makes no sense, or that is cut off
  kBadMember,    // compressed bytes that do not decompress
  kGarbage,      // bytes between records
  kCutBody,      // the end of a very long body
  kOutsideDates,
  kLinkTooLong,
  kTooManyLinks,  // on one page
  kNofollow,      // links left out as the user wished
  kOutsideTree,   // a file of a tree that is a symbolic link to one elsewhere
  kFewColumns,    // a row of a table without a source or a target
  kBadJson,       // a line that is no JSON object
  kDraft,         // a Markdown page that says so, and is not served
  kNoPaper,       // an entry without a DOI or an address
  kNoDoi,         // a reference that names no DOI
};
inline constexpr size_t kSkipReasons = 28;
[[nodiscard]] std::string_view skip_reason_text(SkipReason reason);

// How a link stands on its page, for the report.
enum class LinkUse : uint8_t { kA, kArea, kFrame, kWiki, kCitation, kNofollow, kUgc, kSponsored };
inline constexpr size_t kLinkUses = 8;
[[nodiscard]] std::string_view link_use_text(LinkUse use);

class LinkBlock {
 public:
  static constexpr uint32_t kNoTarget = std::numeric_limits<uint32_t>::max();
  static constexpr size_t kSamplesPerReason = 3;

  struct Name {
    uint64_t offset;
    uint32_t length;
    int32_t votes;  // for https; below 0: for http (url/scheme.h)
    uint64_t hash;
  };
  struct Link {
    uint32_t source;
    uint32_t target;  // kNoTarget: the source was seen, nothing more
  };
  struct Text {
    uint64_t offset = 0;
    uint32_t length = 0;
  };
  // A page that was fetched: its links are those from first_link up to the next fetch's, and what
  // it says about itself. The first of its links is the one that only says it was seen.
  struct Fetch {
    uint32_t page = 0;
    uint32_t date = 0;  // seconds since 1970; 0: not known
    uint64_t first_link = 0;
    Text title = {};
    Text text = {};
    Text url = {};       // as it was fetched
    Text language = {};  // as the page declares it
    Text ip = {};        // of the machine that it was fetched from
    uint32_t year = 0;   // of publication; 0: not known
    bool is_extract =
        false;  // says nothing of the page's links: counts only where nothing else does
  };
  // Requests for `from` get `to`: a redirect, or the page's canonical address.
  struct Alias {
    uint32_t from;
    uint32_t to;
    uint32_t date;
  };
  // The status of an address that is not a page in this block, by its key. If no page links to it, it
  // is no page of the store either.
  struct Status {
    Text key;
    uint32_t status;
    uint32_t date;
  };
  struct Sample {
    SkipReason reason;
    uint64_t line;  // in the piece's input, from 1; 0: none
    std::string text;
  };

  void clear();

  // The number of the page with this key. `votes`: for its scheme, by how it is written here.
  uint32_t page(std::string_view key, int32_t votes = 0);
  void link(uint32_t source, uint32_t target) { links_.push_back({source, target}); }
  // The page itself is in the input, whatever becomes of its links.
  void seen(uint32_t source) { links_.push_back({source, kNoTarget}); }
  // All links from here to the next fetch belong to it. A block has fetches from its first link on,
  // or none.
  void begin_fetch(uint32_t page_number, uint32_t date);
  // The same for links of a list that have texts or dates: all rows of an input with one date are
  // one list, however many runs of rows a page has there.
  void begin_rows(uint32_t page_number, uint32_t date) {
    has_rows_ = true;
    begin_fetch(page_number, date);
  }
  // Of the fetch that was begun last.
  void set_title(std::string_view text) { fetches_.back().title = keep(text); }
  void set_text(std::string_view text) { fetches_.back().text = keep(text); }
  void set_url(std::string_view url) { fetches_.back().url = keep(url); }
  void set_language(std::string_view language) { fetches_.back().language = keep(language); }
  void set_ip(std::string_view ip) { fetches_.back().ip = keep(ip); }
  void set_year(uint32_t year) { fetches_.back().year = year; }
  void set_extract() { fetches_.back().is_extract = true; }
  void link(uint32_t source, uint32_t target, std::string_view anchor) {
    link(source, target);
    anchors_.push_back(keep(anchor));
  }
  void alias(uint32_t from, uint32_t to, uint32_t date) { aliases_.push_back({from, to, date}); }

  void status(std::string_view key, uint32_t status, uint32_t date) {
    statuses_.push_back({keep(key), status, date});
  }

  // Counts what is left out; keeps the first few as samples.
  void skip(SkipReason reason, uint64_t line, std::string_view text, uint64_t count = 1);
  void count_link(LinkUse use) { ++link_uses_[static_cast<size_t>(use)]; }
  // "response", "request" and so on, as the input calls them.
  void count_record(std::string_view type);

  [[nodiscard]] const std::vector<Name>& names() const { return names_; }
  [[nodiscard]] std::string_view key(const Name& name) const {
    return {bytes_.data() + name.offset, name.length};
  }
  [[nodiscard]] const std::vector<Link>& links() const { return links_; }
  [[nodiscard]] const std::vector<Fetch>& fetches() const { return fetches_; }
  // Whether the fetches are runs of rows. REQUIRES of who fills it: all of them or none.
  [[nodiscard]] bool has_rows() const { return has_rows_; }
  // Where there are fetches, one for each link.
  [[nodiscard]] const std::vector<Text>& anchors() const { return anchors_; }
  [[nodiscard]] std::string_view text(const Text& text) const {
    return {texts_.data() + text.offset, text.length};
  }
  [[nodiscard]] size_t text_bytes() const { return texts_.size(); }  // all of them
  [[nodiscard]] const std::vector<Alias>& aliases() const { return aliases_; }
  [[nodiscard]] const std::vector<Status>& statuses() const { return statuses_; }
  [[nodiscard]] const std::array<uint64_t, kLinkUses>& link_uses() const { return link_uses_; }
  [[nodiscard]] const std::vector<std::pair<std::string, uint64_t>>& records() const {
    return records_;
  }
  [[nodiscard]] const std::array<uint64_t, kSkipReasons>& skipped() const { return skipped_; }
  [[nodiscard]] const std::vector<Sample>& samples() const { return samples_; }

  uint64_t lines = 0;  // lines or records read
  uint64_t bytes = 0;
  uint64_t self_links = 0;  // not in links()
  uint64_t links_read = 0;

 private:
  void grow();
  Text keep(std::string_view text) {
    texts_.append(text);
    return {texts_.size() - text.size(), static_cast<uint32_t>(text.size())};
  }

  std::string bytes_;
  std::vector<Name> names_;
  std::vector<uint32_t> table_ = std::vector<uint32_t>(1024, kNoTarget);
  std::vector<Link> links_;
  std::vector<Fetch> fetches_;
  bool has_rows_ = false;
  std::vector<Text> anchors_;
  std::string texts_;
  std::vector<Alias> aliases_;
  std::vector<Status> statuses_;
  std::array<uint64_t, kLinkUses> link_uses_{};
  std::vector<std::pair<std::string, uint64_t>> records_;
  std::array<uint64_t, kSkipReasons> skipped_{};
  std::vector<Sample> samples_;
};

}  // namespace cocite::read
