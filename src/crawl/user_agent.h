// What the crawler calls itself.
//
//   user_agent("https://example.org/bot")              // "Cocite/0.1.0 (+https://example.org/bot)"
//   product_of("MyBot/2.0 (+me@example.org)")          // "MyBot": the name by which robots.txt means it
//
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

namespace cocite::crawl {

// `given`: what to be called instead of Cocite and its version. The contact, if any, is always part of it.
[[nodiscard]] std::string user_agent(const std::string& contact, const std::string& given = {});

// The name in front of the version; of "Mozilla/5.0 (compatible; MyBot/2.0)" the one that it is
// compatible as. "cocite" where a user agent has none.
[[nodiscard]] std::string product_of(std::string_view user_agent);

}  // namespace cocite::crawl
