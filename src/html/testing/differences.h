// Tests only: where gumbo and we may read a page differently, and why. Everything else is a
// mistake.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "html/testing/gumbo_oracle.h"

namespace cocite::html::testing {

enum class Difference {
  kNone,
  // A frameset took the place of the body, so the standard's tree has no place for the tags around
  // it: links are dropped, and a <style> there is no style whose content would be text. The links
  // are what the author gave to readers without frames: we read them as in any page.
  kFrameset,
  // A <frame> outside any frameset is dropped from the tree; we only see a tag that names a page.
  kLoneFrame,
  // Gumbo follows the standard of its time: inside a <select> all tags but option and a few are
  // dropped, <title> and <style> with what they mean for the text behind them. The standard no
  // longer does that.
  kSelect,
  // Gumbo turns control characters into U+FFFD when it reads bytes; the standard keeps them.
  kControlCharacter,
  // Gumbo's number of a numeric reference wraps at 32 bits: &#xD80110000; is not a character.
  kHugeReference,
  // Gumbo takes "</>" as part of the next tag, and the name of an svg or math element from there:
  // it does not see that these end.
  kEmptyEndTag,
  kUnexplained,
};

// The href as gumbo would have read it: its set of code points that it replaces.
inline std::string without_controls(std::string_view href) {
  std::string result;
  for (size_t i = 0; i < href.size(); ++i) {
    const auto c = static_cast<unsigned char>(href[i]);
    const bool control =
        (c < 0x20 && c != '\t' && c != '\n' && c != '\f' && c != '\r') || c == 0x7F;
    const bool c1 =
        c == 0xC2 && i + 1 < href.size() && static_cast<unsigned char>(href[i + 1]) < 0xA0;
    if (control || c1) {
      result += "\xEF\xBF\xBD";
      if (c1) ++i;
    } else {
      result += href[i];
    }
  }
  return result;
}

inline Difference compare_hrefs(std::string_view ours, std::string_view gumbos,
                                std::string_view tag) {
  if (ours == gumbos) return Difference::kNone;
  if (without_controls(ours) == gumbos) return Difference::kControlCharacter;
  const bool has_number = tag.substr(0, tag.find('>')).find("&#") != std::string_view::npos;
  return has_number && ours.find("\xEF\xBF\xBD") != std::string_view::npos
             ? Difference::kHugeReference
             : Difference::kUnexplained;
}

inline Difference compare(PageParser& parser, std::string_view page) {
  const OraclePage oracle = oracle_page(page);
  const std::vector<OracleLink> ours = our_links(parser, page);
  if (oracle.links == ours) return Difference::kNone;

  Difference reason = Difference::kNone;
  const size_t select = std::min(page.find("<select"), page.find("<SELECT"));
  const size_t empty_end = std::min(page.find("</><svg"), page.find("</><math"));
  size_t i = 0;
  size_t j = 0;
  while (i < ours.size() || j < oracle.links.size()) {
    const size_t end = page.size();
    const size_t our_offset = i < ours.size() ? ours[i].offset : end;
    const size_t gumbo_offset = j < oracle.links.size() ? oracle.links[j].offset : end;
    if (our_offset == gumbo_offset) {
      const Difference href =
          compare_hrefs(ours[i++].href, oracle.links[j++].href, page.substr(our_offset));
      if (href == Difference::kUnexplained) return href;
      if (href != Difference::kNone) reason = href;
      continue;
    }
    const size_t offset = std::min(our_offset, gumbo_offset);
    ++(our_offset < gumbo_offset ? i : j);
    std::string name(page.substr(offset, 6));
    std::transform(name.begin(), name.end(), name.begin(), to_lower);
    if (oracle.is_frameset) {
      reason = Difference::kFrameset;
    } else if (our_offset < gumbo_offset && name == "<frame") {
      reason = Difference::kLoneFrame;
    } else if (select < offset) {
      reason = Difference::kSelect;
    } else if (empty_end < offset) {
      reason = Difference::kEmptyEndTag;
    } else {
      return Difference::kUnexplained;
    }
  }
  return reason;
}

}  // namespace cocite::html::testing
