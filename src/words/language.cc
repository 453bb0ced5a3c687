#include "words/language.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include <cld2/public/compact_lang_det.h>

#include "base/ascii.h"

namespace cocite::words {
namespace {

// Pages that are looked at, evenly spread: enough to tell which language most are in.
constexpr uint64_t kSample = 2000;
constexpr size_t kReadBytes = 2000;  // of each

using Counts = std::map<std::string, uint64_t>;

// The first of those that come most often.
std::string most_frequent(const Counts& counts) {
  const auto found = std::ranges::max_element(
      counts, [](const auto& a, const auto& b) { return a.second < b.second; });
  return found == counts.end() ? std::string() : found->first;
}

// "en" of "EN-us".
std::string plain_code(std::string_view declared) {
  std::string code(declared.substr(0, declared.find_first_of("-_,; ")));
  for (char& c : code) c = to_lower(c);
  return code;
}

}  // namespace

Result<std::string> language_of(const store::Store& store) {
  const store::PageTextColumns& columns = store.text_columns();
  if (store.pages() == 0) return std::string();
  Counts declared;
  Counts seen;
  uint64_t with_words = 0;
  uint64_t with_language = 0;
  // Most pages of a crawl were never fetched: the fetched ones are counted.
  const bool any_page = store.facts().given_texts || store.facts().crawled == 0;
  const uint64_t candidates = any_page ? store.pages() : store.facts().crawled;
  const uint64_t step = std::max<uint64_t>(1, candidates / kSample);
  for (uint64_t page = 0, place = 0; page < store.pages(); ++page) {
    COCITE_TRY(const bool is_crawled, store.is_crawled(page_id(page)));
    if ((!any_page && !is_crawled) || place++ % step != 0) continue;
    COCITE_TRY(std::string text, columns.text(page_id(page)));
    COCITE_TRY(const std::string title, store.title(page_id(page)));
    COCITE_TRY(const std::string language, columns.language(page_id(page)));
    if (text.empty() && title.empty()) continue;
    ++with_words;
    if (const std::string code = plain_code(language); !code.empty()) {
      ++with_language;
      ++declared[code];
    }
    text = title + ". " + text.substr(0, kReadBytes);
    bool is_reliable = false;
    const CLD2::Language found =
        CLD2::DetectLanguage(text.data(), static_cast<int>(text.size()), true, &is_reliable);
    if (is_reliable && found != CLD2::UNKNOWN_LANGUAGE) ++seen[CLD2::LanguageCode(found)];
  }
  return most_frequent(with_language * 2 >= with_words ? declared : seen);
}

}  // namespace cocite::words
