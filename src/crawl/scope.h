// Does this address belong to the crawl?
//
//   COCITE_TRY(Scope scope, Scope::create(CrawlScope::kSites, "\\.html$", {"/logout"}));
//   scope.add_seed("uk,co,example,www");                // host parts of page keys
//   scope.contains("uk,co,example,shop", "http://shop.example.co.uk/x.html")
//
// One thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <cocite/crawl.h>
#include <cocite/result.h>

#include "url/site.h"

namespace cocite::crawl {

class Scope {
 public:
  // Patterns are regular expressions of RE2, which match in linear time whatever they are.
  // kInvalidArgument for an invalid one.
  [[nodiscard]] static Result<Scope> create(CrawlScope kind, const std::string& pattern,
                                            const std::vector<std::string>& excluded = {});
  Scope(Scope&&) noexcept;
  Scope& operator=(Scope&&) noexcept;
  ~Scope();

  void add_seed(std::string_view key_host);
  [[nodiscard]] bool contains(std::string_view key_host, const std::string& url) const;
  // Whatever the patterns say.
  [[nodiscard]] bool contains_host(std::string_view key_host) const;
  [[nodiscard]] bool excludes(const std::string& url) const;

 private:
  class Pattern;
  Scope();
  CrawlScope kind_ = CrawlScope::kHosts;
  url::SiteList sites_;
  std::unordered_set<std::string> names_;
  std::unique_ptr<Pattern> pattern_;
  std::vector<std::unique_ptr<Pattern>> excluded_;
};

}  // namespace cocite::crawl
