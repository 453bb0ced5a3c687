#include "cli/spelling.h"

#include <gtest/gtest.h>

namespace cocite::cli {
namespace {

TEST(Spelling, WritesOptionsAsUsersTypeThem) {
  EXPECT_EQ(spell_option("budget_ms", "500"), "--budget-ms 500");
  EXPECT_EQ(spell_option("out-degree-filter", "on"), "--out-degree-filter on");
  EXPECT_EQ(spell_option("force", ""), "--force");
  EXPECT_EQ(spell_option("from", "my file"), "--from \"my file\"");
}

TEST(Spelling, LeavesOutWhatIsNoOptionHere) {
  EXPECT_EQ(complaint({.message = "x is not in this graph", .about = "page"}),
            "x is not in this graph");
  EXPECT_EQ(complaint({.message = "there is no word to look for", .about = "words"}),
            "there is no word to look for");
  EXPECT_EQ(complaint({.message = "'x' is not a whole number", .about = "per_host"}),
            "--per-host: 'x' is not a whole number");
}

TEST(Spelling, SaysWhatToType) {
  Error error{.code = ErrorCode::kUnsupported, .message = "web.cocite has no column 'hubrank'"};
  error.remedies.push_back({.options = {{"by", "hubrank"}, {"save", ""}},
                            .command = "rank",
                            .arguments = {"web.cocite"}});
  EXPECT_EQ(complaint(error),
            "web.cocite has no column 'hubrank'; try 'cocite rank web.cocite --by hubrank --save'");
}

}  // namespace
}  // namespace cocite::cli
