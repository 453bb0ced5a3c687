// Tests only: seeded pages put together from pieces that are hard to read, and spoilt copies of
// them.
#pragma once

#include <array>
#include <cstddef>
#include <random>
#include <span>
#include <string>
#include <string_view>

namespace cocite::html::testing {

inline constexpr auto kPieces = std::to_array<std::string_view>({
    "<a href=\"one.html\">",
    "<a href='two.html'>",
    "<a href=three.html>",
    "<A HREF = four.html >",
    "<a\nhref\n=\n\"five\nsix\">",
    "<a href>",
    "<a href=>",
    "<a href=\"\">",
    "<a name=x>",
    "<a href=q/>",
    "<a href=\"a\"href=\"b\">",
    "<a title=\"a > b\" href=\"gt\">",
    "<a title='it\"s' href='quote\"s'>",
    "<a x=\"<a href=inner>\" href=outer>",
    "<a/href=slash>",
    "<a =href=eq href=after>",
    "<a href=\"?a=1&b=2&copy=3&amp;d=4&lt;&notit;&not\">",
    "<a href='&#104;&#x74;tp&#58;//e/&#0;&#x80;&#xD800;&#x110000;'>",
    "<a href=x&y>",
    "<a href=`b`>",
    "<a href=\"un",
    "<a HrEf=MixED>",
    "</a>",
    "</A >",
    "</a x=\"y\">",
    "text ",
    " &amp; &copy &nosuch; ",
    "&",
    "&#",
    "&#x",
    "&lt",
    "<",
    "< a href=no>",
    "<>",
    "</>",
    "</ a href=no>",
    "<3",
    "<?php a href=no ?>",
    "<!doctype html>",
    "<!DOCTYPE html PUBLIC \"a>b\">",
    "<!-- <a href=no> -->",
    "<!-->",
    "<!--->",
    "<!-- a --!>",
    "<!-- a -- > <a href=no> -->",
    "<!--<!-- -->",
    "<!x <a href=no1>",
    "<!--",
    "-->",
    "<![CDATA[ <a href=cdata> ]]>",
    "<script>",
    "</script>",
    "<script> '<a href=no>' </script>",
    "<script><!-- <script> </script> <a href=no> --></script>",
    "<script><!-- </script>",
    "<script>if (a</script",
    "</scripty>",
    "<style>",
    "a { content: '<a href=no>' } </style>",
    "<style><!-- </style>",
    "<title>T &amp; <b> <a href=no></title>",
    "<title>",
    "</title>",
    "<textarea>",
    "<a href=no></textarea>",
    "<xmp><a href=no></xmp>",
    "<noembed><a href=no></noembed>",
    "<noscript><a href=noscript></noscript>",
    "<noframes><a href=no></noframes>",
    "<iframe src=frame.html><a href=no></iframe>",
    "<map><area href=area.html alt='An area'></map>",
    "<area href=x shape=rect>",
    "<div>",
    "</div>",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<i><b></i></b>",
    "<table><tr><td>",
    "</td></tr></table>",
    "<table><a href=foster>",
    "<ul><li>",
    "</ul>",
    "<h1>",
    "</h1>",
    "<br>",
    "<img alt='a picture' src=x>",
    "<base href=http://base/>",
    "<button>",
    "</button>",
    "<form>",
    "</form>",
    "<body>",
    "</body>",
    "</html>",
    "<html>",
    "<head>",
    "</head>",
    "<template>",
    "</template>",
    "<nobr>",
    "<font color=red>",
    "<applet>",
    "</applet>",
    "\t",
    "\n",
    "\r\n",
    "\xC3\xA9",
    "\xE2\x82\xAC",
});

// Whole svg and math elements, where script, style and title are no longer text and CDATA exists.
inline constexpr auto kForeignPieces = std::to_array<std::string_view>({
    "<svg><a href=svg-a>x</a></svg>",
    "<svg><title>No title</title></svg>",
    "<svg/>",
    "<math/>",
    "<svg><style><a href=style></a></style></svg>",
    "<svg><![CDATA[<a href=no>]]></svg>",
    "<svg><script><a href=script></a></script></svg>",
    "<svg><path d='M 1 2'/></svg>",
    "<svg><foreignObject><a href=fo></a><script><a href=no></script></foreignObject></svg>",
    "<svg><desc><title><a href=no></title></desc></svg>",
    "<math><mi><a href=mi></a></mi></math>",
    "<math><annotation-xml encoding=text/html><style><a href=no></style></annotation-xml></math>",
    "<svg><title/><style/><a href=after></a></svg>",
    "<math><![CDATA[ ]] > <a href=no> ]]></math>",
    "<svg><g><div>",
    "<svg><p><script><a href=no></script>",
});
inline constexpr auto kSelectPieces = std::to_array<std::string_view>({
    "<select>",
    "</select>",
    "<option>one",
    "<select><option><a href=in-select>",
});
inline constexpr auto kFramesetPieces = std::to_array<std::string_view>({
    "<frameset>",
    "<frame src=f.html>",
    "</frameset>",
});

class PageMaker {
 public:
  explicit PageMaker(unsigned seed) : random_(seed) {}

  // `rare`: pieces of which one in eight is taken.
  std::string make(size_t pieces, std::span<const std::string_view> rare = {}) {
    std::string page;
    for (size_t i = 0; i < pieces; ++i) {
      if (!rare.empty() && below(8) == 0) {
        page += rare[below(rare.size())];
      } else {
        page += kPieces[below(kPieces.size())];
      }
    }
    return page;
  }

  // Cuts, doubles, swaps and overwrites a few bytes; always ASCII where it writes.
  std::string spoil(std::string page) {
    constexpr std::string_view kBytes = "<>\"'=/!-& \n;#xa";
    for (size_t i = 0, changes = 1 + below(6); i < changes && !page.empty(); ++i) {
      const size_t at = below(page.size());
      switch (below(4)) {
        case 0:
          page.erase(at, 1 + below(8));
          break;
        case 1:
          page.insert(at, 1, kBytes[below(kBytes.size())]);
          break;
        case 2:
          page.insert(at, page.substr(below(page.size()), below(30)));
          break;
        default:
          page[at] = kBytes[below(kBytes.size())];
          break;
      }
    }
    return page;
  }

  size_t below(size_t limit) {
    return std::uniform_int_distribution<size_t>(0, limit - 1)(random_);
  }

 private:
  std::mt19937 random_;
};

}  // namespace cocite::html::testing
