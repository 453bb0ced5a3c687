// The graph behind an Engine as plain arrays: for programs that compute with all of it.
//
//   GraphView graph(engine);
//   auto lists = graph.lists(Direction::kOut);      // CSR: lists->offsets, lists->targets
//   auto keys = graph.texts(PageText::kKey);        // of all pages, one behind the other
//
// A page is its number here: the place of its key in bytewise order, which means nothing outside
// this store. A view is valid while its Engine lives, and never changes; any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/engine.h>
#include <cocite/result.h>

namespace cocite {

enum class Direction : uint8_t { kOut, kIn };
enum class PageText : uint8_t { kKey, kUrl, kTitle };

class GraphView {
 public:
  explicit GraphView(const Engine& engine);

  [[nodiscard]] uint64_t pages() const;
  [[nodiscard]] uint64_t links() const;
  // Whether the links of a page stand in the order of that page.
  [[nodiscard]] bool has_link_order() const;

  // The number of a page, named as in Engine::page.
  [[nodiscard]] Result<uint32_t> find(std::string_view text) const;
  [[nodiscard]] Result<std::string> text(PageText which, uint64_t page) const;
  // Children in page order, or parents by number. kInvalidArgument: no such page.
  [[nodiscard]] Result<std::vector<uint32_t>> list(Direction direction, uint64_t page) const;
  [[nodiscard]] Result<std::vector<uint32_t>> degrees(Direction direction) const;

  // All lists: that of page p is targets[offsets[p]] up to targets[offsets[p + 1]].
  struct Lists {
    std::vector<int64_t> offsets = {};   // pages + 1
    std::vector<uint32_t> targets = {};  // links
  };
  // `threads` 0: all. kCancelled when `stop` is set.
  [[nodiscard]] Result<Lists> lists(Direction direction, unsigned threads = 0,
                                    const std::atomic<bool>* stop = nullptr) const;

  // All texts of a kind, UTF-8: that of page p is bytes[offsets[p]] up to bytes[offsets[p + 1]].
  // What is not UTF-8 becomes U+FFFD; a page without a title has an empty one.
  struct Texts {
    std::vector<int64_t> offsets = {};
    std::string bytes = {};
  };
  [[nodiscard]] Result<Texts> texts(PageText which, const std::atomic<bool>* stop = nullptr) const;

  // Numbers of all pages under a name; NaN: a page has none.
  [[nodiscard]] std::vector<std::string> column_names() const;
  [[nodiscard]] Result<std::vector<double>> column(std::string_view name) const;
  [[nodiscard]] Result<std::string> about_column(std::string_view name) const;
  // Keeps one in the store on disk, instead of one of the same name; the Engine goes on with what it
  // opened. REQUIRES: nothing; kInvalidArgument for an invalid name, or another number of pages.
  [[nodiscard]] Result<void> save_column(const std::string& name, std::span<const double> values,
                                         const std::string& about) const;

 private:
  const Engine* engine_;
};

}  // namespace cocite
