// The site of a host: the registrable domain by the public suffix list.
//
//   SiteList sites;                                        // the list of the system
//   sites.site_of_host("uk,co,example,www:8080")           // "uk,co,example"
//   COCITE_TRY(SiteList newer, SiteList::load("public_suffix_list.dat"));
//
//   SiteWalk walk(sites);                                  // for many hosts, in order
//   for (...) walk.next(key_host)                          // the same, faster
//
// Any number of threads may ask one SiteList; copies share the same list. A SiteWalk is for one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

namespace cocite::url {

class SiteList {
 public:
  // The list that the system has installed, or the one built into libpsl, whichever is newer. Read
  // once per process.
  SiteList();

  // A list in the format of publicsuffix.org (text, or libpsl's compiled form); the system's where the
  // path is empty.
  [[nodiscard]] static Result<SiteList> load(const std::string& path);

  // `key_host` is the host part of a page key (host_of_key); the site is its first labels. Without
  // a port: a site is who answers for the name. IP addresses, single labels and public suffixes
  // ("uk,co") are their own site.
  [[nodiscard]] std::string site_of_host(std::string_view key_host) const;

  // Whether the list names this suffix ("com", "co.uk"); others are not suffixes.
  [[nodiscard]] bool is_listed(std::string_view suffix) const;

  // Another number for another list of the system: for what was made with it and is kept.
  [[nodiscard]] static uint64_t system_version();

 private:
  friend class SiteWalk;
  struct List;
  explicit SiteList(std::shared_ptr<const List> list);
  [[nodiscard]] bool is_suffix(std::string_view labels) const;

  std::shared_ptr<const List> list_;
};

// Sites of hosts in order of their keys, where neighbours have most labels in common: the list is
// asked for each name once, and not for all names above it again. In any other order slower, but
// right.
class SiteWalk {
 public:
  explicit SiteWalk(SiteList sites) : sites_(std::move(sites)) {}
  // What site_of_host() says, as a view of `key_host`.
  [[nodiscard]] std::string_view next(std::string_view key_host);

 private:
  // One for each label of the host before: the name that ends with it.
  struct Level {
    size_t end;
    size_t site_end;
    bool is_suffix;
  };

  SiteList sites_;
  std::string labels_;
  std::vector<Level> levels_;
};

}  // namespace cocite::url
