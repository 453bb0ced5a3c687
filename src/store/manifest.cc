#include "store/manifest.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <sys/stat.h>

#include "base/hash.h"
#include "file/container.h"

namespace cocite::store {
namespace {

std::string path_in(const std::string& folder) {
  return folder + "/" + std::string(kManifestFile);
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

Result<std::string_view> text_section(const file::Container& container, std::string_view name) {
  COCITE_TRY(const file::Section section, container.section(name));
  COCITE_TRY(const std::span<const char> text, section.values<char>());
  return std::string_view(text.data(), text.size());
}

// Calls use(fields) for each line, split at tabs.
template <class Use>
void for_each_line(std::string_view text, Use&& use) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    std::vector<std::string_view> fields;
    for (size_t at = 0;;) {
      const size_t tab = line.find('\t', at);
      fields.push_back(line.substr(at, tab - at));
      if (tab == std::string_view::npos) break;
      at = tab + 1;
    }
    use(fields);
  }
}

uint64_t to_number(std::string_view text) {
  uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

const FileEntry* Manifest::find(std::string_view name) const {
  const auto found = std::ranges::find(files, name, &FileEntry::name);
  return found == files.end() ? nullptr : &*found;
}

uint64_t Manifest::content() const {
  uint64_t hash = mix(files.size());
  for (const FileEntry& file : files) {
    if (file.name == "report") continue;
    hash = mix(mix(hash ^ hash64(file.name)) ^ file.identity);
  }
  return hash;
}

Result<void> Manifest::write(const std::string& folder) const {
  COCITE_TRY(auto writer, file::ContainerWriter::create(path_in(folder), kManifestKind));
  std::string text;
  for_each_fact(facts, [&](std::string_view name, const std::string& word) {
    text += std::string(name) + '\t' + word + '\n';
  });
  COCITE_CHECK(writer.begin("facts"));
  COCITE_CHECK(writer.write(bytes_of(text)));
  text.clear();
  for (const FileEntry& file : files) {
    text += file.name + '\t' + std::to_string(file.size_bytes) + '\t' +
            std::to_string(file.identity) + '\n';
  }
  COCITE_CHECK(writer.begin("files"));
  COCITE_CHECK(writer.write(bytes_of(text)));
  return writer.finish();
}

Result<Manifest> Manifest::read(const std::string& folder) {
  std::error_code error;
  if (!std::filesystem::exists(folder, error)) {
    return fail({.code = ErrorCode::kNotFound,
                 .message = folder + ": no such store",
                 .about = "store",
                 .remedies = {{.command = "import", .arguments = {folder, "INPUT"}}}});
  }
  if (!std::filesystem::is_directory(folder, error) ||
      !std::filesystem::exists(path_in(folder), error)) {
    return fail(ErrorCode::kCorrupt,
                folder + ": is not a store (a store is a folder with a manifest)");
  }
  COCITE_TRY(const auto container, file::Container::open(path_in(folder), kManifestKind));
  Manifest manifest;
  manifest.identity = container.identity();
  COCITE_TRY(const std::string_view facts, text_section(container, "facts"));
  for_each_line(facts, [&](const std::vector<std::string_view>& fields) {
    if (fields.size() == 2) read_fact(fields[0], fields[1], manifest.facts);
  });
  COCITE_TRY(const std::string_view files, text_section(container, "files"));
  for_each_line(files, [&](const std::vector<std::string_view>& fields) {
    if (fields.size() == 3) {
      manifest.files.push_back(
          {std::string(fields[0]), to_number(fields[1]), to_number(fields[2])});
    }
  });
  return manifest;
}

std::string seen_at(const std::string& path) {
  std::string seen;
  for (const std::string& name : {path, path_in(path)}) {
    struct stat about {};
    if (::stat(name.c_str(), &about) != 0) return "";
    seen += std::to_string(about.st_dev) + ' ' + std::to_string(about.st_ino) + ' ';
    // A folder's times change with unrelated files next to the store's; only its identity counts.
    if (name == path) continue;
    seen += std::to_string(about.st_mtim.tv_sec) + ' ' + std::to_string(about.st_mtim.tv_nsec) +
            ' ' + std::to_string(about.st_size);
  }
  return seen;
}

}  // namespace cocite::store
