#include "prepare/index_words.h"

#include <chrono>
#include <utility>

#include <cocite/engine.h>

#include "base/machine.h"
#include "base/parallel.h"
#include "store/save_columns.h"
#include "words/make_index.h"

namespace cocite {
namespace {

// What both kinds of request say of the work.
template <class Request>
words::MakeIndex how(const Request& request, std::string stem, std::string scratch) {
  words::MakeIndex options{.stem = std::move(stem),
                           .scratch = std::move(scratch),
                           .threads = request.threads != 0 ? request.threads : hardware_threads()};
  options.memory_bytes = request.memory_bytes != 0 ? request.memory_bytes : machine_memory() / 2;
  options.report = [&request](std::string_view stage, uint64_t done,
                              uint64_t total) -> Result<void> {
    if (request.stop != nullptr && request.stop->load(std::memory_order_relaxed)) {
      return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
    }
    if (request.progress) {
      request.progress(
          {.stage = std::string(stage), .done = done, .total = total, .unit = "pages"});
    }
    return {};
  };
  return options;
}

}  // namespace

namespace prepare {

Result<void> check_stem(const ImportRequest& request) {
  return request.stem.empty() ? Result<void>() : words::check_stem(request.stem);
}

Result<void> index_draft(const store::Store& store, store::Writer& writer,
                         const ImportRequest& request, const std::string& stem) {
  if (!words::has_words(store)) return {};
  COCITE_TRY(auto container, writer.create(store::Part::kWords));
  COCITE_CHECK(
      words::make_index(store, how(request, stem, writer.scratch("words")), std::move(container)));
  return {};
}

}  // namespace prepare

Result<IndexReport> index_store(const IndexRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  COCITE_CHECK(words::check_stem(request.stem));
  COCITE_TRY(const store::Store store, store::Store::open(request.store));
  COCITE_CHECK(store::can_save_columns(store));
  IndexReport report;
  const auto tell_of = [&](const text::IndexMeta& meta) {
    report.pages = meta.documents;
    report.words = meta.terms;
    report.stem = meta.stem.data();
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const auto old = store.words();
  const auto bytes_of = [](const store::Store& of) {
    const store::FileEntry* const file = of.manifest().find(store::file_of(store::Part::kWords));
    return file == nullptr ? uint64_t{0} : file->size_bytes;
  };
  if (!request.force && old && *old) {
    COCITE_TRY(const std::string stem, words::resolve_stem(store, request.stem));
    if ((*old)->stem() == stem) {
      tell_of((*old)->meta());
      report.bytes = bytes_of(store);
      return report;
    }
  }
  if (!words::has_words(store)) {
    return fail(words::no_words(request.store));
  }
  const store::NewPart part{
      .part = store::Part::kWords,
      .write = [&](file::ContainerWriter file, const std::string& scratch) -> Result<void> {
        COCITE_TRY(const text::IndexMeta meta,
                   words::make_index(store, how(request, request.stem, scratch), std::move(file)));
        tell_of(meta);
        return {};
      }};
  COCITE_CHECK(store::save_parts(
      store,
      {.others = {&part, 1},
       .tell =
           [&](store::Facts& facts) {
             facts.index = true;
             facts.stem = request.stem;
           }},
      [&] { return request.stop == nullptr || !request.stop->load(std::memory_order_relaxed); }));
  report.is_made = true;
  COCITE_TRY(const store::Store after, store::Store::open(request.store));
  report.bytes = bytes_of(after);
  return report;
}

}  // namespace cocite
