// The stores that are served, each under its name, and what takes their place.
//
//   COCITE_TRY(auto stores, StoreSet::open({"web.cocite"}, options));
//   COCITE_TRY(Served served, stores->get("web"));    // keeps its engine whatever happens meanwhile
//   stores->refresh(log);                             // opens what was replaced since
//
// A store is replaced on disk by renaming (or gets new columns, which is the same): another folder
// is there then. It is opened and prepared beside the old one, which goes on answering, and takes
// its place in one step; requests under way keep the engine that they began with. Any number of
// threads; one at a time calls refresh().
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/engine.h>
#include <cocite/result.h>

namespace cocite::serve {

// An engine, and which of all that ever stood under a name it is.
struct Served {
  std::shared_ptr<const Engine> engine = {};
  std::string name = {};
  std::string identity = {};  // the same for the same content, across restarts
};

class StoreSet {
 public:
  using Log = std::function<void(const std::string& line)>;

  // All must open; preparing them is refresh()'s.
  [[nodiscard]] static Result<std::unique_ptr<StoreSet>> open(const std::vector<std::string>& paths,
                                                              const OpenOptions& options);

  // The store of that name, the first for "". kNotFound lists the names; kBusy: is prepared just
  // now.
  [[nodiscard]] Result<Served> get(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> names() const;
  // For clients: stores by their names, and not by where they lie on this machine.
  [[nodiscard]] Error without_paths(Error error) const;
  // Looks whether stores were replaced, and prepares those that are new. True: one was.
  bool refresh(const Log& log);
  [[nodiscard]] bool is_ready() const;  // all are prepared

  struct State {
    std::string name = {};
    std::shared_ptr<const Engine> engine = {};
    uint64_t swaps = 0;
    uint64_t failures = 0;
  };
  [[nodiscard]] std::vector<State> states() const;

 private:
  struct Entry {
    std::string name = {};
    std::string path = {};
    std::string seen = {};  // the folder on disk that was opened, or last failed to be
    std::shared_ptr<const Engine> engine = {};
    std::shared_ptr<const Engine> fresh = {};  // not prepared yet
    std::string identity = {};
    std::string trouble = {};  // why it could never be prepared
    uint64_t swaps = 0;
    uint64_t failures = 0;
  };
  explicit StoreSet(const OpenOptions& options) : options_(options) {}

  OpenOptions options_;
  mutable std::mutex mutex_;  // of the entries; not held while a store is opened or prepared
  std::vector<Entry> entries_;
};

}  // namespace cocite::serve
