// Tests only: the links of a page as an independent parser (Debian's libgumbo) finds them.
//
// Gumbo builds a tree, so one <a> of the page may stand in it twice (badly nested tags are cloned)
// or elsewhere. Each element knows where its tag stood in the page: taken once per position, and in
// order of position, they are the links in page order.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "html/page_parser.h"

namespace cocite::html::testing {

struct OracleLink {
  size_t offset = 0;
  std::string href;
  friend bool operator==(const OracleLink&, const OracleLink&) = default;
};

struct OraclePage {
  std::vector<OracleLink> links;
  std::string title;         // of the first title, raw
  bool is_frameset = false;  // a frameset took the place of the body: all links in it are dropped
};

[[nodiscard]] OraclePage oracle_page(std::string_view page);

inline std::vector<OracleLink> our_links(PageParser& parser, std::string_view page) {
  std::vector<OracleLink> links;
  for (const Link& link : parser.parse(page, {.frames = true}).links) {
    links.push_back({link.offset, std::string(link.href)});
  }
  return links;
}

}  // namespace cocite::html::testing
