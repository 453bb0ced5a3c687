// The explorer: files that were built into the program, packed already.
//
//   const StaticFile* file = find_static("/assets/app-1a2b.js");
//   const StaticFile* page = find_page("/study");             // index.html
//
// Nothing is read from disk, so no path leads out of it. Any thread.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "serve/message.h"

namespace cocite::serve {

struct StaticFile {
  std::string_view path;  // "/index.html"
  std::string_view type;
  std::string_view etag;    // with its quotes
  std::string_view packed;  // gzip
};

// Written by cmake/embed_files.cmake.
[[nodiscard]] std::span<const StaticFile> static_files();

[[nodiscard]] const StaticFile* find_static(std::string_view path);
// The same; for the addresses that the explorer gives its views, its page.
[[nodiscard]] const StaticFile* find_page(std::string_view path);
// Views of the explorer, as explorer/src/lib/permalink.ts has them.
inline constexpr std::array<std::string_view, 12> kViews = {
    "related", "compare", "map",      "neighbourhood", "page",  "hubs",
    "sites",   "site",    "overview", "audit",         "lists", "diff"};
[[nodiscard]] bool is_view(std::string_view name);
// Whether the explorer was built into the program, and not only a plain page.
[[nodiscard]] bool has_explorer();
// The content, packed or not: in memory once, however many take it.
[[nodiscard]] Body body_of(const StaticFile& file, bool is_packed);

// Short names of views, as people type and print them: "/overview", "/site/www.example.com". Where
// the view is, relative to that; empty: no such name.
[[nodiscard]] std::string place_of_view(std::string_view path);

}  // namespace cocite::serve
