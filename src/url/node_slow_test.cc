// resolve() against the URL class of Node, on real, made-up and mutilated links.
//
// Differences that are meant, each asked about by name in meant_difference(). Seen with Node 20:
//   1. Other schemes. We tell them apart by name and read no further; Node may also find them
//      malformed ("ftp://"). Neither is a page.
//   2. "^" in a path. The standard has escaped it since 2024; Node 20 does not.
//   3. Bidi rule. The standard wants UTS 46 with CheckBidi; Node lets labels pass that begin with a
//      Latin letter and hold a Hebrew or Arabic one (RFC 5893, rule 5). ICU refuses them.
//   4. Punycode of plain ASCII ("xn--abc-"). Refused by ICU and by UTS 46 since revision 33.
//   5. A base that ends in an empty query ("/x?"), and a link that is empty or only a fragment: by
//      the standard the link takes over the query of the base, which is empty but there.
//   6. User info. We drop it; the script takes it off Node's answers.
//   7. "/a/.b/./c": behind a segment that starts with a dot, Node leaves "/./" and "/../" in place.
// Unicode versions differ too: Node brings its own tables for hosts, we use the system's ICU. The
// hosts here only use characters that every version since Unicode 6 reads alike. Anything else is a
// bug.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "url/key.h"
#include "url/url.h"

namespace cocite::url {
namespace {

using Random = std::mt19937_64;
struct Case {
  std::string base;
  std::string href;
};

std::string run(const std::string& command) {
  std::string output;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  std::array<char, 1 << 16> buffer{};
  while (const size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    output.append(buffer.data(), n);
  }
  pclose(pipe);
  return output;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string to_hex(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes) {
    hex += "0123456789abcdef"[static_cast<uint8_t>(c) >> 4];
    hex += "0123456789abcdef"[static_cast<uint8_t>(c) & 15];
  }
  return hex;
}

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

// Whole characters, so that any mixture of them is UTF-8.
const std::vector<std::string>& characters() {
  static const std::vector<std::string> kCharacters = [] {
    std::vector<std::string> all;
    for (int c = 0; c < 0x80; ++c) all.emplace_back(1, static_cast<char>(c));
    // Twice: what is syntax in addresses.
    for (const char c : std::string_view("//\\\\::??##@@..%%[]2eExX01 \t\n"))
      all.emplace_back(1, c);
    for (const char* c :
         {"\xC3\xBC",     "\xC3\x9C",     "\xC3\x9F",         "\xE3\x80\x82", "\xEF\xBC\x8E",
          "\xC2\xAD",     "\xE2\x80\x8D", "\xE2\x80\x8C",     "\xE6\x97\xA5", "\xD7\x90",
          "\xD8\xA7",     "\xCC\x88",     "\xEF\xBC\x8F",     "\xEF\xBC\x85", "\xC2\xA0",
          "\xEF\xBF\xBD", "\xEF\xBB\xBF", "\xF0\x9F\x98\x80", "\xE2\x84\xAA", "\xEF\xBC\x91",
          "\xC4\xB0",     "\xCF\x82"}) {
      all.emplace_back(c);
    }
    return all;
  }();
  return kCharacters;
}

std::string pick(const std::vector<std::string>& from, Random& random) {
  return from[random() % from.size()];
}

std::string made_up_url(Random& random) {
  static const std::vector<std::string> kSchemes = {
      "http://", "https://", "HTTP://", "http:", "https:/", "//", "http:\\\\", "https:///"};
  // clang-format off
  static const std::vector<std::string> kHosts = {
      "example.com", "www.Example.co.uk", "localhost", "192.168.1.1", "0x7f.1", "0300.1", "1.2.3",
      "256.1.1.1", "1.2.3.4.5", "09.1.1.1", "4294967296", "0x", "a.0x1G", "[::1]", "[1:2::7:8]",
      "[::ffff:1.2.3.4]", "[1::2::3]", "b\xC3\xBC" "cher.example", "xn--bcher-kva.example",
      "xn--a.com", "fa\xC3\x9F.de", "a_b.example.org", "example.com.", "a..b", "ex%61mple.com",
      "a%20b.com", "a%2Fb.com", "-a-.b--c.com", "user@example.com", "user:pass@example.com",
      "a:b:c@d@example.com", "@example.com", ":@x.y", "\xD7\x90.com", "\xD7\x90" "a.com",
      "a,b.com", "a)b.com", "a!b'c.com", "aa--bb.com", "xn--.com", "xn--zca.com", ""};
  // clang-format on
  static const std::vector<std::string> kPorts = {
      "", "", "", ":", ":80", ":443", ":8080", ":0", ":00080", ":65535", ":65536", ":8a", ": 80"};
  // clang-format off
  static const std::vector<std::string> kPaths = {
      "", "/", "/a/b/c.html", "/~me/index.html", "/a/../b/./c", "/%7Eme/%2e%2E/x", "//a//b//",
      "/a b\"<>`{}^|'", "\\a\\..\\b", "/\xC3\xA9/\xE6\x97\xA5", "/a%zz%4%", "/..", "/.", "/...",
      "/a/.%2e", "/a;p=1/b,c", "/C:/x", "/a:b@c", "/.%2E/%2e./x"};
  // clang-format on
  static const std::vector<std::string> kQueries = {
      "", "", "?", "?q=1&r=%c3%a9", "?a b\"<>'`{}|^", "?x/../y\\z", "??", "?\xC3\xA9"};
  static const std::vector<std::string> kFragments = {"",         "", "#", "#top", "#a b\"<>`{}'#?",
                                                      "#\xC3\xA9"};
  return pick(kSchemes, random) + pick(kHosts, random) + pick(kPorts, random) +
         pick(kPaths, random) + pick(kQueries, random) + pick(kFragments, random);
}

std::string made_up_link(Random& random) {
  // clang-format off
  static const std::vector<std::string> kLinks = {
      "", "#", "#x", "?", "?x", "a", "a/b", "./a", "../a", "../../../a", "..", ".", "/", "/a",
      "//", "///x.y", "//x.y/z", "\\", "\\\\x.y", "/\\x.y", "http:", "http:a", "https:a",
      "http:/a", "http:?x", "http:#x", "https:#x", "a:b", "1:2", "javascript:void(0)",
      "JAVASCRIPT:x", "mailto:a@b", "tel:+1", "data:,x", "ftp://x.y/", "ftp:", "file:///a",
      "about:blank", " a ", "a\nb", "java\tscript:x", "%2e%2e/a", "a?b#c", "a#b?c", "a b",
      "\xC3\xA9", "?\xC3\xA9", ":a", "a:", "blob:x", "ws://x.y", "x-y+z.1:a", "[::1]", "@x",
      "http://", "https://", "h\nttp://x"};
  // clang-format on
  return random() % 2 == 0 ? pick(kLinks, random) : made_up_url(random);
}

// Some characters lost, doubled, swapped for others or put in.
std::string mutilated(const std::string& text, Random& random) {
  std::vector<std::string> units;
  for (const char c : text) {
    if ((static_cast<uint8_t>(c) & 0xC0) == 0x80 && !units.empty()) {
      units.back() += c;
    } else {
      units.emplace_back(1, c);
    }
  }
  for (size_t edits = 1 + random() % 3; edits > 0; --edits) {
    const size_t at = random() % (units.size() + 1);
    const auto place = units.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random() % 3) {
      case 0:
        units.insert(place, pick(characters(), random));
        break;
      case 1:
        if (at < units.size()) units.erase(place);
        break;
      default:
        if (at < units.size()) *place = pick(characters(), random);
    }
  }
  std::string out;
  for (const std::string& unit : units) out += unit;
  return out;
}

bool is_plain_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > 0x20 && c < 0x7F; });
}

// What we say, in the words of the script below.
std::string our_answer(const Case& link) {
  const std::optional<Url> base = Url::parse(link.base);
  if (!base) return "base";
  std::string absolute;
  switch (resolve(*base, link.href, absolute)) {
    case LinkKind::kPage:
      return absolute;
    case LinkKind::kBroken:
      return "broken";
    default:
      return "other";
  }
}

constexpr std::string_view kScript = R"js(
const out = [];
for (const line of require('fs').readFileSync(process.argv[2], 'latin1').split('\n')) {
  if (line === '') continue;
  const [base, href] = line.split(' ').map((x) => Buffer.from(x, 'hex').toString('utf8'));
  let answer;
  try {
    const from = new URL(base);
    if (!/^https?:$/.test(from.protocol)) throw new Error();
    try {
      const url = new URL(href, from);
      url.username = url.password = '';
      answer = /^https?:$/.test(url.protocol) ? url.href : 'other';
    } catch { answer = 'broken'; }
  } catch { answer = 'base'; }
  out.push(Buffer.from(answer, 'utf8').toString('hex'));
}
process.stdout.write(out.join('\n') + '\n');
)js";

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Why two answers may differ; "" where they may not.
std::string meant_difference(const Case& link, const std::string& ours, const std::string& nodes) {
  if (ours == "other" && nodes == "broken") return "other scheme, malformed";
  if (ours == "broken" || ours == "base") {
    const std::string& text = ours == "base" ? link.base : link.href;
    if (holds(text, "\xD7\x90") || holds(text, "\xD8\xA7")) return "bidi rule";
    const size_t ace = nodes.find("xn--");
    const size_t end = std::min(nodes.find_first_of("./:", ace), nodes.size());
    if (ace != std::string::npos && nodes[end - 1] == '-') return "punycode of ASCII";
    return "";
  }
  const size_t path_end = std::min(nodes.find_first_of("?#"), nodes.size());
  std::string escaped;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const bool caret = i < path_end && nodes[i] == '^';
    escaped += caret ? std::string("%5E") : std::string(1, nodes[i]);
  }
  if (escaped == ours) return "^ in a path";
  std::string with_query = escaped;
  with_query.insert(std::min(escaped.find('#'), escaped.size()), "?");
  const std::string base = link.base.substr(0, link.base.find('#'));
  if (with_query == ours && holds(base, "?")) return "empty query of the base";
  const std::optional<Url> again = Url::parse(nodes);
  if (again && again->href() == ours && holds(nodes, "/.")) return "dot segments left";
  return "";
}

class NodeSlow : public testing::Test {
 protected:
  void SetUp() override {
    if (run("command -v node 2>/dev/null").empty()) GTEST_SKIP() << "node is not on PATH";
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("cocite_node_test_" + std::to_string(std::random_device()()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }

  void compare(const std::vector<Case>& cases) {
    std::ofstream(folder_ / "compare.js") << kScript;
    {
      std::ofstream input(folder_ / "cases");
      for (const Case& link : cases) input << to_hex(link.base) << ' ' << to_hex(link.href) << '\n';
    }
    const std::vector<std::string> answers = lines_of(
        run("node " + (folder_ / "compare.js").string() + " " + (folder_ / "cases").string()));
    ASSERT_EQ(answers.size(), cases.size());
    std::map<std::string, int> counts;
    int shown = 0;
    for (size_t i = 0; i < cases.size(); ++i) {
      const std::string ours = our_answer(cases[i]);
      const std::string nodes = from_hex(answers[i]);
      if (ours == nodes) {
        ++counts[ours.starts_with("http") ? "page" : ours];
        continue;
      }
      const std::string reason = meant_difference(cases[i], ours, nodes);
      ++counts[reason.empty() ? "WRONG" : reason];
      if (reason.empty() && ++shown <= 20) {
        ADD_FAILURE() << "base " << testing::PrintToString(cases[i].base) << "\nlink "
                      << testing::PrintToString(cases[i].href) << "\nours " << ours << "\nnode "
                      << nodes;
      }
    }
    for (const auto& [what, count] : counts) {
      RecordProperty(what, count);
      std::printf("  %-32s %d\n", what.c_str(), count);
    }
    EXPECT_EQ(counts["WRONG"], 0);
    EXPECT_GT(counts["page"], static_cast<int>(cases.size() / 10));
  }

  std::filesystem::path folder_;
};

TEST_F(NodeSlow, AgreesOnMadeUpLinks) {
  Random random(7);
  std::vector<Case> cases;
  for (int i = 0; i < 150000; ++i) {
    Case link{i % 4 == 0 ? made_up_url(random) : "https://example.com:81/a/b/c?d#e",
              made_up_link(random)};
    if (i % 3 != 0) link.href = mutilated(link.href, random);
    if (i % 16 == 0) link.base = mutilated(link.base, random);
    cases.push_back(std::move(link));
  }
  compare(cases);
}

TEST_F(NodeSlow, AgreesOnRealLinksWholeAndMutilated) {
  const char* data = std::getenv("COCITE_DATA");
  if (data == nullptr) GTEST_SKIP() << "COCITE_DATA names no folder";
  const std::string file = std::string(data) + "/webkb/links.tsv.gz";
  const std::vector<std::string> lines = lines_of(run("gzip -dc '" + file + "' 2>/dev/null"));
  if (lines.empty()) GTEST_SKIP() << file << " cannot be read";
  Random random(8);
  std::vector<Case> cases;
  std::string key_of_link;
  std::string key_of_answer;
  for (const std::string& line : lines) {
    const size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    const Case link{line.substr(0, tab), line.substr(tab + 1)};
    cases.push_back(link);
    cases.push_back({link.base, mutilated(link.href, random)});
    // Resolving a clean address does not change which page it is.
    const std::string answer = our_answer(link);
    if (is_plain_ascii(link.href) && answer.starts_with("http") &&
        link.href.find_first_of("\"<>^`{}'") == std::string::npos &&
        make_key(link.href, {}, key_of_link) == Skip::kNone) {
      ASSERT_EQ(make_key(answer, {}, key_of_answer), Skip::kNone) << answer;
      ASSERT_EQ(key_of_answer, key_of_link) << answer;
    }
  }
  compare(cases);
}

}  // namespace
}  // namespace cocite::url
