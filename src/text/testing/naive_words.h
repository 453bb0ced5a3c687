// The rules of terms, lists and scores as one would write them down, without a thought for speed:
// what the tests of this folder compare with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

namespace cocite::text::testing {

inline std::vector<std::string> naive_terms(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString folded = icu::Normalizer2::getNFKCCasefoldInstance(status)->normalize(
      icu::UnicodeString::fromUTF8(
          icu::StringPiece(text.data(), static_cast<int32_t>(text.size()))),
      status);
  std::vector<UChar32> characters;
  for (int32_t i = 0; i < folded.length(); i = folded.moveIndex32(i, 1)) {
    characters.push_back(folded.char32At(i));
  }
  characters.push_back(' ');
  const auto is_term = [](UChar32 c) {
    switch (u_charType(c)) {
      case U_UPPERCASE_LETTER:
      case U_LOWERCASE_LETTER:
      case U_TITLECASE_LETTER:
      case U_MODIFIER_LETTER:
      case U_OTHER_LETTER:
      case U_NON_SPACING_MARK:
      case U_ENCLOSING_MARK:
      case U_COMBINING_SPACING_MARK:
      case U_DECIMAL_DIGIT_NUMBER:
      case U_LETTER_NUMBER:
      case U_OTHER_NUMBER:
        return true;
      default:
        return false;
    }
  };
  const auto in_pairs = [&](UChar32 c) {
    static const std::set<std::string> kScripts = {"Han", "Hiragana", "Katakana", "Thai",
                                                   "Lao", "Khmer",    "Myanmar"};
    return is_term(c) &&
           kScripts.contains(u_getPropertyValueName(
               UCHAR_SCRIPT, u_getIntPropertyValue(c, UCHAR_SCRIPT), U_LONG_PROPERTY_NAME));
  };
  const auto utf8 = [](const std::vector<UChar32>& run) {
    std::string bytes;
    icu::UnicodeString::fromUTF32(run.data(), static_cast<int32_t>(run.size())).toUTF8String(bytes);
    return bytes;
  };
  std::vector<std::string> terms;
  const auto add = [&](const std::vector<UChar32>& run) {
    const std::string term = utf8(run);
    if (term.size() <= 64) terms.push_back(term);
  };
  std::vector<UChar32> run;
  for (size_t i = 0; i < characters.size(); ++i) {
    const UChar32 c = characters[i];
    const bool ends = !run.empty() && (!is_term(c) || in_pairs(c) != in_pairs(run.back()));
    if (ends) {
      if (!in_pairs(run.back()) || run.size() == 1) {
        add(run);
      } else {
        for (size_t k = 0; k + 1 < run.size(); ++k) add({run[k], run[k + 1]});
      }
      run.clear();
    }
    if (is_term(c)) run.push_back(c);
  }
  return terms;
}

struct NaivePage {
  std::string title;
  std::string text;
  std::vector<std::pair<uint64_t, std::string>> anchors;  // host, text

  // Side by side in the title, and in any field or link.
  [[nodiscard]] bool title_has(const std::vector<std::string>& phrase) const {
    return has_run(naive_terms(title), phrase);
  }
  [[nodiscard]] bool has(const std::vector<std::string>& phrase) const {
    if (title_has(phrase) || has_run(naive_terms(text), phrase)) return true;
    return std::any_of(anchors.begin(), anchors.end(), [&](const auto& anchor) {
      const auto terms = naive_terms(anchor.second);
      return terms.size() <= 20 && has_run(terms, phrase);
    });
  }
  [[nodiscard]] static bool has_run(const std::vector<std::string>& field,
                                    const std::vector<std::string>& phrase) {
    return std::search(field.begin(), field.end(), phrase.begin(), phrase.end()) != field.end();
  }
};

// Every count of every page, and the formulas.
class NaiveWords {
 public:
  using Counts = std::map<std::string, double>;
  struct Page {
    Counts title, text, anchors, content;
    double title_length = 0, text_length = 0, anchors_length = 0;
    [[nodiscard]] bool is_document() const {
      return title_length + text_length + anchors_length > 0;
    }
    [[nodiscard]] bool has(const std::string& term) const {
      return title.contains(term) || text.contains(term) || anchors.contains(term);
    }
  };

  explicit NaiveWords(const std::vector<NaivePage>& pages) {
    for (const NaivePage& from : pages) {
      Page page;
      for (const std::string& term : naive_terms(from.title)) {
        ++page.title[term], ++page.content[term], ++page.title_length;
      }
      for (const std::string& term : naive_terms(from.text)) {
        ++page.text[term], ++page.content[term], ++page.text_length;
      }
      std::set<std::pair<uint64_t, std::vector<std::string>>> anchors;
      for (const auto& [host, text] : from.anchors) anchors.emplace(host, naive_terms(text));
      for (const auto& [host, terms] : anchors) {
        if (terms.size() > 20) continue;
        for (const std::string& term : terms) ++page.anchors[term], ++page.anchors_length;
      }
      pages_.push_back(page);
      if (!page.is_document()) continue;
      ++documents_;
      if (!page.content.empty()) ++content_pages_;
      for (const auto& [term, n] : page.content) ++content_df_[term];
      std::set<std::string> all;
      for (const Counts* field : {&page.title, &page.text, &page.anchors}) {
        for (const auto& [term, n] : *field) all.insert(term);
      }
      for (const std::string& term : all) ++df_[term];
      const auto lengthen = [](double& sum, double& count, double length) {
        sum += length;
        count += length > 0 ? 1 : 0;
      };
      lengthen(title_sum_, title_pages_, page.title_length);
      lengthen(text_sum_, text_pages_, page.text_length);
      lengthen(anchors_sum_, anchors_pages_, page.anchors_length);
    }
  }

  [[nodiscard]] const std::vector<Page>& pages() const { return pages_; }
  [[nodiscard]] const std::map<std::string, double>& df() const { return df_; }
  [[nodiscard]] const std::map<std::string, double>& content_df() const { return content_df_; }
  [[nodiscard]] double documents() const { return documents_; }
  [[nodiscard]] double content_pages() const { return content_pages_; }

  [[nodiscard]] double bm25(const std::vector<std::string>& query, size_t number) const {
    const Page& page = pages_[number];
    double score = 0;
    std::set<std::string> done;
    for (const std::string& term : query) {
      if (!done.insert(term).second || !page.has(term)) continue;
      const auto part = [&](const Counts& field, double w, double b, double length, double sum,
                            double count) {
        const auto found = field.find(term);
        return found == field.end() ? 0.0
                                    : w * found->second / (1 - b + b * length / (sum / count));
      };
      const double x =
          part(page.title, 3, 0.4, page.title_length, title_sum_, title_pages_) +
          part(page.text, 1, 0.75, page.text_length, text_sum_, text_pages_) +
          part(page.anchors, 2, 0.75, page.anchors_length, anchors_sum_, anchors_pages_);
      const double df = df_.at(term);
      score += std::log(1 + (documents_ - df + 0.5) / (df + 0.5)) * x / (1.2 + x);
    }
    return score;
  }

  // tf idf of counts.
  [[nodiscard]] std::map<std::string, double> vector(const Counts& counts, bool log) const {
    std::map<std::string, double> result;
    for (const auto& [term, count] : counts) {
      const auto df = content_df_.find(term);
      if (df == content_df_.end()) continue;
      result[term] = (log ? 1 + std::log(count) : count) * std::log(content_pages_ / df->second);
    }
    return result;
  }
  [[nodiscard]] double cosine(const Counts& a, const Counts& b, bool log) const {
    double dot = 0, left = 0, right = 0;
    const auto& va = kept_vector(a, log);
    const auto& vb = kept_vector(b, log);
    for (const auto& [term, x] : va) {
      left += x * x;
      if (vb.contains(term)) dot += x * vb.at(term);
    }
    for (const auto& [term, x] : vb) right += x * x;
    return left == 0 || right == 0 ? 0 : dot / std::sqrt(left) / std::sqrt(right);
  }

 private:
  [[nodiscard]] const std::map<std::string, double>& kept_vector(const Counts& counts,
                                                                 bool log) const {
    auto& kept = kept_[{counts, log}];
    if (kept.empty()) kept = vector(counts, log);
    return kept;
  }

  std::vector<Page> pages_;
  double documents_ = 0, content_pages_ = 0;
  std::map<std::string, double> df_, content_df_;
  mutable std::map<std::pair<Counts, bool>, std::map<std::string, double>> kept_;
  double title_sum_ = 0, title_pages_ = 0, text_sum_ = 0, text_pages_ = 0, anchors_sum_ = 0,
         anchors_pages_ = 0;
};

// Pages of made-up words of many scripts: some frequent, most rare; titles, texts and anchors come
// and are missing.
std::vector<NaivePage> random_pages(uint64_t seed, size_t count, size_t vocabulary);

}  // namespace cocite::text::testing
