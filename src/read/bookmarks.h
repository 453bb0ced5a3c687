// Bookmarks of browsers (Netscape's file format, which all of them export) and outlines (OPML: blogrolls, lists of
// feeds): folders, and addresses in them.
//
//   if (is_bookmarks(head)) {
//     const Bookmarks all = read_bookmarks(text);
//     all.folders[1].path              // "Bookmarks bar/News"; the first folder is the file itself, ""
//     all.entries[0].address           // "https://news.example/", in all.folders[all.entries[0].folder]
//   }
//
// Any bytes are bookmarks: what is broken is read as far as it goes. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::read {

inline constexpr size_t kMaxBookmarks = 1'000'000;

struct Bookmarks {
  struct Folder {
    std::string path;  // names of the folders above it and its own, with slashes between
    std::string title;
    size_t parent = 0;
  };
  struct Entry {
    std::string address;
    std::string title;
    size_t folder = 0;
  };
  std::string title;
  std::vector<Folder> folders;  // at least one
  std::vector<Entry> entries;   // in the order of the file
};

[[nodiscard]] bool is_bookmarks(std::string_view first_bytes);
[[nodiscard]] Bookmarks read_bookmarks(std::string_view text);

}  // namespace cocite::read
