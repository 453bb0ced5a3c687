#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <cocite/result.h>

namespace cocite {
namespace {

TEST(ErrorText, NamesWhatItIsAboutAsTheEdgeSpellsIt) {
  const Error error{.message = "'x' is not a whole number", .about = "per_host"};
  EXPECT_EQ(error_text(error), "per_host: 'x' is not a whole number");
  const SpellOption loud = [](std::string_view name, std::string_view value) {
    return "<" + std::string(name) + ">" + std::string(value);
  };
  EXPECT_EQ(error_text(error, loud), "<per_host>: 'x' is not a whole number");
  const SpellOption silent = [](std::string_view, std::string_view) { return std::string(); };
  EXPECT_EQ(error_text(error, silent), "'x' is not a whole number");
}

TEST(ErrorText, SuggestsOneOrSeveral) {
  Error error{.code = ErrorCode::kNotFound, .message = "a is not here", .nearest = {"b"}};
  EXPECT_EQ(error_text(error), "a is not here; did you mean b?");
  error.nearest.push_back("c");
  error.nearest.push_back("d");
  EXPECT_EQ(error_text(error), "a is not here; nearest: b, c, d");
}

TEST(ErrorText, SaysWhatToTry) {
  Error error{.code = ErrorCode::kNoEvidence, .message = "no evidence"};
  error.remedies.push_back({.options = {{"by", "coupling"}}});
  EXPECT_EQ(error_text(error), "no evidence; try by=coupling");
  error.remedies.push_back({.options = {{"hosts", "off"}}});
  error.remedies.push_back({.options = {{"by", "hubrank"}, {"save", ""}},
                            .command = "rank",
                            .arguments = {"web.cocite"}});
  EXPECT_EQ(error_text(error),
            "no evidence; try by=coupling, hosts=off or 'cocite rank web.cocite by=hubrank save'");
}

TEST(ErrorCode, EachHasANameOfItsOwn) {
  std::vector<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(ErrorCode::kNoEvidence); ++i) {
    const std::string_view name = code_name(static_cast<ErrorCode>(i));
    EXPECT_NE(name, "unknown");
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 0) << name;
    names.push_back(name);
  }
}

}  // namespace
}  // namespace cocite
