// Studies over HTTP: what the owner and raters may do, and others may not.
#include <future>
#include <map>
#include <regex>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serve/service.h"
#include "serve/testing_stores.h"

namespace cocite::serve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kOwner = "Bearer owner-0123456789abcdef";

class StudyServiceTest : public ::testing::Test {
 protected:
  void start() {
    options_.stores = {folder_.make("fruit", kFruit)};
    stores_ = StoreSet::open(options_.stores, {}).value();
    stores_->refresh([](const std::string&) {});
    desk_ =
        study::StudyDesk::open(options_.stores[0] + ".sqlite", "owner-0123456789abcdef").value();
    service_ = std::make_unique<Service>(options_, *stores_, pool_, desk_.get());
  }

  Response ask(Request request) {
    request.host = "localhost:8080";
    request.client = "127.0.0.1";
    Reply reply = service_->answer(request);
    if (reply.now) return *std::move(reply.now);
    std::promise<Response> promise;
    reply.start([&](Response response) { promise.set_value(std::move(response)); });
    return promise.get_future().get();
  }
  Response get(const std::string& target, const std::string& who) {
    return ask({.target = target, .authorization = who});
  }
  Response post(const std::string& target, const std::string& who, const std::string& json) {
    return ask({.verb = Verb::kPost,
                .method = "POST",
                .target = target,
                .body = json,
                .authorization = who,
                .content_type = "application/json"});
  }
  static std::string body(const Response& response) {
    return response.body ? *response.body : std::string();
  }
  static std::string find(const std::string& text, const std::string& pattern) {
    std::smatch match;
    return std::regex_search(text, match, std::regex(pattern)) ? match[1].str() : std::string();
  }

  // A study with one rater; `who_` and `study_` are then set.
  std::string create(const std::string& methods = R"(["cocitation", "companion"])") {
    const Response made =
        post("/api/studies", kOwner,
             R"({"title": "Fruit", "pages": "www.apples.example\nwww.pears.example\n"
                                   , "page": ["www.apples.example/", "no.such.example", "flour.example/types/405"],
                                   "by": )" +
                 methods + R"(, "top": 5, "rater": "ann"})");
    EXPECT_EQ(made.status, 200U) << body(made);
    study_ = find(body(made), "\"study\": \"([0-9a-f]+)\"");
    who_ = "Bearer " + find(body(made), "#r=([0-9a-f]+)");
    return body(made);
  }

  TestStores folder_;
  ServiceRequest options_;
  WorkerPool pool_{{.threads = 2}};
  std::unique_ptr<StoreSet> stores_;
  std::unique_ptr<study::StudyDesk> desk_;
  std::unique_ptr<Service> service_;
  std::string study_;
  std::string who_;
};

TEST_F(StudyServiceTest, GoesFromPagesToTables) {
  start();
  const std::string made = create();
  EXPECT_THAT(made, HasSubstr("\"queries\": 3"));
  EXPECT_THAT(made, HasSubstr("\"unknown\": 1"));
  EXPECT_THAT(made, HasSubstr("\"repeated\": 1"));
  for (int i = 0; i < 100; ++i) {
    const std::string task = body(get("/api/studies/task", who_));
    const std::string item = find(task, "\"item\": \"([0-9a-f]+)\"[^}]*\"value\": \"\"");
    if (item.empty()) break;
    const Response rated =
        post("/api/studies/rating", who_, R"({"item": ")" + item + R"(", "value": 1})");
    ASSERT_EQ(rated.status, 200U) << body(rated);
    EXPECT_THAT(rated.headers, HasSubstr("Cache-Control: no-store"));
  }
  EXPECT_THAT(body(get("/api/studies/task", who_)), HasSubstr("\"place\": 0"));
  const std::string results = body(get("/api/studies/results?study=" + study_, kOwner));
  EXPECT_THAT(results, HasSubstr("\"group\": \"all\", \"by\": \"cocitation\", \"queries\": 3"));
  EXPECT_THAT(results, HasSubstr("\"unjudged\": 0"));
  EXPECT_THAT(results, HasSubstr("\"pairs\": ["));
  const Response file = get("/api/studies/ratings?study=" + study_, kOwner);
  EXPECT_THAT(body(file), HasSubstr("example,apples,www)/\texample,pears,www)/\t1\tann\n"));
  EXPECT_THAT(file.headers, HasSubstr("ratings.tsv"));
  EXPECT_THAT(body(get("/api/studies/results?format=html&study=" + study_, kOwner)),
              HasSubstr("<html"));
  EXPECT_THAT(body(get("/api/studies", kOwner)), HasSubstr("\"title\": \"Fruit\""));
}

// Names that are no addresses: the name is all that a rater can see.
TEST_F(StudyServiceTest, RatersSeeNamesWhereThereAreNoAddresses) {
  const std::string input = folder_.make("x", kFruit) + ".tsv";
  std::ofstream(input) << "Zoo\tLion\nZoo\tTiger\nCircus\tTiger\nCircus\tLion\n";
  const std::string store = input + ".cocite";
  ASSERT_TRUE(
      import_store({.store = store, .inputs = {input}, .opaque_names = true, .threads = 1}));
  options_.stores = {store};
  stores_ = StoreSet::open(options_.stores, {}).value();
  stores_->refresh([](const std::string&) {});
  desk_ = study::StudyDesk::open(store + ".sqlite", "owner-0123456789abcdef").value();
  service_ = std::make_unique<Service>(options_, *stores_, pool_, desk_.get());
  const Response made =
      post("/api/studies", kOwner,
           R"({"title": "Animals", "page": "Lion", "by": "cocitation", "rater": "ann"})");
  ASSERT_EQ(made.status, 200U) << body(made);
  const std::string task =
      body(get("/api/studies/task", "Bearer " + find(body(made), "#r=([0-9a-f]+)")));
  EXPECT_THAT(task, HasSubstr(R"("query": {"page": "Lion", "url": "")"));
  EXPECT_THAT(task, HasSubstr(R"("page": "Tiger", "url": "")"));
}

TEST_F(StudyServiceTest, TheOwnersTokenOpensEverythingAndNothingElseDoes) {
  start();
  const Response refused = get("/api/stores", "");
  EXPECT_EQ(refused.status, 401U);
  EXPECT_THAT(body(refused), HasSubstr("OWNER-TOKEN"));
  EXPECT_THAT(body(get("/api/stores", kOwner)), HasSubstr("\"studies\": true"));
  service_ = std::make_unique<Service>(options_, *stores_, pool_);
  EXPECT_THAT(body(get("/api/stores", "")), HasSubstr("\"studies\": false"));
}

TEST_F(StudyServiceTest, TellsRatersNothingOfMethods) {
  start();
  create();
  std::string task = body(get("/api/studies/task", who_));
  EXPECT_THAT(task, HasSubstr("\"items\": ["));
  for (const MethodItem& method : methods()) EXPECT_THAT(task, Not(HasSubstr(method.name)));
  // What a rater gets has these names and no others.
  std::map<std::string, int> names;
  const std::regex name("\"([a-z_]+)\": ");
  for (auto i = std::sregex_iterator(task.begin(), task.end(), name); i != std::sregex_iterator();
       ++i) {
    ++names[(*i)[1]];
  }
  for (const auto& [one, count] : names) {
    EXPECT_THAT((std::vector<std::string>{"title", "rater", "closed", "progress", "items", "rated",
                                          "queries", "finished", "place", "query", "page", "url",
                                          "item", "value"}),
                ::testing::Contains(one));
  }
  // Nor do the headers.
  EXPECT_THAT(get("/api/studies/task", who_).headers, Not(HasSubstr("Cocite-")));
}

TEST_F(StudyServiceTest, LetsRatersDoNothingElse) {
  options_.token = "everybody-0123456789";
  start();
  create();
  const std::string everybody = "Bearer everybody-0123456789";
  for (const std::string& who : {who_, everybody, std::string("Bearer "), std::string()}) {
    EXPECT_EQ(get("/api/studies", who).status, 401U) << who;
    EXPECT_EQ(get("/api/studies/results?study=" + study_, who).status, 401U) << who;
    EXPECT_EQ(get("/api/studies/ratings?study=" + study_, who).status, 401U) << who;
    EXPECT_EQ(post("/api/studies", who, "{}").status, 401U) << who;
    EXPECT_EQ(post("/api/studies/raters", who, "{}").status, 401U) << who;
    EXPECT_EQ(post("/api/studies/closed", who, "{}").status, 401U) << who;
  }
  for (const char* path : {"/api/info", "/api/compare?page=www.apples.example", "/metrics",
                           "/api/related?page=www.apples.example", "/openapi.json"}) {
    EXPECT_EQ(get(path, who_).status, 401U) << path;
    EXPECT_NE(get(path, everybody).status, 401U) << path;
    EXPECT_NE(get(path, kOwner).status, 401U) << path;
  }
  for (const std::string& who : {everybody, std::string(kOwner), std::string()}) {
    EXPECT_EQ(get("/api/studies/task", who).status, 401U) << who;
    EXPECT_EQ(post("/api/studies/rating", who, R"({"item": "0", "value": "1"})").status, 401U);
  }
}

// Raters who could ask the methods would not be blind.
TEST_F(StudyServiceTest, AsksForATokenWhereThereAreStudies) {
  start();
  EXPECT_EQ(get("/api/related?page=www.apples.example", "").status, 401U);
  EXPECT_EQ(get("/api/related?page=www.apples.example", kOwner).status, 200U);
  EXPECT_EQ(get("/healthz", "").status, 200U);
  EXPECT_EQ(get("/study", "").status, 200U);
}

TEST_F(StudyServiceTest, RefusesWhatMakesNoSense) {
  start();
  create();
  const auto status = [&](const std::string& json) {
    return post("/api/studies", kOwner, json).status;
  };
  EXPECT_EQ(status(""), 400U);
  EXPECT_EQ(status("[]"), 400U);
  EXPECT_EQ(status("{"), 400U);
  EXPECT_EQ(status(R"({"title": "x", "page": "www.apples.example"})"), 400U);
  EXPECT_EQ(status(R"({"title": "x", "by": "cocitation"})"), 400U);
  EXPECT_EQ(status(R"({"title": "", "page": "a", "by": "cocitation"})"), 400U);
  EXPECT_EQ(status(R"({"title": "a\tb", "page": "a", "by": "cocitation"})"), 400U);
  EXPECT_EQ(status(R"({"title": "x", "page": "a", "by": "magic"})"), 400U);
  EXPECT_EQ(status(R"({"title": "x", "page": "a", "by": ["lli", "lli"]})"), 400U);
  EXPECT_EQ(status(R"({"title": "x", "page": "a", "by": "lli", "top": 0})"), 400U);
  EXPECT_EQ(status(R"({"title": "x", "page": "a", "by": "lli", "top": 101})"), 400U);
  EXPECT_EQ(status(R"({"title": "x", "page": "a", "by": "lli", "rater": ["a", "a"]})"), 400U);
  EXPECT_EQ(status(R"({"title": "x", "page": "a", "by": "lli", "rater": "a\nb"})"), 400U);
  EXPECT_EQ(status(R"({"title": "x", "page": "no.such.example", "by": "lli"})"), 404U);
  EXPECT_EQ(status(R"({"title": "x", "page": "a", "by": "lli", "store": "none"})"), 404U);
  std::string many;
  for (int i = 0; i <= 200; ++i) many += "p" + std::to_string(i) + "\\n";
  EXPECT_EQ(status(R"({"title": "x", "by": "lli", "pages": ")" + many + "\"}"), 400U);

  const auto rate = [&](const std::string& json) {
    return post("/api/studies/rating", who_, json).status;
  };
  EXPECT_EQ(rate(R"({"item": "0000", "value": "1"})"), 404U);
  EXPECT_EQ(rate(R"({"item": "0000", "value": "2"})"), 400U);
  EXPECT_EQ(rate(R"({"item": "0000"})"), 400U);
  EXPECT_EQ(rate(R"({"item": {"a": 1}, "value": "1"})"), 400U);
  EXPECT_EQ(post("/api/studies/rating?item=0&value=1", who_, "{}").status, 400U);
  EXPECT_EQ(ask({.verb = Verb::kPost,
                 .target = "/api/studies/rating",
                 .body = "item=0&value=1",
                 .authorization = who_,
                 .content_type = "application/x-www-form-urlencoded"})
                .status,
            415U);
  EXPECT_EQ(get("/api/studies/rating", who_).status, 405U);
  EXPECT_EQ(post("/api/studies/task", who_, "{}").status, 405U);
  EXPECT_EQ(get("/api/studies/results?study=nothing", kOwner).status, 404U);
  EXPECT_EQ(get("/api/studies/task?place=99", who_).status, 404U);
}

TEST_F(StudyServiceTest, ClosesAndTakesMoreRaters) {
  start();
  create();
  const std::string item = find(body(get("/api/studies/task", who_)), "\"item\": \"([0-9a-f]+)\"");
  const std::string rating = R"({"item": ")" + item + R"(", "value": "-"})";
  const std::string study = R"("study": ")" + study_ + '"';
  EXPECT_EQ(post("/api/studies/closed", kOwner, "{" + study + R"(, "closed": true})").status, 200U);
  EXPECT_EQ(post("/api/studies/rating", who_, rating).status, 422U);
  EXPECT_THAT(body(get("/api/studies/task", who_)), HasSubstr("\"closed\": true"));
  EXPECT_EQ(post("/api/studies/closed", kOwner, "{" + study + R"(, "closed": false})").status,
            200U);
  EXPECT_EQ(post("/api/studies/rating", who_, rating).status, 200U);
  EXPECT_EQ(post("/api/studies/raters", kOwner, "{" + study + R"(, "rater": "bob"})").status, 200U);
  EXPECT_EQ(post("/api/studies/raters", kOwner, "{" + study + R"(, "rater": "bob"})").status, 409U);
}

TEST_F(StudyServiceTest, RemovesAStudyForItsOwnerOnly) {
  start();
  create();
  const auto remove = [&](const std::string& target, const std::string& who) {
    return ask({.verb = Verb::kDelete, .method = "DELETE", .target = target, .authorization = who});
  };
  const std::string target = "/api/studies?study=" + study_;
  EXPECT_EQ(remove(target, "").status, 401U);
  EXPECT_EQ(remove(target, who_).status, 401U);
  EXPECT_EQ(remove("/api/studies", kOwner).status, 400U);
  EXPECT_EQ(remove("/api/studies?study=nothing", kOwner).status, 404U);
  const Response other = remove("/api/studies/task", who_);
  EXPECT_EQ(other.status, 405U);
  EXPECT_THAT(other.headers, HasSubstr("Allow: GET, HEAD\r\n"));
  EXPECT_EQ(remove("/api/info", kOwner).status, 405U);
  EXPECT_EQ(get("/api/studies/task", who_).status, 200U);  // it is all still there

  const Response gone = remove(target, kOwner);
  EXPECT_EQ(gone.status, 200U);
  EXPECT_EQ(body(gone), R"({"studies": []})");
  EXPECT_EQ(remove(target, kOwner).status, 404U);
  EXPECT_EQ(get("/api/studies/task", who_).status, 401U);
  EXPECT_EQ(get("/api/studies/results?study=" + study_, kOwner).status, 404U);
  const Response options =
      ask({.verb = Verb::kOptions, .method = "OPTIONS", .target = "/api/studies"});
  EXPECT_THAT(options.headers, HasSubstr("Allow: GET, HEAD, POST, DELETE, OPTIONS\r\n"));
}

TEST_F(StudyServiceTest, TellsTheOwnerHowFarANewStudyIs) {
  start();
  std::promise<void> go;
  ASSERT_TRUE(desk_->begin([&](const std::atomic<bool>&) {
    desk_->progress().pages = 40;
    desk_->progress().asked = 12;
    go.get_future().wait();
    desk_->set_over();
  }));
  while (desk_->progress().asked != 12) std::this_thread::yield();
  EXPECT_THAT(body(get("/api/studies", kOwner)),
              HasSubstr(R"("making": {"asked": 12, "pages": 40})"));
  go.set_value();
  while (desk_->making() != nullptr) std::this_thread::yield();
  EXPECT_THAT(body(get("/api/studies", kOwner)), Not(HasSubstr("making")));
}

TEST_F(StudyServiceTest, SaysHowToTurnItOn) {
  start();
  service_ = std::make_unique<Service>(options_, *stores_, pool_);
  const Response response = get("/api/studies", kOwner);
  EXPECT_EQ(response.status, 404U);
  EXPECT_THAT(body(response), HasSubstr("file of studies"));
}

TEST_F(StudyServiceTest, IsDescribed) {
  start();
  const std::string openapi = body(get("/openapi.json", kOwner));
  for (const StudyRoute& route : study_routes()) {
    EXPECT_THAT(openapi, HasSubstr("\"" + route.shape.path + "\": {"));
    if (!route.shape.schema.empty()) {
      EXPECT_THAT(openapi, HasSubstr("\"" + route.shape.schema + "\": {"));
    }
  }
}

}  // namespace
}  // namespace cocite::serve
