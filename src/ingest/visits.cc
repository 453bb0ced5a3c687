#include "ingest/visits.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "ingest/pair_counts.h"
#include "ingest/visit_places.h"
#include "read/input_stream.h"
#include "store/visit_counts.h"

namespace cocite::ingest {
namespace {

using read::VisitFormat;
using read::VisitLine;
using read::VisitSkip;

constexpr size_t kSamples = 3;
constexpr size_t kSampleBytes = 120;

// Numbers, highest byte first, so that bytes sort as numbers do.
void put(std::string& record, uint64_t value, unsigned bytes) {
  for (unsigned i = bytes; i-- > 0;) record.push_back(static_cast<char>(value >> (8 * i)));
}
uint64_t take(std::string_view& record, unsigned bytes) {
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) value = (value << 8) | static_cast<uint8_t>(record[i]);
  record.remove_prefix(bytes);
  return value;
}

uint64_t first_number(std::string_view record) {
  return take(record, 4);
}

// A file in pieces that end with a line.
class LinePieces {
 public:
  LinePieces(std::unique_ptr<read::InputStream> stream, size_t piece_bytes)
      : stream_(std::move(stream)), piece_bytes_(std::max<size_t>(piece_bytes, 1)) {}

  // False at the end.
  Result<bool> next(std::string& piece) {
    piece = std::exchange(rest_, {});
    while (!has_ended_) {
      const size_t old = piece.size();
      piece.resize(old + piece_bytes_);
      COCITE_TRY(const size_t got, stream_->read(std::span(piece).subspan(old)));
      piece.resize(old + got);
      if (got == 0) {
        has_ended_ = true;
        break;
      }
      const size_t end = piece.rfind('\n');
      if (end != std::string::npos && end >= old) {
        rest_.assign(piece, end + 1);
        piece.resize(end + 1);
        return true;
      }
      // A line without an end: so much is kept as tells that it is too long.
      if (piece.size() > 2 * read::kMaxVisitLine) piece.resize(2 * read::kMaxVisitLine);
    }
    return !piece.empty();
  }
  // What comes first; next() still gives it.
  Result<std::string_view> look() {
    if (rest_.empty()) {
      COCITE_TRY(const bool has_one, next(rest_room_));
      if (!has_one) return std::string_view();
      rest_ = rest_room_ + rest_;
    }
    return std::string_view(rest_);
  }
  [[nodiscard]] const read::InputStream& stream() const { return *stream_; }

 private:
  std::unique_ptr<read::InputStream> stream_;
  size_t piece_bytes_;
  std::string rest_;
  std::string rest_room_;
  bool has_ended_ = false;
};

}  // namespace

// What one thread reads, and what came of it.
struct VisitReader::Lane {
  std::string piece;
  bool has_piece = false;
  std::optional<VisitFinder> finder;
  PairCounts counts;
  uint64_t lines = 0;  // of the piece
  std::array<uint64_t, read::kVisitSkips> skips{};
  std::vector<Sample> samples;  // of the piece
  Result<void> status;

  void skip(VisitSkip skip, VisitFormat format, std::string_view line) {
    const auto which = static_cast<size_t>(skip);
    if (++skips[which] > kSamples) return;  // enough are known
    samples.push_back({skip, lines, std::string(sample_of(format, line).substr(0, kSampleBytes))});
  }

  Result<void> parse(VisitFormat format) {
    lines = 0;
    const char* at = piece.data();
    const char* const end = at + piece.size();
    VisitLine visit;
    while (at < end) {
      const auto* const newline =
          static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(end - at)));
      const char* const stop = newline == nullptr ? end : newline;
      const std::string_view line(at, static_cast<size_t>(stop - at));
      at = stop + 1;
      ++lines;
      VisitSkip why = read::read_visit(format, line, visit);
      if (why == VisitSkip::kNone) {
        COCITE_TRY(why, count(format, visit));
      }
      if (why != VisitSkip::kNone && why != VisitSkip::kNothing) skip(why, format, line);
    }
    return {};
  }

  // Samples are shown and kept in the report: what a log says of people is no part of them.
  static std::string_view sample_of(VisitFormat format, std::string_view line) {
    if (format != VisitFormat::kLog) return line;
    const size_t request = line.find('"');
    if (request == std::string_view::npos) return "";
    const size_t end = line.find('"', request + 1);
    return line.substr(request + 1, end == std::string_view::npos ? end : end - request - 1);
  }

  Result<VisitSkip> count(VisitFormat format, const VisitLine& visit) {
    if (format == VisitFormat::kLog && finder->is_robot(visit.agent)) return VisitSkip::kRobot;
    COCITE_TRY(const uint32_t to, finder->target(visit));
    if (to == VisitFinder::kAsset) return VisitSkip::kAsset;
    if (to == VisitFinder::kNoPage) return VisitSkip::kUnknownTo;
    COCITE_TRY(const uint32_t from, finder->source(visit));
    if (from == VisitFinder::kNoPage) return VisitSkip::kUnknownFrom;
    if (from == to) return VisitSkip::kItself;
    if (visit.count > 0) counts.add(from, to, visit.count);
    return VisitSkip::kNone;
  }
};

VisitReader::VisitReader(Context& context, const store::Store& store, const std::string& scratch)
    : context_(&context),
      store_(&store),
      scratch_(scratch),
      transitions_(scratch + "-transitions", context.free_bytes() / 8) {
  lanes_.resize(context.threads());
}

VisitReader::~VisitReader() = default;

Result<std::optional<Error>> VisitReader::read(const std::string& file) {
  const ImportRequest& request = context_->request();
  // What is wrong with the file is its own trouble, not that of the others.
  using Trouble = std::optional<Error>;
  const auto trouble = [](const Error& error) -> Result<Trouble> {
    if (error.code == ErrorCode::kCancelled) return tl::unexpected<Error>(error);
    return Trouble(error);
  };
  auto stream = read::InputStream::open(file, request.stop);
  if (!stream) return trouble(stream.error());
  LinePieces pieces(*std::move(stream), context_->limits().piece_bytes);
  VisitFormat format{};
  if (!request.visits_from.empty()) {
    const auto named = read::visit_format_named(request.visits_from);
    if (!named) {
      return fail({.message = "'" + request.visits_from +
                              "' is no kind of visits; there are transitions, clickstream, log",
                   .about = "visits_from"});
    }
    format = *named;
  } else {
    const auto first = pieces.look();
    if (!first) return trouble(first.error());
    if (first->empty()) return Trouble();
    const auto told = read::told_format(*first, file);
    if (!told) return trouble(told.error());
    format = *told;
  }
  COCITE_TRY(const VisitPlaces places, VisitPlaces::of(*store_, request, format, file));
  constexpr uint64_t kMostCache = uint64_t{128} << 20;
  const uint64_t cache = std::min(kMostCache, context_->free_bytes() / 8 / lanes_.size());
  for (Lane& lane : lanes_) lane.finder.emplace(places, cache);
  uint64_t first_line = 1;
  Trouble damage;
  for (bool is_over = false; !is_over;) {
    for (Lane& lane : lanes_) {
      lane.has_piece = false;
      if (is_over) continue;
      const auto has_piece = pieces.next(lane.piece);
      if (!has_piece && has_piece.error().code == ErrorCode::kCancelled) {
        return tl::unexpected<Error>(has_piece.error());
      }
      if (!has_piece) damage = has_piece.error();
      lane.has_piece = has_piece && *has_piece;
      is_over = !lane.has_piece;
    }
    parallel_for(lanes_.size(), context_->threads(), [&](size_t i) {
      if (lanes_[i].has_piece) lanes_[i].status = lanes_[i].parse(format);
    });
    for (Lane& lane : lanes_) {
      if (!lane.has_piece) continue;
      if (!lane.status) {
        Error error = lane.status.error();
        error.message = file + ": " + error.message;
        return tl::unexpected<Error>(std::move(error));
      }
      take_samples(file, first_line, lane);
      first_line += lane.lines;
      lines_ += lane.lines;
      bytes_ += lane.piece.size();
    }
    COCITE_CHECK(give_counts(context_->free_bytes() / 8 / lanes_.size()));
    COCITE_CHECK(context_->report("reading visits", pieces.stream().raw_done(),
                                  pieces.stream().raw_total(), "bytes"));
    const Skipped& bad = skipped_[static_cast<size_t>(VisitSkip::kBadLine)];
    if (request.strict && bad.count > 0) {
      return fail({.message = bad.samples.front() + ": " + bad.reason, .about = "strict"});
    }
  }
  return damage;
}

void VisitReader::take_samples(const std::string& file, uint64_t first_line, Lane& lane) {
  for (size_t i = 0; i < skipped_.size(); ++i) {
    skipped_[i].reason = read::reason_of(static_cast<VisitSkip>(i));
    skipped_[i].count += std::exchange(lane.skips[i], 0);
  }
  for (const Sample& sample : lane.samples) {
    auto& samples = skipped_[static_cast<size_t>(sample.skip)].samples;
    if (samples.size() >= kSamples) continue;
    samples.push_back(file + ":" + std::to_string(first_line + sample.line - 1) + ": " +
                      sample.text);
  }
  lane.samples.clear();
}

// From lanes that hold more than `from_bytes`.
Result<void> VisitReader::give_counts(uint64_t from_bytes) {
  std::string record;
  for (Lane& lane : lanes_) {
    if (lane.counts.bytes() <= from_bytes) continue;
    COCITE_CHECK(lane.counts.take([&](uint32_t from, uint32_t to, uint64_t count) {
      record.clear();
      put(record, from, 4);
      put(record, to, 4);
      put(record, count, 8);
      return transitions_.add(record);
    }));
  }
  return {};
}

Result<bool> VisitReader::write(const Create& create, const store::VisitTable* old,
                                std::span<const uint32_t> numbers, ImportReport& report) {
  COCITE_CHECK(give_counts(0));
  lanes_.clear();
  COCITE_CHECK(transitions_.finish());
  const uint64_t asked = context_->request().visits_at_least;
  const uint64_t at_least = asked != 0 ? asked : old != nullptr ? old->at_least() : kVisitsAtLeast;
  // Page, other, direction, count: each transition for both of its pages.
  file::StringSorter ends(scratch_ + "-visits", context_->free_bytes() / 8);
  std::string record;
  const auto keep = [&](uint32_t from, uint32_t to, uint64_t count) -> Result<void> {
    if (from == to) return {};  // pages that have become one
    for (const bool is_back : {false, true}) {
      record.clear();
      put(record, is_back ? to : from, 4);
      put(record, is_back ? from : to, 4);
      put(record, is_back ? 1 : 0, 1);
      put(record, count, 8);
      COCITE_CHECK(ends.add(record));
    }
    return {};
  };
  report.visit_lines = lines_;
  report.visit_bytes = bytes_;
  uint64_t rare = 0;
  uint64_t pair = 0;
  uint64_t sum = 0;
  const auto end_pair = [&]() -> Result<void> {
    if (sum == 0) return {};
    if (sum < at_least) {
      ++rare;
      return {};
    }
    return keep(static_cast<uint32_t>(pair >> 32), static_cast<uint32_t>(pair), sum);
  };
  for (std::string_view one;;) {
    COCITE_TRY(const bool has_one, transitions_.next(one));
    if (!has_one) break;
    const uint64_t this_pair = take(one, 8);
    if (this_pair != pair) {
      COCITE_CHECK(end_pair());
      pair = this_pair;
      sum = 0;
    }
    sum = saturated_sum(sum, take(one, 8));
  }
  COCITE_CHECK(end_pair());
  if (old != nullptr) {
    store::VisitTable::Buffer buffer;
    for (uint64_t page = 0; page < numbers.size(); ++page) {
      COCITE_TRY(const store::VisitList list, old->list(page_id(page), buffer));
      for (const store::Visits& one : list.others) {
        if (one.to > 0) COCITE_CHECK(keep(numbers[page], numbers[index(one.page)], one.to));
      }
    }
  }
  for (const Skipped& skipped : skipped_) {
    if (skipped.count > 0) report.skipped.push_back(skipped);
  }
  if (rare > 0) {
    report.skipped.push_back(
        {.reason = "visits: transitions seen fewer than " + std::to_string(at_least) + " times",
         .count = rare,
         .samples = {}});
  }
  COCITE_CHECK(ends.finish());
  std::string_view one;
  COCITE_TRY(bool has_one, ends.next(one));
  if (!has_one) return false;
  COCITE_TRY(file::ContainerWriter container, create());
  COCITE_TRY(auto writer, store::VisitWriter::create(std::move(container), store_->pages()));
  std::vector<store::Visits> others;
  while (has_one) {
    const uint64_t page = take(one, 4);
    others.clear();
    for (bool is_same = true; is_same;) {
      const PageId other = page_id(take(one, 4));
      const bool is_back = take(one, 1) != 0;
      const uint64_t count = take(one, 8);
      if (others.empty() || others.back().page != other) others.push_back({.page = other});
      uint64_t& which = is_back ? others.back().from : others.back().to;
      which = saturated_sum(which, count);
      COCITE_TRY(has_one, ends.next(one));
      is_same = has_one && first_number(one) == page;
      if (is_same) one.remove_prefix(4);
    }
    for (const store::Visits& visits : others) {
      report.visit_transitions += visits.to > 0 ? 1 : 0;
      report.visit_clicks += visits.to;
    }
    COCITE_CHECK(writer.add(page_id(page), others));
  }
  COCITE_CHECK(writer.finish(old == nullptr ? at_least : std::min(at_least, old->at_least())));
  return true;
}

}  // namespace cocite::ingest
