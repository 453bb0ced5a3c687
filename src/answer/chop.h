// Where to look when a page is unknown, or nothing is known about it: nearer the root of its host.
//
//   chopped_keys("com,example)/a/b?x=1")
//   // com,example)/a/b?x=1, …)/a/b, …)/a/b/, …)/a, …)/a/, …)/
//
// As given; without the query; with or without the final slash; then with one path element fewer,
// without and with a slash, down to the root. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cocite::answer {

// Each key once, the given one first. A key without a path (an opaque name) stays alone.
[[nodiscard]] std::vector<std::string> chopped_keys(std::string_view key);

}  // namespace cocite::answer
