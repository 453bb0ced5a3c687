// The examples of docs/formats/page_key.md are what the code does.
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "url/key.h"

namespace cocite::url {
namespace {

// What stands in the next pair of backquotes from `at` on; moves `at` behind it.
std::string quoted(std::string_view line, size_t& at) {
  const size_t begin = line.find('`', at);
  if (begin == std::string_view::npos) return "";
  const size_t end = line.find('`', begin + 1);
  at = end + 1;
  return std::string(line.substr(begin + 1, end - begin - 1));
}

TEST(KeyDocs, EveryExampleIsTrue) {
  const std::filesystem::path page =
      std::filesystem::path(COCITE_SOURCE_DIR) / "docs/formats/page_key.md";
  std::ifstream file(page);
  ASSERT_TRUE(file) << page;
  size_t examples = 0;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| `")) continue;
    ++examples;
    size_t at = 0;
    const std::string url = quoted(line, at);
    std::string key;
    const Skip skip = make_key(url, {}, key);
    std::string said = quoted(line, at);
    if (said.empty()) said = line.substr(at + 3, line.size() - at - 5);
    EXPECT_EQ(skip == Skip::kNone ? key : skip_reason(skip), said) << url;
  }
  EXPECT_GT(examples, 50U);
}

}  // namespace
}  // namespace cocite::url
