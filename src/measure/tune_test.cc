#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/engine.h>
#include <cocite/tune.h>

#include "engine/testing_web.h"

namespace cocite {
namespace {

using engine::TestWeb;

// Lists link to pages of all folders at random: neighbours on a list say nothing, the folder
// everything.
constexpr int kFolders = 6;
constexpr int kPages = 8;  // of a folder
std::string page_name(int folder, int page) {
  return "f" + std::to_string(folder) + "/p" + std::to_string(page);
}
std::string lists() {
  std::mt19937 random(1);
  std::string lines;
  for (int list = 0; list < 60; ++list) {
    for (int link = 0; link < 8; ++link) {
      // One by one: compilers differ in which argument of a call they look at first.
      const int page = static_cast<int>(random() % kPages);
      const int folder = static_cast<int>(random() % kFolders);
      lines += "list" + std::to_string(list) + "\t" + page_name(folder, page) + "\n";
    }
  }
  return lines;
}
std::string labels(bool by_folder) {
  std::mt19937 random(2);
  std::string lines;
  for (int folder = 0; folder < kFolders; ++folder) {
    for (int page = 0; page < kPages; ++page) {
      const int label = by_folder ? folder : static_cast<int>(random() % kFolders);
      lines += page_name(folder, page) + "\tlabel" + std::to_string(label) + "\n";
    }
  }
  return lines;
}

class Tune : public testing::Test {
 protected:
  Tune() {
    static_cast<void>(web_.make(lists(), {.opaque_names = true}));
    web_.write("labels", labels(true));
  }
  TuneRequest request(const std::string& file = "labels") const {
    TuneRequest request{.store = web_.path("web.cocite")};
    request.eval.labels = web_.path(file);
    request.eval.threads = 2;
    return request;
  }
  RelatedAnswer related(const std::string& tuned = "on") const {
    return web_.open().related({.pages = {"f0/p0"}, .parameters = {{"tuned", tuned}}}).value();
  }
  static std::vector<std::pair<std::string, double>> scores(const RelatedAnswer& answer) {
    std::vector<std::pair<std::string, double>> scores;
    for (const RelatedItem& item : answer.items) scores.emplace_back(item.key, item.score);
    return scores;
  }
  static int in_folder(const RelatedAnswer& answer) {
    int count = 0;
    for (size_t i = 0; i < answer.items.size() && i < 5; ++i) {
      count += answer.items[i].key.starts_with("f0/") ? 1 : 0;
    }
    return count;
  }

  engine::TestWeb web_;
};

TEST_F(Tune, LearnsWhatLabelsFollowAndAnswersSayIt) {
  const auto before = related();
  EXPECT_TRUE(before.tuned.empty());
  const auto report = tune_store(request());
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_TRUE(report->is_kept) << report->verdict;
  EXPECT_EQ(report->model, "linear");
  EXPECT_GT(report->gains[0].gain.low, 0);
  EXPECT_GT(report->pages, 30U);
  const auto folder = std::ranges::find(report->terms, "folder", &TuneTerm::name);
  ASSERT_NE(folder, report->terms.end());
  EXPECT_GT(folder->share, 0.5);
  const auto after = related();
  EXPECT_EQ(after.tuned, report->about);
  EXPECT_GT(in_folder(after), in_folder(before));
  EXPECT_GE(in_folder(after), 4);
  EXPECT_EQ(scores(related("off")), scores(before)) << "to the last bit";
  EXPECT_TRUE(related("off").tuned.empty());
  EXPECT_TRUE(web_.open().check());
}

TEST_F(Tune, AnAnswerIsExplainedWithTheScoreThatItHas) {
  ASSERT_TRUE(tune_store(request())->is_kept);
  const Engine engine = web_.open();
  const auto answer = engine.related({.pages = {"f0/p0"}, .why = 3}).value();
  for (const RelatedItem& item : answer.items) {
    EXPECT_TRUE(item.score > 0 && item.score <= 1);
    const auto why = engine.explain({.pages = {"f0/p0"}}, item.key);
    ASSERT_TRUE(why) << why.error().message;
    EXPECT_EQ(why->score, item.score);
    EXPECT_EQ(why->tuned, answer.tuned);
  }
}

TEST_F(Tune, LinksAloneAreNotTuned) {
  ASSERT_TRUE(tune_store(request())->is_kept);
  const auto answer = web_.open().related({.pages = {"f0/p0"}, .parameters = {{"with", "links"}}});
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->tuned.empty()) << "it was learned with all that the store has";
}

TEST_F(Tune, SeveralPagesAndNegativeOnesAreTunedToo) {
  ASSERT_TRUE(tune_store(request())->is_kept);
  const Engine engine = web_.open();
  const auto both = engine.related({.pages = {"f0/p0", "f0/p1"}});
  ASSERT_TRUE(both) << both.error().message;
  EXPECT_TRUE(both->items[0].key.starts_with("f0/"));
  const auto without = engine.related({.pages = {"f0/p0"}, .not_pages = {"f0/p1"}});
  ASSERT_TRUE(without) << without.error().message;
  EXPECT_LT(in_folder(*without), in_folder(related()));
}

TEST_F(Tune, RefusesWhatIsByChanceAndChangesNothing) {
  web_.write("chance", labels(false));
  const auto before = related();
  const auto report = tune_store(request("chance"));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_FALSE(report->is_kept);
  EXPECT_THAT(report->verdict, testing::HasSubstr("not clear of zero"));
  EXPECT_EQ(scores(related()), scores(before));
  EXPECT_FALSE(std::filesystem::exists(web_.path("web.cocite/tuned")));
}

TEST_F(Tune, RefusesFewJudgementsAndTrialsChangeNothing) {
  web_.write("few", "f0/p0\ta\nf0/p1\ta\nf1/p0\tb\nf1/p1\tb\n");
  const auto few = tune_store(request("few"));
  ASSERT_TRUE(few) << few.error().message;
  EXPECT_FALSE(few->is_kept);
  EXPECT_THAT(few->verdict, testing::HasSubstr("at least 20"));
  TuneRequest trial = request();
  trial.is_trial = true;
  const auto tried = tune_store(trial);
  ASSERT_TRUE(tried);
  EXPECT_FALSE(tried->is_kept);
  EXPECT_THAT(tried->verdict, testing::HasSubstr("would be kept"));
  EXPECT_FALSE(std::filesystem::exists(web_.path("web.cocite/tuned")));
}

TEST_F(Tune, IsForgottenWhenAskedTo) {
  const auto before = related();
  EXPECT_FALSE(forget_tuning(web_.path("web.cocite")).value());
  ASSERT_TRUE(tune_store(request())->is_kept);
  EXPECT_TRUE(forget_tuning(web_.path("web.cocite")).value());
  EXPECT_EQ(scores(related()), scores(before));
  EXPECT_TRUE(web_.open().check());
}

TEST_F(Tune, SurvivesWhenPagesAreAdded) {
  const auto report = tune_store(request());
  ASSERT_TRUE(report->is_kept);
  web_.write("more", "list60\tf0/p0\nlist60\tf0/p1\n");
  const auto added = add_to_store({.store = web_.path("web.cocite"),
                                   .inputs = {web_.path("more")},
                                   .opaque_names = true,
                                   .prepare = false});
  ASSERT_TRUE(added) << added.error().message;
  EXPECT_THAT(added->notes, testing::Contains(testing::HasSubstr("tuned")));
  EXPECT_EQ(related().tuned, report->about);
  EXPECT_TRUE(web_.open().check());
}

TEST_F(Tune, TheSameJudgementsGiveTheSameBytes) {
  ASSERT_TRUE(tune_store(request())->is_kept);
  const auto first = scores(related());
  TuneRequest one = request();
  one.eval.threads = 1;
  ASSERT_TRUE(tune_store(one)->is_kept) << "a tuned store is tuned from its untuned answers";
  EXPECT_EQ(scores(related()), first);
}

TEST_F(Tune, DamageIsToldAndOffGoesOn) {
  const auto before = related();
  ASSERT_TRUE(tune_store(request())->is_kept);
  const std::string file = web_.path("web.cocite/tuned");
  std::string bytes = web_.read("web.cocite/tuned");
  const size_t at = bytes.find("intercept");
  ASSERT_NE(at, std::string::npos);
  bytes[at] = 'X';
  std::ofstream(file, std::ios::binary) << bytes;
  const Engine engine = web_.open();
  const auto answer = engine.related({.pages = {"f0/p0"}});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(answer.error().message, testing::HasSubstr("tuned"));
  EXPECT_FALSE(engine.check());
  EXPECT_EQ(scores(related("off")), scores(before));
  EXPECT_TRUE(forget_tuning(web_.path("web.cocite")).value());
  EXPECT_EQ(scores(related()), scores(before));
}

TEST_F(Tune, LearnsFromASampleWhereManyAreJudged) {
  TuneRequest sampled = request();
  sampled.pages = 30;
  const auto report = tune_store(sampled);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->pages, 30U);
  EXPECT_EQ(report->judged_pages, uint64_t{kFolders * kPages});
  EXPECT_THAT(report->about, testing::HasSubstr("30 judged pages"));
  const auto again = tune_store(sampled);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->gains[0].gain.value, report->gains[0].gain.value) << "the same seed";
  sampled.pages = 0;
  EXPECT_EQ(tune_store(sampled)->pages, uint64_t{kFolders * kPages});
}

TEST_F(Tune, TellsHowFarEveryStageIsAndStopsInEach) {
  std::vector<std::string> stages;
  TuneRequest told = request();
  told.eval.threads = 1;
  told.eval.progress = [&](const Progress& progress) {
    if (stages.empty() || stages.back() != progress.stage) stages.push_back(progress.stage);
  };
  ASSERT_TRUE(tune_store(told)->is_kept);
  ASSERT_TRUE(forget_tuning(web_.path("web.cocite")).value());
  EXPECT_THAT(stages, testing::Contains("learning, linear"));
  for (const std::string& stage : stages) {
    if (stage.empty()) continue;
    std::atomic<bool> stop = false;
    TuneRequest stopped = request();
    stopped.eval.threads = 1;
    stopped.eval.stop = &stop;
    stopped.eval.progress = [&](const Progress& progress) {
      if (progress.stage == stage) stop = true;
    };
    const auto report = tune_store(stopped);
    ASSERT_FALSE(report) << stage;
    EXPECT_EQ(report.error().code, ErrorCode::kCancelled) << stage;
    EXPECT_FALSE(std::filesystem::exists(web_.path("web.cocite/tuned"))) << stage;
  }
}

TEST_F(Tune, RatingsAreLearnedFromToo) {
  std::string ratings;
  for (int folder = 0; folder < kFolders; ++folder) {
    for (int page = 0; page < 4; ++page) {
      for (int other = 0; other < kFolders; ++other) {
        for (int answer = 4; answer < kPages; ++answer) {
          ratings += page_name(folder, page) + "\t" + page_name(other, answer) + "\t" +
                     (other == folder ? "1" : "0") + "\tann\n";
        }
      }
    }
  }
  web_.write("ratings", ratings);
  TuneRequest by_ratings{.store = web_.path("web.cocite")};
  by_ratings.eval.ratings = web_.path("ratings");
  const auto report = tune_store(by_ratings);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_kept) << report->verdict;
  EXPECT_EQ(report->judged_by, "ratings");
}

}  // namespace
}  // namespace cocite
