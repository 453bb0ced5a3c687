// What an Engine holds: the store, and what is found out about it once and kept; for the files of
// this folder that implement its methods. Any number of threads.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <cocite/engine.h>

#include "base/kept_last.h"
#include "base/once_map.h"
#include "engine/percentiles.h"
#include "engine/stoplists.h"
#include "related/web.h"
#include "store/store.h"
#include "url/folder_hosts.h"

namespace cocite {

namespace engine {

// A rank of all pages with the defaults of `cocite rank`, on all cores; or the user's own, where
// the name is that of a file (rank_file.h) and files may be named. kUnsupported where it iterates
// over more links than allowed.
[[nodiscard]] Result<related::Web::Ranked> make_rank(const store::Store& store,
                                                     const std::string& name,
                                                     const OpenOptions& options);
// These, and the notes of methods, are saved if computing them took long and no other process is
// writing.
void keep_rank(const store::Store& store, const std::string& name,
               const related::Web::Ranked& ranked, const OpenOptions& options);
void keep_notes(const store::Store& store, const store::NewNotes& notes,
                const OpenOptions& options);

// Whether the store with mirrored hosts as one was made, from this table of mirrors or another.
[[nodiscard]] bool has_merged(const store::Store& store);
// Makes it, where mirrors were saved; false: they were not.
[[nodiscard]] Result<bool> prepare_merged(const store::Store& store, const GraphOptions& options);

// Where the page with this key stands too, on mirrored hosts that count as one; addresses.
using OtherHosts = std::map<std::string, std::vector<std::string>, std::less<>>;
[[nodiscard]] Result<std::vector<std::string>> mirrors_of(const store::Store* unmerged,
                                                          const OtherHosts& other_hosts,
                                                          std::string_view key);

}  // namespace engine

struct Engine::State {
  State(store::Store opened, const OpenOptions& given)
      : options(given),
        store(std::move(opened)),
        web(
            store,
            [this](const std::string& name) { return engine::make_rank(store, name, options); },
            [this](const store::NewNotes& found) { engine::keep_notes(store, found, options); }, {},
            [this](const std::string& name, const related::Web::Ranked& ranked) {
              engine::keep_rank(store, name, ranked, options);
            }) {
    if (options.makes_aside) web.make_aside();
    if (store.links() < options.save_from_links) options.progress = {};  // it takes no time
    web.set_progress(options.progress, options.stop);
  }
  // Those of the options, where there are some.
  Result<void> use_folder_hosts() {
    if (options.folder_hosts.empty()) return {};
    COCITE_TRY(folder_hosts, url::FolderHosts::load(options.folder_hosts));
    web.set_folder_hosts(*folder_hosts);
    return {};
  }

  OpenOptions options;
  std::optional<url::FolderHosts> folder_hosts;  // those of the options
  store::Store store;
  related::Web web;
  engine::Stoplists stoplists;
  mutable engine::Percentiles percentiles;
  bool is_kept = true;             // false: a graph of hosts or sites that has no place of its own
  std::vector<std::string> notes;  // what the user should know

  // Of a store with mirrored hosts as one: that of all pages, and the other hosts of each host.
  const store::Store* unmerged = nullptr;
  engine::OtherHosts other_hosts;

  // Of What's Related: by site and how much was asked for. People go from page to page of a site.
  mutable KeptLast<std::string, SimilarSitesAnswer> similar_sites{1000};

  // What insights keep, each under a name of its own.
  mutable OnceMap<std::shared_ptr<const void>> insights;

  // The graphs of hosts and sites, made on first use.
  mutable OnceMap<Engine> inner;
};

}  // namespace cocite
