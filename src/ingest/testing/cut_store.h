// For tests: the segments that a store could have been put together from.
//
//   ASSERT_TRUE(cut_store(store, folder, {.page_parts = 3, .link_pages = 8192}));
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "graph/packed_chunk.h"
#include "ingest/segment_writer.h"
#include "store/link_counts.h"
#include "store/store.h"

namespace cocite::ingest::testing {

struct CutOptions {
  uint64_t build = 17;
  uint64_t page_parts = 1;
  uint64_t chunks_per_segment = 1;
};

// Lists of one direction, all of them.
struct AllLists {
  std::vector<uint64_t> offsets = {0};
  std::vector<PageId> targets;
  [[nodiscard]] graph::Lists view() const { return {0, offsets, targets}; }
};

inline AllLists lists_of(const graph::PackedLinks& links) {
  AllLists all;
  auto scan = links.scan(page_id(0), links.pages());
  while (scan.next()) {
    all.targets.insert(all.targets.end(), scan.list().begin(), scan.list().end());
    all.offsets.push_back(all.targets.size());
  }
  return all;
}

// Packs a direction as many machines would: cuts, sample, codes, then chunk by chunk.
inline Result<std::vector<std::byte>> cut_links(const store::Store& store, SegmentKind kind,
                                                const std::string& folder,
                                                const CutOptions& options) {
  const graph::PackedLinks& links = kind == SegmentKind::kOut ? store.out() : store.in();
  const AllLists all = lists_of(links);
  const graph::Lists view = all.view();
  std::vector<uint64_t> groups;
  for (uint64_t page = 0; page < store.pages(); page += graph::kGroupPages) {
    const uint64_t end = std::min(store.pages(), page + graph::kGroupPages);
    groups.push_back(all.offsets[end] - all.offsets[page]);
  }
  const auto cuts = graph::cut_chunks(groups, store.pages());
  std::vector<graph::Lists> samples;
  for (size_t c = 0; c < cuts.size(); c += graph::training_step(view.links())) {
    samples.push_back(view.part(cuts[c].first, cuts[c].second));
  }
  const auto trained = graph::make_encoder(links.order(), links.coding());
  trained->train(samples, 1);
  const auto encoder = graph::make_encoder(links.order(), links.coding());
  if (!encoder->load(trained->codes(), store.pages())) {
    return fail(ErrorCode::kCorrupt, "codes cannot be read back");
  }
  std::optional<store::LinkCounts::Cursor> counts;
  if (kind == SegmentKind::kOut && store.link_counts() != nullptr) {
    COCITE_TRY(counts, store.link_counts()->cursor());
  }
  for (size_t c = 0; c < cuts.size();) {
    COCITE_TRY(auto writer,
               LinkSegmentWriter::create(
                   folder + "/" + std::string(word_of(kind)) + "-" + std::to_string(c) + ".segment",
                   kind, options.build, store.pages(), cuts[c].first));
    const size_t end = std::min(cuts.size(), c + options.chunks_per_segment);
    if (c == 0 && kind == SegmentKind::kOut) {
      writer.count(store.facts().childless, store.facts().same_host_links);
    }
    for (; c < end; ++c) {
      const graph::Lists lists = view.part(cuts[c].first, cuts[c].second);
      COCITE_CHECK(writer.add(graph::pack_chunk(*encoder, lists)));
      store::LinkCount count;
      for (uint64_t i = 0; counts && i < lists.links() && counts->next(count); ++i) {
        writer.add_count(count);
      }
    }
    COCITE_CHECK(writer.finish());
  }
  return encoder->codes();
}

inline Result<void> cut_pages(const store::Store& store, const std::string& folder,
                              const CutOptions& options) {
  graph::ListBuffer buffer;
  for (uint64_t part = 0; part < options.page_parts; ++part) {
    const uint64_t first = store.pages() * part / options.page_parts;
    const uint64_t end = store.pages() * (part + 1) / options.page_parts;
    std::vector<std::string> keys;
    for (uint64_t page = first; page < end; ++page)
      keys.push_back(store.key(page_id(page)).value());
    COCITE_TRY(auto writer, PageSegmentWriter::create(
                                folder + "/pages-" + std::to_string(part) + ".segment",
                                options.build, store.pages(), first, {keys.begin(), keys.end()}));
    for (uint64_t page = first; page < end; ++page) {
      if (*store.is_secure(page_id(page))) writer.set_secure(page);
      if (!*store.is_crawled(page_id(page))) continue;
      writer.set_crawled(page);
      const store::PageTexts said = store.texts(page_id(page)).value();
      const std::string title = store.title(page_id(page)).value();
      if (said.date == 0 && title.empty() && said.url.empty()) continue;  // a list of links
      const auto children = store.children(page_id(page), buffer).value();
      const auto machine = store.machine(page_id(page));
      const std::string ip = machine ? machine->text() : std::string();
      PageRecord record{.date = said.date,
                        .title = title,
                        .text = said.text,
                        .url = said.url,
                        .language = said.language,
                        .ip = ip,
                        .anchors = {}};
      for (size_t i = 0; i < said.anchors.size(); ++i) {
        if (!said.anchors[i].empty()) {
          record.anchors.emplace_back(index(children[i]), said.anchors[i]);
        }
      }
      COCITE_CHECK(writer.add_record(page, record, children));
    }
    if (store.statuses() != nullptr) {
      for (const store::StatusEntry& entry : store.statuses()->entries()) {
        if (entry.page >= first && entry.page < end) writer.add_status(entry);
      }
    }
    COCITE_CHECK(writer.finish());
  }
  return {};
}

inline Result<void> cut_store(const store::Store& store, const std::string& folder,
                              const CutOptions& options = {}) {
  SegmentHead head;
  head.build = options.build;
  head.facts = store.facts();
  COCITE_CHECK(cut_pages(store, folder, options));
  COCITE_TRY(head.out_codes, cut_links(store, SegmentKind::kOut, folder, options));
  COCITE_TRY(head.in_codes, cut_links(store, SegmentKind::kIn, folder, options));
  if (store.aliases() != nullptr) {
    for (uint64_t i = 0; i < store.aliases()->size(); ++i) {
      COCITE_TRY(store::Alias alias, store.aliases()->get(i));
      head.aliases.push_back(std::move(alias));
    }
  }
  head.report = "inputs\t1\nskipped\tno tab\t2\nsample\t1.tsv:1: x\n";
  return write_segment_head(folder + "/head.segment", head);
}

}  // namespace cocite::ingest::testing
