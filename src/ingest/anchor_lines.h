// Anchor texts of the links of a page, as the store keeps them.
//
//   AnchorLines lines;
//   std::string_view text = lines.make(anchors, children);     // valid until the next call
//
// Room is kept from one page to the next. One thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "ingest/page_record.h"

namespace cocite::ingest {

// A line per child, in the order of the list; empty lines at the end are left out.
class AnchorLines {
 public:
  std::string_view make(const Anchors& anchors, std::span<const PageId> children) {
    // Of several links to one page the first.
    by_target_.clear();
    for (const auto& [target, anchor] : anchors) {
      by_target_.push_back({target, static_cast<uint32_t>(by_target_.size())});
    }
    std::ranges::sort(by_target_);
    lines_.clear();
    size_t end = 0;
    for (const PageId child : children) {
      const auto found = std::ranges::lower_bound(by_target_, std::pair(index(child), 0U));
      if (found != by_target_.end() && found->first == index(child)) {
        const size_t begin = lines_.size();
        lines_ += anchors[found->second].second;
        // No line breaks inside a line: parsers make them spaces, other sources may not. Every byte
        // is written, changed or not, so that it is done many at a time.
        for (char& c : std::span(lines_).subspan(begin)) c = c == '\n' || c == '\r' ? ' ' : c;
        end = lines_.size();
      }
      lines_ += '\n';
    }
    return std::string_view(lines_).substr(0, end);
  }

 private:
  std::vector<std::pair<uint32_t, uint32_t>> by_target_;  // and the place in the anchors
  std::string lines_;
};

}  // namespace cocite::ingest
