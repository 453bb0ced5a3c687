#include "answer/stoplists.h"

#include <charconv>
#include <optional>
#include <vector>

#include "answer/resolve.h"
#include "read/line_reader.h"

namespace cocite::answer {
namespace {

Result<related::Stoplist> read_file(const store::Store& store, const std::string& path) {
  auto lines = read::LineReader::open(path);
  if (!lines) {
    return fail({.code = ErrorCode::kNotFound,
                 .message = path +
                            ": cannot be read; a stoplist is shipped, auto:K, none or a file "
                            "of addresses",
                 .about = "stoplist"});
  }
  std::vector<PageId> pages;
  for (std::string_view line; lines->next(line);) {
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    COCITE_TRY(const std::optional<PageId> page, find_page(store, line));
    if (page) pages.push_back(*page);  // a list is made for many graphs; not all pages are in each
  }
  COCITE_CHECK(lines->status());
  return related::Stoplist(pages);
}

Result<related::Stoplist> make(const related::Web& web, bool hosts_on, const std::string& text) {
  if (text == "none") return related::Stoplist();
  if (text == "shipped") return related::Stoplist::shipped(web);
  if (!text.starts_with("auto:")) return read_file(web.store(), text);
  uint64_t count = 0;
  const char* const begin = text.data() + 5;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, count);
  if (begin == end || error != std::errc() || stop != end) {
    return fail({.message = "'" + text + "' is not auto: and a number, such as auto:21",
                 .about = "stoplist"});
  }
  return related::Stoplist::most_frequent(web, hosts_on, count);
}

}  // namespace

Result<std::shared_ptr<const related::Stoplist>> Stoplists::get(const related::Web& web,
                                                                bool hosts_on, std::string text,
                                                                const Patience& patience) const {
  if (text.empty()) text = hosts_on ? "shipped" : "none";
  const bool depends = text.starts_with("auto:");
  return known_.get(
      depends && hosts_on ? text + ", hosts on" : text,
      [&web, hosts_on, text] { return make(web, hosts_on, text); }, patience);
}

}  // namespace cocite::answer
