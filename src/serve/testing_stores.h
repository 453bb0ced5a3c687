// A store for the tests of this folder, in a folder that goes away.
//
//   TestStores folder;
//   const std::string path = folder.make("web", "a.example/\tb.example/\n");
//
// One thread.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <cocite/engine.h>

namespace cocite::serve {

class TestStores {
 public:
  TestStores() {
    std::string pattern = (std::filesystem::temp_directory_path() / "cocite_serve_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  TestStores(const TestStores&) = delete;
  TestStores& operator=(const TestStores&) = delete;
  ~TestStores() { std::filesystem::remove_all(folder_); }

  // Replaces the store of that name.
  std::string make(const std::string& name, const std::string& lines) const {
    const std::string input = folder_ / (name + ".tsv");
    std::ofstream(input, std::ios::binary) << lines;
    const std::string store = folder_ / (name + ".cocite");
    static_cast<void>(import_store({.store = store,
                                    .inputs = {input},
                                    .memory_bytes = uint64_t{64} << 20,
                                    .threads = 1,
                                    .force = true,
                                    .prepare = false})
                          .value());  // throws, and the test has failed
    return store;
  }

 private:
  std::filesystem::path folder_;
};

// Two pages link to apples and pears, so these are related.
inline constexpr const char* kFruit =
    "blog.example.com/pie\twww.apples.example/\n"
    "blog.example.com/pie\twww.pears.example/\n"
    "blog.example.com/pie\tflour.example/types/405\n"
    "portal.example.org/fruit\twww.pears.example/\n"
    "portal.example.org/fruit\twww.apples.example/\n"
    "portal.example.org/fruit\tplums.example/\n"
    "www.apples.example/\twww.apples.example/sorts\n";

}  // namespace cocite::serve
