#include "crawl/scope.h"

#include <algorithm>
#include <utility>

#include <re2/re2.h>

namespace cocite::crawl {

class Scope::Pattern {
 public:
  // `option`: where the expression comes from, for the message.
  static Result<std::unique_ptr<Pattern>> create(const std::string& text, const char* option) {
    auto pattern = std::make_unique<Pattern>(text);
    if (pattern->expression_.ok()) return pattern;
    const re2::RE2& failed = pattern->expression_;
    std::string message = "'" + text + "' is no regular expression: " + failed.error();
    // RE2 names the sequence that it does not know, not what that would mean elsewhere.
    const bool is_other_dialect = failed.error_code() == re2::RE2::ErrorBadEscape ||
                                  failed.error_code() == re2::RE2::ErrorBadPerlOp;
    if (is_other_dialect) {
      message +=
          " (back-references and lookaround are not supported: they can take exponential time)";
    }
    return fail({.message = message, .about = option});
  }
  explicit Pattern(const std::string& text) : expression_(text, options()) {}

  [[nodiscard]] bool matches(const std::string& url) const {
    return re2::RE2::PartialMatch(url, expression_);
  }

 private:
  static re2::RE2::Options options() {
    re2::RE2::Options options;
    options.set_log_errors(false);  // the library never prints
    return options;
  }
  re2::RE2 expression_;
};

Scope::Scope() = default;
Scope::Scope(Scope&&) noexcept = default;
Scope& Scope::operator=(Scope&&) noexcept = default;
Scope::~Scope() = default;

Result<Scope> Scope::create(CrawlScope kind, const std::string& pattern,
                            const std::vector<std::string>& excluded) {
  Scope scope;
  scope.kind_ = kind;
  if (!pattern.empty()) {
    COCITE_TRY(scope.pattern_, Pattern::create(pattern, "scope"));
  }
  for (const std::string& one : excluded) {
    // An empty expression matches every address, which is a mistake.
    if (one.empty())
      return fail({.message = "an empty pattern excludes everything", .about = "exclude"});
    COCITE_TRY(auto made, Pattern::create(one, "exclude"));
    scope.excluded_.push_back(std::move(made));
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

bool Scope::excludes(const std::string& url) const {
  return std::ranges::any_of(excluded_, [&](const auto& one) { return one->matches(url); });
}

bool Scope::contains(std::string_view key_host, const std::string& url) const {
  if (!contains_host(key_host)) return false;
  return (!pattern_ || pattern_->matches(url)) && !excludes(url);
}

}  // namespace cocite::crawl
