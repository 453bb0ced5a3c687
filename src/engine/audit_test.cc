// Sites with planted faults: an audit finds exactly these.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <cocite/audit.h>
#include <cocite/engine.h>
#include <cocite/report.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

// Words that no other page has.
std::string words_of(const std::string& page, int words = 60) {
  std::string text;
  for (int i = 0; i < words; ++i) text += page + "word" + std::to_string(i) + " ";
  return text;
}

std::string link(const std::string& target, const std::string& text) {
  return "<a href=\"" + target + "\">" + text + "</a> ";
}

// A link whose text is used for this page alone.
std::string plain(const std::string& page) {
  return link(page + ".html", "About " + page);
}

std::string redirect(const std::string& from, const std::string& to) {
  const std::string block = "HTTP/1.1 301 Moved\r\nLocation: " + to + "\r\n\r\n";
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + from +
         "\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nContent-Type: application/http; "
         "msgtype=response\r\nContent-Length: " +
         std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

// Keys of items by kind, without the host; only kinds with items.
using Keys = std::map<std::string, std::multiset<std::string>>;
Keys keys_of(const AuditAnswer& answer) {
  Keys keys;
  for (const AuditFinding& finding : answer.findings) {
    for (const AuditItem& item : finding.items) {
      const std::string& key = item.page ? item.page->key : item.target->key;
      keys[finding.kind].insert(key.substr(key.find(')') + 1));
    }
  }
  return keys;
}

const AuditItem& item_of(const AuditAnswer& answer, const std::string& kind) {
  for (const AuditFinding& finding : answer.findings) {
    if (finding.kind == kind) return finding.items.at(0);
  }
  throw std::runtime_error("there is no " + kind);
}

class PlantedSite : public ::testing::Test {
 protected:
  void page(const std::string& name, const std::string& links, std::string title = "",
            std::string text = "") {
    if (title.empty()) title = "Title of " + name;
    if (text.empty()) text = words_of(name);
    const std::string head = title == "-" ? "" : "<title>" + title + "</title>";
    pages_[name] = "<html><head>" + head + "</head><body>" + text + links + "</body></html>";
  }

  // Twelve pages that link to the home page and to the next three, and one fault of each kind.
  void plant() {
    const std::string home = link("index.html", "Start page");
    std::string index;
    std::map<std::string, std::string> links;
    const auto n = [](int i) { return "n" + std::to_string(i % 12 + 1); };
    for (int i = 0; i < 12; ++i) {
      index += plain(n(i));
      links[n(i)] = home + plain(n(i + 1)) + plain(n(i + 2)) + plain(n(i + 3));
    }
    links["n1"] += plain("missing");  // dead link
    page("orphan", home);             // orphan
    page("copy", home, "", words_of("n2", 400) + "and a little more");
    links["n3"] += plain("copy");
    links["n4"] += plain("copy");
    links["n5"] += link("old.html", "Old news");  // redirects to n9, through older
    for (const char* of : {"n6", "n7"}) links[of] += plain("d1a") + plain("d1b");
    for (const char* side : {"a", "b"}) {
      page(std::string("d1") + side, home + plain("d2a") + plain("d2b"));
      page(std::string("d2") + side, home + plain("d3a") + plain("d3b"));
      page(std::string("d3") + side, home + plain("deep"));
    }
    page("deep", home);  // five clicks
    links["n8"] += plain("bridge");
    links["n9"] += plain("bridge");
    page("bridge", home + plain("b1") + plain("b2"));
    page("b1", home);
    page("b2", home);
    links["n10"] += plain("end");
    links["n11"] += plain("end");
    page("end", link("http://elsewhere.example/", "Elsewhere"));  // dead end
    links["n1"] += plain("untitled");
    links["n2"] += plain("untitled");
    page("untitled", home, "-");
    links["n3"] += plain("thin");
    links["n4"] += plain("thin");
    page("thin", home, "", "Too short.");
    links["n6"] += link("n1.html", "click here");
    links["n2"] += plain("many");
    links["n3"] += plain("many");
    std::string many = home;
    for (int i = 0; i < 150; ++i) {
      many += link("http://elsewhere.example/" + std::to_string(i), "Number " + std::to_string(i));
    }
    page("many", many);
    links["n7"] += link("n2.html", "The guide");  // one text, two pages
    links["n8"] += link("n12.html", "The guide");
    page("index", index);
    for (const auto& [name, list] : links) {
      page(name, list, name == "n11" || name == "n12" ? "Twins" : "",
           name == "n2" ? words_of("n2", 400) : "");
    }
  }

  // Ten pages of one part of a site, which link to the home page, to the first and to the next two.
  // All write of `topic`.
  void part(const std::string& name, const std::string& topic,
            const std::string& first_links = "") {
    for (int i = 0; i < 10; ++i) {
      const std::string own = name + std::to_string(i);
      std::string links = link("index.html", "Start page") + (i == 0 ? first_links : "");
      for (const int next : {0, (i + 1) % 10, (i + 2) % 10}) {
        if (next != i) links += plain(name + std::to_string(next));
      }
      page(own, links, "", words_of(own) + topic);
    }
  }

  Engine import(const std::string& name = "site") const {
    const std::string folder = web_.path(name);
    std::filesystem::create_directories(folder);
    for (const auto& [page, html] : pages_) {
      std::ofstream(folder + "/" + page + ".html", std::ios::binary) << html;
    }
    web_.write("moved.warc", redirect("https://site.example/old.html", "/older.html") +
                                 redirect("https://site.example/older.html", "/n9.html"));
    ImportRequest request{.store = web_.path(name + ".cocite"),
                          .inputs = {folder + "=https://site.example/", web_.path("moved.warc")}};
    request.threads = 1;
    request.prepare = false;
    static_cast<void>(import_store(request).value());
    return web_.open(name);
  }

  TestWeb web_;
  std::map<std::string, std::string> pages_;
};

const Keys kPlanted = {
    {"dead-links", {"/missing.html"}}, {"orphans", {"/orphan.html"}},
    {"duplicates", {"/n2.html"}},      {"redirects", {"/old.html", "/older.html"}},
    {"depth", {"/deep.html"}},         {"bridges", {"/bridge.html"}},
    {"dead-ends", {"/end.html"}},      {"titles", {"/n11.html", "/untitled.html"}},
    {"thin", {"/thin.html"}},          {"anchors", {"/n1.html", "/n12.html"}},
    {"many-links", {"/many.html"}}};

TEST_F(PlantedSite, HasExactlyTheFindingsThatWerePlanted) {
  plant();
  const AuditAnswer answer = audit_site(import()).value();
  EXPECT_EQ(keys_of(answer), kPlanted);
  EXPECT_EQ(answer.total, 14U);
  EXPECT_TRUE(answer.is_complete);
  ASSERT_EQ(answer.homes.size(), 1U);
  EXPECT_EQ(answer.homes[0].url, "https://site.example/");
  for (const AuditFinding& finding : answer.findings)
    EXPECT_EQ(finding.unknown, "") << finding.kind;

  const AuditItem& dead = item_of(answer, "dead-links");
  ASSERT_EQ(dead.from.size(), 1U);
  EXPECT_EQ(dead.from[0].url, "https://site.example/n1.html");
  EXPECT_EQ(dead.from[0].anchor, "About missing");
  EXPECT_EQ(dead.from[0].place, 5U);
  const AuditItem& copies = item_of(answer, "duplicates");
  ASSERT_EQ(copies.pages.size(), 1U);
  EXPECT_EQ(copies.pages[0].url, "https://site.example/copy.html");
  EXPECT_EQ(item_of(answer, "depth").why, "5 clicks from the home page");
  const AuditItem& bridge = item_of(answer, "bridges");
  EXPECT_EQ(bridge.pages_total, 2U);
  EXPECT_EQ(bridge.from_total, 2U);
  const AuditItem& chain = item_of(answer, "redirects");
  EXPECT_EQ(chain.target->url, "https://site.example/old.html");
  EXPECT_EQ(chain.instead->url, "https://site.example/n9.html");
  EXPECT_NE(chain.why.find("older.html"), std::string::npos) << chain.why;
}

TEST_F(PlantedSite, FindsTwoPartsThatSayTheSameWithoutLinksBetweenThem) {
  const std::string bees =
      "honey hive nectar comb brood pollen wax sting frame drone propolis smoke ";
  part("bee", bees + "queen");
  part("beekeeper", bees + "veil");
  part("ship", "mast sail anchor harbour keel");
  part("car", "engine wheel brake harbour clutch");
  page("index", plain("bee0") + plain("beekeeper0") + plain("ship0") + plain("car0"));
  const Engine engine = import();
  const AuditAnswer answer = audit_site(engine, {.kinds = {"clusters"}}).value();
  ASSERT_EQ(keys_of(answer), (Keys{{"clusters", {"/bee0.html"}}}));
  const AuditItem& item = item_of(answer, "clusters");
  EXPECT_EQ(item.pages_total, 10U);
  EXPECT_EQ(item.pages[0].url, "https://site.example/beekeeper0.html");
  EXPECT_EQ(item.text, "brood, comb, drone");
  EXPECT_NE(item.why.find("0 links between them"), std::string::npos) << item.why;
  // Two links, and they are no longer apart.
  part("bee", bees + "queen", plain("beekeeper1") + plain("beekeeper2"));
  EXPECT_EQ(keys_of(audit_site(import("linked"), {.kinds = {"clusters"}}).value()), Keys());
}

TEST_F(PlantedSite, FindsAttentionThatIsWasted) {
  const std::string home = link("index.html", "Start page");
  std::string bees = home + plain("way1");
  std::string far_pages = home;
  for (int i = 1; i < 40; ++i) bees += plain("bee" + std::to_string(i));
  for (int i = 1; i < 10; ++i) far_pages += plain("far" + std::to_string(i));
  page("index", plain("bee0"));
  page("bee0", bees);
  for (int i = 1; i < 40; ++i) page("bee" + std::to_string(i), plain("stub"));
  page("stub", home, "", "Too short.");
  page("way1", plain("way2"));
  page("way2", plain("far0"));
  page("far0", far_pages);
  for (int i = 1; i < 10; ++i) page("far" + std::to_string(i), plain("far0"));
  const AuditAnswer answer = audit_site(import(), {.kinds = {"wasted"}}).value();
  EXPECT_EQ(keys_of(answer), (Keys{{"wasted", {"/far0.html", "/stub.html"}}}));
  for (const AuditFinding& finding : answer.findings) {
    for (const AuditItem& item : finding.items) {
      const bool is_stub = item.page->url == "https://site.example/stub.html";
      EXPECT_NE(
          item.why.find(is_stub ? "has 4 words of its own" : "is 4 clicks from the home page"),
          std::string::npos)
          << item.why;
    }
  }
}

TEST_F(PlantedSite, WithoutFaultsHasNoFindings) {
  plant();
  for (const char* name : {"orphan", "copy", "d1a", "d1b", "d2a", "d2b", "d3a", "d3b", "deep",
                           "bridge", "b1", "b2", "end", "untitled", "thin", "many"}) {
    pages_.erase(name);
  }
  const std::string home = link("index.html", "Start page");
  for (int i = 0; i < 12; ++i) {
    std::string links = home;
    for (int k = 1; k < 4; ++k) links += plain("n" + std::to_string((i + k) % 12 + 1));
    page("n" + std::to_string(i + 1), links);
  }
  Engine engine = import();
  const AuditAnswer answer =
      audit_site(engine, {.kinds = {"dead-links", "orphans", "duplicates", "depth", "bridges",
                                    "dead-ends", "titles", "thin", "wasted", "clusters",
                                    "spellings", "anchors", "many-links"}})
          .value();
  EXPECT_EQ(keys_of(answer), Keys());
  EXPECT_NE(audit_html(answer, "site").find("Nothing was found."), std::string::npos);
}

TEST_F(PlantedSite, LeavesOutWhatWasAcceptedAndWhatWasThereBefore) {
  plant();
  const Engine old = import("old");
  web_.write(
      "accepted.tsv",
      "# known\norphans\thttps://site.example/orphan.html\n*\thttps://site.example/end.html\n");
  Keys expected = kPlanted;
  expected.erase("orphans");
  expected.erase("dead-ends");
  const AuditAnswer some = audit_site(old, {.ignore = web_.path("accepted.tsv")}).value();
  EXPECT_EQ(keys_of(some), expected);
  EXPECT_EQ(some.ignored, 2U);
  page("second_orphan", link("index.html", "Start page"));
  const AuditAnswer more = audit_site(import("new"), {.against = web_.path("old.cocite")}).value();
  EXPECT_EQ(keys_of(more), (Keys{{"orphans", {"/second_orphan.html"}}}));
  EXPECT_EQ(more.old, 14U);
  web_.write("wrong.tsv", "orfans\thttps://site.example/\n");
  const auto wrong = audit_site(old, {.ignore = web_.path("wrong.tsv")});
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("line 1"), std::string::npos) << wrong.error().message;
}

TEST_F(PlantedSite, IsCutToAPathAndAKind) {
  plant();
  const Engine engine = import();
  EXPECT_EQ(keys_of(audit_site(engine, {.kinds = {"orphans"}, .under = "/o"}).value()),
            (Keys{{"orphans", {"/orphan.html"}}}));
  EXPECT_EQ(keys_of(audit_site(engine, {.kinds = {"orphans"}, .under = "/n"}).value()), Keys());
  EXPECT_EQ(audit_site(engine, {.site = "other.example"}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(audit_site(engine, {.kinds = {"dead"}}).error().about, "kind");
  std::atomic<bool> stop = true;
  EXPECT_EQ(audit_site(engine, {.stop = &stop}).error().code, ErrorCode::kCancelled);
}

TEST(Audit, SaysWhatAListOfLinksDoesNotTell) {
  const TestWeb web;
  const Engine engine = web.make("a.example/\ta.example/b\na.example/b\ta.example/\n");
  std::set<std::string> unknown;
  const AuditAnswer answer = audit_site(engine).value();
  for (const AuditFinding& finding : answer.findings) {
    if (!finding.unknown.empty()) unknown.insert(finding.kind);
  }
  EXPECT_EQ(unknown, (std::set<std::string>{"dead-links", "duplicates", "redirects", "dead-ends",
                                            "titles", "thin", "anchors", "clusters"}));
  EXPECT_EQ(answer.total, 0U);
}

TEST(Audit, FindsAddressesThatDifferInASlash) {
  const TestWeb web;
  const Engine engine = web.make(
      "a.example/\ta.example/b\na.example/b\ta.example/\na.example/\ta.example/B/\n"
      "a.example/\ta.example/c\n");
  const AuditAnswer answer = audit_site(engine, {.kinds = {"spellings"}}).value();
  EXPECT_EQ(keys_of(answer), (Keys{{"spellings", {"/b"}}}));
  EXPECT_EQ(item_of(answer, "spellings").pages[0].url, "http://a.example/B/");
}

}  // namespace
}  // namespace cocite::engine
