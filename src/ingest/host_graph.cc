#include "ingest/host_graph.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "ingest/group_links.h"
#include "ingest/ingest.h"
#include "ingest/numbered.h"
#include "ingest/page_columns.h"
#include "ingest/title_sorter.h"
#include "url/key.h"
#include "url/scheme.h"
#include "url/site.h"

namespace cocite::ingest {
namespace {

// Counts up when the same store would give another graph.
constexpr uint64_t kVersion = 1;

class HostGraph final : public NumberedGraph {
 public:
  HostGraph(const store::Store& store, On on, Context& context, store::Writer& writer)
      : store_(&store), on_(on), context_(&context), writer_(&writer) {}

  Result<void> name_pages(KeyBatches& batches) override {
    const url::SiteList sites;
    std::string key;
    for (uint64_t host = 0; host < store_->hosts(); ++host) {
      COCITE_TRY(const auto range, store_->pages_of(host_id(host)));
      COCITE_CHECK(store_->keys().get(index(range.first), key));
      const std::string name(url::host_of_key(key));
      const std::string group = on_ == On::kSites ? sites.site_of_host(name) : name;
      // The root, where it is a page, is the first of its host: others have longer keys.
      const bool has_root = key.size() == name.size() + 2 && key.ends_with(")/");
      if (has_root && (name == group || name == group + ",www")) {
        roots_.push_back({.host = static_cast<uint32_t>(host), .page = index(range.first)});
        if (name != group) roots_.back().is_second_choice = true;
      }
      int32_t votes = 0;
      if (store_->has_schemes()) {
        COCITE_TRY(const bool is_secure, store_->is_secure(range.first));
        votes = (is_secure ? 1 : -1) * (has_root && name == group ? url::kOwnVotes : 1);
      }
      key = group + ")/";
      COCITE_CHECK(names_.add(batches, &key, context_->memory_bytes() / 2, votes));
      if (host % 65536 == 0) {
        COCITE_CHECK(context_->report("reading hosts", host, store_->hosts(), "hosts"));
      }
    }
    return {};
  }

  Result<std::unique_ptr<LinkFeed>> links(const KeyBatches& batches, uint32_t /*order*/) override {
    COCITE_TRY(const std::vector<uint32_t> groups, names_.final_numbers(batches));
    for (Root& root : roots_) root.host = groups[root.host];
    COCITE_CHECK(find_gone(groups));
    nodes_ = batches.size();
    return group_links(*context_, *writer_, *store_, groups);
  }

  Result<std::vector<ImportedColumn>> columns(const file::StringTable& /*keys*/) override {
    return std::vector<ImportedColumn>();
  }

  // What roots are called, and their addresses.
  Result<void> write_parts(ImportReport& report) override {
    if (!gone_.empty()) {
      COCITE_TRY(auto file, writer_->create(store::Part::kStatuses));
      COCITE_CHECK(store::write_statuses(std::move(file), gone_));
    }
    if (!store_->has_titles() && !store_->text_columns().has_urls()) return {};
    std::ranges::sort(roots_, {},
                      [](const Root& root) { return std::pair(root.host, root.is_second_choice); });
    TitleSorter titles(*context_, *writer_);
    file::Spill records(writer_->scratch("roots"), context_->spill_bytes());
    PageColumns columns(*context_, *writer_, &records);
    std::string bytes;
    for (size_t i = 0; i < roots_.size(); ++i) {
      if (i > 0 && roots_[i].host == roots_[i - 1].host) continue;
      const PageId page = page_id(roots_[i].page);
      COCITE_TRY(const std::string title, store_->title(page));
      std::string address;
      if (store_->text_columns().has_urls() && !roots_[i].is_second_choice) {
        COCITE_TRY(const std::string key, store_->key(page));
        COCITE_TRY(address, store_->url(page, key));
      }
      PageRecord record;
      record.title = title;
      record.url = address;
      bytes.clear();
      put_record(record, bytes);
      columns.add(roots_[i].host, records.size(), static_cast<uint32_t>(bytes.size()), record);
      COCITE_CHECK(records.append(bytes));
    }
    COCITE_CHECK(columns.write(nullptr, {}, titles));
    if (titles.empty()) return {};
    COCITE_TRY(auto file, writer_->create(store::Part::kTitles));
    COCITE_CHECK(titles.write(std::move(file), nodes_));
    report.titles = titles.written();
    return {};
  }

  [[nodiscard]] bool has_names() const override { return true; }
  void add_to(ImportReport& report) const override {
    report.lines += store_->pages();
    report.links_read += store_->links();
  }
  void add_to(store::Facts& facts) const override {
    facts.on = on_;
    facts.made_from = origin_of(*store_, on_);
  }

 private:
  struct Root {
    uint32_t host;  // of the store; once they are known, the group's number
    uint32_t page;
    bool is_second_choice = false;
  };

  // Groups of which every page that a crawl asked for is gone, since the last of these went.
  Result<void> find_gone(std::span<const uint32_t> groups) {
    if (store_->statuses() == nullptr) return {};
    std::map<uint32_t, store::StatusEntry> found;
    for (const store::StatusEntry& entry : store_->statuses()->entries()) {
      if (!store::is_gone(entry.status)) continue;
      COCITE_TRY(const HostId host, store_->host_of(page_id(entry.page)));
      const uint32_t group = groups[index(host)];
      found.try_emplace(group, store::StatusEntry{.page = group});
    }
    for (uint64_t host = 0; host < store_->hosts() && !found.empty(); ++host) {
      const auto group = found.find(groups[host]);
      if (group == found.end()) continue;
      COCITE_TRY(const auto range, store_->pages_of(host_id(host)));
      store::StatusEntry& all = group->second;
      for (uint64_t page = index(range.first); page < range.second; ++page) {
        const store::PageStatus one = store_->status(page_id(page));
        if (one.status == 0) continue;
        if (!one.is_gone()) {
          found.erase(group);
          break;
        }
        if (one.since >= all.since) all.status = one.status;
        all.since = std::max(all.since, one.since);
        all.date = std::max(all.date, one.date);
      }
    }
    for (const auto& [group, entry] : found) gone_.push_back(entry);
    return {};
  }

  const store::Store* store_;
  On on_;
  Context* context_;
  store::Writer* writer_;
  NodeNames names_;  // of each host
  std::vector<Root> roots_;
  std::vector<store::StatusEntry> gone_;
  uint64_t nodes_ = 0;
};

}  // namespace

uint64_t origin_of(const store::Store& store, On on) {
  using store::Part;
  constexpr std::array kParts = {Part::kPages,  Part::kOut,  Part::kCrawled,
                                 Part::kTitles, Part::kUrls, Part::kStatuses};
  uint64_t hash = mix(kVersion);
  if (on == On::kSites) hash = mix(hash ^ url::SiteList::system_version());
  for (const store::FileEntry& file : store.manifest().files) {
    const store::PartInfo* const info = store::part_of_file(file.name);
    if (info == nullptr || std::ranges::find(kParts, info->part) == kParts.end()) continue;
    hash = mix(hash ^ hash64(file.name));
    hash = mix(hash ^ file.size_bytes);
    hash = mix(hash ^ file.identity);
  }
  return hash;
}

Result<void> make_host_graph(const store::Store& store, On on, const std::string& path,
                             bool replaces, const GraphOptions& options, const Limits& limits) {
  ImportRequest request;
  request.store = path;
  request.force = replaces;
  request.memory_bytes = options.memory_bytes;
  request.threads = options.threads;
  request.progress = options.progress;
  request.stop = options.stop;
  request.fold_www = store.facts().fold_www;
  request.fast = store.facts().fast;
  request.order = store.facts().order;
  const auto make = [&](Context& context, store::Writer& writer) {
    return std::make_unique<HostGraph>(store, on, context, writer);
  };
  COCITE_CHECK(import_graph(request, make, limits));
  return {};
}

}  // namespace cocite::ingest
