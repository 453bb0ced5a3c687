#include "serve/service.h"

#include <filesystem>
#include <fstream>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serve/gzip.h"
#include "serve/static_files.h"
#include "serve/testing/asking.h"

namespace cocite::serve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(ServiceTest, AnswersEveryRoute) {
  start();
  const std::vector<std::pair<std::string, std::string>> routes = {
      {"/api/related?page=www.apples.example&by=cocitation&why=2", "pears"},
      {"/api/explain?page=www.apples.example&answer=www.pears.example&by=cocitation",
       "\"reasons\""},
      {"/api/compare?page=www.apples.example&by=cocitation&by=companion", "\"pairs\""},
      {"/api/page?page=www.apples.example", "\"in_links\": 2"},
      {"/api/links?page=blog.example.com/pie&top=2&skip=1", "\"place\": 2"},
      {"/api/links?page=www.pears.example&in=true", "\"total\": 2"},
      {"/api/rank?by=indegree&top=3", "\"items\""},
      {"/api/map?page=www.apples.example", "\"communities\""},
      {"/api/map?page=www.apples.example&format=gexf", "<gexf"},
      {"/api/vicinity?page=www.apples.example", "\"edges\""},
      {"/api/vicinity?page=www.apples.example&format=graphml", "<graphml"},
      {"/api/trace?page=blog.example.com/pie", "\"steps\""},
      {"/api/lli?page=www.apples.example", "\"neighbours\""},
      {"/api/complete?prefix=www.a", "www.apples.example"},
      {"/api/info", "\"pages\": 7"},
      {"/api/info?store=other", "\"pages\": 2"},
      {"/api/methods", "\"hubfinder\""},
      {"/api/stores", "\"name\": \"other\""},
      {"/openapi.json", "\"3.1.0\""},
      {"/healthz", "ok"},
      {"/readyz", "ready"},
      {"/metrics", "cocite_requests_total"},
      {"/", "<html"},
      {"/?store=other&view=map", "<html"},
  };
  for (const auto& [target, wanted] : routes) {
    const Response response = get(target);
    EXPECT_EQ(response.status, 200U) << target << ": " << body(response);
    EXPECT_THAT(body(response), HasSubstr(wanted)) << target;
    EXPECT_THAT(response.headers, HasSubstr("Content-Security-Policy: default-src 'none'"));
    EXPECT_THAT(response.headers, HasSubstr("nosniff"));
  }
}

TEST_F(ServiceTest, AnswersAboutSitesOnceTheirGraphIsThere) {
  start();
  const std::string target = "/api/related?page=shop.apples.example&by=cocitation&on=sites";
  const Response none = get(target);
  EXPECT_EQ(none.status, 422U) << body(none);
  EXPECT_THAT(body(none), HasSubstr("cocite prepare "));
  ASSERT_TRUE(Engine::open(options_.stores[0])->on(On::kSites));
  const Response response = get(target);
  EXPECT_EQ(response.status, 200U) << body(response);
  EXPECT_THAT(body(response), HasSubstr("\"example,pears)/\""));
}

TEST_F(ServiceTest, SaysWhatIsWrongAsTheCommandLineDoes) {
  start();
  const std::vector<std::tuple<std::string, unsigned, std::string>> cases = {
      {"/api/related", 400, "page: is required"},
      {"/api/related?page=missing.example", 404, "is not in this graph; nearest"},
      {"/api/related?page=a&by=magic", 400, "by: 'magic' is not one of blend"},
      {"/api/related?page=a&top=x", 400, "top: 'x' is not a whole number"},
      {"/api/related?page=www.apples.example&by=jaccard&sigma=3", 400, "no parameter 'sigma'"},
      {"/api/related?page=a&stoplist=/etc/passwd", 400, "stoplist: "},
      {"/api/related?page=www.apples.example&by=companion&B=99999999999999", 400,
       "B: '99999999999999' is not from 0 to 1000000"},
      {"/api/related?page=www.apples.example&by=companion&B=9999999", 400, "from 0 to 1000000"},
      {"/api/related?page=www.apples.example&by=companion&B=1e12", 400, "from 0 to 1000000"},
      {"/api/related?page=www.apples.example&by=companion&B=1.5", 400, "B: '1.5' is not a whole"},
      {"/api/related?page=www.apples.example&by=simrank&C=2", 400, "C: '2' is not from 0 to 1"},
      {"/api/related?page=%zz", 400, "%25"},
      {"/api/related?page=a&store=nowhere", 404, "there are fruit, other"},
      {"/api/study?page=www.apples.example", 404, "called /api/lli now"},
      {"/api/nothing", 404, "nothing at this address"},
      {"/assets/missing.js", 404, "nothing"},
      {"/../../etc/passwd", 404, "nothing"},
      {"/secret.txt", 404, "nothing"},
      {"/nonsense", 404, "nothing"},
      {"/related/example.com/a.html", 404, "nothing"},
      {"/?store=nope", 404, "there is no store 'nope' here; there are fruit, other"},
      {"/?view=nope", 404, "there is no view 'nope'"},
      {"/study", 404, "keeps no studies"},
  };
  for (const auto& [target, status, message] : cases) {
    const Response response = get(target);
    EXPECT_EQ(response.status, status) << target << ": " << body(response);
    EXPECT_EQ(response.type, "application/problem+json") << target;
    EXPECT_THAT(body(response), HasSubstr(message)) << target;
  }
  EXPECT_EQ(ask({.verb = Verb::kOther, .method = "DELETE", .target = "/api/info"}).status, 405U);
  EXPECT_EQ(ask({.verb = Verb::kPost, .method = "POST", .target = "/api/info"}).status, 405U);
}

TEST_F(ServiceTest, LeadsPeopleOnWhereThereIsNothing) {
  start();
  const Response response = ask({.target = "/a/b?store=<b>", .accept = "text/html,*/*;q=0.8"});
  EXPECT_EQ(response.status, 404U);
  EXPECT_EQ(response.type, "text/html; charset=utf-8");
  EXPECT_THAT(body(response), HasSubstr("<a href=\"../?store=other\">other</a>"));
  const Response store = ask({.target = "/?store=%3Cb%3E", .accept = "text/html"});
  EXPECT_EQ(store.status, 404U);
  EXPECT_EQ(store.type, "text/html; charset=utf-8");
  // The explorer says the same by itself; a plain page has it written in.
  if (!has_explorer()) {
    EXPECT_THAT(body(store), HasSubstr("there is no store '&lt;b&gt;' here"));
  }
  EXPECT_EQ(ask({.target = "/?page=missing.example/x", .accept = "text/html"}).status, 404U);
  EXPECT_EQ(ask({.target = "/?page=www.apples.example", .accept = "text/html"}).status, 200U);
  EXPECT_EQ(ask({.target = "/?view=site&page=missing.example", .accept = "text/html"}).status,
            200U);
}

TEST_F(ServiceTest, DoesNotTellStrangersWhichPagesThereAre) {
  options_.token = "0123456789abcdef";
  start();
  EXPECT_EQ(ask({.target = "/?page=missing.example/x", .accept = "text/html"}).status, 200U);
}

TEST_F(ServiceTest, ComparesTwoStoresByTheirNames) {
  start();
  const Response response = get("/api/diff?store=fruit&other=other");
  EXPECT_EQ(response.status, 200U) << body(response);
  EXPECT_THAT(body(response), HasSubstr("\"only_new_total\""));
  EXPECT_THAT(body(get("/api/diff?store=fruit&other=fruit")), HasSubstr("\"only_new_total\": 0"));
  EXPECT_EQ(get("/api/diff?store=fruit&other=nope").status, 404U);
  EXPECT_EQ(get("/api/diff?store=fruit&other=/etc").status, 404U);
  EXPECT_EQ(get("/api/diff?store=fruit").status, 400U);
}

TEST_F(ServiceTest, SaysByTheHeadWhatNeedsNoBody) {
  options_.token = "0123456789abcdef";
  start();
  const auto early = [&](Request head) {
    head.host = "localhost";
    const std::optional<Response> response = service_->refuse_early(head);
    return response ? response->status : 0U;
  };
  constexpr std::string_view kToken = "Bearer 0123456789abcdef";
  EXPECT_EQ(early({.verb = Verb::kPost, .target = "/api/related"}), 401U);
  EXPECT_EQ(early({.verb = Verb::kPost, .target = "/api/related", .authorization = kToken}), 0U);
  EXPECT_EQ(early({.verb = Verb::kPost, .target = "/api/info", .authorization = kToken}), 405U);
  EXPECT_EQ(early({.verb = Verb::kPost, .target = "/healthz"}), 405U);
  EXPECT_EQ(early({.verb = Verb::kPost, .target = "/nothing"}), 404U);
  EXPECT_EQ(early({.verb = Verb::kPost, .target = "/api/studies"}), 404U);
}

TEST_F(ServiceTest, SaysWhatIsWrongAsDataToo) {
  start();
  const std::string missing = body(get("/api/related?page=www.aples.example"));
  EXPECT_THAT(missing, HasSubstr(R"("code": "not_found", "about": "page", "nearest": [")"));
  const std::string empty = body(get("/api/related?page=blog.example.com/pie&by=cocitation"));
  EXPECT_THAT(empty, HasSubstr(R"("code": "no_evidence", "about": "", "nearest": [])"));
  EXPECT_THAT(empty, HasSubstr("try by=coupling"));
  const std::string wrong = body(get("/api/related?page=www.apples.example&top=x"));
  EXPECT_THAT(wrong, HasSubstr(R"("code": "invalid_argument", "about": "top", "nearest": [])"));
  EXPECT_THAT(body(get("/openapi.json")), HasSubstr("\"maximum\": 1000000"));
}

TEST_F(ServiceTest, TakesLongListsInABody) {
  start();
  const std::string json =
      R"({"page": ["www.apples.example", "www.pears.example"], "by": "companion", "top": 3})";
  const Response response = ask({.verb = Verb::kPost,
                                 .method = "POST",
                                 .target = "/api/related",
                                 .body = json,
                                 .content_type = "application/json; charset=utf-8"});
  EXPECT_EQ(response.status, 200U) << body(response);
  EXPECT_EQ(ask({.verb = Verb::kPost, .target = "/api/related", .body = json}).status, 415U);
  EXPECT_EQ(ask({.verb = Verb::kPost,
                 .target = "/api/related",
                 .body = "{",
                 .content_type = "application/json"})
                .status,
            400U);
}

TEST_F(ServiceTest, KeepsAnswersAndKnowsWhoHasThem) {
  start();
  const std::string target = "/api/related?page=www.apples.example&by=cocitation";
  const Response first = get(target);
  const std::string etag = header(first, "ETag");
  ASSERT_THAT(etag, HasSubstr("W/\""));
  const Response second = get(target + "&top=10");  // the default
  EXPECT_EQ(first.body, second.body);               // the very same bytes
  const Response third = ask({.target = target, .if_none_match = etag});
  EXPECT_EQ(third.status, 304U);
  EXPECT_EQ(third.body, nullptr);
  EXPECT_THAT(body(get("/metrics")), HasSubstr("cocite_cache_hits_total 1"));
}

TEST_F(ServiceTest, ForgetsAnswersOfAReplacedStore) {
  start();
  const std::string target = "/api/info";
  const Response before = get(target);
  folder_.make("fruit", "a.example\tb.example\n");
  EXPECT_TRUE(stores_->refresh([](const std::string&) {}));
  service_->forget_answers();
  const Response after = get(target);
  EXPECT_THAT(body(after), HasSubstr("\"pages\": 2"));
  EXPECT_NE(header(before, "ETag"), header(after, "ETag"));
  EXPECT_FALSE(stores_->refresh([](const std::string&) {}));  // nothing changed since
}

TEST_F(ServiceTest, GoesOnWithTheOldStoreWhereTheNewOneIsDamaged) {
  start();
  std::string said;
  std::filesystem::rename(options_.stores[0] + "/manifest", options_.stores[0] + "/kept");
  std::ofstream(options_.stores[0] + "/manifest") << "nonsense";
  EXPECT_FALSE(stores_->refresh([&](const std::string& line) { said += line; }));
  EXPECT_THAT(said, HasSubstr("goes on being served"));
  EXPECT_EQ(get("/api/info?store=fruit").status, 200U);
}

TEST_F(ServiceTest, PacksLargeAnswers) {
  start();
  const Response packed = ask({.target = "/api/methods", .accept_encoding = "br, gzip;q=0.8"});
  EXPECT_EQ(header(packed, "Content-Encoding"), "gzip");
  const Response plain = ask({.target = "/api/methods", .accept_encoding = "gzip;q=0"});
  EXPECT_EQ(header(plain, "Content-Encoding"), "");
  EXPECT_EQ(gunzipped(body(packed)), body(plain));
  EXPECT_LT(body(packed).size() * 2, body(plain).size());
}

TEST_F(ServiceTest, AsksForTheToken) {
  options_.token = "0123456789abcdef";
  start();
  EXPECT_EQ(get("/api/info").status, 401U);
  EXPECT_EQ(get("/metrics").status, 401U);
  EXPECT_EQ(get("/healthz").status, 200U);
  EXPECT_EQ(get("/").status, 200U);
  for (const char* wrong : {"Bearer 0123456789abcdeX", "Bearer ", "Basic 0123456789abcdef",
                            "Bearer 0123456789abcdef0", "Bearer 0123456789abcde"}) {
    EXPECT_EQ(ask({.target = "/api/info", .authorization = wrong}).status, 401U) << wrong;
  }
  EXPECT_EQ(ask({.target = "/api/info", .authorization = "bearer 0123456789abcdef"}).status, 200U);
}

TEST_F(ServiceTest, AnswersToItsOwnNamesOnly) {
  options_.host_names = {"cocite.example.org"};
  start();
  for (const char* good :
       {"localhost", "127.0.0.1:8080", "[::1]:80", "LOCALHOST:1", "cocite.example.org"}) {
    EXPECT_EQ(ask({.target = "/api/info", .host = good}).status, 200U) << good;
  }
  for (const char* bad : {"evil.example", "localhost.evil.example:8080", "127.0.0.1.nip.io",
                          "localhost:evil.com", "localhost:80@evil.com", "[::1]evil.com"}) {
    EXPECT_EQ(ask({.target = "/api/info", .host = bad}).status, 421U) << bad;
  }
}

TEST_F(ServiceTest, LetsNamedOriginsAsk) {
  options_.cors = {"https://www.example.com"};
  start();
  const Response yes = ask({.target = "/api/info", .origin = "https://www.example.com"});
  EXPECT_EQ(header(yes, "Access-Control-Allow-Origin"), "https://www.example.com");
  const Response no = ask({.target = "/api/info", .origin = "https://evil.example"});
  EXPECT_EQ(header(no, "Access-Control-Allow-Origin"), "");
  const Response flight = ask({.verb = Verb::kOptions,
                               .method = "OPTIONS",
                               .target = "/api/related",
                               .origin = "https://www.example.com"});
  EXPECT_EQ(flight.status, 204U);
  EXPECT_THAT(header(flight, "Access-Control-Allow-Headers"), HasSubstr("Authorization"));
}

TEST_F(ServiceTest, BoundsHowOftenAClientAsks) {
  options_.rate = 0.001;
  start();
  EXPECT_EQ(get("/api/info").status, 200U);
  const Response second = get("/api/info");
  EXPECT_EQ(second.status, 429U);
  EXPECT_EQ(header(second, "Retry-After"), "1");
  EXPECT_EQ(get("/healthz").status, 200U);
}

TEST_F(ServiceTest, SaysWhichRanksMustBeSavedFirst) {
  options_.max_rank_links = 3;
  start();
  const Response response = get("/api/rank?by=hubrank");
  EXPECT_EQ(response.status, 422U);
  EXPECT_THAT(body(response), HasSubstr("by=hubrank save"));
}

TEST_F(ServiceTest, WritesItsAccessLogAsFarAsWanted) {
  std::string lines;
  options_.log = [&](std::string_view line) { lines += std::string(line) + '\n'; };
  options_.access_log = AccessLogKind::kShort;
  start();
  static_cast<void>(get("/api/page?page=www.apples.example"));
  service_->access_log().flush();
  EXPECT_THAT(lines, HasSubstr(" GET /api/page 200 "));
  EXPECT_THAT(lines, Not(HasSubstr("apples")));
  EXPECT_THAT(lines, Not(HasSubstr("127.0.0.1")));
}

TEST_F(ServiceTest, MirroredHostsCountAsOneWhereThatWasPrepared) {
  std::string links;
  for (const char* const host : {"a.example", "copy.example"}) {
    for (int i = 0; i < 6; ++i) {
      const std::string page = "http://" + std::string(host) + "/own" + std::to_string(i);
      links += page + "\thttp://x.example/\n" + page + "\thttp://y.example/\n";
    }
  }
  links += "http://b.example/\thttp://x.example/\nhttp://b.example/\thttp://a.example/own1\n";
  links += "http://c.example/\thttp://x.example/\nhttp://c.example/\thttp://a.example/own1\n";
  links += "http://d.example/\thttp://e.example/\n";
  const std::string path = folder_.make("web", links);
  const std::string question = "/api/related?page=x.example&by=cocitation&mirrors=merge";
  start({path});
  EXPECT_EQ(get(question).status, 404U);
  EXPECT_THAT(body(get(question)), HasSubstr("has no saved mirrors"));
  ASSERT_TRUE(Engine::open(path)->insight({.name = "mirrors", .save = true}));
  start({path});
  EXPECT_THAT(body(get("/api/info")), HasSubstr("\"mirrors\": 1"));
  EXPECT_THAT(body(get("/api/info")), HasSubstr("\"mirrors_merged\": \"no\""));
  EXPECT_EQ(get(question).status, 422U);
  EXPECT_THAT(body(get(question)), HasSubstr("prepare"));
  ASSERT_TRUE(prepare_store({.store = path, .threads = 1}));
  start({path});
  EXPECT_THAT(body(get("/api/info")), HasSubstr("\"mirrors_merged\": \"yes\""));
  const Response merged = get(question);
  EXPECT_EQ(merged.status, 200U) << body(merged);
  EXPECT_THAT(body(merged), HasSubstr("\"mirrors\": [\"http://copy.example/own1\"]"));
  EXPECT_THAT(body(get("/api/rank?by=indegree&mirrors=merge")),
              HasSubstr("http://copy.example/own1"));
  EXPECT_EQ(
      get("/api/explain?page=x.example&answer=a.example/own1&by=cocitation&mirrors=merge").status,
      200U);
  EXPECT_EQ(get("/api/related?page=x.example&mirrors=perhaps").status, 400U);
}

TEST(StaticFiles, KnowTheViewsOfTheExplorer) {
  std::ifstream file(std::filesystem::path(COCITE_SOURCE_DIR) / "explorer/src/lib/permalink.ts");
  std::string line;
  while (std::getline(file, line) && !line.starts_with("export const views = [")) {
  }
  ASSERT_THAT(line, HasSubstr("'related'"));
  size_t views = 0;
  for (size_t at = line.find('\''); at != std::string::npos; at = line.find('\'', at + 1)) {
    const size_t end = line.find('\'', at + 1);
    EXPECT_TRUE(is_view(line.substr(at + 1, end - at - 1))) << line;
    ++views;
    at = end;
  }
  EXPECT_EQ(views, kViews.size());
}

TEST_F(ServiceTest, ViewsHaveShortNames) {
  start();
  EXPECT_EQ(header(get("/audit"), "Location"), "./?view=audit");
  const Response overview = get("/overview");
  EXPECT_EQ(overview.status, 303U);
  EXPECT_EQ(header(overview, "Location"), "./?view=overview");
  EXPECT_EQ(header(get("/site/www.apples.example:8080"), "Location"),
            "../?view=site&page=www.apples.example:8080");
  EXPECT_NE(get("/site/a%0d%0aSet-Cookie:x").status, 303U);
  EXPECT_NE(get("/site/").status, 303U);
}

// What the table says is what routes ask for: no assertion fails, whatever is left out.
TEST_F(ServiceTest, DescribesAllOfItsRoutes) {
  start();
  const std::string openapi = body(get("/openapi.json"));
  for (const Route& route : routes()) {
    EXPECT_THAT(openapi, HasSubstr("\"" + route.path + "\""));
    EXPECT_THAT(openapi, HasSubstr("\"" + route.schema + "\": {"));
  }
}

}  // namespace
}  // namespace cocite::serve
