// An opened store, and what is found out about it once and kept: what every question is asked of.
//
//   COCITE_TRY(const auto opened, Opened::open("web.cocite", {}));
//   COCITE_TRY(const RelatedAnswer answer, related(*opened, {.pages = {"http://a.example/"}}));
//
// Stays where it was made, because its parts know each other. Any number of threads.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/engine.h>
#include <cocite/result.h>

#include "answer/percentiles.h"
#include "answer/stoplists.h"
#include "related/web.h"
#include "store/store.h"
#include "url/folder_hosts.h"

namespace cocite::answer {

// The other hosts of each host, where mirrored hosts count as one.
using OtherHosts = std::map<std::string, std::vector<std::string>, std::less<>>;

struct Opened {
  Opened(store::Store opened, const OpenOptions& given);
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  ~Opened() = default;

  [[nodiscard]] static Result<std::unique_ptr<const Opened>> open(const std::string& path,
                                                                  const OpenOptions& given);

  // Those of the options, where there are some.
  [[nodiscard]] Result<void> use_folder_hosts();

  // Where the page with this key stands too, on mirrored hosts that count as one; addresses.
  [[nodiscard]] Result<std::vector<std::string>> mirrors_of(std::string_view key) const;

  OpenOptions options;
  std::optional<url::FolderHosts> folder_hosts;  // those of the options
  store::Store store;
  related::Web web;
  Stoplists stoplists;
  mutable Percentiles percentiles;
  bool is_kept = true;             // false: a graph of hosts or sites that has no place of its own
  std::vector<std::string> notes;  // what the user should know

  // Of a store with mirrored hosts as one: that of all pages, and the other hosts of each host.
  const store::Store* unmerged = nullptr;
  OtherHosts other_hosts;
};

}  // namespace cocite::answer
