// The same links as gumbo's on two whole collections: Debian's cppreference-doc-en-html and the
// 8,230 pages of the WebKB crawl of 1996 ($COCITE_DATA/webkb/webkb.warc.gz). Skipped where they are
// absent.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <system_error>

#include <gtest/gtest.h>
#include <zlib.h>

#include "html/charset.h"
#include "html/testing/differences.h"

namespace cocite::html::testing {
namespace {

struct Tally {
  std::map<Difference, size_t> pages;
  size_t links = 0;
  size_t titles = 0;

  void add(PageParser& parser, const std::string& name, std::string_view page) {
    const Difference difference = compare(parser, page);
    ++pages[difference];
    EXPECT_NE(difference, Difference::kUnexplained) << name;
    const PageContent& content = parser.parse(page, {.max_title_bytes = 1 << 20});
    links += content.links.size();
    WordSink title(1 << 20);
    title.append(oracle_page(page).title, TextKind::kRaw);
    // Ours goes on to a second title when the first says nothing, and keeps control characters.
    if (title.words() != 0 && without_controls(content.title) == without_controls(title.text())) {
      ++titles;
    } else if (title.words() != 0) {
      ADD_FAILURE() << name << ": title " << content.title << " not " << title.text();
    }
  }
};

TEST(GumboSlow, AgreesOnAllOfCppreference) {
  const char* named = std::getenv("COCITE_HTML_TREE");
  const std::string root = named != nullptr ? named : "/usr/share/cppreference/doc/html";
  std::error_code error;
  PageParser parser;
  Tally tally;
  for (std::filesystem::recursive_directory_iterator it(root, error), end; !error && it != end;
       it.increment(error)) {
    if (it->path().extension() != ".html") continue;
    std::ifstream file(it->path(), std::ios::binary);
    const std::string page(std::istreambuf_iterator<char>(file), {});
    tally.add(parser, it->path().string(), page);
  }
  if (tally.pages.empty()) GTEST_SKIP() << "no .html files in " << root;
  EXPECT_EQ(tally.pages.size(), 1U) << "some page differs";
  RecordProperty("links", static_cast<int>(tally.links));
}

// The bytes of a gzip file of any number of members.
std::string gunzip(const std::string& path) {
  std::string bytes;
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) return bytes;
  std::string block(1 << 16, '\0');
  for (int got = 0; (got = gzread(file, block.data(), static_cast<unsigned>(block.size()))) > 0;) {
    bytes.append(block, 0, static_cast<size_t>(got));
  }
  gzclose(file);
  return bytes;
}

// Just enough of WARC for this one well-formed file; the reader for all of them is read/'s.
template <class Use>
void for_each_response(std::string_view warc, Use use) {
  constexpr std::string_view kLength = "Content-Length: ";
  constexpr std::string_view kTarget = "WARC-Target-URI: ";
  constexpr std::string_view kBlank = "\r\n\r\n";
  for (size_t at = 0; (at = warc.find("WARC/1.0\r\n", at)) != std::string_view::npos;) {
    const size_t head_end = warc.find(kBlank, at);
    if (head_end == std::string_view::npos) return;
    const std::string head(warc.substr(at, head_end - at));
    const size_t length_at = head.find(kLength);
    if (length_at == std::string::npos) return;
    const size_t length = std::strtoul(head.c_str() + length_at + kLength.size(), nullptr, 10);
    const std::string_view block = warc.substr(head_end + kBlank.size(), length);
    const size_t target = head.find(kTarget);
    if (head.find("WARC-Type: response") != std::string::npos && target != std::string::npos) {
      const size_t crlf = block.find(kBlank);
      const size_t lf = block.find("\n\n");
      const size_t body = std::min(crlf == std::string_view::npos ? crlf : crlf + kBlank.size(),
                                   lf == std::string_view::npos ? lf : lf + 2);
      const size_t name = target + kTarget.size();
      use(head.substr(name, head.find('\r', name) - name),
          block.substr(std::min(body, block.size())));
    }
    at = head_end + kBlank.size() + length;
  }
}

TEST(GumboSlow, AgreesOnAllOfWebkb) {
  const char* data = std::getenv("COCITE_DATA");
  if (data == nullptr) GTEST_SKIP() << "COCITE_DATA does not name the folder of shared data";
  const std::string warc = gunzip(std::string(data) + "/webkb/webkb.warc.gz");
  if (warc.empty()) GTEST_SKIP() << "no webkb/webkb.warc.gz in COCITE_DATA";
  CharsetDecoder decoder;
  PageParser parser;
  Tally tally;
  for_each_response(warc, [&](const std::string& name, std::string_view body) {
    tally.add(parser, name, decoder.to_utf8(body).text);
  });
  // Framesets of 1996 in 17 pages, control characters in 2.
  EXPECT_GT(tally.pages[Difference::kNone], 8200U);
  EXPECT_LE(tally.pages[Difference::kFrameset] + tally.pages[Difference::kLoneFrame], 17U);
  EXPECT_LE(tally.pages[Difference::kControlCharacter], 2U);
  EXPECT_EQ(tally.pages[Difference::kSelect] + tally.pages[Difference::kHugeReference], 0U);
  RecordProperty("links", static_cast<int>(tally.links));
}

}  // namespace
}  // namespace cocite::html::testing
