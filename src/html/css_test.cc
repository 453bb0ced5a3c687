#include "html/css.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace cocite::html {
namespace {

using Strings = std::vector<std::string>;

TEST(Css, FindsSheetsImagesAndFonts) {
  EXPECT_EQ(
      css_addresses(
          "@charset \"x\"; @import 'a.css' screen; @IMPORT url(\"b.css\");\n"
          "/* url(no.png) */ p { background: URL( c.png ) , url('d e.png'); content: 'url(no)' }\n"
          "@font-face { src: url(f.woff2) format(\"woff2\"), url( \"g.ttf\" ) }"),
      (Strings{"a.css", "b.css", "c.png", "d e.png", "f.woff2", "g.ttf"}));
  EXPECT_EQ(css_addresses(R"(a { b: url(a\)b\20 c.png) } c { d: my-url(no) })"),
            Strings{"a)b c.png"});
}

TEST(Css, TakesAnyBytes) {
  EXPECT_TRUE(css_addresses("").empty());
  for (const char* cut : {"url(", "url('", "@import", "@import '", "/*", "url(\\", "'\\"}) {
    EXPECT_TRUE(css_addresses(cut).empty()) << cut;
  }
  std::mt19937 random(4);
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (int k = 0; k < 60; ++k) text += "url(@import'\"\\/*);{} ab1"[random() % 23];
    static_cast<void>(css_addresses(text));
  }
}

}  // namespace
}  // namespace cocite::html
