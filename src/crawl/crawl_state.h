// What a crawl has to know after it was killed: addresses, what became of them, and what is in the
// archive. A file of SQLite; its tables: docs/formats/crawl.md.
//
//   COCITE_TRY(CrawlState state, CrawlState::open("example.crawl/state.sqlite"));
//   COCITE_CHECK(state.add_address(0, {.url = "http://example.org/"}));
//   COCITE_CHECK(state.commit(marks));
//
// Nothing is kept before commit(). One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "crawl/warc_record.h"
#include "file/database.h"

namespace cocite::crawl {

inline constexpr uint32_t kNoVia = 0xFFFFFFFF;

struct Address {
  std::string url = {};
  uint32_t depth = 0;
  uint32_t chain = 0;     // how many of the same shape led to it
  uint32_t via = kNoVia;  // the page that it was found on
};

// How far files had been written when it was committed.
struct Marks {
  std::string warc = {};  // name of the file in work; empty: none yet
  uint32_t warc_serial = 0;
  uint64_t warc_bytes = 0;
  uint64_t links_bytes = 0;
  uint64_t fetched = 0;
  uint64_t bytes = 0;
};

// One answer in the archive.
struct FetchRow {
  uint32_t address = 0;
  std::string_view url = {};
  int status = 0;
  uint32_t date = 0;
  std::string_view mime = {};
  std::string_view digest = {};
  uint32_t file = 0;
  uint64_t offset = 0;
  uint64_t length = 0;
  bool is_revisit = false;
};

struct Original {
  std::string url;
  uint32_t date = 0;
};

// A page as a server last sent it whole: by this a later crawl asks whether it has changed.
struct PageVersion {
  uint32_t date = 0;          // when it was sent
  std::string etag = {};      // as the server said it; empty: it did not
  std::string modified = {};  // likewise, of Last-Modified
  std::string digest = {};    // of the payload, as text; empty: not known
};

struct KeptRobots {
  int status = 0;
  uint32_t date = 0;
  std::string text;
};

// Options by name (kept_options.h), each with its values.
using KeptOptions = std::map<std::string, std::vector<std::string>>;

class CrawlState {
 public:
  [[nodiscard]] static Result<CrawlState> open(const std::string& path);

  // The options of a crawl that is not running. Empty: made by an older version.
  [[nodiscard]] static Result<KeptOptions> read_options(const std::string& path);
  [[nodiscard]] Result<void> keep_options(const KeptOptions& options);

  [[nodiscard]] const std::string& path() const { return database_.path(); }
  [[nodiscard]] Result<Marks> marks();
  // The numbers of all addresses are below this one.
  [[nodiscard]] Result<uint32_t> addresses();
  [[nodiscard]] Result<void> add_address(uint32_t number, const Address& address);
  [[nodiscard]] Result<Address> address(uint32_t number);
  // It is no address of the crawl any more; another one may get its number.
  [[nodiscard]] Result<void> forget_address(uint32_t number);
  // It moved to another spelling of itself: http to https.
  [[nodiscard]] Result<void> move_address(uint32_t number, std::string_view url);
  // It will not be asked for again: a status, or minus a reason (crawler.h).
  [[nodiscard]] Result<void> finish(uint32_t number, int outcome);
  // In order of their numbers.
  [[nodiscard]] Result<void> for_each_address(
      const std::function<void(uint32_t number, const std::string& url, uint32_t via)>& use);
  [[nodiscard]] Result<void> for_each_finished(
      const std::function<void(uint32_t number, int outcome)>& use);

  [[nodiscard]] Result<void> add_fetch(const FetchRow& row);
  [[nodiscard]] Result<void> for_each_fetch(
      const std::function<Result<void>(const FetchRow&)>& use);
  [[nodiscard]] Result<void> add_file(uint32_t serial, std::string_view name);
  [[nodiscard]] Result<void> for_each_file(
      const std::function<void(uint32_t serial, const std::string& name)>& use);
  // Who had the same bytes first.
  [[nodiscard]] Result<std::optional<Original>> find_original(const Digest& digest);
  [[nodiscard]] Result<void> keep_original(const Digest& digest, const Original& original);
  [[nodiscard]] Result<std::optional<KeptRobots>> robots(std::string_view origin);
  [[nodiscard]] Result<void> keep_robots(std::string_view origin, const KeptRobots& robots);
  // By the hash of a page key.
  [[nodiscard]] Result<void> keep_version(uint64_t key_hash, const PageVersion& version);
  // Addresses that are no pages but lists of pages.
  [[nodiscard]] Result<void> add_sitemap(uint32_t number);
  // An address that is no page: what pages need to be shown.
  [[nodiscard]] Result<void> add_requisite(uint32_t number);
  [[nodiscard]] Result<void> for_each_requisite(const std::function<void(uint32_t number)>& use);
  [[nodiscard]] Result<void> for_each_sitemap(const std::function<void(uint32_t number)>& use);

  [[nodiscard]] Result<void> commit(const Marks& marks);

 private:
  explicit CrawlState(file::Database database) : database_(std::move(database)) {}
  // kBusy: another process has it.
  [[nodiscard]] static Result<CrawlState> open_whole(const std::string& path);
  [[nodiscard]] Result<void> prepare();

  file::Database database_;
  // Run for every address or fetch.
  std::optional<file::Statement> add_address_;
  std::optional<file::Statement> address_;
  std::optional<file::Statement> finish_;
  std::optional<file::Statement> add_fetch_;
  std::optional<file::Statement> find_digest_;
  std::optional<file::Statement> add_digest_;
  std::optional<file::Statement> add_version_;
};

// The versions that another crawl has kept, for reading alone: it may be of any age, but must
// not be running. One thread.
class KeptVersions {
 public:
  // kNotFound where there is no crawl.
  [[nodiscard]] static Result<KeptVersions> open(const std::string& path);
  [[nodiscard]] Result<std::optional<PageVersion>> find(uint64_t key_hash);
  // Addresses that the crawl would have asked for next, had it gone on, and those that did not answer.
  [[nodiscard]] Result<void> for_each_waiting(
      const std::function<void(const std::string& url)>& use);

 private:
  explicit KeptVersions(file::Database database) : database_(std::move(database)) {}
  file::Database database_;
  std::optional<file::Statement> find_;  // none: it was made before versions were kept
};

}  // namespace cocite::crawl
