#include "serve/static_files.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "base/ascii.h"
#include "serve/gzip.h"

namespace cocite::serve {

const StaticFile* find_static(std::string_view path) {
  if (path == "/") path = "/index.html";
  const auto files = static_files();
  const auto found = std::ranges::find(files, path, &StaticFile::path);
  return found == files.end() ? nullptr : &*found;
}

const StaticFile* find_page(std::string_view path) {
  return find_static(path == "/study" ? "/index.html" : path);
}

bool is_view(std::string_view name) {
  return std::ranges::find(kViews, name) != kViews.end();
}

bool has_explorer() {
  return std::ranges::any_of(
      static_files(), [](const StaticFile& file) { return file.path.starts_with("/assets/"); });
}

Body body_of(const StaticFile& file, bool is_packed) {
  static std::mutex mutex;
  static std::map<std::pair<std::string_view, bool>, Body> bodies;
  const std::scoped_lock lock(mutex);
  Body& body = bodies[{file.path, is_packed}];
  if (!body) body = share(is_packed ? std::string(file.packed) : gunzipped(file.packed));
  return body;
}

std::string place_of_view(std::string_view path) {
  if (path == "/overview") return "./?view=overview";
  if (path == "/audit") return "./?view=audit";
  constexpr std::string_view kSite = "/site/";
  if (!path.starts_with(kSite)) return {};
  const std::string_view name = path.substr(kSite.size());
  // Names of hosts and their ports; nothing that could end the line of a header.
  const bool is_name = !name.empty() && std::ranges::all_of(name, [](char c) {
    return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '_' || c == ':';
  });
  return is_name ? "../?view=site&page=" + std::string(name) : std::string();
}

}  // namespace cocite::serve
