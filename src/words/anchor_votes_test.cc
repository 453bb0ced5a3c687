#include "words/anchor_votes.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "text/inverter.h"

namespace cocite::words {
namespace {

using Votes = std::vector<std::pair<uint32_t, std::string>>;

std::string winner(const Votes& votes) {
  AnchorVotes counted;
  for (const auto& [voter, anchor] : votes) counted.add(voter, anchor);
  return counted.take();
}

TEST(AnchorVotes, WhatMostHostsSay) {
  EXPECT_EQ(winner({{1, "EFF"}, {2, "EFF"}, {3, "Frontier"}}), "EFF");
  EXPECT_EQ(winner({{1, "Bees"}}), "Bees") << "the only one";
  EXPECT_EQ(winner({{1, "Bees"}, {2, "Wasps"}}), "") << "no two agree";
  EXPECT_EQ(winner({}), "");
}

TEST(AnchorVotes, AHostHasOneVoteForAName) {
  EXPECT_EQ(winner({{1, "Bees"}, {1, "Bees"}, {1, "Bees"}, {2, "Wasps"}, {3, "Wasps"}}), "Wasps");
  EXPECT_EQ(winner({{1, "Bees"}, {1, "Bees"}, {1, "Wasps"}}), "");
}

TEST(AnchorVotes, SpellingsOfOneNameAreOne) {
  EXPECT_EQ(winner({{1, "the bees"}, {2, "The Bees!"}, {3, "The  Bees!"}, {4, "Wasps"}}),
            "The Bees!");
  EXPECT_EQ(winner({{1, "eff"}, {2, "EFF"}}), "EFF") << "capitals first";
  EXPECT_EQ(winner({{1, "CAFÉ"}, {2, "cafe\u0301"}}), "CAFÉ") << "composed or not";
  EXPECT_EQ(winner({{1, "ＡＣＭ"}, {2, "ACM"}, {3, "acm"}}), "ACM");
}

TEST(AnchorVotes, OfTiesTheOneThatSaysMore) {
  EXPECT_EQ(
      winner({{1, "EFF"}, {2, "EFF"}, {3, "Electronic Frontier"}, {4, "electronic frontier"}}),
      "Electronic Frontier");
  EXPECT_EQ(winner({{1, "b"}, {2, "b"}, {3, "a"}, {4, "a"}}), "a");
}

TEST(AnchorVotes, WhatPointsIsNoName) {
  for (const char* pointer :
       {"here", "Click HERE", "click here!", "link", "this page", "Home Page", "hier", "ici",
        "aquí", "здесь", "こちら", "点击这里", "[1]", "12", " ", "", "***", "→"}) {
    EXPECT_EQ(winner({{1, pointer}, {2, pointer}, {3, pointer}}), "") << pointer;
    EXPECT_EQ(winner({{1, pointer}, {2, pointer}, {3, "Bees"}}), "Bees") << pointer;
  }
  for (const char* name : {"2600", "Here and There", "Go", "HTML", "Link Exchange"}) {
    EXPECT_EQ(winner({{1, name}}), name);
  }
}

TEST(AnchorVotes, AnAddressIsNoName) {
  for (const char* address :
       {"http://www.eff.org/", "HTTP://WWW.EFF.ORG", "www.eff.org", "eff.org", "<eff.org>",
        "www.eff.org/pub/", "eff.org/blue.html", "ftp.eff.org:21", "mailto:a@eff.org", "a@eff.org",
        "https://eff.org/?a=b#c", "bbc.co.uk", "(http://x.example/)"}) {
    EXPECT_TRUE(is_address(address)) << address;
    EXPECT_EQ(winner({{1, address}, {2, address}}), "") << address;
  }
  for (const char* name : {"U.S. Senate", "Ph.D.", "d3.js", "Vue.js", "Yahoo!", "a/b testing",
                           "version 1.0", "v2.1", "visit eff.org today", "...", "@home"}) {
    EXPECT_FALSE(is_address(name)) << name;
  }
}

TEST(AnchorVotes, SentencesAreNoNames) {
  std::string words;
  for (int i = 0; i < 20; ++i) words += "word" + std::to_string(i) + " ";
  EXPECT_FALSE(winner({{1, words}}).empty());
  EXPECT_EQ(winner({{1, words + "more"}}), "");
  EXPECT_EQ(winner({{1, std::string(400, 'x')}}), "");
}

TEST(AnchorVotes, OneLineWhateverStandsInTheLink) {
  EXPECT_EQ(winner({{1, "\n  Honey\t\x01 bees \r\n"}}), "Honey bees");
  EXPECT_EQ(winner({{1, "[Blue Ribbon]"}}), "Blue Ribbon");
  EXPECT_EQ(winner({{1, "Bees [1]"}}), "Bees [1]");
}

// A naive version from the rules: counts in sets, no sorting of places.
std::string naive(const Votes& votes) {
  text::TermReader reader;
  std::map<std::vector<std::string>, std::set<uint32_t>> voters;
  std::map<std::vector<std::string>, std::map<std::string, std::set<uint32_t>>> spellings;
  for (const auto& [voter, anchor] : votes) {
    std::vector<std::string> terms;
    reader.read(anchor, [&](std::string_view term) { terms.emplace_back(term); });
    if (terms.empty() || terms.size() > text::kMaxAnchorTerms) continue;
    if (terms == std::vector<std::string>{"here"} || terms == std::vector<std::string>{"7"}) {
      continue;
    }
    voters[terms].insert(voter);
    spellings[terms][anchor].insert(voter);
  }
  const std::vector<std::string>* best = nullptr;
  const auto joined = [](const std::vector<std::string>& terms) {
    std::string text;
    for (const std::string& term : terms) text += (text.empty() ? "" : " ") + term;
    return text;
  };
  for (const auto& [terms, hosts] : voters) {
    if (best == nullptr) {
      best = &terms;
      continue;
    }
    const auto& most = voters[*best];
    const bool wins = hosts.size() != most.size()    ? hosts.size() > most.size()
                      : terms.size() != best->size() ? terms.size() > best->size()
                                                     : joined(terms) < joined(*best);
    if (wins) best = &terms;
  }
  if (best == nullptr || (voters[*best].size() < 2 && voters.size() > 1)) return "";
  std::string shown;
  size_t most = 0;
  for (const auto& [text, hosts] : spellings[*best]) {
    if (hosts.size() > most) {
      most = hosts.size();
      shown = text;
    }
  }
  return shown;
}

TEST(AnchorVotes, AsCountedNaively) {
  const std::vector<std::string> anchors = {"bees", "Bees", "BEES!",  "honey bees", "Honey Bees",
                                            "here", "Here", "7",      "мёд",        "Мёд",
                                            "МЁД",  "蜂蜜", "蜂",     "نحل",        "मधु",
                                            "น้ำผึ้ง", "🐝",    "🐝 bees", "a b c",      "A-B-C"};
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    Votes votes;
    const size_t count = random() % 9;
    const size_t kinds = 1 + random() % anchors.size();
    const size_t first = random() % anchors.size();
    for (size_t i = 0; i < count; ++i) {
      votes.emplace_back(random() % 5, anchors[(first + random() % kinds) % anchors.size()]);
    }
    std::string text;
    for (const auto& [voter, anchor] : votes) text += std::to_string(voter) + anchor + "; ";
    EXPECT_EQ(winner(votes), naive(votes)) << text;
  }
}

}  // namespace
}  // namespace cocite::words
