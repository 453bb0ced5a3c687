// Hosts whose folders are separate sites (github.com, /~name/), and the site of each page.
//
//   FolderHosts::shipped().contains("github.com")
//   COCITE_TRY(FolderHosts own, FolderHosts::load("hosts.txt"));
//   PageSites sites(SiteList(), own);
//   sites.next("com,github)/torvalds/linux")      // "com,github)/torvalds"
//   sites.next("edu,cmu,cs,www)/~dst/")           // "edu,cmu,cs,www)/~dst"
//   sites.next("uk,co,example,www)/a")            // "uk,co,example"
//
// A FolderHosts never changes once made and any number of threads may ask it; a PageSites is for
// one.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include <cocite/result.h>

#include "url/site.h"

namespace cocite::url {

class FolderHosts {
 public:
  // src/url/folder_hosts.txt, as it was when the program was built.
  [[nodiscard]] static const FolderHosts& shipped();
  // One host a line; '#' begins a comment.
  [[nodiscard]] static Result<FolderHosts> load(const std::string& path);
  [[nodiscard]] static Result<FolderHosts> parse(std::string_view text, const std::string& where);

  // `key_host`: as in page keys ("com,github").
  [[nodiscard]] bool contains(std::string_view key_host) const { return hosts_.contains(key_host); }
  // Another number for another list: for what was made with it and is kept.
  [[nodiscard]] uint64_t version() const { return version_; }

 private:
  std::set<std::string, std::less<>> hosts_;
  uint64_t version_ = 0;
};

// The names of the sites of pages, each of which has one vote in blend. Fast for keys in order.
class PageSites {
 public:
  // `folders` stays while this is used.
  PageSites(SiteList sites, const FolderHosts& folders)
      : walk_(std::move(sites)), folders_(&folders) {}
  // A part of `key`. Two pages are of one site if it is the same.
  [[nodiscard]] std::string_view next(std::string_view key);

 private:
  SiteWalk walk_;
  const FolderHosts* folders_;
  std::string host_;
  size_t site_size_ = 0;  // of the host's
  bool has_folders_ = false;
};

}  // namespace cocite::url
