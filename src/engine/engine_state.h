// What an Engine holds: the store, and what is found out about it once and kept; for the files of
// this folder that implement its methods. Any number of threads.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <cocite/engine.h>

#include "engine/percentiles.h"
#include "engine/stoplists.h"
#include "related/web.h"
#include "store/store.h"

namespace cocite {

namespace engine {

// A rank of all pages with the defaults of `cocite rank`, on all cores; or the user's own, where
// the name is that of a file (rank_file.h) and files may be named. kUnsupported where it iterates
// over more links than allowed. Saved as a column where that took long and can be done.
[[nodiscard]] Result<related::Web::Ranked> make_rank(const store::Store& store,
                                                     const std::string& name,
                                                     const OpenOptions& options);
// What methods found out, saved where it took long and can be done.
void keep_notes(const store::Store& store, const store::NewNotes& notes,
                const OpenOptions& options);

}  // namespace engine

struct Engine::State {
  State(store::Store opened, const OpenOptions& given)
      : options(given),
        store(std::move(opened)),
        web(
            store,
            [this](const std::string& name) { return engine::make_rank(store, name, options); },
            [this](const store::NewNotes& found) { engine::keep_notes(store, found, options); }) {}

  OpenOptions options;
  store::Store store;
  related::Web web;
  engine::Stoplists stoplists;
  mutable engine::Percentiles percentiles;
  bool is_kept = true;             // false: a graph of hosts or sites that has no place of its own
  std::vector<std::string> notes;  // what the user should know

  // The graphs of hosts and sites, once somebody asked for them.
  mutable std::mutex inner_mutex;
  mutable std::map<On, std::unique_ptr<const Engine>> inner;
};

}  // namespace cocite
