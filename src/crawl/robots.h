// May this page be fetched? robots.txt as RFC 9309 reads it.
//
//   const Robots robots = Robots::parse("User-agent: *\nDisallow: /private\n", "cocite");
//   robots.allows("/private/x?y=1")        // false
//   robots.crawl_delay()                   // nothing: it asks for none
//
// All groups that name the product count as one; without such a group those of "*". The longest
// rule that fits decides, and of two as long the one that allows. "*" stands for anything, "$" at
// the end of a rule for the end of the address. Before they are compared both sides are brought to
// one spelling: unreserved characters plain, all others that may be escaped escaped.
//
// Beyond the RFC: Crawl-delay and Sitemap lines; lines whose colon was forgotten; "disallow" in the
// misspellings that are met most. Any bytes are a file, and of a long one the first 500 KiB count.
// Values; any number of threads may ask one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::crawl {

inline constexpr size_t kMaxRobotsBytes = size_t{500} << 10;

class Robots {
 public:
  // A file that allows everything: there is none, or it is not for us.
  Robots() = default;
  // `product`: the name by which groups mean us, without a version: "cocite".
  [[nodiscard]] static Robots parse(std::string_view text, std::string_view product);

  // `path`: path and query of an address, beginning with "/". robots.txt itself is always allowed.
  [[nodiscard]] bool allows(std::string_view path) const;
  // Seconds between requests, as the file wishes.
  [[nodiscard]] std::optional<double> crawl_delay() const { return crawl_delay_; }
  // Addresses of sitemaps, as written; they belong to no group.
  [[nodiscard]] const std::vector<std::string>& sitemaps() const { return sitemaps_; }
  [[nodiscard]] size_t rules() const { return rules_.size(); }

 private:
  struct Rule {
    std::string pattern;
    bool allows = false;
  };

  std::vector<Rule> rules_;  // longest first, of equal ones those that allow
  std::optional<double> crawl_delay_;
  std::vector<std::string> sitemaps_;
};

// A path or rule in the spelling in which they are compared.
[[nodiscard]] std::string comparable_path(std::string_view path);
// Whether a rule, in that spelling, fits a path in that spelling.
[[nodiscard]] bool fits(std::string_view pattern, std::string_view path);

}  // namespace cocite::crawl
