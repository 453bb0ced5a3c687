// For tests: a path of its own that is gone afterwards, and whole files as bytes to spoil.
//
//   const ScratchFile file("keys");
//   std::vector<std::byte> bytes = file.read();
//   bytes[40] ^= std::byte{1};
//   file.write(bytes);
//
// Each object belongs to one thread; two never have the same path, even across processes.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace cocite::file {

class ScratchFile {
 public:
  explicit ScratchFile(const std::string& name) {
    static std::atomic<int> next{0};
    path_ = (std::filesystem::temp_directory_path() /
             ("cocite_" + std::to_string(::getpid()) + "_" + std::to_string(next++) + "_" + name))
                .string();
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::string& path() const { return path_; }

  [[nodiscard]] std::vector<std::byte> read() const {
    std::ifstream in(path_, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
  }
  // A new file in place of the old: one that is mapped somewhere stays as it was.
  void write(std::span<const std::byte> bytes) const {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
    std::ofstream out(path_, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
  }

 private:
  std::string path_;
};

}  // namespace cocite::file
