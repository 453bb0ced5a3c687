// links: read
// Any bytes as a Markdown file: links and texts are bounded by it, and every link resolves to something.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "read/markdown.h"
#include "read/markdown_names.h"

namespace {

// A fuzzer needs a crash to see a broken promise.
void require(bool promise) {
  if (!promise) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using cocite::read::MarkdownNames;
  if (size == 0) return 0;
  cocite::read::MarkdownParser parser;
  const std::string_view file(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto& page = parser.parse(file);
  require(page.front.size <= file.size());
  require(page.text.size() <= (64U << 10));
  MarkdownNames names(static_cast<cocite::read::MarkdownPreset>(data[0] % 6),
                      {"index.md", "a/b.md", "c/b.md", "a/My Page.md"}, {"x.png"});
  names.set_front_matter(1, page.front);
  for (const auto& link : page.links) {
    const auto found = names.resolve(1, link);
    require(found.file == MarkdownNames::kNoFile || found.file < 4);
    require(found.file != MarkdownNames::kNoFile || !found.path.empty());
    if (found.file == MarkdownNames::kNoFile && !found.is_elsewhere) {
      require(found.path.find("../") != 0);
      static_cast<void>(names.address_of(found.path));
    }
  }
  return 0;
}
