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
#include <cstdint>
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
  // kMemory: where the system has a file system in memory, because tests finish (and sync) hundreds
  // of small files; kDisk for large ones.
  enum class Where : uint8_t { kMemory, kDisk };

  explicit ScratchFile(const std::string& name, Where where = Where::kMemory) {
    static std::atomic<int> next{0};
    namespace fs = std::filesystem;
    const bool in_memory = where == Where::kMemory && ::access("/dev/shm", W_OK) == 0;
    const fs::path folder = in_memory ? fs::path("/dev/shm") : fs::temp_directory_path();
    path_ = (folder /
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
