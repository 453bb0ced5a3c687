#include "serve/static_files.h"

#include <algorithm>

#include "base/ascii.h"

namespace cocite::serve {

const StaticFile* find_static(std::string_view path) {
  if (path == "/") path = "/index.html";
  const auto files = static_files();
  const auto found = std::ranges::find(files, path, &StaticFile::path);
  return found == files.end() ? nullptr : &*found;
}

const StaticFile* find_static_or_page(std::string_view path) {
  if (const StaticFile* file = find_static(path)) return file;
  const size_t second = path.find('/', 1);
  const bool is_file = second == std::string_view::npos && path.find('.') < path.size();
  const bool is_asset = path.starts_with("/assets/") || path.starts_with("/api/") || path == "/api";
  const bool is_odd = path.find("..") != std::string_view::npos ||
                      path.find('\\') != std::string_view::npos || !path.starts_with('/');
  return is_file || is_asset || is_odd ? nullptr : find_static("/index.html");
}

std::string place_of_view(std::string_view path) {
  if (path == "/overview") return "./?view=overview";
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
