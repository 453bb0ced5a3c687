// Communities of a web whose subjects are known.
#include <atomic>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/communities.h>
#include <cocite/graph_view.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

// Pages of a subject link to each other; the first of each links to the next subject.
std::string subjects() {
  std::string lines;
  for (const std::string subject : {"apple", "hammer", "violin"}) {
    for (int from = 0; from < 10; ++from) {
      for (int step = 1; step <= 3; ++step) {
        lines += subject + "_" + std::to_string(from) + '\t' + subject + "_" +
                 std::to_string((from + step) % 10) + '\n';
      }
    }
  }
  return lines + "apple_0\thammer_0\nhammer_0\tviolin_0\n";
}

TEST(Communities, AreTheSubjectsWithTheirNames) {
  const TestWeb folder;
  const Engine engine = folder.make(subjects(), {.opaque_names = true});
  const auto answer = find_communities(engine, {.members = true, .save = true});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->total, 3U);
  EXPECT_EQ(answer->pages, 30U);
  EXPECT_GT(answer->modularity, 0.5);
  ASSERT_EQ(answer->items.size(), 3U);
  std::set<std::string> names;
  for (const auto& item : answer->items) {
    EXPECT_EQ(item.size, 10U);
    EXPECT_GT(item.inside, 0.9);
    EXPECT_EQ(item.pages.size(), 5U);
    EXPECT_FALSE(item.bridges.empty());
    names.insert(item.name);
  }
  EXPECT_EQ(names, (std::set<std::string>{"apple", "hammer", "violin"}));
  ASSERT_EQ(answer->members.size(), 30U);
  std::map<std::string, std::set<uint64_t>> of_subject;
  for (const auto& member : answer->members) {
    of_subject[member.key.substr(0, 3)].insert(member.community);
  }
  for (const auto& [subject, communities] : of_subject) EXPECT_EQ(communities.size(), 1U);
  // Saved, and the same every time.
  const Engine saved = folder.open();
  const auto column = GraphView(saved).column("community").value();
  for (size_t i = 0; i < column.size(); ++i) {
    EXPECT_EQ(column[i], static_cast<double>(answer->members[i].community));
  }
}

TEST(Communities, TakeOddWebsAndSayWhatIsWrong) {
  const TestWeb folder;
  const Engine engine = folder.make("a\nb\nc\td\n", {.opaque_names = true});
  const auto answer = find_communities(engine, {.top = 0});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->total, 3U);
  EXPECT_EQ(answer->items[0].size, 2U);
  EXPECT_EQ(find_communities(engine, {.resolution = 0}).error().about, "resolution");
  EXPECT_EQ(find_communities(engine, {.max_links = 0, .stop = nullptr})->total, 3U);
  const std::atomic<bool> stop = true;
  EXPECT_EQ(find_communities(engine, {.stop = &stop}).error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace cocite::engine
