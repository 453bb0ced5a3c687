// Who runs this host? Its site: the registrable domain by the public suffix list.
//
//   SiteList sites;                                        // the list of the system
//   sites.site_of_host("uk,co,example,www:8080")           // "uk,co,example"
//   COCITE_TRY(SiteList newer, SiteList::load("public_suffix_list.dat"));
//
// Any number of threads may ask one SiteList; copies share the same list.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <cocite/result.h>

namespace cocite::url {

class SiteList {
 public:
  // The list that the system has installed, or the one built into libpsl, whichever is newer. Read
  // once per process.
  SiteList();

  // A list in the format of publicsuffix.org (text, or libpsl's compiled form).
  [[nodiscard]] static Result<SiteList> load(const std::string& path);

  // `key_host` is the host part of a page key (host_of_key); the site is its first labels. Without
  // a port: a site is who answers for the name. IP addresses, single labels and public suffixes
  // ("uk,co") are their own site.
  [[nodiscard]] std::string site_of_host(std::string_view key_host) const;

  // Another number for another list of the system: for what was made with it and is kept.
  [[nodiscard]] static uint64_t system_version();

 private:
  struct List;
  explicit SiteList(std::shared_ptr<const List> list);

  std::shared_ptr<const List> list_;
};

}  // namespace cocite::url
