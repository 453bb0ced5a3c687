// Where text that is not markup ends: script, title and similar elements, comments.
//
//   size_t end = find_end_tag(page, from, "title");   // at the '<' of </title>, or page.size()
//   size_t end = find_script_end(page, from);
//
// Pure functions; any thread.
#pragma once

#include <cstddef>
#include <string_view>

namespace cocite::html {

// The '<' of the first "</name" that is followed by a space, '/' or '>'; page.size() if there is
// none. REQUIRES: `lower_name` is in lower case.
[[nodiscard]] size_t find_end_tag(std::string_view page, size_t from, std::string_view lower_name);

// The '<' of the </script> that ends a script. Inside <!-- --> a <script> ... </script> pair is
// part of the script: old pages wrote scripts that write scripts.
[[nodiscard]] size_t find_script_end(std::string_view page, size_t from);

struct CommentEnd {
  size_t text_end = 0;  // may lie before the text's start, for <!--> and <!--->
  size_t resume = 0;    // behind the '>'
};

// REQUIRES: page has "<!--" at `lt`.
[[nodiscard]] CommentEnd find_comment_end(std::string_view page, size_t lt);

}  // namespace cocite::html
