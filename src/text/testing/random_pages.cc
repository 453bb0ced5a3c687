#include <cmath>
#include <random>

#include "text/testing/naive_words.h"

namespace cocite::text::testing {

std::vector<NaivePage> random_pages(uint64_t seed, size_t count, size_t vocabulary) {
  static const std::vector<std::string> kRoots = {"word",
                                                  "Größe",
                                                  "naïve",
                                                  "Москва",
                                                  "слово",
                                                  "كتاب",
                                                  "مَدرسة",
                                                  "हिन्दी",
                                                  "किताब",
                                                  "北京大学",
                                                  "日本語",
                                                  "ひらがな",
                                                  "カタカナ",
                                                  "ไทย",
                                                  "ลาว",
                                                  "ខ្មែរ",
                                                  "မြန်မာ",
                                                  "Ångström",
                                                  "ﬁne",
                                                  "Ⅷ",
                                                  "½x",
                                                  "한국어",
                                                  "İstanbul",
                                                  "ΑΣ",
                                                  "e\xCC\x81"
                                                  "tude",
                                                  "co\xC2\xAD"
                                                  "op",
                                                  "😀",
                                                  "x=\xCC\xB8y"};
  static const std::vector<std::string> kSpaces = {" ",        " ",  " ",   ", ",  "-",
                                                   "\xC2\xA0", "。", " 😀 ", "...", "\t"};
  std::mt19937_64 random(seed);
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  const auto word = [&] {
    // About as often as Zipf says.
    const double u = std::uniform_real_distribution<double>(0, 1)(random);
    const auto n = static_cast<size_t>(std::pow(static_cast<double>(vocabulary), u)) - 1;
    std::string text = kRoots[n % kRoots.size()];
    if (n >= kRoots.size()) text += std::to_string(n / kRoots.size());
    return text;
  };
  const auto words = [&](size_t n) {
    std::string text;
    for (size_t i = 0; i < n; ++i) text += word() + kSpaces[below(kSpaces.size())];
    return text;
  };
  std::vector<NaivePage> pages(count);
  for (NaivePage& page : pages) {
    const size_t kind = below(10);
    if (kind == 0) continue;
    if (kind != 1) page.title = words(below(6));
    if (kind > 3) page.text = words(below(60));
    if (kind < 8) {
      for (size_t i = below(4); i-- > 0;) {
        page.anchors.emplace_back(below(3), words(below(30) == 0 ? 25 : below(4)));
        if (below(3) == 0) page.anchors.push_back(page.anchors.back());
      }
    }
    if (below(8) == 0) page.text += page.text;
  }
  // Fields that are too long for the short form of their lengths (text/lengths.h), one each.
  if (count > 20) {
    pages[7].title = words(300);
    pages[11].text = words(17000);
    for (uint64_t host = 0; host < 60; ++host) pages[13].anchors.emplace_back(host, words(25));
  }
  return pages;
}

}  // namespace cocite::text::testing
