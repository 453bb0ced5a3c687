#include "url/media.h"

#include <gtest/gtest.h>

namespace cocite::url {
namespace {

TEST(Media, IsToldByTheEndingOfTheFile) {
  for (const char* key :
       {"com,example)/logo.gif", "com,example)/a/b/LOGO.JPEG", "com,example)/x.css?v=2",
        "com,example)/lib.min.js", "com,example)/a.tar.gz", "com,example)/a.tgz",
        "com,example)/film.mpg", "com,example)/tune.au", "com,example)/all.zip",
        "com,example:8080)/i.png", "com,example)/core.Z"}) {
    EXPECT_TRUE(is_media(key)) << key;
  }
}

TEST(Media, PagesAndDocumentsAreNone) {
  for (const char* key :
       {"com,example)/", "com,example)/index.html", "com,example)/paper.pdf", "com,example)/p.ps",
        "com,example)/p.ps.gz", "com,example)/p.ps.Z", "com,example)/thesis.doc",
        "com,example)/show?file=a.gif", "com,example)/a.gif/", "com,example)/gif",
        "com,example)/.gif", "com,example)/a.b/c", "gif,example)/", "com,example)", "",
        "com,example)/run.cgi", "com,example)/x.php"}) {
    EXPECT_FALSE(is_media(key)) << key;
  }
}

}  // namespace
}  // namespace cocite::url
