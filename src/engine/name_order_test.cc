// Completion of names, against a naive search through all names.
#include "words/name_order.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/testing/searching.h"
#include "store/store.h"
#include "text/folded_name.h"

namespace cocite::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> names(const Engine& engine, std::string_view typed, uint64_t top = 10) {
  std::vector<std::string> found;
  const CompletionAnswer answer = engine.complete(typed, top).value();
  for (const CompletionItem& item : answer.names) found.push_back(item.key);
  return found;
}

class NameOrder : public searching::Searching {
 protected:
  void prepare() const {
    ASSERT_TRUE(prepare_store({.store = web_.path("web.cocite"), .threads = 1}));
  }
};

TEST_F(NameOrder, FindsByTitleAndByWhatOthersCallThem) {
  import(searching::kBees);
  prepare();
  const Engine engine = web_.open();
  EXPECT_THAT(names(engine, "all ab"), ElementsAre("example,bees)/"));
  EXPECT_THAT(names(engine, "BEE"), ElementsAre("example,bees)/"));
  EXPECT_THAT(names(engine, "hive"), ElementsAre("example,bees)/hive"));
  EXPECT_THAT(names(engine, "nectar"), ElementsAre("example,honey)/"));
  const CompletionAnswer odd = engine.complete("odd").value();
  ASSERT_EQ(odd.names.size(), 1U);
  EXPECT_EQ(odd.names[0].title, "All about bees");
  EXPECT_EQ(odd.names[0].called, "odd bees");
  // Its title says why it is here.
  EXPECT_EQ(engine.complete("bees").value().names[0].called, "");
  EXPECT_THAT(names(engine, "hive of"), IsEmpty());
  EXPECT_THAT(names(engine, "hiv "), IsEmpty());
  EXPECT_THAT(names(engine, "!?"), IsEmpty());
}

TEST_F(NameOrder, AWholeNameNamesItsPage) {
  import(searching::kBees);
  prepare();
  const Engine engine = web_.open();
  const CompletionAnswer whole = engine.complete("ALL about bees ").value();
  ASSERT_TRUE(whole.meant);
  EXPECT_EQ(whole.meant->key, "example,bees)/");
  EXPECT_EQ(whole.meant_by, "name");
  // Not by a part of a name, nor by what others call a page that has a title.
  EXPECT_FALSE(engine.complete("about bees").value().meant);
  EXPECT_FALSE(engine.complete("odd bees").value().meant);
  EXPECT_FALSE(engine.complete("!?").value().meant);
}

TEST_F(NameOrder, AStoreWithoutItAnswersWithAddressesOnly) {
  import(searching::kBees);
  const Engine engine = web_.open();
  EXPECT_THAT(names(engine, "bees"), IsEmpty());
  EXPECT_FALSE(engine.complete("bees").value().items.empty());
}

// A store of pages with titles of few words in many scripts, so that many begin alike.
struct Titled {
  std::vector<std::string> titles;  // of page i
  std::vector<uint32_t> in_links;

  Engine make(const TestWeb& web, uint64_t pages, unsigned seed) {
    const std::vector<std::string> words = {"bee",    "Bees", "beehive", "Größe", "groß", "東京",
                                            "東京都", "мёд",  "Мёдом",   "نحل",   "शहद",  "ผึ้ง",
                                            "🐝",      "a",    "Éclair",  "x-ray", "the"};
    std::mt19937 random(seed);
    std::string lines;
    std::string file;
    std::set<std::pair<uint64_t, uint64_t>> links;
    for (uint64_t i = 0; i < pages; ++i) {
      std::string title;
      for (uint64_t n = random() % 5; n > 0; --n) {
        title += words[random() % words.size()] + (random() % 4 == 0 ? "-" : " ");
      }
      // Sometimes one that is longer than the sort key.
      if (random() % 20 == 0) title += std::string(60, 'l') + std::to_string(random() % 3);
      titles.push_back(title);
      lines += name(i) + "\n";
      if (!title.empty()) file += name(i) + "\t" + title + "\n";
      for (uint64_t n = random() % 4; n > 0; --n) {
        const uint64_t to = random() % (1 + random() % pages);
        if (to != i && links.emplace(i, to).second) lines += name(i) + "\t" + name(to) + "\n";
      }
    }
    in_links.assign(pages, 0);
    for (const auto& [from, to] : links) ++in_links[to];
    web.write("titles", file);
    ImportRequest request;
    request.opaque_names = true;
    request.title_file = web.path("titles");
    static_cast<void>(web.make(lines, request));
    static_cast<void>(prepare_store({.store = web.path("web.cocite"), .threads = 1}).value());
    return web.open();
  }
  static std::string name(uint64_t page) { return "p" + std::to_string(100000 + page); }

  // Names that are just this first (three at most, and of the length that is sorted by), then the
  // most linked.
  [[nodiscard]] std::vector<std::string> naive(const std::string& typed, size_t top) const {
    text::FoldedName wanted;
    text::fold_name(typed, wanted);
    if (wanted.text.empty()) return {};
    const std::string exact = wanted.text + ' ';
    if (wanted.ends_run) wanted.text += ' ';
    std::vector<std::tuple<bool, uint32_t, uint64_t>> found;
    for (uint64_t i = 0; i < titles.size(); ++i) {
      text::FoldedName own;
      text::fold_name(titles[i], own);
      own.text += ' ';
      bool matches = false;
      for (const uint32_t start : own.starts) {
        matches = matches || own.text.substr(start).starts_with(wanted.text);
      }
      const bool is_exact = own.text == exact && exact.size() <= words::NameOrder::kKeyBytes;
      if (matches) found.emplace_back(!is_exact, ~in_links[i], i);
    }
    std::ranges::sort(found);
    for (size_t i = 3; i < found.size(); ++i) std::get<0>(found[i]) = true;
    std::ranges::sort(found);
    std::vector<std::string> keys;
    for (size_t i = 0; i < std::min(top, found.size()); ++i) {
      keys.push_back(name(std::get<2>(found[i])));
    }
    return keys;
  }
};

TEST_F(NameOrder, IsWhatANaiveSearchFinds) {
  for (const auto& [pages, seed] :
       {std::pair(30U, 1U), std::pair(3000U, 2U), std::pair(9000U, 3U)}) {
    const TestWeb web;
    Titled titled;
    const Engine engine = titled.make(web, pages, seed);
    const auto store = store::Store::open(web.path("web.cocite"));
    ASSERT_TRUE(store);
    const auto order = words::NameOrder::open(*store);
    ASSERT_TRUE(order && *order);
    EXPECT_TRUE((*order)->check());
    for (const char* const typed :
         {"b",       "be",
          "bee",     "bee ",
          "bees a",  "beehive",
          "gr",      "GROSS",
          "東",      "京",
          "東京",    "京都",
          "м",       "мёд ",
          "ن",       "श",
          "ผ",       "é",
          "x ray",   "ray",
          "the bee", "l",
          "zzz",     "🐝",
          "a a",     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllll1"}) {
      for (const size_t top : {1U, 8U, 50U}) {
        EXPECT_EQ(names(engine, typed, top), titled.naive(typed, top)) << typed << " " << pages;
      }
    }
  }
}

TEST_F(NameOrder, IsTheSameWithLittleMemory) {
  Titled titled;
  static_cast<void>(titled.make(web_, 2000, 4));
  const std::string much = web_.read("web.cocite/notes-name-order");
  std::string lines;
  web_.write("again.tsv", web_.read("web.tsv"));
  ImportRequest request{.store = web_.path("again.cocite"), .inputs = {web_.path("again.tsv")}};
  request.opaque_names = true;
  request.title_file = web_.path("titles");
  request.memory_bytes = uint64_t{1} << 16;
  ASSERT_TRUE(import_store(request));
  EXPECT_EQ(web_.read("again.cocite/notes-name-order"), much);
}

TEST_F(NameOrder, DamageIsAnErrorAndNoCrash) {
  Titled titled;
  static_cast<void>(titled.make(web_, 500, 5));
  const std::string good = web_.read("web.cocite/notes-name-order");
  for (size_t at = 64; at < good.size(); at += 97) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x41);
    web_.write("web.cocite/notes-name-order", bad);
    const auto engine = Engine::open(web_.path("web.cocite"));
    if (!engine) continue;
    for (const char* const typed : {"b", "the", "東京"}) {
      const auto answer = engine->complete(typed, 20);
      if (answer && !answer->names.empty()) {
        std::vector<std::string> found;
        for (const CompletionItem& item : answer->names) found.push_back(item.key);
        EXPECT_EQ(found, titled.naive(typed, 20)) << "byte " << at;
      }
    }
  }
}

}  // namespace
}  // namespace cocite::engine
