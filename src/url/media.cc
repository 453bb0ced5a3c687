#include "url/media.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "url/key.h"

namespace cocite::url {
namespace {

// Sorted.
constexpr auto kMedia = std::to_array<std::string_view>(
    {"3gp", "7z",   "aac",   "ai",   "aif",  "aifc", "aiff", "arj",  "asf",   "asx",  "au",
     "avi", "avif", "bin",   "bmp",  "bz2",  "cab",  "cpio", "css",  "cur",   "deb",  "dmg",
     "fla", "flac", "fli",   "flv",  "gif",  "gtar", "heic", "heif", "hqx",   "ico",  "ief",
     "img", "iso",  "jar",   "jfif", "jpe",  "jpeg", "jpg",  "js",   "kar",   "less", "lha",
     "lz",  "lzh",  "m1v",   "m2v",  "m3u",  "m3u8", "m4a",  "m4v",  "mid",   "midi", "mjs",
     "mkv", "mov",  "movie", "mp2",  "mp3",  "mp4",  "mpe",  "mpeg", "mpg",   "oga",  "ogg",
     "ogv", "opus", "pbm",   "pct",  "pcx",  "pgm",  "pict", "png",  "pnm",   "ppm",  "psd",
     "qt",  "ra",   "ram",   "rar",  "ras",  "rgb",  "rm",   "rpm",  "sass",  "scss", "sea",
     "sit", "snd",  "svg",   "svgz", "swf",  "tar",  "tbz",  "tgz",  "tif",   "tiff", "txz",
     "voc", "wav",  "weba",  "webm", "webp", "wma",  "wmv",  "woff", "woff2", "xbm",  "xpm",
     "xwd", "xz",   "z",     "zip",  "zst"});
static_assert(std::ranges::is_sorted(kMedia));

// A single packed file is what it was before.
constexpr auto kPacked = std::to_array<std::string_view>({"bz2", "gz", "lz", "xz", "z", "zst"});
constexpr auto kDocuments = std::to_array<std::string_view>(
    {"doc", "dvi", "eps", "htm", "html", "pdf", "ps", "rtf", "tex", "txt", "xml"});

// Cuts ".ending" off `name`; empty where it has none.
std::string take_ending(std::string_view& name) {
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  std::string ending(name.substr(dot + 1));
  std::ranges::transform(ending, ending.begin(), to_lower);
  name = name.substr(0, dot);
  return ending;
}

template <class List>
bool has(const List& list, std::string_view ending) {
  return std::ranges::find(list, ending) != list.end();
}

}  // namespace

bool is_media(std::string_view key) {
  std::string_view name = key.substr(std::min(host_of_key(key).size(), key.size()));
  name = name.substr(0, name.find('?'));
  name = name.substr(std::min(name.rfind('/'), name.size() - 1) + 1);
  const std::string ending = take_ending(name);
  if (ending.empty()) return false;
  if (has(kPacked, ending)) return !has(kDocuments, take_ending(name));
  return std::ranges::binary_search(kMedia, std::string_view(ending));
}

}  // namespace cocite::url
