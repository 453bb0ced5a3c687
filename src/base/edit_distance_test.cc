#include "base/edit_distance.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <cocite/nearest_word.h>

namespace cocite {
namespace {

// The definition, without remembering anything.
size_t naive(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return std::max(a.size(), b.size());
  const size_t changed = naive(a.substr(1), b.substr(1)) + (a[0] == b[0] ? 0 : 1);
  return std::min({changed, naive(a.substr(1), b) + 1, naive(a, b.substr(1)) + 1});
}

TEST(EditDistance, IsThatOfItsDefinition) {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string a(random() % 6, ' ');
    std::string b(random() % 6, ' ');
    for (char& c : a) c = static_cast<char>('a' + random() % 3);
    for (char& c : b) c = static_cast<char>('a' + random() % 3);
    EXPECT_EQ(edit_distance(a, b), naive(a, b)) << a << ' ' << b;
  }
}

TEST(EditDistance, LooksOnlyAtWhatDiffersAndOfThatAtNoMoreThanAHundred) {
  const std::string same(5000, 'x');
  EXPECT_EQ(edit_distance(same + "a" + same, same + "bc" + same), 2U);
  EXPECT_EQ(edit_distance("a" + same + "b", "c" + same + "d"), 5002U);
}

TEST(NearestWord, NamesTheCommandThatWasMeant) {
  const std::vector<std::string> words = {"import", "add", "export", "info", "page", "links"};
  EXPECT_EQ(nearest_word("imprt", words), "import");
  EXPECT_EQ(nearest_word("link", words), "links");
  EXPECT_EQ(nearest_word("inof", words), "info");
  EXPECT_EQ(nearest_word("frobnicate", words), "");
  EXPECT_EQ(nearest_word("", words), "");
}

}  // namespace
}  // namespace cocite
