#include "python/segments.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "graph/packed_chunk.h"
#include "ingest/aliases.h"
#include "ingest/segment_writer.h"
#include "ingest/tidy_lists.h"
#include "python/arrays.h"
#include "python/errors.h"
#include "store/alias_table.h"
#include "store/facts.h"
#include "url/key.h"
#include "url/site.h"

namespace cocite::python {

namespace nb = nanobind;

namespace {

// Lists of links: pages from `first` on. Checked, since a wrong one would be an error of ours in a
// file that others trust.
graph::Lists lists_of(uint64_t first, const In<uint64_t>& offsets, const In<uint32_t>& targets) {
  const auto places = span_of(offsets);
  if (places.empty() || places.back() - places.front() != targets.size() ||
      !std::ranges::is_sorted(places)) {
    refuse("offsets of lists do not fit their targets");
  }
  return {.first = static_cast<uint32_t>(first),
          .offsets = places,
          .targets = {reinterpret_cast<const PageId*>(targets.data()), targets.size()}};
}

std::unique_ptr<graph::ListEncoder> encoder_of(bool ordered, bool fast) {
  return graph::make_encoder(ordered ? graph::ListOrder::kPage : graph::ListOrder::kSorted,
                             fast ? graph::ListCoding::kBytes : graph::ListCoding::kBits);
}

nb::bytes bytes_of(std::span<const std::byte> bytes) {
  return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::span<const std::byte> raw_of(const nb::bytes& bytes) {
  return {reinterpret_cast<const std::byte*>(bytes.c_str()), bytes.size()};
}

// First pages of all chunks, and the number of pages.
Out<uint64_t> cut_chunks(const In<uint64_t>& links_of_groups, uint64_t pages) {
  std::vector<uint64_t> cuts;
  for (const auto& [begin, end] : graph::cut_chunks(span_of(links_of_groups), pages)) {
    cuts.push_back(begin);
  }
  cuts.push_back(pages);
  return array_of<uint64_t>(std::move(cuts));
}

using Sample = std::tuple<uint64_t, In<uint64_t>, In<uint32_t>>;

nb::bytes train_codes(bool ordered, bool fast, const std::vector<Sample>& samples) {
  std::vector<graph::Lists> lists;
  for (const auto& [first, offsets, targets] : samples) {
    lists.push_back(lists_of(first, offsets, targets));
  }
  auto encoder = encoder_of(ordered, fast);
  encoder->train(lists, 1);
  return bytes_of(encoder->codes());
}

nb::tuple tidy_lists(uint64_t first, const In<uint64_t>& offsets, const In<uint32_t>& targets,
                     bool ordered) {
  const graph::Lists given = lists_of(first, offsets, targets);
  ingest::OwnedLists lists{.first = given.first,
                           .offsets = {given.offsets.begin(), given.offsets.end()},
                           .targets = {given.targets.begin(), given.targets.end()}};
  const uint64_t base = lists.offsets.front();
  for (uint64_t& offset : lists.offsets) offset -= base;
  const ingest::TidyCounts dropped = ingest::tidy_lists(lists, ordered, 1);
  return nb::make_tuple(array_of<uint64_t>(std::move(lists.offsets)),
                        array_of<uint32_t>(std::move(lists.targets)), dropped.self_links,
                        dropped.repeated_links);
}

class LinkSegment {
 public:
  LinkSegment(const std::string& path, const std::string& kind, uint64_t build, uint64_t pages,
              uint64_t first, bool ordered, bool fast, const nb::bytes& codes)
      : encoder_(encoder_of(ordered, fast)),
        writer_(value_or_raise(ingest::LinkSegmentWriter::create(
            path, kind == "out" ? ingest::SegmentKind::kOut : ingest::SegmentKind::kIn, build,
            pages, first))) {
    if (!encoder_->load(raw_of(codes), pages)) refuse("these are no codes for links");
  }
  // One chunk.
  void add(uint64_t first, const In<uint64_t>& offsets, const In<uint32_t>& targets) {
    const graph::Lists lists = lists_of(first, offsets, targets);
    value_or_raise(writer_.add(graph::pack_chunk(*encoder_, lists)));
  }
  // What stands behind the links of a graph of hosts or sites, in their order.
  void add_counts(const In<uint64_t>& links, const In<uint64_t>& pages) {
    if (links.size() != pages.size()) refuse("columns of counts are not of one length");
    for (size_t i = 0; i < links.size(); ++i) {
      writer_.add_count({.links = links.data()[i], .pages = pages.data()[i]});
    }
  }
  void finish(uint64_t childless, uint64_t same_host_links) {
    writer_.count(childless, same_host_links);
    value_or_raise(writer_.finish());
  }

 private:
  std::unique_ptr<graph::ListEncoder> encoder_;
  ingest::LinkSegmentWriter writer_;
};

class PageSegment {
 public:
  // Keeps the keys, since the writer looks at them to the end.
  PageSegment(const std::string& path, uint64_t build, uint64_t pages, uint64_t first,
              In<int64_t> key_offsets, In<uint8_t> key_bytes)
      : key_offsets_(std::move(key_offsets)),
        key_bytes_(std::move(key_bytes)),
        first_(first),
        writer_(value_or_raise(ingest::PageSegmentWriter::create(
            path, build, pages, first, views(Texts(key_offsets_, key_bytes_))))) {
    end_ = first + key_offsets_.size() - 1;
  }
  void crawled(const In<uint32_t>& pages) {
    for (const uint32_t page : span_of(pages)) {
      check(page);
      writer_.set_crawled(page);
    }
  }
  void secure(const In<uint32_t>& pages) {
    for (const uint32_t page : span_of(pages)) {
      check(page);
      writer_.set_secure(page);
    }
  }
  // Texts: titles, words, addresses, languages, machines. Anchors of record r: those from anchor_starts[r] up to the next one's.
  void records(const In<uint32_t>& pages, const In<uint32_t>& dates,
               const std::vector<std::pair<In<int64_t>, In<uint8_t>>>& texts,
               const In<uint64_t>& anchor_starts, const In<uint32_t>& anchor_targets,
               const std::pair<In<int64_t>, In<uint8_t>>& anchor_texts,
               const In<uint64_t>& list_offsets, const In<uint32_t>& list_targets) {
    const graph::Lists lists = lists_of(first_, list_offsets, list_targets);
    const Texts titles(texts.at(0).first, texts.at(0).second);
    const Texts words(texts.at(1).first, texts.at(1).second);
    const Texts urls(texts.at(2).first, texts.at(2).second);
    const Texts languages(texts.at(3).first, texts.at(3).second);
    const Texts ips(texts.at(4).first, texts.at(4).second);
    const Texts anchors(anchor_texts.first, anchor_texts.second);
    const auto starts = span_of(anchor_starts);
    if (starts.size() != pages.size() + 1 || dates.size() != pages.size() ||
        titles.size() != pages.size() || words.size() != pages.size() ||
        urls.size() != pages.size() || languages.size() != pages.size() ||
        ips.size() != pages.size() || !std::ranges::is_sorted(starts) ||
        starts.back() > anchors.size() || anchors.size() != anchor_targets.size() ||
        lists.size() != end_ - first_) {
      refuse("columns of records are not of one length");
    }
    ingest::PageRecord record;
    std::optional<uint32_t> last;
    for (size_t r = 0; r < pages.size(); ++r) {
      const uint32_t page = pages.data()[r];
      check(page);
      if (last && *last >= page) refuse("pages of records rise");
      last = page;
      record.date = dates.data()[r];
      record.title = titles[r];
      record.text = words[r];
      record.url = urls[r];
      record.language = languages[r];
      record.ip = ips[r];
      record.anchors.clear();
      for (uint64_t a = starts[r]; a < starts[r + 1]; ++a) {
        if (!anchors[a].empty()) record.anchors.emplace_back(anchor_targets.data()[a], anchors[a]);
      }
      value_or_raise(writer_.add_record(page, record, lists[page - first_]));
    }
  }
  void statuses(const In<uint32_t>& pages, const In<uint32_t>& statuses,
                const In<uint32_t>& dates) {
    if (statuses.size() != pages.size() || dates.size() != pages.size()) {
      refuse("columns of statuses are not of one length");
    }
    for (size_t i = 0; i < pages.size(); ++i) {
      check(pages.data()[i]);
      writer_.add_status({pages.data()[i], statuses.data()[i], dates.data()[i], dates.data()[i]});
    }
  }
  void finish() { value_or_raise(writer_.finish()); }

 private:
  static std::vector<std::string_view> views(const Texts& texts) {
    std::vector<std::string_view> all;
    for (size_t i = 0; i < texts.size(); ++i) all.push_back(texts[i]);
    return all;
  }
  void check(uint32_t page) const {
    if (page < first_ || page >= end_) refuse("a page outside of its segment");
  }

  In<int64_t> key_offsets_;
  In<uint8_t> key_bytes_;
  uint64_t first_;
  uint64_t end_ = 0;
  ingest::PageSegmentWriter writer_;
};

std::string text_of(const nb::bytes& bytes) {
  return {bytes.c_str(), bytes.size()};
}

nb::bytes bytes_of(std::string_view text) {
  return nb::bytes(text.data(), text.size());
}

using AliasRow = std::tuple<nb::bytes, nb::bytes, uint32_t>;

// Facts in the order in which they were found -> those that count, and what each alias stands for.
nb::tuple resolve_aliases(const std::vector<AliasRow>& rows) {
  ingest::Aliases aliases;
  for (const auto& [from, to, date] : rows) aliases.add({text_of(from), text_of(to), date});
  nb::list facts;
  for (const store::Alias& alias : aliases.facts()) {
    facts.append(nb::make_tuple(bytes_of(alias.from), bytes_of(alias.to), alias.date));
  }
  aliases.resolve();
  nb::list resolved;
  for (const std::string_view key : aliases.keys()) {
    resolved.append(nb::make_tuple(bytes_of(key), bytes_of(*aliases.stands_for(key))));
  }
  return nb::make_tuple(facts, resolved);
}

void write_head(const std::string& path, uint64_t build, const nb::dict& facts,
                const nb::bytes& out_codes, const nb::bytes& in_codes,
                const std::vector<AliasRow>& aliases, const std::string& report) {
  ingest::SegmentHead head;
  head.build = build;
  for (const auto& [name, word] : facts) {
    store::read_fact(nb::cast<std::string>(name), nb::cast<std::string>(word), head.facts);
  }
  const auto out = raw_of(out_codes);
  const auto in = raw_of(in_codes);
  head.out_codes.assign(out.begin(), out.end());
  head.in_codes.assign(in.begin(), in.end());
  for (const auto& [from, to, date] : aliases) {
    head.aliases.push_back({text_of(from), text_of(to), date});
  }
  head.report = report;
  value_or_raise(ingest::write_segment_head(path, head));
}

// Of each key: whether its host differs from the one before. Keys come in order.
Out<uint8_t> host_starts(const In<int64_t>& offsets, const In<uint8_t>& bytes) {
  const Texts keys(offsets, bytes);
  std::vector<uint8_t> starts(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) {
    starts[i] = i == 0 || url::host_of_key(keys[i]) != url::host_of_key(keys[i - 1]) ? 1 : 0;
  }
  return array_of<uint8_t>(std::move(starts));
}

nb::bytes host_of_key(const nb::bytes& key) {
  return bytes_of(url::host_of_key(text_of(key)));
}

}  // namespace

void add_segments(nb::module_& module) {
  nb::class_<LinkSegment>(module, "LinkSegment")
      .def(nb::init<const std::string&, const std::string&, uint64_t, uint64_t, uint64_t, bool,
                    bool, const nb::bytes&>(),
           nb::arg("path"), nb::arg("kind"), nb::arg("build"), nb::arg("pages"), nb::arg("first"),
           nb::arg("ordered"), nb::arg("fast"), nb::arg("codes"))
      .def("add", &LinkSegment::add, nb::arg("first"), nb::arg("offsets"), nb::arg("targets"))
      .def("add_counts", &LinkSegment::add_counts, nb::arg("links"), nb::arg("pages"))
      .def("finish", &LinkSegment::finish, nb::arg("childless"), nb::arg("same_host_links"));
  nb::class_<PageSegment>(module, "PageSegment")
      .def(nb::init<const std::string&, uint64_t, uint64_t, uint64_t, In<int64_t>, In<uint8_t>>(),
           nb::arg("path"), nb::arg("build"), nb::arg("pages"), nb::arg("first"),
           nb::arg("key_offsets"), nb::arg("key_bytes"))
      .def("crawled", &PageSegment::crawled, nb::arg("pages"))
      .def("secure", &PageSegment::secure, nb::arg("pages"))
      .def("records", &PageSegment::records, nb::arg("pages"), nb::arg("dates"), nb::arg("texts"),
           nb::arg("anchor_starts"), nb::arg("anchor_targets"), nb::arg("anchor_texts"),
           nb::arg("list_offsets"), nb::arg("list_targets"))
      .def("statuses", &PageSegment::statuses, nb::arg("pages"), nb::arg("statuses"),
           nb::arg("dates"))
      .def("finish", &PageSegment::finish);
  module.def("cut_chunks", &cut_chunks, nb::arg("links_of_groups"), nb::arg("pages"));
  module.def("training_step", &graph::training_step, nb::arg("links"));
  module.def("train_codes", &train_codes, nb::arg("ordered"), nb::arg("fast"), nb::arg("samples"));
  module.def("tidy_lists", &tidy_lists, nb::arg("first"), nb::arg("offsets"), nb::arg("targets"),
             nb::arg("ordered"));
  module.def("resolve_aliases", &resolve_aliases, nb::arg("facts"));
  module.def("write_head", &write_head, nb::arg("path"), nb::arg("build"), nb::arg("facts"),
             nb::arg("out_codes"), nb::arg("in_codes"), nb::arg("aliases"), nb::arg("report"));
  module.def("host_starts", &host_starts, nb::arg("key_offsets"), nb::arg("key_bytes"));
  module.def("host_of_key", &host_of_key, nb::arg("key"));
}

}  // namespace cocite::python
