#include "fetch/scope.h"

#include <regex>

namespace cocite::fetch {

struct Scope::Pattern {
  std::regex expression;
};

Scope::Scope() = default;
Scope::Scope(Scope&&) noexcept = default;
Scope& Scope::operator=(Scope&&) noexcept = default;
Scope::~Scope() = default;

Result<Scope> Scope::create(CrawlScope kind, const std::string& pattern) {
  Scope scope;
  scope.kind_ = kind;
  if (pattern.empty()) return scope;
  try {
    scope.pattern_ = std::make_unique<Pattern>();
    scope.pattern_->expression = std::regex(pattern, std::regex::ECMAScript | std::regex::optimize);
  } catch (const std::regex_error& error) {
    return fail({.message = "'" + pattern + "' is no regular expression: " + error.what(),
                 .about = "scope"});
  }
  return scope;
}

void Scope::add_seed(std::string_view key_host) {
  names_.insert(kind_ == CrawlScope::kSites ? sites_.site_of_host(key_host)
                                            : std::string(key_host));
}

bool Scope::contains_host(std::string_view key_host) const {
  if (kind_ == CrawlScope::kHosts) return names_.contains(std::string(key_host));
  return kind_ != CrawlScope::kSites || names_.contains(sites_.site_of_host(key_host));
}

bool Scope::contains(std::string_view key_host, const std::string& url) const {
  if (!contains_host(key_host)) return false;
  // Long addresses are traps, and the library matches recursively.
  return !pattern_ || (url.size() <= 2000 && std::regex_search(url, pattern_->expression));
}

}  // namespace cocite::fetch
