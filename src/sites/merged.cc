// The store with mirrored hosts as one: found in the store's folder, or made and put there.
#include "sites/merged.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>

#include "base/hash.h"
#include "ingest/host_graph.h"
#include "ingest/merged_store.h"
#include "insight/hosts.h"
#include "insight/mirror_table.h"
#include "sites/host_graph.h"
#include "url/key.h"

namespace cocite::sites {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolder = "merged.cocite";

struct Groups {
  answer::OtherHosts other_hosts;                              // of each that stays
  std::map<std::string, std::string, std::less<>> stands_for;  // host -> that stays
  uint64_t origin = 0;
};

// Of each group the host stays that most links lead to; of equals the first.
Result<Groups> groups_of(const store::Store& store) {
  COCITE_TRY(const auto pairs, insight::saved_mirrors(store));
  if (!pairs) {
    return fail(
        {.code = ErrorCode::kNotFound,
         .message = store.path() + ": has no saved mirrors",
         .about = "mirrors",
         .remedies = {
             {.options = {{"save", ""}}, .command = "mirrors", .arguments = {store.path()}}}});
  }
  Groups groups;
  groups.origin = mix(ingest::origin_of(store, On::kHosts));
  for (const std::vector<HostId>& group : insight::mirror_groups(*pairs)) {
    uint64_t most = 0;
    std::string stays;
    std::vector<std::string> names;
    for (const HostId host : group) {
      COCITE_TRY(std::string name, insight::key_host(store, host));
      COCITE_TRY(const auto range, store.pages_of(host));
      uint64_t links = 0;
      for (uint64_t page = index(range.first); page < range.second; ++page) {
        COCITE_TRY(const uint32_t degree, store.in().degree(page_id(page)));
        links += degree;
      }
      if (stays.empty() || links > most) {
        most = links;
        stays = name;
      }
      names.push_back(std::move(name));
    }
    for (const std::string& name : names) {
      if (name == stays) continue;
      groups.other_hosts[stays].push_back(name);
      groups.stands_for.emplace(name, stays);
      groups.origin = mix(groups.origin ^ hash64(name + ' ' + stays));
    }
  }
  return groups;
}

Result<std::vector<store::Alias>> aliases_of(const store::Store& store, const Groups& groups) {
  std::vector<store::Alias> aliases;
  for (const auto& [host, stays] : groups.stands_for) {
    COCITE_TRY(const uint64_t first, store.keys().lower_bound(host + ")"));
    auto cursor = store.keys().cursor(first);
    for (std::string_view key; cursor.next(key) && url::host_of_key(key) == host;) {
      aliases.push_back(
          {.from = std::string(key), .to = stays + std::string(key.substr(host.size()))});
    }
    COCITE_CHECK(cursor.status());
  }
  return aliases;
}

Result<store::Store> find_merged(const std::string& path, uint64_t origin) {
  COCITE_TRY(store::Store found, store::Store::open(path));
  if (found.facts().made_from != origin) {
    return fail(ErrorCode::kNotFound, path + ": was made from another store");
  }
  return found;
}

Result<store::Store> open_merged(const store::Store& store, const Groups& groups,
                                 const GraphOptions& options) {
  std::error_code error;
  const fs::path real = fs::canonical(store.path(), error);
  const std::string path = (error ? store.path() : real.string()) + "/" + kFolder;
  for (;;) {
    Result<store::Store> found = find_merged(path, groups.origin);
    if (found) return found;
    if (!options.makes) {
      return fail({.code = ErrorCode::kUnsupported,
                   .message = store.path() + ": its mirrored hosts are not merged yet",
                   .about = "mirrors",
                   .remedies = {{.command = "prepare", .arguments = {store.path()}}}});
    }
    COCITE_TRY(const std::vector<store::Alias> aliases, aliases_of(store, groups));
    const bool replaces = fs::exists(path + "/manifest", error);
    const Result<void> made =
        ingest::make_merged_store(store, aliases, groups.origin, path, replaces, options);
    if (made) return find_merged(path, groups.origin);
    if (made.error().code != ErrorCode::kBusy) return tl::unexpected<Error>(made.error());
    if (is_stopped(options)) return fail(ErrorCode::kCancelled, "stopped");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

}  // namespace

Result<Merged> open_merged(const store::Store& store, const GraphOptions& options) {
  COCITE_TRY(Groups groups, groups_of(store));
  COCITE_TRY(store::Store merged, open_merged(store, groups, options));
  return Merged{.store = std::move(merged),
                .other_hosts = std::move(groups.other_hosts),
                .mirrors = groups.stands_for.size()};
}

bool has_merged(const store::Store& store) {
  std::error_code error;
  return fs::exists(store.path() + "/" + kFolder + "/manifest", error);
}

Result<bool> prepare_merged(const store::Store& store, const GraphOptions& options) {
  COCITE_TRY(const auto pairs, insight::saved_mirrors(store));
  if (!pairs || store.names() != store::Names::kUrl) return false;
  COCITE_TRY(const Groups groups, groups_of(store));
  COCITE_CHECK(open_merged(store, groups, options));
  return true;
}

}  // namespace cocite::sites
