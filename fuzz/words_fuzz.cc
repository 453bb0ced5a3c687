// links: text
// An index of words with any bytes in its sections, under checksums that are right: whatever comes
// back is within the index, and nothing is read elsewhere. And all the bytes as a text and as a
// query: its terms, its parts.
//
//   input: section, 1 byte | where in it, 2 bytes, low first | the bytes to put there
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "file/scratch_file.h"
#include "text/index.h"
#include "text/index_builder.h"
#include "text/query.h"
#include "text/search.h"
#include "text/terms.h"

namespace {

using namespace cocite;

void require(bool promise) {
  if (!promise) std::abort();
}

constexpr uint64_t kPages = 300;
const std::vector<std::string>& names() {
  static const std::vector<std::string> kNames = {"meta",  "lists",       "offsets",  "skips",
                                                  "docs",  "lengths",     "frequent", "content",
                                                  "norms", "long-lengths"};
  return kNames;
}

// The sections of a good index of pages with words in all fields.
const std::map<std::string, std::vector<std::byte>>& good_sections() {
  static const auto kSections = [] {
    const file::ScratchFile scratch("words");
    auto builder = text::IndexBuilder::create({.pages = kPages, .scratch = scratch.path() + ".x"});
    for (uint64_t i = 0; i < kPages; ++i) {
      const std::string text = "often w" + std::to_string(i % 7) + " x" + std::to_string(i % 90);
      std::string title = i % 3 == 0 ? "often title" : "";
      if (i % 60 == 0) {
        for (int word = 0; word < 300; ++word) title += " title";  // too long for four bytes
      }
      const text::Anchor anchor{i, "w1 called"};
      require(builder->add(page_id(i), {.title = title, .text = text, .anchors = {&anchor, i % 2}})
                  .has_value());
    }
    auto writer = file::ContainerWriter::create(scratch.path(), text::kIndexKind);
    require(builder->write(*writer).has_value());
    require(writer->finish().has_value());
    const auto container = file::Container::open(scratch.path(), text::kIndexKind);
    std::map<std::string, std::vector<std::byte>> sections;
    for (const std::string& name : container->names()) {
      const auto section = container->section(name);
      sections[name].assign(section->data(), section->data() + section->size());
    }
    return sections;
  }();
  return kSections;
}

void read_all(const text::Index& index) {
  const uint64_t documents = index.meta().documents;
  if (documents > 10000) return;
  for (uint64_t number = 0; number < index.meta().terms && number < 200; ++number) {
    const auto list = index.list(number);
    if (!list) continue;
    require(list->df <= documents);
    text::Cursor cursor(index, *list);
    uint64_t next = 0;
    while (cursor.seek(static_cast<uint32_t>(next)) && !cursor.at_end()) {
      require(cursor.doc() >= next && cursor.doc() < documents);
      text::FieldCounts counts;
      (void)cursor.counts(counts);
      next = uint64_t{cursor.doc()} + 1;
      if (next >= documents) break;
    }
  }
  for (const text::Model model : {text::Model::kBm25, text::Model::kVector}) {
    for (const text::TfKind tf : {text::TfKind::kCount, text::TfKind::kLog}) {
      const auto hits =
          text::search(index, {.terms = {"often", "w1", "x7", "title"}, .model = model, .tf = tf});
      if (!hits) continue;
      require(hits->size() <= 10);
      for (const text::Hit& hit : *hits) require(cocite::index(hit.page) < index.meta().pages);
    }
  }
  (void)text::search(index, {.terms = {"often"}, .required = {"w2"}, .in_title = {"often"}});
  (void)index.check();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view typed(reinterpret_cast<const char*>(data), size);
  text::TermReader reader;
  reader.read(typed, [](std::string_view term) { require(!term.empty() && term.size() <= 64); });
  const text::Query query = text::parse_query(typed);
  for (const auto* list : {&query.words, &query.phrases, &query.excluded, &query.in_title,
                           &query.sites, &query.languages}) {
    for (const std::string& part : *list) require(!part.empty());
  }
  if (size < 4) return 0;
  const std::string& name = names()[data[0] % names().size()];
  auto sections = good_sections();
  std::vector<std::byte>& section = sections[name];
  const size_t at = std::min<size_t>(section.size(), data[1] | size_t{data[2]} << 8);
  const size_t count = std::min(size - 3, section.size() - at);
  std::copy_n(reinterpret_cast<const std::byte*>(data) + 3, count,
              section.begin() + static_cast<ptrdiff_t>(at));
  const file::ScratchFile scratch("spoilt");
  auto writer = file::ContainerWriter::create(scratch.path(), text::kIndexKind);
  for (const auto& [part, bytes] : sections) {
    require(writer->begin(part).has_value() && writer->write(bytes).has_value());
  }
  require(writer->finish().has_value());
  const auto container = file::Container::open(scratch.path(), text::kIndexKind);
  require(container.has_value());
  const auto index = text::Index::open(*container);
  if (index) read_all(*index);
  return 0;
}
