// What the folder of a crawl keeps: options come back as they were, and damage is noticed whatever
// byte it is in.
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crawl/crawl_state.h"
#include "crawl/kept_options.h"
#include "crawl/links_file.h"

namespace cocite::crawl {
namespace {

class KeptFiles : public testing::Test {
 protected:
  KeptFiles()
      : folder_(std::filesystem::temp_directory_path() /
                ("cocite_kept_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~KeptFiles() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

  static std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(KeptFiles, OptionsComeBackUnlessTheyAreGiven) {
  CrawlRequest request{.order = "breadth", .delay_s = 0.25, .max_pages = 7};
  request.scope = CrawlScope::kSites;
  request.max_depth = CrawlRequest::kNoLinks;
  request.connect_to = {"a:1:b:2", "::c:3"};
  request.allow_private = true;
  const KeptOptions kept = options_of(request);
  {
    CrawlState state = CrawlState::open(path("state.sqlite")).value();
    ASSERT_TRUE(state.keep_options(kept));
    ASSERT_TRUE(state.commit({}));
  }
  CrawlRequest next;
  ASSERT_TRUE(take_kept_options(path(""), next));
  EXPECT_EQ(options_of(next), kept);

  CrawlRequest given{.max_pages = 9};
  given.given = {"max-pages", "allow-private"};
  ASSERT_TRUE(take_kept_options(path(""), given));
  EXPECT_EQ(given.max_pages, 9);
  EXPECT_FALSE(given.allow_private);
  EXPECT_EQ(given.delay_s, 0.25);

  // Without a list, what is not as it is by default.
  CrawlRequest different{.max_pages = 9};
  ASSERT_TRUE(take_kept_options(path(""), different));
  EXPECT_EQ(different.max_pages, 9);
  EXPECT_TRUE(different.allow_private);

  for (const KeptOptions& wrong : {KeptOptions{{"max-pages", {"many"}}}, {{"hosts", {"3"}}}}) {
    CrawlRequest fresh;
    const auto used = use_options(wrong, fresh);
    ASSERT_FALSE(used) << wrong.begin()->first;
    EXPECT_EQ(used.error().code, ErrorCode::kCorrupt);
  }
}

TEST_F(KeptFiles, EveryByteOfLinksIsChecked) {
  const std::vector<std::vector<uint32_t>> lists = {{1, 2}, {}, {0, 4, 3}, {2}};
  uint64_t bytes = 0;
  {
    LinksFile links = LinksFile::open(path("links"), 0, 5).value();
    for (uint32_t page = 0; page < lists.size(); ++page) {
      ASSERT_TRUE(links.add(page, lists[page]));
      if (page == 1) {
        ASSERT_TRUE(links.flush());
      }
    }
    ASSERT_TRUE(links.flush());
    bytes = links.bytes();
  }
  const std::string good = read(path("links"));
  ASSERT_EQ(good.size(), bytes);
  const auto open = [&](const std::string& content, uint32_t pages = 5) {
    write(path("links"), content);
    return LinksFile::open(path("links"), bytes, pages);
  };
  {
    const LinksFile links = open(good + "behind").value();
    std::vector<std::vector<uint32_t>> found;
    ASSERT_TRUE(links.for_each_list([&](uint32_t page, std::span<const uint32_t> children) {
      EXPECT_EQ(page, found.size());
      found.emplace_back(children.begin(), children.end());
    }));
    EXPECT_EQ(found, lists);
  }
  for (size_t at = 0; at < good.size(); ++at) {
    for (const int flip : {1, 128, 255}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ flip);
      EXPECT_EQ(open(bad).error().code, ErrorCode::kCorrupt) << at;
    }
    for (const size_t length : {2, 4, 8, 16}) {
      std::string bad = good;
      bad.replace(at, length, std::string(std::min(length, bad.size() - at), '\xFF'));
      EXPECT_EQ(open(bad).error().code, ErrorCode::kCorrupt) << at;
    }
    EXPECT_EQ(open(good.substr(0, at)).error().code, ErrorCode::kCorrupt) << at;
  }
  EXPECT_EQ(open(good, 4).error().code, ErrorCode::kCorrupt) << "page 4 is not there";
}

// All that a crawl reads of its state when it goes on; an error, or what was kept.
Result<std::string> all_of(const std::string& path) {
  std::string text;
  COCITE_TRY(const KeptOptions options, CrawlState::read_options(path));
  for (const auto& [name, values] : options) {
    for (const std::string& value : values) text += name + "=" + value + "\n";
  }
  COCITE_TRY(CrawlState state, CrawlState::open(path));
  COCITE_TRY(const Marks marks, state.marks());
  text += marks.warc + std::to_string(marks.fetched) + "\n";
  COCITE_CHECK(state.for_each_address([&](uint32_t number, const std::string& url, uint32_t via) {
    text += std::to_string(number) + url + std::to_string(via) + "\n";
  }));
  COCITE_CHECK(state.for_each_finished([&](uint32_t number, int outcome) {
    text += std::to_string(number) + "," + std::to_string(outcome) + "\n";
  }));
  COCITE_CHECK(state.for_each_fetch([&](const FetchRow& row) -> Result<void> {
    text += std::string(row.url) + std::to_string(row.offset) + "\n";
    return {};
  }));
  COCITE_TRY(const auto robots, state.robots("http://e.org"));
  text += robots ? robots->text : "none";
  return text;
}

TEST_F(KeptFiles, EveryPageOfTheStateIsChecked) {
  const std::string file = path("state.sqlite");
  {
    CrawlState state = CrawlState::open(file).value();
    ASSERT_TRUE(state.keep_options(options_of({.order = "breadth"})));
    for (uint32_t i = 0; i < 200; ++i) {
      const std::string url = "http://e.org/" + std::to_string(i) + std::string(i % 50, 'x');
      ASSERT_TRUE(state.add_address(i, {.url = url}));
      ASSERT_TRUE(state.add_fetch({.address = i, .url = url, .status = 200, .offset = i * 7}));
      if (i % 2 == 0) {
        ASSERT_TRUE(state.finish(i, 200));
      }
    }
    ASSERT_TRUE(state.keep_robots("http://e.org", {200, 1, std::string(9000, 'r')}));
    ASSERT_TRUE(state.commit({.warc = "w", .fetched = 200}));
  }
  const std::string good = read(file);
  const std::string expected = all_of(file).value();
  ASSERT_EQ(read(file).size(), good.size());
  const auto check = [&](const std::string& bad, size_t at) {
    for (const char* beside : {"-wal", "-shm", "-journal"}) std::filesystem::remove(file + beside);
    write(file, bad);
    const auto got = all_of(file);
    if (got) {
      EXPECT_EQ(*got, expected) << at;  // in a page that is not read
    } else {
      EXPECT_EQ(got.error().code, ErrorCode::kCorrupt) << at << got.error().message;
    }
    return got.has_value();
  };
  EXPECT_TRUE(check(good, 0));
  std::mt19937 random(5);
  size_t unnoticed = 0;
  size_t tried = 0;
  // All of the header, and a few bytes of each part of the rest.
  for (size_t at = 0; at < good.size(); at += at < 110 ? 1 : 1 + random() % 97) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << random() % 8));
    unnoticed += check(bad, at) ? 1 : 0;
    bad = good;
    const size_t length = std::min<size_t>(4 + random() % 600, bad.size() - at);
    bad.replace(at, length, std::string(length, '\xFF'));
    check(bad, at);
    ++tried;
  }
  EXPECT_GT(tried, 500);
  // Tables that all_of() does not read are a page each.
  EXPECT_LT(unnoticed * 3, tried);
}

// The state of a crawl as version 2 wrote it, without checksums.
void write_old_state(const std::string& file) {
  file::Database old = file::Database::open(file, "x").value();
  for (const char* statement :
       {"PRAGMA journal_mode = WAL", "PRAGMA application_id = 1131365234",
        "PRAGMA user_version = 2",
        "CREATE TABLE marks (id INTEGER PRIMARY KEY, warc TEXT, warc_serial INTEGER, warc_bytes "
        "INTEGER, links_bytes INTEGER, fetched INTEGER, bytes INTEGER)",
        "INSERT INTO marks VALUES (1, 'w', 0, 5, 77, 3, 9)",
        "CREATE TABLE addresses (number INTEGER PRIMARY KEY, url TEXT, depth INTEGER, chain "
        "INTEGER, via INTEGER)",
        "INSERT INTO addresses VALUES (0, 'http://e.org/', 0, 0, 4294967295)",
        "CREATE TABLE finished (number INTEGER PRIMARY KEY, outcome INTEGER NOT NULL)",
        "INSERT INTO finished VALUES (0, -101), (1, 200)",
        "CREATE TABLE fetches (number INTEGER PRIMARY KEY, address, url, status, date, mime, "
        "digest, file, start, length, is_revisit)",
        "CREATE TABLE files (serial INTEGER PRIMARY KEY, name TEXT)",
        "CREATE TABLE digests (hash INTEGER PRIMARY KEY, url TEXT, date INTEGER)",
        "CREATE TABLE robots (origin TEXT PRIMARY KEY, status INTEGER, date INTEGER, text TEXT)",
        "INSERT INTO robots VALUES ('http://e.org', 503, 1, '')",
        "CREATE TABLE versions (hash INTEGER PRIMARY KEY, date, etag, modified, digest)",
        "CREATE TABLE sitemaps (number INTEGER PRIMARY KEY)"}) {
    ASSERT_TRUE(old.run(statement)) << statement;
  }
}

TEST_F(KeptFiles, AnOlderStateGetsChecksumsAndAsksAgain) {
  const std::string file = path("state.sqlite");
  write_old_state(file);
  {
    CrawlState state = CrawlState::open(file).value();
    std::vector<uint32_t> finished;
    ASSERT_TRUE(state.for_each_finished([&](uint32_t number, int) { finished.push_back(number); }));
    EXPECT_EQ(finished, std::vector<uint32_t>{1}) << "a host that was away is asked again";
    EXPECT_FALSE(state.robots("http://e.org").value());
    EXPECT_EQ(state.marks().value().links_bytes, 0);
    EXPECT_EQ(state.marks().value().fetched, 3);
    ASSERT_TRUE(state.commit(state.marks().value()));
  }
  EXPECT_EQ(read(file)[20], 8) << "room for checksums";
  EXPECT_EQ(all_of(file).value().substr(0, 2), "w3");
}

// Two programs that go on with a crawl of version 2 at the same time: one has it, and what it keeps is
// not replaced by the other.
TEST_F(KeptFiles, AnOlderStateIsTakenOverByOneOfTwo) {
  const std::string file = path("state.sqlite");
  for (int round = 0; round < 20; ++round) {
    std::filesystem::remove(file);
    write_old_state(file);
    {
      file::Database old = file::Database::open(file, "x").value();
      const auto filled = old.run(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT "
          "INTO addresses SELECT i, 'http://e.org/' || i, 0, 0, 0 FROM n");
      ASSERT_TRUE(filled) << filled.error().message;
    }
    std::array<int, 2> start{};
    ASSERT_EQ(::pipe(start.data()), 0);
    std::vector<pid_t> children;
    for (uint32_t number = 10'000; number < 10'002; ++number) {
      children.push_back(::fork());
      ASSERT_GE(children.back(), 0);
      if (children.back() != 0) continue;
      char byte = 0;
      ::close(start[1]);
      static_cast<void>(::read(start[0], &byte, 1));  // until the parent closes it
      auto state = CrawlState::open(file);
      if (!state) {
        const bool is_other =
            state.error().message.find("another crawl is at work") != std::string::npos;
        if (!is_other) std::cerr << state.error().message << std::endl;
        ::_exit(is_other ? 3 : 4);
      }
      const bool is_kept = state->add_address(number, {.url = "http://new.org/"}) &&
                           state->commit({.fetched = number});
      ::_exit(is_kept ? 0 : 5);  // as if it was killed
    }
    ::close(start[0]);
    ::close(start[1]);
    uint32_t successes = 0;
    for (const pid_t child : children) {
      int status = 0;
      ASSERT_EQ(::waitpid(child, &status, 0), child);
      ASSERT_TRUE(WIFEXITED(status));
      ASSERT_TRUE(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 3) << WEXITSTATUS(status);
      successes += WEXITSTATUS(status) == 0 ? 1 : 0;
    }
    // Both may have seen the other at work. What counts is that nothing is lost.
    CrawlState state = CrawlState::open(file).value();
    uint32_t added = 0;
    uint32_t all = 0;
    ASSERT_TRUE(state.for_each_address([&](uint32_t number, const std::string&, uint32_t) {
      ++all;
      added += number >= 10'000 ? 1 : 0;
    }));
    EXPECT_EQ(added, successes) << "what was kept is there";
    EXPECT_EQ(all, 3001U + added);
  }
}

TEST_F(KeptFiles, AStateThatIsCutOffIsDamaged) {
  const std::string file = path("state.sqlite");
  {
    CrawlState state = CrawlState::open(file).value();
    for (uint32_t i = 0; i < 200; ++i) {
      ASSERT_TRUE(state.add_address(i, {.url = "http://e.org/" + std::string(100, 'x')}));
    }
    ASSERT_TRUE(state.commit({.warc = "w", .fetched = 200}));
  }
  const std::string good = read(file);
  const std::string expected = all_of(file).value();
  for (size_t size = 1; size < good.size(); size += size < 200 ? 7 : 509) {
    write(file, good.substr(0, size));
    const auto got = all_of(file);
    // The file may end with empty tables that all_of() does not read.
    if (got) {
      EXPECT_TRUE(*got == expected) << size;
    } else {
      EXPECT_EQ(got.error().code, ErrorCode::kCorrupt) << size << got.error().message;
    }
  }
}

// A machine without power: of the write-ahead log there is a part, or something else. What an earlier
// commit kept is there, and whole.
TEST_F(KeptFiles, AStateWhoseLogIsCutOrDamagedIsThatOfAnEarlierCommit) {
  const std::string file = path("state.sqlite");
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  constexpr uint32_t kCommits = 12;
  if (child == 0) {
    auto state = CrawlState::open(file);
    for (uint32_t commit = 0; state && commit < kCommits; ++commit) {
      for (uint32_t i = 0; i < 5; ++i) {
        const uint32_t number = commit * 5 + i;
        const std::string url = "http://e.org/" + std::to_string(number) + std::string(300, 'x');
        if (!state->add_address(number, {.url = url})) ::_exit(1);
      }
      if (!state->commit({.fetched = commit + 1})) ::_exit(1);
    }
    ::_exit(state ? 0 : 1);  // without closing it
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  EXPECT_FALSE(std::filesystem::exists(file + "-journal")) << "it keeps a write-ahead log";
  const std::string good = read(file);
  const std::string log = read(file + "-wal");
  ASSERT_GT(log.size(), 10'000U);
  std::mt19937 random(3);
  std::set<uint64_t> seen;
  for (int round = 0; round < 300; ++round) {
    for (const char* beside : {"-shm", "-journal"}) std::filesystem::remove(file + beside);
    write(file, good);
    std::string bad = log;
    const size_t at = round == 0 ? log.size() : random() % log.size();
    if (round % 2 == 0) {
      bad.resize(at);
    } else {
      bad[at] = static_cast<char>(bad[at] ^ (1 << random() % 8));
    }
    write(file + "-wal", bad);
    auto state = CrawlState::open(file);
    ASSERT_TRUE(state) << state.error().message;
    const uint64_t commits = state->marks().value().fetched;
    uint32_t next = 0;
    ASSERT_TRUE(state->for_each_address([&](uint32_t number, const std::string& url, uint32_t) {
      EXPECT_EQ(number, next++);
      EXPECT_EQ(url.size(), ("http://e.org/" + std::to_string(number)).size() + 300);
    }));
    EXPECT_EQ(next, commits * 5);
    if (round == 0) {
      EXPECT_EQ(commits, kCommits);
    }
    seen.insert(commits);
  }
  EXPECT_GT(seen.size(), kCommits / 2);
}

}  // namespace
}  // namespace cocite::crawl
