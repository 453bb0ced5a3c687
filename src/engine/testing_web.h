// Stores for the tests of this folder: a folder that goes away, and a store made of lines.
//
//   TestWeb web;
//   Engine engine = web.make("a.example/\tb.example/\n");
//
// One thread.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include <cocite/engine.h>

namespace cocite::engine {

class TestWeb {
 public:
  TestWeb() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "cocite_engine_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  TestWeb(const TestWeb&) = delete;
  TestWeb& operator=(const TestWeb&) = delete;
  ~TestWeb() { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  // A store of the link list `lines`; request.store and .inputs are filled in.
  [[nodiscard]] Engine make(const std::string& lines, ImportRequest request = {},
                            const std::string& name = "web") const {
    write(name + ".tsv", lines);
    request.store = path(name + ".cocite");
    request.inputs = {path(name + ".tsv")};
    request.memory_bytes = uint64_t{64} << 20;
    request.threads = 1;
    request.prepare = false;                           // tests say themselves what is to be there
    static_cast<void>(import_store(request).value());  // throws, and the test has failed
    return open(name);
  }
  [[nodiscard]] Engine open(const std::string& name = "web",
                            const OpenOptions& options = {}) const {
    return Engine::open(path(name + ".cocite"), options).value();
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace cocite::engine
