#include "read/markdown_prose.h"

#include <md4c.h>

#include "read/front_matter.h"

namespace cocite::read {
namespace {

struct Prose {
  std::string_view body;
  size_t body_begin = 0;  // in the file
  std::vector<MarkdownSpan> found;
  int blocks = 0;  // around this that are no prose
  int spans = 0;
  int tags = 0;  // of HTML that are open
};

bool is_bare(MD_BLOCKTYPE type) {
  return type == MD_BLOCK_H || type == MD_BLOCK_CODE || type == MD_BLOCK_HTML ||
         type == MD_BLOCK_TABLE;
}

bool is_bare(MD_SPANTYPE type) {
  return type == MD_SPAN_A || type == MD_SPAN_IMG || type == MD_SPAN_CODE ||
         type == MD_SPAN_WIKILINK || type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY;
}

Prose& prose(void* user) {
  return *static_cast<Prose*>(user);
}

int enter_block(MD_BLOCKTYPE type, void* /*detail*/, void* user) {
  prose(user).tags = 0;
  if (is_bare(type)) ++prose(user).blocks;
  return 0;
}
int leave_block(MD_BLOCKTYPE type, void* /*detail*/, void* user) {
  if (is_bare(type)) --prose(user).blocks;
  return 0;
}
int enter_span(MD_SPANTYPE type, void* /*detail*/, void* user) {
  if (is_bare(type)) ++prose(user).spans;
  return 0;
}
int leave_span(MD_SPANTYPE type, void* /*detail*/, void* user) {
  if (is_bare(type)) --prose(user).spans;
  return 0;
}

// A tag within a line: <b>, </b>, <br/>.
void count_tag(std::string_view tag, Prose& state) {
  constexpr std::string_view kVoid[] = {"<br", "<img", "<hr", "<wbr", "<input", "<!--"};
  if (tag.starts_with("</")) {
    if (state.tags > 0) --state.tags;
    return;
  }
  if (!tag.starts_with('<') || tag.ends_with("/>")) return;
  for (const std::string_view one : kVoid) {
    if (tag.starts_with(one)) return;
  }
  ++state.tags;
}

int text(MD_TEXTTYPE type, const MD_CHAR* bytes, MD_SIZE size, void* user) {
  Prose& state = prose(user);
  const std::string_view piece(bytes, size);
  if (type == MD_TEXT_HTML) count_tag(piece, state);
  if (type != MD_TEXT_NORMAL || state.blocks > 0 || state.spans > 0 || state.tags > 0) return 0;
  const char* const end = state.body.data() + state.body.size();
  if (bytes < state.body.data() || bytes + size > end) return 0;
  // Braces are what Hugo, Jekyll and MDX fill in.
  if (piece.find_first_of("{}\n") != std::string_view::npos) return 0;
  const size_t begin = state.body_begin + static_cast<size_t>(bytes - state.body.data());
  if (!state.found.empty() && state.found.back().end == begin) {
    state.found.back().end += size;
  } else {
    state.found.push_back({begin, begin + size});
  }
  return 0;
}

}  // namespace

std::vector<MarkdownSpan> markdown_prose(std::string_view file) {
  Prose state;
  state.body_begin = read_front_matter(file).size;
  state.body = file.substr(state.body_begin);
  MD_PARSER parser{};
  parser.flags = MD_FLAG_PERMISSIVEAUTOLINKS | MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH |
                 MD_FLAG_TASKLISTS | MD_FLAG_WIKILINKS | MD_FLAG_LATEXMATHSPANS;
  parser.enter_block = enter_block;
  parser.leave_block = leave_block;
  parser.enter_span = enter_span;
  parser.leave_span = leave_span;
  parser.text = text;
  md_parse(state.body.data(), static_cast<MD_SIZE>(state.body.size()), &parser, &state);
  return state.found;
}

}  // namespace cocite::read
