#include "python/parsing.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "ingest/key_dictionary.h"
#include "ingest/key_order.h"
#include "python/arrow.h"
#include "python/errors.h"
#include "read/archive_date.h"
#include "read/link_block.h"
#include "read/record_stream.h"
#include "read/source.h"

namespace cocite::python {
namespace {

using read::LinkBlock;

// A batch is passed on at about this size.
constexpr size_t kBatchLinks = size_t{1} << 21;
constexpr size_t kBatchBytes = size_t{96} << 20;
// The keys of a chapter, with what sorting them takes.
constexpr uint64_t kChapterKeyBytes = uint64_t{384} << 20;

std::shared_ptr<Table> table_of(std::vector<Column> columns) {
  auto table = std::make_shared<Table>();
  table->columns = std::move(columns);
  return table;
}

struct Batch {
  std::shared_ptr<Table> links =
      table_of({Column::of_small("source"), Column::of_small("target"), Column::of_small("fetch"),
                Column::of_small("date"), Column::of_small("place"), Column::of_texts("anchor")});
  std::shared_ptr<Table> pages =
      table_of({Column::of_small("page"), Column::of_small("fetch"), Column::of_small("date"),
                Column::of_texts("url"), Column::of_texts("title"), Column::of_texts("text"),
                Column::of_texts("language"), Column::of_texts("ip")});
  std::shared_ptr<Table> aliases =
      table_of({Column::of_small("from"), Column::of_small("to"), Column::of_small("date"),
                Column::of_bytes("from_key"), Column::of_bytes("to_key")});
  std::shared_ptr<Table> statuses =
      table_of({Column::of_bytes("key"), Column::of_small("status"), Column::of_small("date")});
  size_t bytes = 0;  // of texts

  // Room for all that a batch holds at once: what is not written to takes no memory, and nothing is
  // moved when there is more of it.
  Batch() {
    for (Column& column : links->columns) {
      (column.format == "I" ? column.small.reserve(kRoom) : column.offsets.reserve(kRoom));
    }
    for (Table* const table : {links.get(), pages.get()}) {
      for (Column& column : table->columns) {
        if (column.format == "U") column.bytes.reserve(kBatchBytes + kBatchBytes / 8);
      }
    }
  }
  static constexpr size_t kRoom = kBatchLinks + kBatchLinks / 8;  // and the last piece

  [[nodiscard]] size_t link_count() const { return links->columns[0].small.size(); }
  [[nodiscard]] size_t page_count() const { return pages->columns[0].small.size(); }
};

class Parsing {
 public:
  Parsing(const std::string& path, const std::string& name, const std::string& kind,
          const nb::dict& options, const nb::bytes& head, uint64_t chapter_cost,
          uint64_t batch_links)
      : name_(name),
        chapter_cost_(chapter_cost),
        batch_links_(batch_links == 0 ? kBatchLinks : batch_links) {
    const std::string begin(head.c_str(), head.size());
    const auto flag = [&](const char* key, bool fallback) {
      return options.contains(key) ? nb::cast<bool>(options[key]) : fallback;
    };
    options_ = {.opaque_names = flag("opaque_names", false),
                .fold_www = flag("fold_www", false),
                .frames = flag("frames", false),
                .drop_nofollow = flag("drop_nofollow", false),
                .keep_text = flag("keep_text", true),
                .keep_anchors = flag("keep_anchors", true),
                .aliases = flag("aliases", true)};
    // A piece holds no more than a batch, and is shorter than this even if all its links are short.
    constexpr uint64_t kLinkBytes = 64;
    options_.piece_bytes = std::min<uint64_t>(options_.piece_bytes, batch_links_ * kLinkBytes);
    read_date(options, "from_date", options_.from_date);
    read_date(options, "to_date", options_.to_date);
    Result<void> opened;
    {
      const nb::gil_scoped_release released;
      opened = open(path, kind, begin);
    }
    value_or_raise(std::move(opened));
  }

  // A batch as tables by name; None at the end. Keys are named by numbers, which hold for a chapter: with
  // its last batch come "keys", all of them in order, and, if it had several, "places": where each
  // number's key is among them. In a chapter of one batch the numbers are these places already.
  nb::object next() {
    auto batch = std::make_unique<Batch>();
    std::shared_ptr<Table> keys;
    std::shared_ptr<Table> places;
    Result<bool> more = false;
    {
      const nb::gil_scoped_release released;
      more = fill(*batch);
      if (more && (*more || chapter_batches_ > 0)) {
        ++chapter_batches_;
        if (ends_chapter(*batch)) std::tie(keys, places) = end_chapter(*batch);
      }
    }
    if (!value_or_raise(std::move(more)) && keys == nullptr) return nb::none();
    nb::dict tables;
    if (keys != nullptr) tables["keys"] = nb::cast(std::move(keys));
    if (places != nullptr) tables["places"] = nb::cast(std::move(places));
    const std::pair<const char*, std::shared_ptr<Table>*> others[] = {
        {"links", &batch->links},
        {"pages", &batch->pages},
        {"aliases", &batch->aliases},
        {"statuses", &batch->statuses}};
    for (const auto& [what, table] : others) {
      (*table)->rows = rows_of(**table);
      tables[what] = nb::cast(std::move(*table));
    }
    return tables;
  }

  // What was read and left out so far.
  [[nodiscard]] nb::dict counts() const {
    nb::dict counts;
    counts["lines"] = lines_;
    counts["bytes"] = bytes_;
    counts["links_read"] = links_read_;
    counts["self_links"] = self_links_;
    counts["fetches"] = fetches_;
    nb::dict records;
    for (const auto& [type, count] : records_) records[type.c_str()] = count;
    counts["records"] = records;
    nb::dict uses;
    for (size_t i = 0; i < read::kLinkUses; ++i) {
      if (uses_[i] == 0) continue;
      const std::string use(read::link_use_text(static_cast<read::LinkUse>(i)));
      uses[use.c_str()] = uses_[i];
    }
    counts["link_uses"] = uses;
    nb::dict skipped;
    for (size_t i = 0; i < read::kSkipReasons; ++i) {
      if (skipped_[i] == 0) continue;
      nb::list samples;
      for (const std::string& sample : samples_[i]) samples.append(sample);
      const std::string reason(read::skip_reason_text(static_cast<read::SkipReason>(i)));
      nb::dict one;
      one["count"] = skipped_[i];
      one["samples"] = samples;
      skipped[reason.c_str()] = one;
    }
    counts["skipped"] = skipped;
    return counts;
  }
  [[nodiscard]] std::string kind() const { return kind_; }

 private:
  static void read_date(const nb::dict& options, const char* name, uint32_t& date) {
    if (!options.contains(name)) return;
    const auto text = nb::cast<std::string>(options[name]);
    if (text.empty()) return;
    const auto seconds = read::parse_date(text);
    if (!seconds) {
      raise({.message = "'" + text + "' is no date; write it like 2024-05-01", .about = name});
    }
    date = static_cast<uint32_t>(
        std::clamp<int64_t>(*seconds, 0, std::numeric_limits<uint32_t>::max()));
  }

  // `head`: how it begins, of what can be read only once.
  Result<void> open(const std::string& path, const std::string& kind, const std::string& head) {
    if (!kind.empty()) {
      COCITE_TRY(const read::SourceInfo* const info, read::find_source(kind));
      if (info->is_graph) {
        return fail(
            {.message = name_ + ": a " + kind + " graph is read as a whole, by cocite import",
             .about = "from"});
      }
      return open_as(*info, path);
    }
    constexpr size_t kHead = 4096;
    Result<std::unique_ptr<read::RecordStream>> stream =
        head.empty() ? read::RecordStream::open(path)
                     : read::RecordStream::from_memory(head, name_);
    if (!stream) return tl::unexpected<Error>(stream.error());
    COCITE_TRY(const std::string_view begin, (*stream)->look(kHead));
    for (const read::SourceInfo* info : read::sources()) {
      if (!info->is_graph && info->recognises(name_, begin)) return open_as(*info, path);
    }
    return fail(
        {.message = name_ + ": what kind of input is this? Name its kind", .about = "from"});
  }
  Result<void> open_as(const read::SourceInfo& info, const std::string& path) {
    kind_ = info.name;
    COCITE_TRY(source_, read::open_source(info, path, options_));
    return {};
  }

  // False: there is nothing more.
  Result<bool> fill(Batch& batch) {
    bool any = false;
    while (!ended_ && batch.link_count() < batch_links_ && batch.bytes < kBatchBytes) {
      COCITE_TRY(const auto piece, source_->next());
      if (!piece) {
        ended_ = true;
        break;
      }
      any = true;
      block_.clear();
      piece->parse(block_);
      take(batch);
    }
    return any;
  }

  // A page weighs as much as some links, for what it says.
  bool ends_chapter(const Batch& batch) {
    constexpr uint64_t kPageCost = 50;  // as cut_units() has it
    cost_ += batch.link_count() + kPageCost * batch.page_count();
    return ended_ || cost_ >= chapter_cost_ || keys_.memory_bytes() >= kChapterKeyBytes;
  }

  // The keys in bytewise order, and where each number's is. Sorted here, once a chapter, so that
  // numbering pages is only a merge.
  std::pair<std::shared_ptr<Table>, std::shared_ptr<Table>> end_chapter(Batch& batch) {
    auto keys = table_of({Column::of_bytes("key"), Column::of_small("votes")});
    // By number, not by dense(): batches that are gone have named them so.
    uint32_t most = 0;
    for (uint32_t s = 0; s < ingest::KeyDictionary::kShards; ++s) {
      most = std::max(most, keys_.shard_size(s));
    }
    auto places = table_of({Column::of_small("place")});
    std::vector<uint32_t>& place_of = places->columns[0].small;
    place_of.resize(size_t{most} << ingest::KeyDictionary::kShardBits);
    keys->columns[0].offsets.reserve(keys_.size() + 1);
    keys->columns[0].bytes.reserve(keys_.memory_bytes());  // more than the keys themselves
    for (const uint32_t number : ingest::key_order(keys_, 1)) {
      place_of[number] = static_cast<uint32_t>(keys->rows++);
      keys->columns[0].add(keys_.key(number));
      keys->columns[1].small.push_back(static_cast<uint32_t>(keys_.votes(number)));
    }
    keys_.clear();
    const bool is_one_batch = chapter_batches_ == 1;
    chapter_batches_ = 0;
    cost_ = 0;
    if (!is_one_batch) {
      places->rows = place_of.size();
      return {std::move(keys), std::move(places)};
    }
    const auto renumber = [&](Column& column) {
      for (uint32_t& number : column.small) {
        if (number != LinkBlock::kNoTarget) number = place_of[number];
      }
    };
    renumber(batch.links->columns[0]);
    renumber(batch.links->columns[1]);
    renumber(batch.pages->columns[0]);
    renumber(batch.aliases->columns[0]);
    renumber(batch.aliases->columns[1]);
    return {std::move(keys), nullptr};
  }

  static uint64_t rows_of(const Table& table) {
    const Column& first = table.columns.front();
    return first.format == "I" ? first.small.size() : first.offsets.size() - 1;
  }

  void take(Batch& batch) {
    std::vector<uint32_t>& numbers = numbers_;
    keys_.add(block_, numbers);
    for (const LinkBlock::Name& name : block_.names()) batch.bytes += name.length;
    auto& links = batch.links->columns;
    const auto add_link = [&](uint32_t source, uint32_t target, uint32_t fetch, uint32_t date,
                              uint32_t place, std::string_view anchor) {
      const std::array values = {source, target, fetch, date, place};
      for (size_t i = 0; i < values.size(); ++i) links[i].small.push_back(values[i]);
      links[5].add(anchor);
      batch.bytes += anchor.size();
    };
    const auto target_of = [&](const LinkBlock::Link& link) {
      return link.target == LinkBlock::kNoTarget ? link.target : numbers[link.target];
    };
    const auto& fetches = block_.fetches();
    for (size_t f = 0; f < fetches.size(); ++f) {
      const LinkBlock::Fetch& fetch = fetches[f];
      const uint64_t end =
          f + 1 < fetches.size() ? fetches[f + 1].first_link : block_.links().size();
      const auto number = static_cast<uint32_t>(fetches_ + f);
      for (uint64_t i = fetch.first_link; i < end; ++i) {
        add_link(numbers[block_.links()[i].source], target_of(block_.links()[i]), number,
                 fetch.date, static_cast<uint32_t>(i - fetch.first_link),
                 block_.text(block_.anchors()[i]));
      }
      auto& pages = batch.pages->columns;
      pages[0].small.push_back(numbers[fetch.page]);
      pages[1].small.push_back(number);
      pages[2].small.push_back(fetch.date);
      const std::array texts = {fetch.url, fetch.title, fetch.text, fetch.language, fetch.ip};
      for (size_t i = 0; i < texts.size(); ++i) {
        pages[3 + i].add(block_.text(texts[i]));
        batch.bytes += texts[i].length;
      }
    }
    if (fetches.empty()) {
      for (const LinkBlock::Link& link : block_.links()) {
        add_link(numbers[link.source], target_of(link), 0, 0, ++place_, {});
      }
    }
    for (const LinkBlock::Alias& alias : block_.aliases()) {
      auto& columns = batch.aliases->columns;
      columns[0].small.push_back(numbers[alias.from]);
      columns[1].small.push_back(numbers[alias.to]);
      columns[2].small.push_back(alias.date);
      columns[3].add(block_.key(block_.names()[alias.from]));
      columns[4].add(block_.key(block_.names()[alias.to]));
    }
    for (const LinkBlock::Status& status : block_.statuses()) {
      auto& columns = batch.statuses->columns;
      columns[0].add(block_.text(status.key));
      columns[1].small.push_back(status.status);
      columns[2].small.push_back(status.date);
    }
    count();
  }

  void count() {
    lines_ += block_.lines;
    bytes_ += block_.bytes;
    links_read_ += block_.links_read;
    self_links_ += block_.self_links;
    fetches_ += block_.fetches().size();
    for (const auto& [type, count] : block_.records()) records_[type] += count;
    for (size_t i = 0; i < read::kLinkUses; ++i) uses_[i] += block_.link_uses()[i];
    for (size_t i = 0; i < read::kSkipReasons; ++i) skipped_[i] += block_.skipped()[i];
    for (const LinkBlock::Sample& sample : block_.samples()) {
      auto& kept = samples_[static_cast<size_t>(sample.reason)];
      if (kept.size() >= LinkBlock::kSamplesPerReason) continue;
      const std::string place =
          sample.line == 0 ? name_ : name_ + ":" + std::to_string(sample.line);
      kept.push_back(place + ": " + sample.text);
    }
  }

  std::string name_;
  std::string kind_;
  read::SourceOptions options_;
  std::unique_ptr<read::Source> source_;
  LinkBlock block_;
  std::vector<uint32_t> numbers_;  // of the names of the block
  ingest::KeyDictionary keys_;     // of the chapter
  uint64_t chapter_cost_;
  uint64_t batch_links_;
  uint64_t cost_ = 0;             // of the chapter so far
  uint64_t chapter_batches_ = 0;  // likewise
  bool ended_ = false;            // there is no further piece
  uint32_t place_ = 0;
  uint64_t lines_ = 0;
  uint64_t bytes_ = 0;
  uint64_t links_read_ = 0;
  uint64_t self_links_ = 0;
  uint64_t fetches_ = 0;
  std::map<std::string, uint64_t> records_;
  std::array<uint64_t, read::kLinkUses> uses_{};
  std::array<uint64_t, read::kSkipReasons> skipped_{};
  std::array<std::vector<std::string>, read::kSkipReasons> samples_;
};

}  // namespace

void add_parsing(nb::module_& module) {
  nb::class_<Parsing>(module, "Parsing")
      .def(nb::init<const std::string&, const std::string&, const std::string&, const nb::dict&,
                    const nb::bytes&, uint64_t, uint64_t>(),
           nb::arg("path"), nb::arg("name"), nb::arg("kind"), nb::arg("options"), nb::arg("head"),
           nb::arg("chapter_cost") = 0, nb::arg("batch_links") = 0)
      .def("next", &Parsing::next)
      .def("counts", &Parsing::counts)
      .def_prop_ro("kind", &Parsing::kind);
}

}  // namespace cocite::python
