// A store as the methods see it: its links, its hosts, and what takes long to find out and is
// therefore found out once.
//
//   const Web web(store);
//   COCITE_TRY(auto degrees, web.in_degrees(pages));     // span, valid until the next call
//
// Nothing is computed before somebody asks for it. Any number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "graph/packed_links.h"
#include "related/crowds.h"
#include "store/store.h"

namespace cocite::related {

class Web {
 public:
  // Computes a rank of all pages by its name; who knows how to is above this folder.
  using Numbers = std::span<const double>;
  struct Ranked {
    std::vector<double> values;
    std::string about;  // how they were made
  };
  using MakeRank = std::function<Result<Ranked>(const std::string& name)>;
  // Saves what took long to find out, if it may; likewise known above.
  using SaveNotes = std::function<void(const store::NewNotes& notes)>;

  explicit Web(const store::Store& store, MakeRank make_rank = {}, SaveNotes save_notes = {},
               const CrowdSizes& crowds = {})
      : store_(&store),
        make_rank_(std::move(make_rank)),
        save_notes_(std::move(save_notes)),
        crowds_(crowds) {}
  Web(const Web&) = delete;
  Web& operator=(const Web&) = delete;

  [[nodiscard]] const store::Store& store() const { return *store_; }
  [[nodiscard]] uint64_t pages() const { return store_->pages(); }
  [[nodiscard]] const graph::PackedLinks& out() const { return store_->out(); }
  [[nodiscard]] const graph::PackedLinks& in() const { return store_->in(); }

  // Whether more than 90 % of the links stay on their host, so that hosts tell nothing.
  [[nodiscard]] bool is_one_site() const;

  // In-degrees of many pages, into `degrees`. Read from the lists' heads until so many were asked
  // for that an array of all of them pays.
  [[nodiscard]] Result<void> in_degrees(std::span<const PageId> pages,
                                        std::vector<uint32_t>& degrees) const;

  // What methods ask of the parents of pages that very many link to.
  [[nodiscard]] const Crowds& crowds() const { return crowds_; }

  // A rank of all pages ("pagerank", "hubrank"): the column that the store has, else made once, on
  // first use, which on a large graph takes its time. The span is valid while the web lives.
  [[nodiscard]] Result<Numbers> rank(const std::string& name) const;

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
  // name stands for one type.
  template <class Kept, class Make>
  [[nodiscard]] Result<std::shared_ptr<const Kept>> keep(const std::string& name,
                                                         const Make& make) const {
    const std::scoped_lock lock(kept_mutex_);
    std::shared_ptr<const void>& kept = kept_[name];
    if (!kept) {
      COCITE_TRY(Kept made, make(*this));
      kept = std::make_shared<const Kept>(std::move(made));
    }
    return std::static_pointer_cast<const Kept>(kept);
  }

 private:
  struct Computed {
    std::mutex mutex;
    bool is_there = false;
    Ranked ranked;
    store::NumberColumn column;
    Numbers numbers;
  };

  // Fills in_degrees_.
  [[nodiscard]] Result<void> read_in_degrees() const;

  const store::Store* store_;
  MakeRank make_rank_;
  SaveNotes save_notes_;
  Crowds crowds_;
  mutable std::atomic<uint64_t> degrees_asked_ = 0;
  mutable std::atomic<bool> has_in_degrees_ = false;
  mutable std::mutex degrees_mutex_;
  mutable std::vector<uint32_t> in_degrees_;
  mutable std::mutex kept_mutex_;
  mutable std::map<std::string, std::shared_ptr<const void>, std::less<>> kept_;
  mutable std::mutex computed_mutex_;
  mutable std::map<std::string, std::unique_ptr<Computed>, std::less<>> computed_;
};

}  // namespace cocite::related
