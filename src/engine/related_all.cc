// Related pages of all pages, as a file that appears when it is whole.
//
// Written piece by piece into OUTPUT.part; behind each piece OUTPUT.state says what was asked for,
// how many pages are done and how many bytes they took. A later run that asks for the same cuts the
// part to that many bytes and goes on.
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include <cocite/engine.h>

#include "base/hash.h"
#include "base/mapped_file.h"
#include "base/parallel.h"
#include "engine/engine_state.h"
#include "engine/related_query.h"
#include "related/order.h"

namespace cocite {
namespace {

using engine::Asker;
using engine::Chosen;
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
  std::string text = "cocite related --all 1\t" + std::to_string(store.manifest().identity) + '\t' +
                     related.by + '\t' + std::to_string(related.top) + '\t' +
                     std::to_string(static_cast<int>(related.chop)) + '\t' +
                     std::to_string(static_cast<int>(related.hosts)) + '\t' + related.stoplist +
                     '\t' + std::to_string(related.seed) + '\t' +
                     std::to_string(hash64(request.head)) + (request.write ? " own" : "");
  for (const auto& [name, value] : related.parameters) text += '\t' + name + '=' + value;
  return text;
}

struct Done {
  uint64_t pages = 0;
  uint64_t bytes = 0;
  uint64_t answered = 0;
};

Done read_state(const std::string& path, const std::string& asked) {
  std::ifstream file(path);
  std::string line;
  Done state;
  if (!std::getline(file, line) || line != asked) return {};
  if (!(file >> state.pages >> state.bytes >> state.answered)) return {};
  return state;
}

bool write_state(const std::string& path, const std::string& asked, const Done& state) {
  const std::string aside = path + ".new";
  {
    std::ofstream file(aside, std::ios::trunc);
    file << asked << '\n' << state.pages << ' ' << state.bytes << ' ' << state.answered << '\n';
    if (!file.flush()) return false;
  }
  std::error_code error;
  fs::rename(aside, path, error);
  return !error;
}

class Writer {
 public:
  Writer(const related::Web& web, const Asker& asker, const RelatedAllRequest& request)
      : web_(&web), asker_(&asker), request_(&request) {}

  // The lines of a page; true where there are any.
  Result<bool> write(PageId page, std::string& text) const {
    const store::Store& store = web_->store();
    related::Budget budget(request_->related.budget_ms, request_->related.stop);
    COCITE_TRY(Chosen chosen, asker_->choose(page, budget));
    if (!chosen.answer) {
      COCITE_TRY(chosen.answer, asker_->method().find(asker_->query({&chosen.page, 1}, budget)));
    }
    std::erase_if(chosen.answer->items,
                  [&](const related::Item& item) { return item.page == page; });
    COCITE_TRY(const std::vector<related::Item> items,
               related::best(*web_, std::move(chosen.answer->items), request_->related.top));
    if (items.empty()) return false;
    COCITE_TRY(const std::string own, store.key(page));
    std::vector<RelatedItem> shown(items.size());
    for (size_t i = 0; i < items.size(); ++i) {
      shown[i].rank = i + 1;
      shown[i].score = items[i].score;
      COCITE_CHECK(store.keys().get(index(items[i].page), shown[i].key));
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
  const Asker* asker_;
  const RelatedAllRequest* request_;
};

}  // namespace

Result<RelatedAllReport> Engine::related_all(const RelatedAllRequest& request) const {
  const auto begin = std::chrono::steady_clock::now();
  const RelatedRequest& related = request.related;
  COCITE_TRY(const Asker asker, Asker::make(state_->web, state_->stoplists, related));
  if (request.output.empty()) {
    return fail(ErrorCode::kInvalidArgument, "--all writes a file: name it with --out");
  }
  std::error_code error;
  if (fs::exists(request.output, error) && !request.force) {
    return fail(ErrorCode::kAlreadyExists,
                request.output + ": is there already; --force replaces it");
  }
  const std::string part = request.output + ".part";
  const std::string state_path = request.output + ".state";
  const std::string asked = asked_for(state_->store, request);
  const auto cannot = [&](const std::string& path) {
    return fail(ErrorCode::kIo, path + ": cannot write: " + errno_text(errno));
  };
  Done state = read_state(state_path, asked);
  const uint64_t part_size = fs::file_size(part, error);
  if (error || part_size < state.bytes) state = {};
  RelatedAllReport report{.pages = state_->store.pages(), .resumed_at = state.pages};
  std::ofstream file;
  if (state.pages > 0) {
    fs::resize_file(part, state.bytes, error);
    if (error) return fail(ErrorCode::kIo, part + ": " + error.message());
    file.open(part, std::ios::binary | std::ios::app);
  } else {
    file.open(part, std::ios::binary | std::ios::trunc);
    file << request.head;
    state.bytes = request.head.size();
  }
  if (!file) return cannot(part);

  const Writer writer(state_->web, asker, request);
  const unsigned threads = related.threads == 0 ? hardware_threads() : related.threads;
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
      return fail(ErrorCode::kCancelled, "stopped; the same command goes on where this one was");
    }
    for (uint64_t piece = 0; piece < pieces; ++piece) {
      if (!results[piece]) return tl::unexpected<Error>(results[piece].error());
      file << texts[piece];
      state.bytes += texts[piece].size();
      state.answered += answered[piece];
    }
    if (!file.flush()) return cannot(part);
    state.pages = std::min(report.pages, first + pieces * kPiecePages);
    if (!write_state(state_path, asked, state)) return cannot(state_path);
    if (related.progress) {
      related.progress(
          {.stage = "finding", .done = state.pages, .total = report.pages, .unit = "pages"});
    }
  }
  file.close();
  if (!file) return cannot(part);
  fs::rename(part, request.output, error);
  if (error) return fail(ErrorCode::kIo, request.output + ": " + error.message());
  fs::remove(state_path, error);
  report.answered = state.answered;
  report.bytes = state.bytes;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace cocite
