// Are we inside svg or math? Told from start and end tags alone, without a tree.
//
//   ForeignContent foreign;
//   foreign.start_tag(Tag::kSvg, false, false);
//   foreign.inside()                             // true: <title> is now no page title
//
// The standard decides this on its stack of open elements. Here a short stack holds only svg, math
// and the places in them where HTML is allowed again (foreignObject, desc, title, mi, mo, mn, ms,
// mtext, some annotation-xml). It differs from the standard only in badly nested pages: an end tag
// that could only belong to HTML around an svg that was never closed ends the svg, although the
// standard first looks whether such an element is open.
//
// One ForeignContent belongs to one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "html/tags.h"

namespace cocite::html {

class ForeignContent {
 public:
  void clear() { depth_ = 0; }
  // Is the next text or tag inside svg or math, and not in HTML inside them?
  [[nodiscard]] bool inside() const { return depth_ != 0 && !entries_[depth_ - 1].html; }
  [[nodiscard]] bool any() const { return depth_ != 0; }

  // True when the tag makes an svg or math element. `html_allowed`: the attributes of an
  // annotation-xml say that it holds HTML, those of a font that it is HTML's.
  bool start_tag(Tag tag, bool self_closing, bool html_allowed) {
    const bool root = tag == Tag::kSvg || tag == Tag::kMath;
    if (inside() && (has(tag, kBreakout) || (tag == Tag::kFont && html_allowed))) {
      leave();
      return false;
    }
    if (!root && !inside()) return false;
    if (self_closing) return true;
    if (root) {
      push({tag, false});
    } else if (holds_html(tag, html_allowed)) {
      push({tag, true});
    }
    return true;
  }

  void end_tag(Tag tag) {
    if (depth_ == 0) return;
    if (inside() && has(tag, kBreakout)) {
      leave();
      return;
    }
    for (size_t i = depth_; i > 0; --i) {
      if (entries_[i - 1].tag != tag) continue;
      depth_ = i - 1;
      return;
    }
  }

 private:
  struct Entry {
    Tag tag = Tag::kUnknown;
    bool html = false;
  };
  // Deeper nesting of svg in HTML in svg is not followed: the innermost level then stands for all.
  static constexpr size_t kMaxDepth = 32;

  void leave() {
    while (inside()) --depth_;
  }
  void push(Entry entry) {
    if (depth_ < kMaxDepth) entries_[depth_++] = entry;
  }
  [[nodiscard]] bool holds_html(Tag tag, bool html_allowed) const {
    if (entries_[depth_ - 1].tag == Tag::kSvg) {
      return tag == Tag::kForeignObject || tag == Tag::kDesc || tag == Tag::kTitle;
    }
    return tag == Tag::kMi || tag == Tag::kMo || tag == Tag::kMn || tag == Tag::kMs ||
           tag == Tag::kMtext || (tag == Tag::kAnnotationXml && html_allowed);
  }

  std::array<Entry, kMaxDepth> entries_;
  size_t depth_ = 0;
};

}  // namespace cocite::html
