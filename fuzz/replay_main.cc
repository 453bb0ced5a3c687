// The main of a fuzz target outside the fuzzer: runs it on files, for ctest and for debugging.
//
//   url_fuzz fuzz/corpus/url            every file in the folder
//   url_fuzz crash-da39a3ee             one file
//
// A target that returns at all has passed; a crash or a sanitizer's complaint names the file,
// printed before it is run.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

bool replay(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad()) {
    std::fprintf(stderr, "%s: cannot be read\n", path.c_str());
    return false;
  }
  std::printf("%s (%zu bytes)\n", path.c_str(), bytes.size());
  std::fflush(stdout);
  // An own block of exactly this size, so that the address sanitizer sees a read past its end.
  const std::vector<uint8_t> exact(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < argc; ++i) {
    std::error_code error;
    if (!std::filesystem::is_directory(argv[i], error)) {
      files.emplace_back(argv[i]);
      continue;
    }
    std::filesystem::directory_iterator folder(argv[i], error);
    for (; !error && folder != std::filesystem::directory_iterator(); folder.increment(error)) {
      if (folder->is_regular_file(error)) files.push_back(folder->path());
    }
    if (error) {
      std::fprintf(stderr, "%s: %s\n", argv[i], error.message().c_str());
      return 1;
    }
  }
  if (files.empty()) {
    std::fprintf(stderr, "usage: %s FILE-OR-FOLDER...   (nothing to replay)\n", argv[0]);
    return 2;
  }
  std::sort(files.begin(), files.end());
  bool all_read = true;
  for (const auto& file : files) all_read = replay(file) && all_read;
  LLVMFuzzerTestOneInput(nullptr, 0);
  return all_read ? 0 : 1;
}
