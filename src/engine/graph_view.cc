#include <algorithm>
#include <cstring>
#include <utility>

#include <cocite/graph_view.h>

#include "answer/resolve.h"
#include "base/parallel.h"
#include "base/per_thread.h"
#include "base/utf8.h"
#include "engine/engine_state.h"
#include "graph/packed_links.h"
#include "store/save_columns.h"
#include "store/store.h"

namespace cocite {
namespace {

const graph::PackedLinks& links_of(const store::Store& store, Direction direction) {
  return direction == Direction::kOut ? store.out() : store.in();
}

bool is_set(const std::atomic<bool>* stop) {
  return stop != nullptr && stop->load(std::memory_order_relaxed);
}

tl::unexpected<Error> stopped() {
  return fail(ErrorCode::kCancelled, "stopped");
}

Result<void> check_page(const store::Store& store, uint64_t page) {
  if (page < store.pages()) return {};
  return fail(ErrorCode::kInvalidArgument, "there is no page " + std::to_string(page) +
                                               "; pages are 0 to " +
                                               std::to_string(store.pages() - 1));
}

// Columns are files: their names are plain.
Result<void> check_name(std::string_view name) {
  constexpr size_t kLongest = 64;
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  if (!name.empty() && name.size() <= kLongest && std::ranges::all_of(name, is_plain)) return {};
  return fail({.message = "a column is named with up to 64 of a-z, 0-9, - and _", .about = "name"});
}

}  // namespace

GraphView::GraphView(const Engine& engine) : engine_(&engine) {}

uint64_t GraphView::pages() const {
  return EngineGraph::store(*engine_).pages();
}

uint64_t GraphView::links() const {
  return EngineGraph::store(*engine_).links();
}

bool GraphView::has_link_order() const {
  return EngineGraph::store(*engine_).has_link_order();
}

Result<uint32_t> GraphView::find(std::string_view text) const {
  COCITE_TRY(const PageId page, answer::resolve(EngineGraph::store(*engine_), text));
  return index(page);
}

Result<std::string> GraphView::text(PageText which, uint64_t page) const {
  const store::Store& store = EngineGraph::store(*engine_);
  COCITE_CHECK(check_page(store, page));
  if (which == PageText::kTitle) return store.title(page_id(page));
  COCITE_TRY(std::string key, store.key(page_id(page)));
  if (which == PageText::kUrl) return store.url(page_id(page), key);
  return key;
}

Result<std::vector<uint32_t>> GraphView::list(Direction direction, uint64_t page) const {
  const store::Store& store = EngineGraph::store(*engine_);
  COCITE_CHECK(check_page(store, page));
  auto& buffer = per_thread<graph::ListBuffer, struct ListOfPage>();
  COCITE_TRY(const auto list, links_of(store, direction).list(page_id(page), buffer));
  std::vector<uint32_t> numbers(list.size());
  if (!list.empty()) std::memcpy(numbers.data(), list.data(), list.size_bytes());
  return numbers;
}

Result<std::vector<uint32_t>> GraphView::degrees(Direction direction) const {
  const graph::PackedLinks& links = links_of(EngineGraph::store(*engine_), direction);
  std::vector<PageId> all(links.pages());
  for (uint64_t i = 0; i < all.size(); ++i) all[i] = page_id(i);
  std::vector<uint32_t> degrees(all.size());
  COCITE_CHECK(links.degrees(all, degrees));
  return degrees;
}

Result<GraphView::Lists> GraphView::lists(Direction direction, unsigned threads,
                                          const std::atomic<bool>* stop) const {
  const graph::PackedLinks& links = links_of(EngineGraph::store(*engine_), direction);
  Lists lists;
  lists.offsets.resize(links.pages() + 1);
  lists.targets.resize(links.links());
  // Degrees first, so that every piece knows where its lists go and nothing is copied twice.
  COCITE_TRY(const std::vector<uint32_t> degrees, this->degrees(direction));
  for (size_t i = 0; i < degrees.size(); ++i) lists.offsets[i + 1] = lists.offsets[i] + degrees[i];
  if (static_cast<uint64_t>(lists.offsets.back()) != links.links()) {
    return fail(ErrorCode::kCorrupt,
                "the lists of this store do not have as many links as it says");
  }
  constexpr uint64_t kPiece = 16384;  // pages
  const size_t pieces = (links.pages() + kPiece - 1) / kPiece;
  std::vector<Result<void>> done(pieces);
  parallel_for(pieces, threads == 0 ? hardware_threads() : threads, [&](size_t piece) {
    if (is_set(stop)) {
      done[piece] = stopped();
      return;
    }
    const uint64_t first = piece * kPiece;
    auto scan = links.scan(page_id(first), std::min(first + kPiece, links.pages()));
    while (scan.next()) {
      const auto list = scan.list();
      const size_t page = index(scan.page());
      if (list.size() != degrees[page]) {
        done[piece] = fail(ErrorCode::kCorrupt, "a list of this store is longer than it says");
        return;
      }
      if (list.empty()) continue;
      std::memcpy(lists.targets.data() + lists.offsets[page], list.data(), list.size_bytes());
    }
    done[piece] = scan.status();
  });
  for (Result<void>& one : done) COCITE_CHECK(std::move(one));
  return lists;
}

Result<GraphView::Texts> GraphView::texts(PageText which, const std::atomic<bool>* stop) const {
  const store::Store& store = EngineGraph::store(*engine_);
  Texts texts;
  texts.offsets.reserve(store.pages() + 1);
  texts.offsets.push_back(0);
  std::string repaired;
  const auto add = [&](std::string_view text) {
    if (is_utf8(text)) {
      texts.bytes += text;
    } else {
      repair_utf8(text, repaired);
      texts.bytes += repaired;
    }
    texts.offsets.push_back(static_cast<int64_t>(texts.bytes.size()));
  };
  constexpr uint64_t kLookAround = 4096;
  if (which == PageText::kTitle) {
    for (uint64_t i = 0; i < store.pages(); ++i) {
      if (i % kLookAround == 0 && is_set(stop)) return stopped();
      COCITE_TRY(const std::string title, store.title(page_id(i)));
      add(title);
    }
    return texts;
  }
  auto cursor = store.keys().cursor();
  for (std::string_view key; cursor.next(key);) {
    const uint64_t number = cursor.number() - 1;
    if (number % kLookAround == 0 && is_set(stop)) return stopped();
    if (which == PageText::kKey) {
      add(key);
      continue;
    }
    COCITE_TRY(const std::string url, store.url(page_id(number), key));
    add(url);
  }
  COCITE_CHECK(cursor.status());
  return texts;
}

std::vector<std::string> GraphView::column_names() const {
  return EngineGraph::store(*engine_).column_names();
}

Result<std::vector<double>> GraphView::column(std::string_view name) const {
  COCITE_TRY(const store::NumberColumn column, EngineGraph::store(*engine_).column(name));
  return std::vector<double>(column.values().begin(), column.values().end());
}

Result<std::string> GraphView::about_column(std::string_view name) const {
  return EngineGraph::store(*engine_).about_column(name);
}

Result<void> GraphView::save_column(const std::string& name, std::span<const double> values,
                                    const std::string& about) const {
  const store::Store& store = EngineGraph::store(*engine_);
  COCITE_CHECK(check_name(name));
  if (values.size() != store.pages()) {
    return fail({.message = "the column has " + std::to_string(values.size()) +
                            " rows, the store " + std::to_string(store.pages()) + " pages",
                 .about = "values"});
  }
  const store::NewColumn column{.name = name, .values = values, .about = about};
  return store::save_columns(store, {&column, 1}, [] { return true; });
}

}  // namespace cocite
