#include "ingest/segment_set.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "graph/list_groups.h"

namespace cocite::ingest {
namespace {

namespace fs = std::filesystem;

}  // namespace

Result<SegmentSet> SegmentSet::open(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == kSegmentExtension) paths.push_back(at->path().string());
  }
  if (error) return fail(ErrorCode::kNotFound, folder + ": " + error.message());
  if (paths.empty()) {
    return fail(ErrorCode::kNotFound, folder + ": there are no segments (*.segment) in it");
  }
  std::ranges::sort(paths);
  SegmentSet set;
  for (const std::string& path : paths) {
    COCITE_TRY(Segment segment, Segment::open(path));
    set.by_kind_[segment.meta().kind].push_back(std::move(segment));
  }
  COCITE_CHECK(set.check_whole(folder));
  COCITE_TRY(const std::string facts, set.text("facts"));
  for (std::string_view left = facts; !left.empty();) {
    const std::string_view line = left.substr(0, left.find('\n'));
    left.remove_prefix(std::min(left.size(), line.size() + 1));
    const size_t tab = line.find('\t');
    if (tab == std::string_view::npos) return set.head().damage("its facts");
    store::read_fact(line.substr(0, tab), line.substr(tab + 1), set.facts_);
  }
  if (set.facts_.pages != set.head().meta().pages) return set.head().damage("its facts");
  return set;
}

Result<void> SegmentSet::check_whole(const std::string& folder) {
  const auto is_missing = [&](const std::string& what) {
    return fail(ErrorCode::kInvalidArgument,
                folder + ": " + what + "; a store needs all segments of one build");
  };
  if (of(SegmentKind::kHead).empty()) return is_missing("there is no head segment");
  if (of(SegmentKind::kHead).size() > 1) {
    return is_missing("there are several heads, " + of(SegmentKind::kHead)[0].path() + " and " +
                      of(SegmentKind::kHead)[1].path());
  }
  const SegmentMeta& head = this->head().meta();
  for (const SegmentKind kind : {SegmentKind::kPages, SegmentKind::kOut, SegmentKind::kIn}) {
    auto& segments = by_kind_[static_cast<size_t>(kind)];
    std::ranges::sort(segments, {}, [](const Segment& one) {
      return std::pair(one.meta().first, one.meta().end);
    });
    const std::string word(word_of(kind));
    uint64_t next = 0;
    for (const Segment& segment : segments) {
      const SegmentMeta& meta = segment.meta();
      if (meta.build != head.build || meta.pages != head.pages) {
        return is_missing(segment.path() + " is of another build than the head");
      }
      if (meta.first > next) {
        return is_missing("the " + word + " segment from page " + std::to_string(next) +
                          " on is missing");
      }
      if (meta.first < next) {
        return is_missing(segment.path() + " tells of pages that the one before tells of, too");
      }
      if (kind != SegmentKind::kPages && meta.first % graph::kGroupPages != 0) {
        return segment.damage("its first page");
      }
      next = meta.end;
    }
    if (next != head.pages) {
      return is_missing("the " + word + " segment from page " + std::to_string(next) +
                        " on is missing");
    }
  }
  if (sum(SegmentKind::kOut, &SegmentMeta::links) != sum(SegmentKind::kIn, &SegmentMeta::links)) {
    return is_missing("there are more links in one direction than in the other");
  }
  return {};
}

uint64_t SegmentSet::sum(SegmentKind kind, uint64_t SegmentMeta::*number) const {
  uint64_t all = 0;
  for (const Segment& segment : of(kind)) all += segment.meta().*number;
  return all;
}

Result<std::string> SegmentSet::text(std::string_view section) const {
  COCITE_TRY(const file::Section found, head().container().section(section));
  COCITE_TRY(const std::span<const char> bytes, found.values<char>());
  return std::string(bytes.begin(), bytes.end());
}

Result<std::vector<store::Alias>> SegmentSet::aliases() const {
  COCITE_TRY(const std::string bytes, text("aliases"));
  std::vector<store::Alias> aliases;
  for (std::string_view left = bytes; !left.empty();) {
    std::string_view from;
    std::string_view to;
    store::Alias alias;
    if (!take_text(left, from) || !take_text(left, to) || left.size() < sizeof alias.date) {
      return head().damage("its aliases");
    }
    std::memcpy(&alias.date, left.data(), sizeof alias.date);
    left.remove_prefix(sizeof alias.date);
    alias.from = from;
    alias.to = to;
    if (!aliases.empty() && aliases.back().from >= alias.from) return head().damage("its aliases");
    aliases.push_back(std::move(alias));
  }
  return aliases;
}

}  // namespace cocite::ingest
