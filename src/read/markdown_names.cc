#include "read/markdown_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/hash.h"
#include "read/file_tree.h"

namespace cocite::read {
namespace {

constexpr std::array<std::pair<std::string_view, MarkdownPreset>, 6> kPresets = {{
    {"github", MarkdownPreset::kGithub},
    {"html", MarkdownPreset::kHtml},
    {"mkdocs", MarkdownPreset::kMkdocs},
    {"hugo", MarkdownPreset::kHugo},
    {"docusaurus", MarkdownPreset::kDocusaurus},
    {"obsidian", MarkdownPreset::kObsidian},
}};
constexpr std::array<std::string_view, 3> kIndexNames = {"index", "readme", "_index"};
constexpr std::array<std::string_view, 6> kPageEndings = {".md",  ".markdown", ".mdx",
                                                          ".mkd", ".html",     ".htm"};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = to_lower(c);
  return out;
}

std::string_view folder_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view name_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

std::string_view without_ending(std::string_view path) {
  const std::string extension = extension_of(path);
  const bool is_page = std::ranges::find(kPageEndings, extension) != kPageEndings.end();
  return is_page ? path.substr(0, path.size() - extension.size()) : path;
}

bool is_index(std::string_view name) {
  return std::ranges::find(kIndexNames, lower(name)) != kIndexNames.end();
}

// "a/../b/./c" -> "b/c". False: it leads out of the folder.
bool normalise(std::string_view path, std::string& out) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, end - at);
    at = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (parts.empty()) return false;
      parts.pop_back();
    } else {
      parts.push_back(part);
    }
  }
  out.clear();
  for (const std::string_view part : parts) {
    if (!out.empty()) out += '/';
    out += part;
  }
  return true;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool is_escape = text[at] == '%' && at + 2 < text.size() &&
                           hex_value(text[at + 1]) >= 0 && hex_value(text[at + 2]) >= 0;
    if (is_escape) {
      out += static_cast<char>(hex_value(text[at + 1]) * 16 + hex_value(text[at + 2]));
      at += 2;
    } else {
      out += text[at];
    }
  }
  return out;
}

// "mailto:x", "https://a/" and "//a/"; not a drive ("C:") or a name with a blank before its colon.
bool has_scheme(std::string_view target) {
  if (target.starts_with("//")) return true;
  const size_t colon = target.find(':');
  if (colon == std::string_view::npos || colon < 2) return false;
  return std::ranges::all_of(target.substr(0, colon), [](char c) {
    return is_alphanumeric(c) || c == '+' || c == '-' || c == '.';
  });
}

// Docusaurus drops "01-" in front of names.
std::string_view without_number(std::string_view name) {
  size_t at = 0;
  while (at < name.size() && is_digit(name[at])) ++at;
  if (at == 0 || at >= name.size()) return name;
  const size_t dash = name.find_first_not_of(" ", at);
  if (dash == std::string_view::npos ||
      (name[dash] != '-' && name[dash] != '_' && name[dash] != '.')) {
    return name;
  }
  const size_t begin = name.find_first_not_of(" ", dash + 1);
  return begin == std::string_view::npos ? name : name.substr(begin);
}

std::string joined(std::string_view folder, std::string_view name) {
  return folder.empty() ? std::string(name) : std::string(folder) + "/" + std::string(name);
}

std::string address_key(std::string_view address) {
  while (address.ends_with('/')) address.remove_suffix(1);
  return lower(address);
}

}  // namespace

Result<MarkdownPreset> find_markdown_preset(std::string_view name) {
  if (name.empty()) return MarkdownPreset::kGithub;
  std::string known;
  for (const auto& [one, preset] : kPresets) {
    if (one == name) return preset;
    known += (known.empty() ? "" : ", ") + std::string(one);
  }
  return fail({.message = "'" + std::string(name) + "' is not one of " + known, .about = "preset"});
}

MarkdownNames::MarkdownNames(MarkdownPreset preset, std::vector<std::string> pages,
                             std::unordered_set<std::string> others)
    : preset_(preset), pages_(std::move(pages)), others_(std::move(others)) {
  for (size_t i = 0; i < pages_.size(); ++i) {
    const std::string path = lower(without_ending(pages_[i]));
    by_path_.try_emplace(path, i);
    const auto depth = [&](size_t file) { return std::ranges::count(pages_[file], '/'); };
    for (size_t begin = 0, slash = 0; slash != std::string::npos; begin = slash + 1) {
      Named& named = by_end_[hash64(std::string_view(path).substr(begin))];
      ++named.files;
      if (named.highest == kNoFile || depth(i) < depth(named.highest)) named.highest = i;
      slash = path.find('/', begin);
    }
    addresses_.push_back(address_of(pages_[i]));
    by_address_.try_emplace(address_key(addresses_[i]), i);
  }
}

bool MarkdownNames::needs_front_matter() const {
  return preset_ == MarkdownPreset::kHugo || preset_ == MarkdownPreset::kDocusaurus;
}

void MarkdownNames::set_front_matter(size_t file, const FrontMatter& front) {
  std::string address;
  const std::string& name = front.slug.empty() ? front.id : front.slug;
  if (!front.url.empty() && preset_ == MarkdownPreset::kHugo) {
    address = front.url;
  } else if (!name.empty()) {
    std::string_view folder = addresses_[file];
    while (folder.ends_with('/')) folder.remove_suffix(1);
    address = name.front() == '/' ? name : joined(folder_of(folder), name);
    if (preset_ == MarkdownPreset::kHugo) address += '/';
  }
  if (address.empty()) return;
  while (address.starts_with('/')) address.erase(0, 1);
  addresses_[file] = address;
  by_address_.try_emplace(address_key(address), file);
}

void MarkdownNames::set_aliases(size_t file, const std::vector<std::string>& aliases) {
  for (const std::string& alias : aliases) by_alias_.try_emplace(lower(trim(alias)), file);
}

size_t MarkdownNames::find_alias(std::string_view name) const {
  const auto found = by_alias_.find(lower(trim(name.substr(0, name.find_first_of("#^")))));
  return found == by_alias_.end() ? kNoFile : found->second;
}

std::string MarkdownNames::address_of(std::string_view path) const {
  if (preset_ == MarkdownPreset::kGithub) return std::string(path);
  const std::string_view stem = without_ending(path);
  const bool is_page = stem.size() != path.size() || extension_of(path).empty();
  if (!is_page) return std::string(path);
  const std::string_view folder = folder_of(stem);
  std::string_view name = name_of(stem);
  if (is_index(name)) return folder.empty() ? std::string() : std::string(folder) + "/";
  switch (preset_) {
    case MarkdownPreset::kHtml:
      return std::string(stem) + ".html";
    case MarkdownPreset::kMkdocs:
      return std::string(stem) + "/";
    case MarkdownPreset::kHugo: {
      std::string address = lower(stem) + "/";
      std::ranges::replace(address, ' ', '-');
      return address;
    }
    case MarkdownPreset::kDocusaurus: {
      std::string address;
      for (size_t at = 0; at <= stem.size();) {
        const size_t end = std::min(stem.find('/', at), stem.size());
        address = joined(address, without_number(stem.substr(at, end - at)));
        at = end + 1;
      }
      return address;
    }
    default: {
      std::string address(stem);
      std::ranges::replace(address, ' ', '+');  // as Obsidian Publish has it
      return address;
    }
  }
}

size_t MarkdownNames::find_path(const std::string& path) const {
  const std::string wanted = lower(without_ending(path));
  const auto found = by_path_.find(wanted);
  if (found != by_path_.end()) return found->second;
  for (const std::string_view index : kIndexNames) {
    const auto in_folder = by_path_.find(joined(wanted, index));
    if (in_folder != by_path_.end()) return in_folder->second;
  }
  return kNoFile;
}

// The file of this name, or of this end of a path: the one in the folder of `from`, else the highest.
MarkdownNames::Found MarkdownNames::find_name(size_t from, std::string_view path) const {
  const std::string wanted = lower(without_ending(path));
  const auto named = by_end_.find(hash64(wanted));
  if (named == by_end_.end()) return {};
  const std::string_view folder = folder_of(pages_[from]);
  const auto beside = by_path_.find(lower(joined(folder, name_of(wanted))));
  const bool is_beside = beside != by_path_.end() && folder_of(pages_[beside->second]) == folder &&
                         ("/" + beside->first).ends_with("/" + wanted);
  return {.file = is_beside ? beside->second : named->second.highest,
          .is_ambiguous = named->second.files > 1};
}

MarkdownNames::Found MarkdownNames::resolve(size_t from, const MarkdownLink& link) const {
  std::string_view target = trim(link.target);
  if (!link.is_wiki && has_scheme(target)) {
    return {.path = std::string(target), .is_elsewhere = true};
  }
  target = target.substr(0, target.find_first_of(link.is_wiki ? "#^" : "?#"));
  const std::string written = link.is_wiki ? std::string(trim(target)) : unescaped(target);
  if (written.empty() || written.find('\0') != std::string::npos) return {.file = from};
  const bool is_rooted = written.front() == '/';
  std::string path;
  std::string from_root;
  const bool is_inside =
      normalise(is_rooted ? written : joined(folder_of(pages_[from]), written), path);
  const bool has_root_path = normalise(written, from_root);
  if (link.is_wiki && has_root_path) {
    // A name alone is the name of a note, wherever it is; a path is tried as one first.
    Found found;
    if (from_root.find('/') != std::string::npos) found.file = find_path(from_root);
    if (found.file == kNoFile) found = find_name(from, from_root);
    if (found.file == kNoFile && is_inside) found.file = find_path(path);
    if (found.file != kNoFile) return found;
    if (others_.contains(from_root)) return {.path = from_root};
    const bool has_ending =
        extension_of(from_root).size() > 1 && extension_of(from_root).size() < 6;
    return {.path = has_ending ? from_root : from_root + ".md", .is_missing = true};
  }
  if (!is_inside) return {.path = written, .is_elsewhere = true};
  Found found{.file = find_path(path)};
  if (found.file == kNoFile && has_root_path && !written.starts_with("..")) {
    found.file = find_path(from_root);
    const auto served = by_address_.find(address_key(from_root));
    if (found.file == kNoFile && served != by_address_.end()) found.file = served->second;
    const bool is_page = without_ending(written).size() != written.size();
    if (found.file == kNoFile && is_page) found = find_name(from, from_root);
  }
  if (found.file != kNoFile) return found;
  if (path.empty()) return {.file = from};
  return {.path = path, .is_missing = !others_.contains(path)};
}

}  // namespace cocite::read
