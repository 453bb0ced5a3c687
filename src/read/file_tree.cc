#include "read/file_tree.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/ascii.h"

namespace cocite::read {
namespace {

namespace fs = std::filesystem;

// Whether this link leads to what is not below `root`, which has no links in it.
bool leaves(const fs::path& root, const fs::path& link) {
  std::error_code error;
  const fs::path target = fs::canonical(link, error);
  if (error) return true;
  return std::ranges::mismatch(root, target).in1 != root.end();
}

}  // namespace

Result<std::vector<TreeFile>> files_of_tree(const std::string& folder, const TreeOptions& options) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return fail(ErrorCode::kNotFound, folder + ": no such folder");
  }
  const fs::path root = fs::canonical(folder, error);
  std::vector<TreeFile> files;
  fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied,
                                        error);
  for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    std::error_code ignored;
    const std::string name = walk->path().filename().string();
    if (options.skip_hidden && (name.starts_with('.') || name == "node_modules") &&
        walk->is_directory(ignored)) {
      walk.disable_recursion_pending();
      continue;
    }
    if (!walk->is_regular_file(ignored)) continue;
    TreeFile file{.name = walk->path().lexically_relative(folder).generic_string()};
    file.is_outside = walk->is_symlink(ignored) && leaves(root, walk->path());
    if (!file.is_outside) file.size = walk->file_size(ignored);
    files.push_back(std::move(file));
  }
  if (error) return fail(ErrorCode::kIo, folder + ": cannot be read: " + error.message());
  std::ranges::sort(files, {}, &TreeFile::name);
  return files;
}

bool is_numbered_before(std::string_view a, std::string_view b) {
  const auto number = [](std::string_view& text) {
    const size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    return digits;
  };
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view x = number(a);
      const std::string_view y = number(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.size() < b.size();
}

std::string extension_of(std::string_view name) {
  name.remove_prefix(std::min(name.rfind('/') + 1, name.size()));
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  std::string extension(name.substr(dot));
  for (char& c : extension) c = to_lower(c);
  return extension;
}

std::string escaped_path(std::string_view path) {
  static constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte >= 0x7F || c == '%' || c == '?' || c == '#' || c == '\\') {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15U];
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace cocite::read
