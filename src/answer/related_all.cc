// Related pages of all pages, as a file that appears when it is whole.
//
// A later run that asks for the same goes on where this one was stopped: resumable_file.h.
#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <cocite/engine.h>
#include <cocite/output.h>

#include "answer/answering.h"
#include "answer/present.h"
#include "answer/present_answer.h"
#include "answer/related.h"
#include "answer/resumable_file.h"
#include "base/hash.h"
#include "base/parallel.h"

namespace cocite::answer {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kPiecePages = 64;    // a thread's share at a time
constexpr uint64_t kRoundPieces = 128;  // between two looks at the disk

std::string number(double value) {
  std::array<char, 32> room{};
  return {room.data(), std::to_chars(room.data(), room.data() + room.size(), value).ptr};
}

// All that the answers depend on, in one line.
std::string asked_for(const store::Store& store, const RelatedAllRequest& request) {
  const RelatedRequest& related = request.related;
  std::string text =
      "cocite related all 1\t" + std::to_string(store.manifest().identity) + '\t' + related.by +
      '\t' + std::to_string(related.top) + '\t' + std::to_string(static_cast<int>(related.chop)) +
      '\t' + std::to_string(static_cast<int>(related.hosts)) + '\t' + related.stoplist + '\t' +
      std::to_string(related.seed) + '\t' + std::to_string(hash64(request.head)) +
      (request.write ? " own" : "") + '\t' + std::to_string(related.per_host) +
      (related.drop_same_site ? " drop" : "") + (related.unlinked ? " unlinked" : "") + '\t' +
      std::to_string(static_cast<int>(related.copies)) + '\t' +
      std::to_string(static_cast<int>(related.media)) +
      std::to_string(static_cast<int>(related.only)) +
      std::to_string(static_cast<int>(related.dead)) +
      std::to_string(static_cast<int>(related.flagged)) + '\t' + std::to_string(related.why);
  for (const std::string& page : related.not_pages) text += "\tnot " + page;
  for (const auto& [name, value] : related.parameters) text += '\t' + name + '=' + value;
  return text;
}

class Writer {
 public:
  Writer(const related::Web& web, const Answering& answering, const RelatedAllRequest& request)
      : web_(&web), answering_(&answering), request_(&request) {}

  // The lines of a page; true where there are any.
  Result<bool> write(PageId page, std::string& text) const {
    const store::Store& store = web_->store();
    // Of a crawl of one site, pages that were never fetched are neither asked about nor answers.
    COCITE_TRY(const bool is_crawled, store.is_crawled(page));
    if (!is_crawled && answering_->asker().choice().only_crawled()) return false;
    Budget budget(request_->related.budget_ms, request_->related.stop);
    COCITE_TRY(const Found found, answering_->find(page, budget));
    if (found.items.empty()) return false;
    COCITE_TRY(const std::string own, store.key(page));
    std::vector<RelatedItem> shown(found.items.size());
    if (request_->related.why > 0) {
      COCITE_TRY(RelatedAnswer answer,
                 present_answer(*web_, *answering_, request_->related, found, budget));
      shown = std::move(answer.items);
    }
    for (size_t i = 0; request_->related.why == 0 && i < found.items.size(); ++i) {
      shown[i].rank = i + 1;
      shown[i].score = found.items[i].score;
      COCITE_TRY(LinkItem link, present_link(store, 0, found.items[i].page));
      shown[i].ref() = std::move(link.ref());
      if (answering_->asker().choice().marks_dead()) {
        shown[i].gone = gone_since(store, found.items[i].page);
      }
      shown[i].flagged = found.items[i].is_flagged;
      COCITE_TRY(shown[i].copies, present_copies(store, found.copies[i]));
    }
    if (request_->write) {
      request_->write(own, shown, text);
      return true;
    }
    for (const RelatedItem& item : shown) {
      text += own + '\t' + std::to_string(item.rank) + '\t' + number(item.score) + '\t' + item.key +
              '\n';
    }
    return true;
  }

 private:
  const related::Web* web_;
  const Answering* answering_;
  const RelatedAllRequest* request_;
};

}  // namespace

Result<RelatedAllReport> related_all(const Opened& opened, const RelatedAllRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  const RelatedRequest& related = request.related;
  Budget at_first(related.budget_ms, related.stop);
  COCITE_TRY(const Answering answering,
             Answering::make(opened.web, opened.stoplists, related, at_first));
  if (request.output.empty()) {
    return fail({.message = "name the file that all answers go into", .about = "out"});
  }
  COCITE_CHECK(check_output(request.output, {.force = request.force}));
  COCITE_TRY(auto file,
             ResumableFile::open(request.output, asked_for(opened.store, request), request.head));
  ResumableFile::Progress state = file.progress();
  RelatedAllReport report{.pages = opened.store.pages(), .resumed_at = state.pages};

  COCITE_CHECK(opened.web.expect(report.pages - state.pages));
  const Writer writer(opened.web, answering, request);
  const unsigned threads = related.threads == 0 ? hardware_threads() : related.threads;
  const bool is_array = request.head == "[";
  std::vector<std::string> texts(kRoundPieces);
  std::vector<uint64_t> answered(kRoundPieces);
  std::vector<Result<void>> results(kRoundPieces);
  while (state.pages < report.pages) {
    const uint64_t first = state.pages;
    const uint64_t pieces =
        std::min(kRoundPieces, (report.pages - first + kPiecePages - 1) / kPiecePages);
    parallel_for(pieces, threads, [&](size_t piece) {
      texts[piece].clear();
      answered[piece] = 0;
      results[piece] = {};
      const uint64_t end =
          std::min(report.pages, first + (static_cast<uint64_t>(piece) + 1) * kPiecePages);
      for (uint64_t page = first + piece * kPiecePages; page < end; ++page) {
        if (related.stop != nullptr && related.stop->load(std::memory_order_relaxed)) return;
        const Result<bool> written = writer.write(page_id(page), texts[piece]);
        if (!written) {
          results[piece] = tl::unexpected<Error>(written.error());
          return;
        }
        answered[piece] += *written ? 1 : 0;
      }
    });
    if (related.stop != nullptr && related.stop->load(std::memory_order_relaxed)) {
      if (state.pages > 0) COCITE_CHECK(file.settle());
      return fail(ErrorCode::kCancelled, "stopped; run the same command again to continue");
    }
    for (uint64_t piece = 0; piece < pieces; ++piece) {
      if (!results[piece]) return tl::unexpected<Error>(results[piece].error());
      // A JSON array has a comma before every element but the first.
      const bool is_first = is_array && state.answered == 0 && !texts[piece].empty();
      COCITE_CHECK(file.add(std::string_view(texts[piece]).substr(is_first ? 1 : 0)));
      state.answered += answered[piece];
    }
    state.pages = std::min(report.pages, first + pieces * kPiecePages);
    COCITE_CHECK(file.keep(state));
    if (related.progress) {
      related.progress(
          {.stage = "finding", .done = state.pages, .total = report.pages, .unit = "pages"});
    }
  }
  if (is_array) COCITE_CHECK(file.add("\n]\n"));
  report.answered = state.answered;
  report.bytes = file.bytes();
  COCITE_CHECK(file.finish());
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace cocite::answer
