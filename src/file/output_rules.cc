#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

#include <cocite/output.h>

#include "file/container.h"
#include "file/output_file.h"

namespace cocite {
namespace {

namespace fs = std::filesystem;

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// "-", and /dev/stdout by any of its names.
bool is_standard_output(const std::string& path) {
  if (path.empty() || path == "-") return true;
  struct stat named {};
  struct stat open {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(STDOUT_FILENO, &open) == 0 &&
         is_same(named, open);
}

bool is_store(const fs::path& folder) {
  std::error_code error;
  const fs::path manifest = folder / "manifest";
  if (!fs::is_regular_file(manifest, error)) return false;
  std::array<char, file::kMagic.size()> head{};
  std::ifstream file(manifest, std::ios::binary);
  return file.read(head.data(), head.size()) &&
         std::string_view(head.data(), head.size()) == file::kMagic;
}

fs::path real_path(const std::string& path) {
  std::error_code error;
  fs::path real = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? fs::path(path) : real;
}

// The store that `real` is in, or is; empty: none.
fs::path store_around(const fs::path& real) {
  for (fs::path folder = real; folder.has_relative_path(); folder = folder.parent_path()) {
    if (is_store(folder)) return folder;
  }
  return {};
}

// "DIR=https://base/" names a folder, and what it is called on the web.
std::string file_of_input(const std::string& input) {
  std::error_code error;
  const size_t equals = input.find('=');
  if (equals == std::string::npos || fs::exists(input, error)) return input;
  return input.substr(0, equals);
}

// Files, of which "@list" has more in it.
std::vector<std::string> all_inputs(const OutputRules& rules) {
  std::vector<std::string> all;
  for (const std::string& input : rules.inputs) {
    if (input.empty() || input == "-") continue;
    if (!input.starts_with('@')) {
      all.push_back(file_of_input(input));
      continue;
    }
    all.push_back(input.substr(1));
    std::error_code error;
    if (!fs::is_regular_file(all.back(), error)) continue;
    std::ifstream lines(all.back());
    for (std::string line; std::getline(lines, line);) {
      if (!line.empty() && line.front() != '#') all.push_back(file_of_input(line));
    }
  }
  return all;
}

Result<void> is_no_input(const std::string& path, const OutputRules& rules) {
  struct stat output {};
  const bool is_there = ::stat(path.c_str(), &output) == 0;
  const fs::path real = real_path(path);
  for (const std::string& input : all_inputs(rules)) {
    struct stat about {};
    if (::stat(input.c_str(), &about) != 0) continue;  // its reader reports that
    bool is_it = is_there && is_same(output, about);
    if (is_there && S_ISDIR(about.st_mode)) {
      const fs::path folder = real_path(input);
      is_it =
          is_it || std::mismatch(folder.begin(), folder.end(), real.begin(), real.end()).first ==
                       folder.end();
    }
    if (!is_it) continue;
    return fail(ErrorCode::kInvalidArgument,
                path + ": is an input of the same command and would be lost; name another file");
  }
  return {};
}

Result<void> is_in_no_store(const std::string& path) {
  const fs::path store = store_around(real_path(path));
  if (store.empty()) return {};
  return fail(ErrorCode::kInvalidArgument,
              path + ": is in the store " + store.string() +
                  ", which holds nothing but its own files; name another place");
}

}  // namespace

std::string link_target(const std::string& path) {
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(path, error))) return path;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? path : real.string();
}

Result<void> check_output(const std::string& path, const OutputRules& rules) {
  if (is_standard_output(path)) return {};
  struct stat status {};
  const bool is_there = ::stat(path.c_str(), &status) == 0;
  if (is_there && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return {};
  COCITE_CHECK(is_no_input(path, rules));
  COCITE_CHECK(is_in_no_store(path));
  if (is_there && S_ISDIR(status.st_mode)) {
    return fail(ErrorCode::kAlreadyExists, path + ": is a folder; name a file to write");
  }
  if (is_there && !rules.force) {
    return fail({.code = ErrorCode::kAlreadyExists,
                 .message = path + ": exists already",
                 .remedies = {{.options = {{"force", ""}}}}});
  }
  return {};
}

Result<void> check_output_folder(const std::string& path, const OutputRules& rules) {
  COCITE_CHECK(is_in_no_store(path));
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISDIR(status.st_mode)) {
    return fail(ErrorCode::kAlreadyExists, path + ": is a file; name a folder");
  }
  return is_no_input(path, rules);
}

Result<void> write_output(const std::string& path, std::string_view bytes,
                          const OutputRules& rules) {
  COCITE_TRY(auto file, file::OutputFile::begin(is_standard_output(path) ? "-" : path, rules));
  COCITE_CHECK(file.write(bytes));
  return file.publish();
}

}  // namespace cocite
