// A store as the methods see it: its links, its hosts, and what takes long to find out and is
// therefore found out once.
//
//   const Web web(store);
//   COCITE_CHECK(web.in_degrees(pages, degrees));        // as many numbers as pages
//
// Everything is computed on first use. Any number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <cocite/progress.h>
#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "base/once_map.h"
#include "graph/long_lists.h"
#include "graph/packed_links.h"
#include "related/parent_samples.h"
#include "store/store.h"
#include "url/folder_hosts.h"

namespace cocite::related {

class Web {
 public:
  // Computes a rank of all pages by its name; provided by src/engine.
  using Numbers = std::span<const double>;
  struct Ranked {
    std::vector<double> values;
    std::string about;  // how they were made
  };
  using MakeRank = std::function<Result<Ranked>(const std::string& name)>;
  // Saves what took long to find out, if it may; likewise known above.
  using SaveNotes = std::function<void(const store::NewNotes& notes)>;
  using SaveRank = std::function<void(const std::string& name, const Ranked& ranked)>;

  explicit Web(const store::Store& store, MakeRank make_rank = {}, SaveNotes save_notes = {},
               const ParentSampleSizes& sample_sizes = {}, SaveRank save_rank = {})
      : store_(&store),
        make_rank_(std::move(make_rank)),
        save_notes_(std::move(save_notes)),
        save_rank_(std::move(save_rank)),
        parent_samples_(sample_sizes) {}
  // Data made on first use is made on its own thread, so that requests wait for it only as long as
  // their budget lasts.
  void make_aside() { makes_aside_ = true; }
  // Progress of data made on first use, and what stops it. Set before the first request.
  using Tell = std::function<void(const Progress&)>;
  void set_progress(Tell tell, const std::atomic<bool>* stop) {
    tell_ = std::move(tell);
    stop_ = stop;
  }
  // Any thread.
  void tell(const Progress& progress) const {
    const std::scoped_lock lock(tell_mutex_);
    if (tell_) tell_(progress);
  }
  [[nodiscard]] const std::atomic<bool>* stop() const { return stop_; }
  Web(const Web&) = delete;
  Web& operator=(const Web&) = delete;

  [[nodiscard]] const store::Store& store() const { return *store_; }
  [[nodiscard]] uint64_t pages() const { return store_->pages(); }
  [[nodiscard]] const graph::PackedLinks& out() const {
    const Unpacked* const unpacked = unpacked_.load(std::memory_order_acquire);
    return unpacked != nullptr ? unpacked->out : store_->out();
  }
  [[nodiscard]] const graph::PackedLinks& in() const {
    const Unpacked* const unpacked = unpacked_.load(std::memory_order_acquire);
    return unpacked != nullptr ? unpacked->in : store_->in();
  }
  // A list of in(); long ones are kept. `degree`: how long it is, if known. Valid
  // until the buffer is used again.
  [[nodiscard]] Result<std::span<const PageId>> parents(PageId page, uint64_t degree,
                                                        graph::LongListBuffer& buffer) const {
    const Unpacked* const unpacked = unpacked_.load(std::memory_order_acquire);
    if (unpacked != nullptr) return unpacked->in.list(page, buffer.decoded);
    return long_lists_.read(store_->in(), page, degree, buffer);
  }
  // Tells how many queries are to come. Where it pays and they fit (256 MB), all links are in memory
  // from now on, and no list is decoded again. Answers stay the same.
  [[nodiscard]] Result<void> expect(uint64_t queries) const;
  // The most queries that were told of so far.
  [[nodiscard]] uint64_t expected() const { return expected_.load(std::memory_order_relaxed); }

  // Whether hosts count by default: not on one site, and not if names are no addresses, so that no
  // two pages share a host.
  [[nodiscard]] bool has_hosts() const {
    return store_->names() == store::Names::kUrl && !store_->is_one_site();
  }
  // As of the store, found out once.
  [[nodiscard]] Result<bool> is_crawl_of_one_site() const;

  // In-degrees of many pages, into `degrees`. Read from the lists' heads until an array of all of
  // them would be cheaper.
  [[nodiscard]] Result<void> in_degrees(std::span<const PageId> pages,
                                        std::vector<uint32_t>& degrees) const;

  // Hosts other than its own with a page that links to it. Of pages that many link to it is kept.
  [[nodiscard]] Result<uint64_t> in_degree_in_hosts(PageId page, uint64_t in_degree) const;

  // Where a site is a folder. Set before anybody asks; `folders` stays while this lives.
  [[nodiscard]] const url::FolderHosts& folder_hosts() const { return *folder_hosts_; }
  void set_folder_hosts(const url::FolderHosts& folders) { folder_hosts_ = &folders; }

  // What methods ask of the parents of pages that very many link to.
  [[nodiscard]] const ParentSamples& parent_samples() const { return parent_samples_; }

  // A rank of all pages ("pagerank", "hubrank"): the column that the store has, else made once, on
  // first use, which on a large graph takes its time. The span is valid while the web lives. kBusy
  // if another thread is still making it when the budget is spent.
  [[nodiscard]] Result<Numbers> rank(const std::string& name, Budget* budget = nullptr) const;

  // How it was made, without reading its values where they are a column.
  [[nodiscard]] Result<std::string> about_rank(const std::string& name) const;

  // What was saved under this name when `about` was true of it; nothing otherwise.
  [[nodiscard]] std::shared_ptr<const store::Notes> notes(std::string_view name,
                                                          std::string_view about) const;
  void save(const store::NewNotes& notes) const {
    if (save_notes_) save_notes_(notes);
  }

  // Whether the store has a column of this name.
  [[nodiscard]] bool has_column(std::string_view name) const;

  // Anything else that is worth keeping: what make(web), a Result<Kept>, gave the first time. Each
  // name stands for one type. Other callers wait for it as long as their budget
  // lasts (then kBusy); they do not wait for then(web, kept), which may save it.
  // With a budget, `make` and `then` own what they use.
  template <class Kept, class Make>
  [[nodiscard]] Result<std::shared_ptr<const Kept>> keep(const std::string& name, const Make& make,
                                                         Budget* budget = nullptr) const {
    return keep<Kept>(name, make, budget, [](const Web&, const Kept&) {});
  }
  template <class Kept, class Make, class Then>
  [[nodiscard]] Result<std::shared_ptr<const Kept>> keep(const std::string& name, const Make& make,
                                                         Budget* budget, const Then& then) const {
    using Pointer = std::shared_ptr<const void>;
    COCITE_TRY(const std::shared_ptr<const Pointer> kept,
               kept_.get(
                   name,
                   [this, make]() -> Result<Pointer> {
                     COCITE_TRY(Kept made, make(*this));
                     return Pointer(std::make_shared<const Kept>(std::move(made)));
                   },
                   patience_of(budget),
                   [this, then](const Pointer& made) {
                     then(*this, *static_cast<const Kept*>(made.get()));
                   }));
    return std::static_pointer_cast<const Kept>(*kept);
  }

 private:
  // A rank, from a column or made.
  struct Computed {
    Ranked ranked;
    store::NumberColumn column;
    Numbers numbers;
  };

  struct Unpacked {
    graph::PackedLinks out;
    graph::PackedLinks in;
  };

  [[nodiscard]] Patience patience_of(Budget* budget) const;
  [[nodiscard]] Result<std::shared_ptr<const Computed>> computed(const std::string& name,
                                                                 Budget* budget) const;
  // Fills in_degrees_; false if another thread is doing so.
  [[nodiscard]] Result<bool> read_in_degrees() const;

  const store::Store* store_;
  Tell tell_;
  const std::atomic<bool>* stop_ = nullptr;
  mutable std::mutex tell_mutex_;
  MakeRank make_rank_;
  SaveNotes save_notes_;
  SaveRank save_rank_;
  bool makes_aside_ = false;
  ParentSamples parent_samples_;
  const url::FolderHosts* folder_hosts_ = &url::FolderHosts::shipped();
  mutable graph::LongLists long_lists_;
  mutable std::atomic<uint64_t> degrees_asked_ = 0;
  mutable std::atomic<bool> has_in_degrees_ = false;
  mutable std::mutex degrees_mutex_;
  mutable std::vector<uint32_t> in_degrees_;
  mutable std::mutex hosts_mutex_;
  mutable std::unordered_map<uint32_t, uint64_t> hosts_known_;
  mutable std::atomic<uint64_t> expected_ = 0;
  mutable std::atomic<const Unpacked*> unpacked_ = nullptr;  // kept under a name
  // What is kept may need ranks while it is made: it goes first.
  mutable OnceMap<Computed> computed_;
  mutable OnceMap<std::shared_ptr<const void>> kept_;
};

}  // namespace cocite::related
