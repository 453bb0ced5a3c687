#include "html/testing/gumbo_oracle.h"

#include <algorithm>

#include <gumbo.h>

namespace cocite::html::testing {
namespace {

std::string element_text(const GumboElement& element) {
  std::string text;
  for (unsigned i = 0; i < element.children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(element.children.data[i]);
    if (child->type == GUMBO_NODE_TEXT || child->type == GUMBO_NODE_WHITESPACE) {
      text += child->v.text.text;
    }
  }
  return text;
}

const char* link_attribute(const GumboElement& element) {
  const bool html = element.tag_namespace == GUMBO_NAMESPACE_HTML;
  const char* name = nullptr;
  if (element.tag == GUMBO_TAG_A || (element.tag == GUMBO_TAG_AREA && html)) name = "href";
  if ((element.tag == GUMBO_TAG_FRAME || element.tag == GUMBO_TAG_IFRAME) && html) name = "src";
  if (name == nullptr) return nullptr;
  const GumboAttribute* attribute = gumbo_get_attribute(&element.attributes, name);
  return attribute == nullptr ? nullptr : attribute->value;
}

}  // namespace

OraclePage oracle_page(std::string_view page) {
  OraclePage result;
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  GumboOutput* output = gumbo_parse_with_options(&options, page.data(), page.size());
  bool has_title = false;
  std::vector<const GumboNode*> open = {output->root};  // not recursive: pages may be deep
  while (!open.empty()) {
    const GumboNode* node = open.back();
    open.pop_back();
    if (node->type != GUMBO_NODE_ELEMENT) continue;  // a template's content is no part of the page
    const GumboElement& element = node->v.element;
    if (element.tag == GUMBO_TAG_FRAMESET) result.is_frameset = true;
    if (element.tag == GUMBO_TAG_TITLE && element.tag_namespace == GUMBO_NAMESPACE_HTML &&
        !has_title) {
      result.title = element_text(element);
      has_title = true;
    }
    const char* href = link_attribute(element);
    if (href != nullptr && element.original_tag.data != nullptr) {
      auto offset = static_cast<size_t>(element.original_tag.data - page.data());
      // Gumbo counts a "</>" in front of a tag, which makes no token, as part of the tag.
      while (page.substr(offset, 3) == "</>") offset += 3;
      result.links.push_back({offset, href});
    }
    for (unsigned i = element.children.length; i > 0; --i) {
      open.push_back(static_cast<const GumboNode*>(element.children.data[i - 1]));
    }
  }
  gumbo_destroy_output(&options, output);
  std::stable_sort(result.links.begin(), result.links.end(),
                   [](const OracleLink& a, const OracleLink& b) { return a.offset < b.offset; });
  result.links.erase(
      std::unique(result.links.begin(), result.links.end(),
                  [](const OracleLink& a, const OracleLink& b) { return a.offset == b.offset; }),
      result.links.end());
  return result;
}

}  // namespace cocite::html::testing
