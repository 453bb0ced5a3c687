// What clients hear when something goes wrong: never where the stores lie on this machine.
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serve/testing/asking.h"

namespace cocite::serve {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class ServiceErrorsTest : public ServiceTest {
 protected:
  // A request of each route with what it must have, and of each with other graphs and methods.
  static std::vector<std::string> targets() {
    const std::map<std::string, std::string> values = {{"page", "www.apples.example"},
                                                       {"answer", "www.pears.example"},
                                                       {"to", "www.pears.example"},
                                                       {"other", "small"},
                                                       {"site", "apples.example"},
                                                       {"words", "apples"},
                                                       {"prefix", "www"}};
    std::vector<std::string> targets;
    for (const Route& route : routes()) {
      std::string target = route.path + "?";
      bool has_by = false;
      for (const Parameter& parameter : route.parameters) {
        has_by = has_by || parameter.name == "by";
        const bool is_about = parameter.name == "page" && route.path != "/api/rank";
        if (!parameter.is_required && !is_about) continue;
        const auto value = values.find(parameter.name);
        EXPECT_NE(value, values.end()) << route.path << ": what is a " << parameter.name << "?";
        if (value != values.end()) target += parameter.name + "=" + value->second + "&";
      }
      for (const char* const more : {"", "on=hosts", "on=sites", "mirrors=merge"}) {
        targets.push_back(target + more);
      }
      if (!has_by) continue;
      for (const MethodItem& method : methods()) targets.push_back(target + "by=" + method.name);
      for (const RankKind& kind : rank_kinds()) targets.push_back(target + "by=" + kind.name);
    }
    targets.push_back("/api/search?words=apples&rank=global:pagerank");
    targets.push_back("/api/search?words=apples&rank=imp-authority");
    targets.push_back("/api/related?page=www.apples.example&store=nowhere");
    targets.push_back("/api/related?page=www.apples.example&stoplist=/etc/passwd");
    targets.push_back("/api/stores");
    targets.push_back("/metrics");
    return targets;
  }

  void expect_no_paths(const std::string& when) {
    const std::string folder = fs::path(options_.stores[0]).parent_path().string();
    for (const std::string& target : targets()) {
      const Response response = get(target);
      EXPECT_NE(response.status, 0U);
      EXPECT_THAT(body(response), Not(HasSubstr(folder))) << when << ": " << target;
      errors_ += response.status >= 400 ? 1 : 0;
    }
  }

  size_t errors_ = 0;
};

TEST_F(ServiceErrorsTest, NameNoPathsOfAWholeStore) {
  options_.max_rank_links = 3;
  start();
  expect_no_paths("whole");
  EXPECT_GT(errors_, 20U);
  // But what to do, and where.
  EXPECT_THAT(body(get("/api/rank?by=hubrank")),
              HasSubstr("try 'cocite rank fruit by=hubrank save"));
}

TEST_F(ServiceErrorsTest, NameNoPathsOfADamagedStore) {
  const std::string whole = folder_.make("whole", kFruit);
  ASSERT_TRUE(Engine::open(whole)->on(On::kSites));
  ASSERT_TRUE(prepare_store({.store = whole, .threads = 1}));
  const std::string store = fs::path(whole).replace_filename("fruit.cocite").string();
  size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(whole)) {
    if (!entry.is_regular_file() || entry.path().filename() == "manifest") continue;
    const fs::path name = fs::relative(entry.path(), whole);
    for (const bool is_gone : {false, true}) {
      service_.reset();
      stores_.reset();
      fs::remove_all(store);
      fs::copy(whole, store, fs::copy_options::recursive);
      if (is_gone) {
        fs::remove(store / name);
      } else {
        std::fstream file(store / name, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(static_cast<std::streamoff>(entry.file_size() / 2));
        file.put('\x55');
        file.put('\xaa');
      }
      if (!StoreSet::open({store}, {})) continue;  // then nothing is served
      start({store});
      expect_no_paths(name.string());
      ++files;
    }
  }
  EXPECT_GT(files, 3U);
  EXPECT_GT(errors_, 20U);
}

}  // namespace
}  // namespace cocite::serve
